//! Every vector, through the Rust API and through the C ABI.
#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

use std::ffi::{c_char, c_void};
use std::{fs, ptr, slice};

use serde_json::Value;
use tn_elicit::ffi::*;
use tn_elicit::{Answer, Error, Reply};

/// The id of a Request in a vector.
const PLACEHOLDER: &str = r#"{"id":"ID","#;

struct Vector(Value);

impl Vector {
    fn text(&self, member: &str) -> Option<&str> {
        self.0[member].as_str()
    }

    fn name(&self) -> &str {
        self.text("name").expect("a vector has a name")
    }

    fn input(&self) -> Vec<u8> {
        match (self.text("input"), self.text("input_hex")) {
            (Some(text), None) => text.into(),
            (None, Some(hex)) => (0..hex.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex digits"))
                .collect(),
            _ => panic!("{}: one of input and input_hex is due", self.name()),
        }
    }

    /// The action of the resolver, and the text that goes with it. `None`: there is no resolver.
    fn resolver(&self) -> Option<(&str, Option<&str>)> {
        let resolver = self.0.get("resolver")?;
        Some((resolver["action"].as_str().expect("an action"), resolver["json"].as_str()))
    }

    fn check(&self, by: &str, outcome: &Outcome) -> Result<(), String> {
        let position = self
            .0
            .get("error")
            .map(|error| format!("line {} column {}", error["line"], error["column"]));
        let message = &outcome.message;
        if position.is_some_and(|position| {
            !message.ends_with(&position) && !message.contains(&format!("{position}:"))
        }) {
            return Err(format!("{} ({by}): {message:?} lacks {}", self.name(), self.0["error"]));
        }
        for (what, expected, seen) in [
            ("status", self.text("status"), Some(outcome.status)),
            ("output", self.text("output"), outcome.output.as_deref()),
            ("request", self.text("request"), outcome.request.as_deref()),
        ] {
            if expected != seen {
                return Err(format!(
                    "{} ({by}): {what}\n  expected {expected:?}\n  seen     {seen:?}",
                    self.name()
                ));
            }
        }
        Ok(())
    }
}

/// What a call did, in the words of a vector.
#[derive(Default)]
struct Outcome {
    status: &'static str,
    output: Option<String>,
    request: Option<String>,
    message: String,
}

fn status_name(status: tn_status) -> &'static str {
    match status {
        TN_OK => "TN_OK",
        TN_NO_REPLY => "TN_NO_REPLY",
        TN_RESOLVER_FAILED => "TN_RESOLVER_FAILED",
        TN_ERR_INVALID_UTF8 => "TN_ERR_INVALID_UTF8",
        TN_ERR_INVALID_JSON => "TN_ERR_INVALID_JSON",
        _ => panic!("a status that no vector has: {status}"),
    }
}

/// The Request with the placeholder for its id.
fn without_id(request: &str) -> String {
    let after = request.strip_prefix(r#"{"id":"elc-"#).expect("a Request starts with its id");
    let (id, rest) = after.split_once("\",").expect("an id ends");
    let (milliseconds, counter) = id.split_once('-').expect("an id has two numbers");
    for number in [milliseconds, counter] {
        assert!(!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()), "{id}");
    }
    format!("{PLACEHOLDER}{rest}")
}

fn vectors() -> Vec<Vector> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let mut vectors = Vec::new();
    for entry in fs::read_dir(folder).expect("the vectors are there") {
        let path = entry.expect("a folder can be listed").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = fs::read(&path).expect("a file can be read");
            let file: Vec<Value> = serde_json::from_slice(&text).expect("a file is an array");
            vectors.extend(file.into_iter().map(Vector));
        }
    }
    assert!(vectors.len() >= 150, "only {} vectors", vectors.len());
    vectors
}

