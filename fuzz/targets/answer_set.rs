//! A whole Answer, given by a resolver; a second one, which is refused, changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit_fuzz::model::Answered;
use tn_elicit_fuzz::{abi, invariants, model};

const MESSAGE: &[u8] = br#"{"id":0,"method":"elicitation/create"}"#;

fuzz_target!(|json: &[u8]| {
    let checked = model::checked(json);
    let mut resolver = |_: &str, answer: &abi::Answer| {
        assert_eq!(answer.set(json), *checked.as_ref().err().unwrap_or(&0));
        assert!(answer.set(b"{") < 0 && answer.set(b"\xff") < 0);
        true
    };
    let ours = abi::server_request_response(Some(&mut resolver), MESSAGE);
    let answered = checked.map_or(Answered::Nothing, Answered::Json);
    let (expected, _) = model::server_request_response(Some(answered), MESSAGE);
    invariants::assert_same(&ours, &expected);
});
