#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit_fuzz::{abi, invariants, model};

fuzz_target!(|params: &[u8]| {
    let mut ours = abi::elicitation_to_request(params);
    if let Some(request) = &mut ours.text {
        *request = invariants::without_id(request);
        invariants::assert_is_whole(request);
    }
    invariants::assert_same(&ours, &model::elicitation_to_request(params));
});
