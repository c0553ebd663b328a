//! A result that asks for input: the vectors.
#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

mod shared;

use std::ptr;

use serde_json::Value;
use shared::{InTurn, assert_names, poisoned, status_name, taken, vectors, with_error};
use tn_elicit::ffi::*;
use tn_elicit::{Resolver, Retry, RetryError, input_required_retry};

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
            Err(error @ RetryError::UnsupportedInput) => {
                ("TN_ERR_UNSUPPORTED_INPUT", None, error.to_string())
            }
            Err(error) => ("TN_ERR_INVALID_JSON", None, error.to_string()),
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
