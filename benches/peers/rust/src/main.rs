//! The mappings as one would write them on serde_json's and on sonic-rs's own types.
//!
//! Usage: peers ENGINE JOB FILE MILLISECONDS: prints the median nanoseconds a call, and an output.

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs};

use serde_json::{Value, json};
use sonic_rs::{JsonValueTrait, LazyValue};

fn id(counter: u64) -> String {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970");
    format!("elc-{}-{counter}", since_epoch.as_millis())
}

fn given(value: Option<Value>) -> Option<Value> {
    value.filter(|value| !value.is_null() && *value != json!(false))
}

fn serde_json_params(text: &str, counter: u64) -> String {
    let mut params: Value = serde_json::from_str(text).expect("it is JSON");
    let mut member = |name| given(params.get_mut(name).map(Value::take));
    let prompt = match member("message") {
        None => json!(""),
        Some(message) if message.is_string() => message,
        Some(message) => Value::from(message.to_string()),
    };
    let mut request = json!({"id": id(counter), "kind": "input", "prompt": prompt});
    if member("mode") == Some(json!("url")) {
        request["kind"] = json!("authorization");
        if let Some(url) = member("url") {
            request["url"] = url;
        }
    } else if let Some(schema) = member("requestedSchema") {
        request["data"] = json!({"schema": schema});
    }
    request.to_string()
}

fn serde_json_answer(text: &str) -> String {
    let mut answer: Value = serde_json::from_str(text).expect("it is JSON");
    if answer.get("ok") == Some(&Value::Bool(true)) {
        let data = given(answer.get_mut("data").map(Value::take)).unwrap_or_else(|| json!({}));
        json!({"action": "accept", "content": data}).to_string()
    } else if answer.get("reason") == Some(&json!("declined")) {
        json!({"action": "decline"}).to_string()
    } else {
        json!({"action": "cancel"}).to_string()
    }
}

/// The value's text. sonic-rs leaves white space in it, which must not get into a frame.
fn compact(value: &LazyValue<'_>) -> String {
    let raw = value.as_raw_str();
    if raw.contains('\n') {
        let value: sonic_rs::Value = sonic_rs::from_str(raw).expect("it is JSON");
        return sonic_rs::to_string(&value).expect("it can be written");
    }
    raw.to_owned()
}

/// The members that have these names, after a check of the whole text.
fn lazy_members<'a, const N: usize>(text: &'a str, names: [&str; N]) -> [Option<LazyValue<'a>>; N] {
    let mut found = [const { None }; N];
    for member in sonic_rs::to_object_iter(text) {
        let (name, value) = member.expect("it is JSON");
        if let Some(at) = names.iter().position(|wanted| *wanted == name) {
            found[at] = (!value.is_null() && value.as_bool() != Some(false)).then_some(value);
        }
    }
    found
}

fn sonic_rs_params(text: &str, counter: u64) -> String {
    let [mode, message, url, schema] =
        lazy_members(text, ["mode", "message", "url", "requestedSchema"]);
    let is_url = mode.is_some_and(|mode| mode.as_str() == Some("url"));
    let prompt = match message {
        None => "\"\"".to_owned(),
        Some(message) if message.is_str() => compact(&message),
        Some(message) => sonic_rs::to_string(&compact(&message)).expect("it can be written"),
    };
    let (kind, rest) = match (is_url, url, schema) {
        (true, Some(url), _) => ("authorization", format!(",\"url\":{}}}", compact(&url))),
        (true, None, _) => ("authorization", "}".to_owned()),
        (false, _, Some(schema)) => {
            ("input", format!(",\"data\":{{\"schema\":{}}}}}", compact(&schema)))
        }
        (false, _, None) => ("input", "}".to_owned()),
    };
    format!("{{\"id\":\"{}\",\"kind\":\"{kind}\",\"prompt\":{prompt}{rest}", id(counter))
}

fn sonic_rs_answer(text: &str) -> String {
    let [ok, data, reason] = lazy_members(text, ["ok", "data", "reason"]);
    if ok.is_some_and(|ok| ok.as_bool() == Some(true)) {
        let data = data.map_or("{}".to_owned(), |data| compact(&data));
        format!("{{\"action\":\"accept\",\"content\":{data}}}")
    } else if reason.is_some_and(|reason| reason.as_str() == Some("declined")) {
        "{\"action\":\"decline\"}".to_owned()
    } else {
        "{\"action\":\"cancel\"}".to_owned()
    }
}

/// The median of the nanoseconds a call, over batches of about a millisecond.
fn median(call: &mut impl FnMut(), budget: Duration) -> f64 {
    let mut time = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed().as_secs_f64() / f64::from(calls)
    };
    let start = Instant::now();
    let one = time(1).min(time(1)).max(1e-9);
    let calls = (1e-3 / one).clamp(1.0, 1e6) as u32;
    let mut times = vec![time(calls)];
    while start.elapsed() < budget {
        times.push(time(calls));
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2] * 1e9
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let [_, engine, job, file, milliseconds] = &arguments[..] else {
        panic!("usage: peers ENGINE JOB FILE MILLISECONDS");
    };
    let text = fs::read(file).expect("the file can be read");
    let budget = Duration::from_millis(milliseconds.parse().expect("a number"));
    let mut counter = 0;
    let mut output = String::new();
    // Bytes come in from a pipe, so that UTF-8 is checked as well.
    let mut call = || {
        let text = std::str::from_utf8(black_box(&text)).expect("it is UTF-8");
        counter += 1;
        output = match (engine.as_str(), job.as_str()) {
            ("serde_json", "params") => serde_json_params(text, counter),
            ("serde_json", "answer") => serde_json_answer(text),
            ("sonic-rs", "params") => sonic_rs_params(text, counter),
            ("sonic-rs", "answer") => sonic_rs_answer(text),
            _ => panic!("no such engine or job"),
        };
        black_box(&output);
    };
    let nanoseconds = median(&mut call, budget);
    println!("{nanoseconds}\n{output}");
}
