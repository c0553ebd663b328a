//! The input: what the resolver does (a letter), its text, a NUL, and the message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit::ffi::TN_OK;
use tn_elicit_fuzz::model::Answered;
use tn_elicit_fuzz::{abi, invariants, model};

fuzz_target!(|input: &[u8]| {
    let Some((&action, rest)) = input.split_first() else { return };
    let at = rest.iter().position(|&byte| byte == 0).unwrap_or(0);
    let (text, message) = (&rest[..at], &rest[(at + 1).min(rest.len())..]);

    let mut asked = None;
    let mut resolver = |request: &str, answer: &abi::Answer| {
        assert!(asked.is_none(), "called twice");
        asked = Some(invariants::without_id(request));
        invariants::assert_is_output(request);
        invariants::assert_is_whole(request);
        match action {
            b'd' => answer.decline() == TN_OK,
            b'c' => answer.cancel() == TN_OK,
            b'a' => answer.accept(text) == TN_OK,
            b'e' => answer.accept_without_data() == TN_OK,
            b'n' => true,
            b'f' => answer.accept(b"{}") != TN_OK,
            // It calls the library itself.
            b'r' => {
                let inner = abi::server_request_response(None, message);
                inner.text.is_some() && answer.set(text) == TN_OK
            }
            _ => answer.set(text) == TN_OK,
        }
    };
    let has_resolver = action != b'0';
    let ours = abi::server_request_response(has_resolver.then_some(&mut resolver as _), message);

    let accept;
    let answered = match (action, model::checked(text)) {
        (b'd', _) => Answered::Json(r#"{"ok":false,"reason":"declined"}"#),
        (b'c', _) => Answered::Json("{}"),
        (b'e', _) => Answered::Json(r#"{"ok":true}"#),
        (b'n', _) => Answered::Nothing,
        (b'f', _) | (_, Err(_)) => Answered::Fails,
        (b'a', Ok(data)) => {
            accept = format!(r#"{{"ok":true,"data":{data}}}"#);
            Answered::Json(&accept)
        }
        (_, Ok(answer)) => Answered::Json(answer),
    };
    let (expected, expected_request) =
        model::server_request_response(has_resolver.then_some(answered), message);
    invariants::assert_same(&ours, &expected);
    assert_eq!(asked, expected_request);
});
