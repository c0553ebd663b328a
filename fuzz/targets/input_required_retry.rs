//! The input: what the resolver does (a letter), its text, a NUL, the params, a NUL, and the result.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit::ffi::TN_OK;
use tn_elicit_fuzz::model::Answered;
use tn_elicit_fuzz::{abi, invariants, model};

fuzz_target!(|input: &[u8]| {
    let Some((&action, rest)) = input.split_first() else { return };
    let mut texts = rest.splitn(3, |&byte| byte == 0);
    let mut next = || texts.next().unwrap_or_default();
    let (text, params, result) = (next(), next(), next());

    let mut asked = Vec::new();
    let mut resolver = |request: &str, answer: &abi::Answer| {
        asked.push(invariants::without_id(request));
        invariants::assert_is_output(request);
        invariants::assert_is_whole(request);
        match action {
            b'd' => answer.decline() == TN_OK,
            b'n' => true,
            b'f' => answer.accept(b"{}") != TN_OK,
            _ => answer.set(text) == TN_OK,
        }
    };
    let has_resolver = action != b'0';
    let ours =
        abi::input_required_retry(has_resolver.then_some(&mut resolver as _), params, result);

    let answered = match (action, model::checked(text)) {
        (b'd', _) => Answered::Json(r#"{"reason":"declined"}"#),
        (b'n', _) => Answered::Nothing,
        (b'f', _) | (_, Err(_)) => Answered::Fails,
        (_, Ok(answer)) => Answered::Json(answer),
    };
    let (expected, requests) =
        model::input_required_retry(has_resolver.then_some(answered), params, result);
    invariants::assert_same(&ours, &expected);
    if let Some(params) = &ours.text {
        invariants::assert_is_whole(params);
    }
    assert_eq!(asked, requests);
});