fn check_all(by: &str, run: impl Fn(&Vector) -> Option<Outcome>) {
    let failures: Vec<String> =
        vectors().iter().filter_map(|vector| vector.check(by, &run(vector)?).err()).collect();
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn through_the_core() {
    check_all("core", |vector| {
        // The core takes only what is UTF-8 already.
        let input = String::from_utf8(vector.input()).ok()?;
        Some(run_core(vector, &input))
    });
}

fn run_core(vector: &Vector, input: &str) -> Outcome {
    let mut request = None;
    let result = match vector.text("function") {
        Some("elicitation_to_request") => tn_elicit::elicitation_to_request(input)
            .map(|request| ("TN_OK", Some(without_id(&request)))),
        Some("answer_to_elicit_result") => {
            tn_elicit::answer_to_elicit_result(input).map(|result| ("TN_OK", Some(result)))
        }
        Some("server_request_response") => {
            let mut resolve = vector.resolver().map(|(action, json)| {
                let request = &mut request;
                move |text: &str| {
                    assert!(request.is_none(), "the resolver is called once");
                    *request = Some(without_id(text));
                    Ok(match (action, json) {
                        ("set", Some(json)) => Answer::from_json(json)?,
                        ("accept", Some(json)) => Answer::accept(json)?,
                        ("accept", None) => Answer::accept_without_data(),
                        ("decline", None) => Answer::decline(),
                        ("cancel" | "nothing", None) => Answer::cancel(),
                        ("fail", None) => return Err("it fails".into()),
                        _ => panic!("{}: no such action", vector.name()),
                    })
                }
            });
            let resolver = resolve.as_mut().map(|resolve| resolve as &mut tn_elicit::Resolver<'_>);
            tn_elicit::server_request_response(resolver, input).map(|reply| match reply {
                Reply::None => ("TN_NO_REPLY", None),
                Reply::Frame(frame) => ("TN_OK", Some(frame)),
                Reply::Cancel { frame, .. } => ("TN_RESOLVER_FAILED", Some(frame)),
            })
        }
        _ => panic!("{}: no such function", vector.name()),
    };
    match result {
        Ok((status, output)) => Outcome { status, output, request, ..Outcome::default() },
        Err(error @ Error::InvalidJson { .. }) => Outcome {
            status: "TN_ERR_INVALID_JSON",
            request,
            message: error.to_string(),
            ..Outcome::default()
        },
        Err(error) => panic!("{}: {error}", vector.name()),
    }
}

#[test]
fn through_the_abi() {
    check_all("ABI", |vector| Some(run_abi(vector, &vector.input())));
}

/// What the resolver of the ABI is given, and keeps.
struct Seen<'a> {
    vector: &'a Vector,
    request: Option<String>,
}

unsafe extern "C-unwind" fn resolve(
    user_data: *mut c_void,
    request: *const c_char,
    request_len: usize,
    answer: *mut tn_answer,
) -> i32 {
    // SAFETY: run_abi passes a Seen along; the library promises the rest.
    unsafe {
        let seen = &mut *user_data.cast::<Seen<'_>>();
        assert!(seen.request.is_none(), "the resolver is called once");
        let request = slice::from_raw_parts(request.cast::<u8>(), request_len + 1);
        let (nul, request) = request.split_last().expect("a NUL is there");
        assert_eq!(*nul, 0);
        seen.request = Some(without_id(str::from_utf8(request).expect("a Request is UTF-8")));
        let (action, json) = seen.vector.resolver().expect("it is called only if there is one");
        let (data, len) = json.map_or((ptr::null(), 0), |json| (json.as_ptr().cast(), json.len()));
        let status = match action {
            "set" => tn_answer_set(answer, data, len, ptr::null_mut()),
            "accept" => tn_answer_accept(answer, data, len, ptr::null_mut()),
            "decline" => tn_answer_decline(answer),
            "cancel" => tn_answer_cancel(answer),
            "nothing" => TN_OK,
            "fail" => return 1,
            _ => panic!("no such action: {action}"),
        };
        assert_eq!(status, TN_OK);
        0
    }
}

fn run_abi(vector: &Vector, input: &[u8]) -> Outcome {
    let (data, len) = (input.as_ptr().cast::<c_char>(), input.len());
    let mut text = tn_string { data: ptr::dangling_mut(), len: 99 };
    let mut error = tn_error { status: 99, message: [1; 252] };
    let mut seen = Seen { vector, request: None };
    // SAFETY: the texts are slices, the out-parameters are locals.
    let status = unsafe {
        match vector.text("function") {
            Some("elicitation_to_request") => {
                tn_elicitation_to_request(data, len, &mut text, &mut error)
            }
            Some("answer_to_elicit_result") => {
                tn_answer_to_elicit_result(data, len, &mut text, &mut error)
            }
            Some("server_request_response") => {
                let resolver: tn_resolver = vector.resolver().map(|_| resolve as _);
                let user_data = (&raw mut seen).cast();
                tn_server_request_response(resolver, user_data, data, len, &mut text, &mut error)
            }
            _ => panic!("{}: no such function", vector.name()),
        }
    };
    assert_eq!(error.status, status);
    let message: Vec<u8> = error.message.iter().map(|&byte| byte as u8).collect();
    let end = message.iter().position(|&byte| byte == 0).expect("a message ends");
    assert_eq!(end == 0, status == TN_OK || status == TN_NO_REPLY);
    let output = (!text.data.is_null()).then(|| {
        // SAFETY: the library promises len bytes and a NUL.
        let bytes = unsafe { slice::from_raw_parts(text.data.cast::<u8>(), text.len + 1) };
        assert_eq!(bytes.last(), Some(&0));
        let output = str::from_utf8(&bytes[..text.len]).expect("output is UTF-8");
        match vector.text("function") {
            Some("elicitation_to_request") => without_id(output),
            _ => output.to_owned(),
        }
    });
    // SAFETY: the text is the library's, or empty; then it is empty.
    unsafe {
        tn_string_free(&mut text);
        assert!(text.data.is_null() && text.len == 0);
        tn_string_free(&mut text);
    }
    Outcome {
        status: status_name(status),
        output,
        request: seen.request,
        message: String::from_utf8_lossy(&message[..end]).into_owned(),
    }
}
