//! The input: the modes and whether there is an answer (a byte), the answer, a NUL, and the message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit_fuzz::{abi, invariants, model};

fuzz_target!(|input: &[u8]| {
    let Some((&decisions, rest)) = input.split_first() else { return };
    let at = rest.iter().position(|&byte| byte == 0).unwrap_or(0);
    let (answer, message) = (&rest[..at], &rest[(at + 1).min(rest.len())..]);
    let modes = u32::from(decisions);
    let answer = (decisions & 4 == 0).then_some(answer);

    let (begun, request) = abi::server_request_begin(modes, message);
    let request = request.map(|request| {
        invariants::assert_is_output(&request);
        invariants::assert_is_whole(&request);
        invariants::without_id(&request)
    });
    let (expected, expected_request) = model::server_request_begin(modes, message);
    invariants::assert_same(&begun, &expected);
    assert_eq!(request, expected_request);

    let finished = abi::server_request_finish(message, answer);
    invariants::assert_same(&finished, &model::server_request_finish(message, answer));
});
