//! Data to accept with, given by a resolver over an answer that stood there before.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit_fuzz::model::Answered;
use tn_elicit_fuzz::{abi, invariants, model};

const MESSAGE: &[u8] = br#"{"id":0,"method":"elicitation/create"}"#;
const DECLINED: &str = r#"{"reason":"declined"}"#;

fuzz_target!(|data: &[u8]| {
    let checked = model::checked(data);
    let mut resolver = |_: &str, answer: &abi::Answer| {
        assert_eq!(answer.set(DECLINED.as_bytes()), 0);
        assert_eq!(answer.accept(data), *checked.as_ref().err().unwrap_or(&0));
        true
    };
    let ours = abi::server_request_response(Some(&mut resolver), MESSAGE);
    let answer = checked.map(|data| format!(r#"{{"ok":true,"data":{data}}}"#));
    let answered = Answered::Json(answer.as_deref().unwrap_or(DECLINED));
    let (expected, _) = model::server_request_response(Some(answered), MESSAGE);
    invariants::assert_same(&ours, &expected);
});
