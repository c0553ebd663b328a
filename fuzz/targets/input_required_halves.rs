//! The input: the modes and whether there are responses (a byte), the params, a NUL, the result, a NUL, and
//! the responses.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit_fuzz::{abi, invariants, model};

fuzz_target!(|input: &[u8]| {
    let Some((&decisions, rest)) = input.split_first() else { return };
    let mut texts = rest.splitn(3, |&byte| byte == 0);
    let mut next = || texts.next().unwrap_or_default();
    let (params, result, responses) = (next(), next(), next());
    let modes = u32::from(decisions);
    let responses = (decisions & 4 == 0).then_some(responses);

    let mut requests = abi::input_required_begin(modes, result);
    if let Some(text) = &mut requests.text {
        invariants::assert_is_output(text);
        invariants::assert_is_whole(text);
        *text = invariants::without_ids_in_members(text);
    }
    invariants::assert_same(&requests, &model::input_required_begin(modes, result));

    let retry = abi::input_required_finish(params, result, responses);
    invariants::assert_same(&retry, &model::input_required_finish(params, result, responses));
    retry.text.iter().for_each(|params| invariants::assert_is_whole(params));
});
