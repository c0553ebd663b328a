//! A message that is no request: the error -32042, or a notification that ends a question.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit_fuzz::{abi, invariants, model};

fuzz_target!(|message: &[u8]| {
    let mut requests = abi::url_elicitations(message);
    if let Some(text) = &mut requests.text {
        invariants::assert_is_output(text);
        invariants::assert_is_whole(text);
        *text = invariants::without_ids(text);
    }
    invariants::assert_same(&requests, &model::url_elicitations(message));

    let ended = abi::elicitation_ended(message);
    invariants::assert_same(&ended, &model::elicitation_ended(message));
});
