//! A result that asks for input: the vectors.
#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

mod shared;

use std::ptr;

use serde_json::Value;
use shared::{
    InTurn, assert_names, poisoned, status_name, taken, vectors, with_error, without_ids,
};
use tn_elicit::ffi::*;
use tn_elicit::{
    Answer, Resolver, Retry, RetryError, input_required_begin, input_required_finish,
    input_required_retry,
};

fn check(
    by: &str,
    vector: &Value,
    status: &str,
    retry: Option<String>,
    error: &str,
    asked: &[String],
) {
    let name = format!("{by}: {}", vector["name"]);
    assert_eq!(vector["status"], status, "{name}: {error}");
    assert_eq!(retry.as_deref(), vector["retry_params"].as_str(), "{name}");
    let requests: Vec<&str> = match &vector["requests"] {
        Value::Array(requests) => requests.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    assert_eq!(asked, requests, "{name}");
    assert_names(error, vector);
}

fn name_of(error: RetryError) -> &'static str {
    match error {
        RetryError::UnsupportedInput => "TN_ERR_UNSUPPORTED_INPUT",
        RetryError::UnknownResultType => "TN_ERR_UNKNOWN_RESULT_TYPE",
        _ => "TN_ERR_INVALID_JSON",
    }
}

fn outcome(text: Result<Option<String>, RetryError>) -> (&'static str, Option<String>, String) {
    match text {
        Ok(Some(text)) => ("TN_OK", Some(text), String::new()),
        Ok(None) => ("TN_NO_REPLY", None, String::new()),
        Err(error) => (name_of(error), None, error.to_string()),
    }
}

#[test]
fn through_the_core() {
    for vector in vectors("input_required/retry.json") {
        let (params, result) = (vector["params"].as_str(), vector["result"].as_str());
        let (params, result) = (params.expect("params"), result.expect("a result"));
        let mut turns = InTurn::new(&vector);
        let mut resolve = turns.as_mut().map(|turns| |request: &str| turns.answer(request));
        let resolver = resolve.as_mut().map(|resolve| resolve as &mut Resolver<'_>);
        let (status, retry, error) = match input_required_retry(resolver, params, result) {
            Ok(Retry::None) => ("TN_NO_REPLY", None, String::new()),
            Ok(Retry::Params { params, failures }) if failures.is_empty() => {
                ("TN_OK", Some(params), String::new())
            }
            Ok(Retry::Params { params, .. }) => ("TN_RESOLVER_FAILED", Some(params), String::new()),
            Err(error) => (name_of(error), None, error.to_string()),
        };
        let asked = turns.map_or(Vec::new(), |turns| turns.requests);
        check("core", &vector, status, retry, &error, &asked);
    }
}

#[test]
fn through_the_abi() {
    for vector in vectors("input_required/retry.json") {
        let (params, result) = (vector["params"].as_str(), vector["result"].as_str());
        let (params, result) = (params.expect("params"), result.expect("a result"));
        let mut turns = InTurn::new(&vector);
        let (resolver, user_data): (tn_resolver, _) = match &mut turns {
            Some(turns) => (Some(InTurn::resolve), ptr::from_mut(turns).cast()),
            None => (None, ptr::null_mut()),
        };
        let mut retry = poisoned();
        // SAFETY: the texts are slices, the out-parameters are locals.
        let (status, error) = with_error(|error| unsafe {
            tn_input_required_retry(
                resolver,
                user_data,
                params.as_ptr().cast(),
                params.len(),
                result.as_ptr().cast(),
                result.len(),
                &mut retry,
                error,
            )
        });
        let asked = turns.map_or(Vec::new(), |turns| turns.requests);
        check("ABI", &vector, status_name(status), taken(retry), &error, &asked);
    }
}

#[test]
fn begin() {
    for vector in vectors("input_required/begin.json") {
        let name = &vector["name"];
        let result = vector["result"].as_str().expect("a result");
        let modes =
            vector["modes"].as_u64().and_then(|modes| modes.try_into().ok()).expect("modes");
        let check = |status, requests: Option<String>, error: &str| {
            let requests = requests.map(|requests| without_ids(&requests));
            assert_eq!(vector["status"], status, "{name}: {error}");
            assert_eq!(requests.as_deref(), vector["requests"].as_str(), "{name}");
            let place = error.strip_prefix("result: ").unwrap_or(error);
            assert_names(place, &vector);
        };
        let (status, requests, error) = outcome(input_required_begin(modes, result));
        check(status, requests, &error);

        let mut requests = poisoned();
        let (data, len) = (result.as_ptr().cast(), result.len());
        // SAFETY: the text is a slice, the out-parameters are locals.
        let (status, error) = with_error(|error| unsafe {
            tn_input_required_begin(modes, data, len, &mut requests, error)
        });
        assert!(!error.starts_with("result: "), "one text need not be named: {error}");
        check(status_name(status), taken(requests), &error);
    }
}

#[test]
fn finish() {
    for vector in vectors("input_required/finish.json") {
        let name = &vector["name"];
        let [params, result] =
            ["params", "result"].map(|member| vector[member].as_str().expect("a text"));
        let responses = vector.get("responses").map(|text| text.as_str().expect("a text"));
        let check = |status, retry: Option<String>, error: &str| {
            assert_eq!(vector["status"], status, "{name}: {error}");
            assert_eq!(retry.as_deref(), vector["retry_params"].as_str(), "{name}");
            assert_names(error, &vector);
        };
        let (status, retry, error) = outcome(input_required_finish(params, result, responses));
        check(status, retry, &error);

        let mut retry = poisoned();
        let (given, given_len) =
            responses.map_or((ptr::null(), 9), |text| (text.as_ptr().cast(), text.len()));
        // SAFETY: the texts are slices, the out-parameters are locals; responses may be NULL.
        let (status, error) = with_error(|error| unsafe {
            tn_input_required_finish(
                params.as_ptr().cast(),
                params.len(),
                result.as_ptr().cast(),
                result.len(),
                given,
                given_len,
                &mut retry,
                error,
            )
        });
        check(status_name(status), taken(retry), &error);
    }
}

/// The retry is begin with both modes, the resolver for each, finish.
#[test]
fn the_halves_are_the_whole() {
    for vector in vectors("input_required/retry.json") {
        let [params, result] =
            ["params", "result"].map(|member| vector[member].as_str().expect("a text"));
        let accept = &mut |_: &str| Ok(Answer::accept("[1.0]")?);
        let whole = match input_required_retry(Some(accept), params, result) {
            Ok(Retry::Params { params, .. }) => Ok(Some(params)),
            Ok(Retry::None) => Ok(None),
            Err(error) => Err(error),
        };
        let halves = input_required_begin(3, result).and_then(|requests| {
            let Some(requests) = requests else {
                return input_required_finish(params, result, None);
            };
            let requests: Value = serde_json::from_str(&requests).expect("it is JSON");
            let requests = |member: &str| requests[member].as_object().expect("an object").keys();
            if requests("others").len() > 0 {
                return Err(RetryError::UnsupportedInput);
            }
            let answers: serde_json::Map<String, Value> = requests("requests")
                .map(|key| (key.clone(), serde_json::json!({"ok": true, "data": [1.0]})))
                .collect();
            let responses = serde_json::json!({ "answers": answers }).to_string();
            input_required_finish(params, result, Some(&responses))
        });
        match (whole, halves) {
            // Which of two bad texts is named depends on which is read first.
            (Err(RetryError::Params(_)), Err(_)) => {}
            (whole, halves) => assert_eq!(whole, halves, "{}", vector["name"]),
        }
    }
}
