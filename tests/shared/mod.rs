//! What the tests that call the C ABI share.
#![allow(dead_code, unsafe_code, reason = "this is a host, and not every test needs all of it")]

use std::ffi::{CStr, c_char, c_void};
use std::{fs, ptr, slice};

use serde_json::Value;
use tn_elicit::Answer;
use tn_elicit::ffi::*;

/// The vectors of a file in tests/vectors.
pub fn vectors(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read(path).expect("the vectors are there");
    serde_json::from_slice(&text).expect("a file is an array")
}

pub fn status_name(status: tn_status) -> &'static str {
    match status {
        TN_OK => "TN_OK",
        TN_NO_REPLY => "TN_NO_REPLY",
        TN_RESOLVER_FAILED => "TN_RESOLVER_FAILED",
        TN_ERR_INVALID_UTF8 => "TN_ERR_INVALID_UTF8",
        TN_ERR_INVALID_JSON => "TN_ERR_INVALID_JSON",
        TN_ERR_UNSUPPORTED_INPUT => "TN_ERR_UNSUPPORTED_INPUT",
        TN_ERR_UNKNOWN_RESULT_TYPE => "TN_ERR_UNKNOWN_RESULT_TYPE",
        _ => panic!("a status that no vector has: {status}"),
    }
}

/// The Request with `ID` for its id.
pub fn without_id(request: &str) -> String {
    let rest = request.strip_prefix(r#"{"id":"elc-"#).expect("a Request starts with its id");
    format!(r#"{{"id":"ID"{}"#, rest.split_once('"').expect("an id ends").1)
}

/// A text with several Requests, each with `ID` for its id.
pub fn without_ids(text: &str) -> String {
    let mut parts = text.split(r#"{"id":"elc-"#);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (id, rest) = part.split_once('"').expect("an id ends");
        let numbers = id.split_once('-').expect("an id has two numbers");
        assert!([numbers.0, numbers.1].iter().all(|number| number.parse::<u64>().is_ok()), "{id}");
        text + r#"{"id":"ID""# + rest
    })
}

/// What a vector's error says of the text and its place.
pub fn assert_names(message: &str, vector: &Value) {
    let Some(error) = vector.get("error") else { return };
    let place = format!("line {} column {}:", error["line"], error["column"]);
    assert!(message.contains(&place), "{message:?} lacks {place:?}");
    if let Some(of) = error.get("of").and_then(Value::as_str) {
        assert!(message.starts_with(&format!("{of}: ")), "{message:?} is not of {of}");
    }
}

/// An out-parameter that no one has initialised.
pub fn poisoned() -> tn_string {
    tn_string { data: ptr::dangling_mut(), len: 99 }
}

/// Takes a text over, and frees it twice.
pub fn taken(mut text: tn_string) -> Option<String> {
    let copy = (!text.data.is_null()).then(|| {
        // SAFETY: the library promises len bytes and a NUL.
        let bytes = unsafe { slice::from_raw_parts(text.data.cast::<u8>(), text.len + 1) };
        assert_eq!(bytes.last(), Some(&0));
        str::from_utf8(&bytes[..text.len]).expect("output is UTF-8").to_owned()
    });
    for _ in 0..2 {
        // SAFETY: the library's, and then an empty one.
        unsafe { tn_string_free(&mut text) };
        assert!(text.data.is_null() && text.len == 0);
    }
    copy
}

/// Calls with an error that no one has initialised, and gives the status and the message.
pub fn with_error(call: impl FnOnce(*mut tn_error) -> tn_status) -> (tn_status, String) {
    let mut error = tn_error { status: 99, message: [1; 252] };
    let status = call(&mut error);
    assert_eq!(error.status, status);
    // SAFETY: a message ends with a NUL.
    let message = unsafe { CStr::from_ptr(error.message.as_ptr()) };
    let message = message.to_str().expect("a message is UTF-8").to_owned();
    assert_eq!(message.is_empty(), status == TN_OK || status == TN_NO_REPLY, "{message}");
    (status, message)
}

/// A resolver that does in turn what a vector says, and keeps what it was given.
pub struct InTurn<'a> {
    actions: slice::Iter<'a, Value>,
    pub requests: Vec<String>,
}

impl<'a> InTurn<'a> {
    pub fn new(vector: &'a Value) -> Option<Self> {
        Some(Self::of(vector.get("resolvers")?.as_array().expect("a list")))
    }

    pub fn of(actions: &'a [Value]) -> Self {
        Self { actions: actions.iter(), requests: Vec::new() }
    }

    pub fn next(&mut self, request: &str) -> (&'a str, Option<&'a str>) {
        self.requests.push(without_id(request));
        let action = self.actions.next().expect("it is not called that often");
        (action["action"].as_str().expect("an action"), action["json"].as_str())
    }

    pub fn answer(&mut self, request: &str) -> Result<Answer, Box<dyn std::error::Error>> {
        Ok(match self.next(request) {
            ("set", Some(json)) => Answer::from_json(json)?,
            ("accept", Some(json)) => Answer::accept(json)?,
            ("accept", None) => Answer::accept_without_data(),
            ("decline", None) => Answer::decline(),
            ("cancel" | "nothing", None) => Answer::cancel(),
            ("fail", None) => return Err("it fails".into()),
            (action, _) => panic!("no such action: {action}"),
        })
    }

    /// A `tn_resolver` whose user data is one of these.
    pub unsafe extern "C-unwind" fn resolve(
        user_data: *mut c_void,
        request: *const c_char,
        request_len: usize,
        answer: *mut tn_answer,
    ) -> i32 {
        // SAFETY: the test passes one along, and the library promises the rest.
        unsafe {
            let turns = &mut *user_data.cast::<InTurn<'_>>();
            let request = slice::from_raw_parts(request.cast::<u8>(), request_len + 1);
            let (nul, request) = request.split_last().expect("a NUL is there");
            assert_eq!(*nul, 0);
            let (action, json) = turns.next(str::from_utf8(request).expect("a Request is UTF-8"));
            let (data, len) =
                json.map_or((ptr::null(), 0), |json| (json.as_ptr().cast(), json.len()));
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
}
