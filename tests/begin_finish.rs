//! The policy in two halves: the vectors, and that they are the whole.
#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

mod shared;

use proptest::prelude::*;
use serde_json::Value;
use shared::{assert_names, poisoned, status_name, taken, vectors, with_error, without_id};
use std::ptr;
use tn_elicit::ffi::*;
use tn_elicit::{
    Answer, Begun, MODE_FORM, MODE_URL, server_request_begin, server_request_finish,
    server_request_response,
};

fn text<'a>(vector: &'a Value, member: &str) -> Option<&'a str> {
    vector.get(member).map(|text| text.as_str().expect("a text"))
}

#[test]
fn begin() {
    for vector in vectors("begin_finish/begin.json") {
        let name = &vector["name"];
        let message = text(&vector, "message").expect("a message");
        let modes =
            vector["modes"].as_u64().and_then(|modes| modes.try_into().ok()).expect("modes");
        let (status, request, reply, error) = match server_request_begin(modes, message) {
            Ok(Begun::None) => ("TN_NO_REPLY", None, None, String::new()),
            Ok(Begun::Ask(request)) => ("TN_OK", Some(without_id(&request)), None, String::new()),
            Ok(Begun::Frame(reply)) => ("TN_OK", None, Some(reply), String::new()),
            Err(error) => ("TN_ERR_INVALID_JSON", None, None, error.to_string()),
        };
        let check = |status, request: Option<String>, reply: Option<String>, error: &str| {
            assert_eq!(Some(status), text(&vector, "status"), "{name}: {error}");
            assert_eq!(request.as_deref(), text(&vector, "request"), "{name}");
            assert_eq!(reply.as_deref(), text(&vector, "reply"), "{name}");
            assert_names(error, &vector);
        };
        check(status, request, reply, &error);

        let (mut request, mut reply) = (poisoned(), poisoned());
        let (data, len) = (message.as_ptr().cast(), message.len());
        // SAFETY: the text is a slice, the out-parameters are locals.
        let (status, error) = with_error(|error| unsafe {
            tn_server_request_begin(modes, data, len, &mut request, &mut reply, error)
        });
        let request = taken(request).map(|request| without_id(&request));
        check(status_name(status), request, taken(reply), &error);
    }
}

#[test]
fn finish() {
    for vector in vectors("begin_finish/finish.json") {
        let name = &vector["name"];
        let message = text(&vector, "message").expect("a message");
        let answer = text(&vector, "answer");
        let (status, reply, error) = match server_request_finish(message, answer) {
            Ok(None) => ("TN_NO_REPLY", None, String::new()),
            Ok(reply) => ("TN_OK", reply, String::new()),
            Err(error) => ("TN_ERR_INVALID_JSON", None, error.to_string()),
        };
        let check = |status, reply: Option<String>, error: &str| {
            assert_eq!(Some(status), text(&vector, "status"), "{name}: {error}");
            assert_eq!(reply.as_deref(), text(&vector, "reply"), "{name}");
            assert_names(error, &vector);
        };
        check(status, reply, &error);

        let mut reply = poisoned();
        let (data, len) = (message.as_ptr().cast(), message.len());
        // Without an answer its length is not looked at.
        let (answer, answer_len) =
            answer.map_or((ptr::null(), 77), |text| (text.as_ptr().cast(), text.len()));
        // SAFETY: the texts are slices, the out-parameters are locals.
        let (status, error) = with_error(|error| unsafe {
            tn_server_request_finish(data, len, answer, answer_len, &mut reply, error)
        });
        check(status_name(status), taken(reply), &error);
    }
}

/// Messages that matter, and some that do not.
fn message() -> impl Strategy<Value = String> {
    let id = prop::sample::select(vec!["7", "\"a\"", "null", "1.50", "[1, 2]", "{\"a\":null}"]);
    let method = prop::sample::select(vec![
        "\"elicitation/create\"",
        "\"elicitation\\/create\"",
        "\"elicitation/create\"",
        "\"ping\"",
        "null",
        "false",
        "5",
    ]);
    let params = prop::sample::select(vec![
        "{}",
        "{\"mode\":\"url\",\"url\":\"x\"}",
        "{\"mode\": \"form\", \"message\": \"a b\", \"requestedSchema\": {\"a\": [1.0]}}",
        "null",
        "\"x\"",
        "{\"message\":[\"\\ud800\"]}",
    ]);
    let whole = (id, method, params).prop_map(|(id, method, params)| {
        format!("{{\"id\":{id},\"method\": {method},\"params\":{params}}}")
    });
    prop_oneof![9 => whole, 1 => "[ {}\\[\\],:0\"a]{0,8}"]
}

fn answer() -> impl Strategy<Value = Option<&'static str>> {
    prop::option::of(prop::sample::select(vec![
        "{\"ok\":true,\"data\":{\"a\": 1.0}}",
        "{\"ok\":true}",
        "{\"ok\":true,\"data\":\"\\udc00\"}",
        "{\"reason\":\"declined\"}",
        "{}",
        "[]",
    ]))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// With both modes, or none without a resolver.
    #[test]
    fn the_response_is_begin_the_resolver_and_finish(
        message in message(),
        answer in answer(),
        has_resolver in any::<bool>(),
    ) {
        let mut asked = None;
        let mut resolver = |request: &str| {
            asked = Some(without_id(request));
            Ok(answer.map_or(Ok(Answer::cancel()), Answer::from_json)?)
        };
        let whole = server_request_response(
            has_resolver.then_some(&mut resolver as &mut tn_elicit::Resolver<'_>),
            &message,
        );
        let modes = if has_resolver { MODE_FORM | MODE_URL } else { 0 };
        let (request, halves) = match server_request_begin(modes, &message) {
            Ok(Begun::None) => (None, Ok(None)),
            Ok(Begun::Frame(frame)) => (None, Ok(Some(frame))),
            Ok(Begun::Ask(request)) => {
                let frame = server_request_finish(&message, answer).expect("both are JSON");
                (Some(without_id(&request)), Ok(frame))
            }
            Err(error) => (None, Err(error)),
        };
        let whole = whole.map(|reply| reply.frame().map(str::to_owned));
        prop_assert_eq!(asked, request);
        prop_assert_eq!(whole, halves);
    }
}
