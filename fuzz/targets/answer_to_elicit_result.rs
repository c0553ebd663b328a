#![no_main]

use libfuzzer_sys::fuzz_target;
use tn_elicit_fuzz::{abi, invariants, model};

fuzz_target!(|answer: &[u8]| {
    let ours = abi::answer_to_elicit_result(answer);
    ours.text.iter().for_each(|text| invariants::assert_is_whole(text));
    invariants::assert_same(&ours, &model::answer_to_elicit_result(answer));
});
