//! Every vector, through the Rust API and through the C ABI.
#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

mod shared;

use std::ffi::c_char;
use std::{fs, ptr, slice};

use serde_json::Value;
use shared::{InTurn, poisoned, status_name, taken, with_error, without_id, without_ids};
use tn_elicit::ffi::*;
use tn_elicit::{Error, Reply, UrlElicitationsError};

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

    /// The resolver, which is called once at most. `None`: there is none.
    fn turn(&self) -> Option<InTurn<'_>> {
        self.0.get("resolver").map(|resolver| InTurn::of(slice::from_ref(resolver)))
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
    let mut turn = vector.turn();
    let result = match vector.text("function") {
        Some("elicitation_to_request") => tn_elicit::elicitation_to_request(input)
            .map(|request| ("TN_OK", Some(without_id(&request)))),
        Some("answer_to_elicit_result") => {
            tn_elicit::answer_to_elicit_result(input).map(|result| ("TN_OK", Some(result)))
        }
        Some("elicitation_ended") => tn_elicit::elicitation_ended(input).map(or_no_reply),
        Some("url_elicitations") => match tn_elicit::url_elicitations(input) {
            Ok(requests) => Ok(or_no_reply(requests.map(|requests| without_ids(&requests)))),
            Err(UrlElicitationsError::Message(error)) => Err(error),
            Err(UrlElicitationsError::UnsupportedInput) => Ok(("TN_ERR_UNSUPPORTED_INPUT", None)),
        },
        Some("server_request_response") => {
            let mut resolve = turn.as_mut().map(|turn| |request: &str| turn.answer(request));
            let resolver = resolve.as_mut().map(|resolve| resolve as &mut tn_elicit::Resolver<'_>);
            tn_elicit::server_request_response(resolver, input).map(|reply| match reply {
                Reply::None => ("TN_NO_REPLY", None),
                Reply::Frame(frame) => ("TN_OK", Some(frame)),
                Reply::Cancel { frame, .. } => ("TN_RESOLVER_FAILED", Some(frame)),
            })
        }
        _ => panic!("{}: no such function", vector.name()),
    };
    let request = turn.and_then(|turn| turn.requests.into_iter().next());
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

fn or_no_reply(output: Option<String>) -> (&'static str, Option<String>) {
    (if output.is_some() { "TN_OK" } else { "TN_NO_REPLY" }, output)
}

#[test]
fn through_the_abi() {
    check_all("ABI", |vector| Some(run_abi(vector, &vector.input())));
}

fn run_abi(vector: &Vector, input: &[u8]) -> Outcome {
    let (data, len) = (input.as_ptr().cast::<c_char>(), input.len());
    let mut text = poisoned();
    let mut turn = vector.turn();
    // SAFETY: the texts are slices, the out-parameters are locals.
    let (status, message) = with_error(|error| unsafe {
        match vector.text("function") {
            Some("elicitation_to_request") => {
                tn_elicitation_to_request(data, len, &mut text, error)
            }
            Some("answer_to_elicit_result") => {
                tn_answer_to_elicit_result(data, len, &mut text, error)
            }
            Some("elicitation_ended") => tn_elicitation_ended(data, len, &mut text, error),
            Some("url_elicitations") => tn_url_elicitations(data, len, &mut text, error),
            Some("server_request_response") => {
                let (resolver, user_data): (tn_resolver, _) = match &mut turn {
                    Some(turn) => (Some(InTurn::resolve), ptr::from_mut(turn).cast()),
                    None => (None, ptr::null_mut()),
                };
                tn_server_request_response(resolver, user_data, data, len, &mut text, error)
            }
            _ => panic!("{}: no such function", vector.name()),
        }
    });
    let output = taken(text).map(|output| match vector.text("function") {
        Some("elicitation_to_request") => without_id(&output),
        Some("url_elicitations") => without_ids(&output),
        _ => output,
    });
    let request = turn.and_then(|turn| turn.requests.into_iter().next());
    Outcome { status: status_name(status), output, request, message }
}
