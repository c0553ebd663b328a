//! Resolvers that fail in Rust's own ways, through the Rust API and through the C ABI.
#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

use std::ffi::{c_char, c_void};
use std::ptr;

use tn_elicit::ffi::*;
use tn_elicit::{
    Answer, Error, Reply, ResolverFailure, Retry, input_required_retry, server_request_response,
};

const ELICITATION: &str = r#"{"jsonrpc":"2.0","id":4,"method":"elicitation/create"}"#;
const CANCEL: &str = r#"{"jsonrpc":"2.0","id":4,"result":{"action":"cancel"}}"#;

#[test]
fn an_error_is_a_cancel_and_comes_back() {
    let reply =
        server_request_response(Some(&mut |_: &str| Err("no terminal".into())), ELICITATION);
    match reply {
        Ok(Reply::Cancel { frame, failure: ResolverFailure::Error(error) }) => {
            assert_eq!(frame, CANCEL);
            assert_eq!(error.to_string(), "no terminal");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_invalid_answer_is_an_error_of_the_resolver() {
    let mut resolve = |_: &str| Ok(Answer::from_json("{")?);
    match server_request_response(Some(&mut resolve), ELICITATION) {
        Ok(Reply::Cancel { frame, failure: ResolverFailure::Error(error) }) => {
            assert_eq!(frame, CANCEL);
            let expected = "a member name";
            let refused = Error::InvalidJson { expected, line: 1, column: 2 };
            assert_eq!(error.downcast_ref(), Some(&refused));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_panic_is_a_cancel_and_its_payload_comes_back() {
    let reply = server_request_response(Some(&mut |_: &str| panic!("a bug")), ELICITATION);
    match reply {
        Ok(Reply::Cancel { frame, failure: ResolverFailure::Panic(payload) }) => {
            assert_eq!(frame, CANCEL);
            assert_eq!(payload.downcast_ref(), Some(&"a bug"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_panic_through_the_abi_is_a_cancel() {
    unsafe extern "C-unwind" fn answers_then_panics(
        _: *mut c_void,
        _: *const c_char,
        _: usize,
        answer: *mut tn_answer,
    ) -> i32 {
        // SAFETY: the answer is the library's.
        let status = unsafe { tn_answer_decline(answer) };
        panic!("a bug, after {status}")
    }
    let mut reply = tn_string { data: ptr::null_mut(), len: 0 };
    let message = ELICITATION.as_ptr().cast();
    // SAFETY: the text is a slice, the out-parameter is a local.
    let status = unsafe {
        tn_server_request_response(
            Some(answers_then_panics),
            ptr::null_mut(),
            message,
            ELICITATION.len(),
            &mut reply,
            ptr::null_mut(),
        )
    };
    assert_eq!(status, TN_RESOLVER_FAILED);
    // SAFETY: there is a reply, with a NUL behind it.
    let frame = unsafe { std::ffi::CStr::from_ptr(reply.data) };
    assert_eq!(frame.to_str(), Ok(CANCEL));
    // SAFETY: the text is the library's.
    unsafe { tn_string_free(&mut reply) };
}

#[test]
fn ids_are_unique_and_count_up() {
    let counter = || -> u64 {
        let request = tn_elicit::elicitation_to_request("{}").expect("it is JSON");
        let (id, _) = request.split_once("\",").expect("an id ends");
        id.rsplit('-').next().and_then(|counter| counter.parse().ok()).expect("a counter")
    };
    let threads: Vec<_> = (0..8)
        .map(|_| std::thread::spawn(move || (0..10_000).map(|_| counter()).collect::<Vec<_>>()))
        .collect();
    let mut all = Vec::new();
    for thread in threads {
        let counters = thread.join().expect("it does not panic");
        assert!(counters.is_sorted_by(|earlier, later| earlier < later));
        all.extend(counters);
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

/// A payload that panics when it is dropped, and what that panics with does as well.
struct Bomb(u32);

impl Drop for Bomb {
    fn drop(&mut self) {
        if let Some(left) = self.0.checked_sub(1) {
            std::panic::panic_any(Bomb(left));
        }
    }
}

const TWO: &str = r#"{"resultType":"input_required","inputRequests":{
    "a":{"method":"elicitation/create"},"b":{"method":"elicitation/create"}}}"#;
const TWO_CANCELS: &str = r#"{"inputResponses":{"a":{"action":"cancel"},"b":{"action":"cancel"}}}"#;

#[test]
fn payloads_that_panic_when_they_are_dropped_stay_inside() {
    let bomb: &mut tn_elicit::Resolver<'_> = &mut |_: &str| std::panic::panic_any(Bomb(3));
    let reply = server_request_response(Some(bomb), ELICITATION).expect("it is JSON");
    assert_eq!(reply.frame(), Some(CANCEL));
    drop(reply);
    match input_required_retry(Some(bomb), "{}", TWO) {
        Ok(Retry::Params { params, failures }) => {
            assert_eq!(params, TWO_CANCELS);
            assert_eq!(failures.len(), 2);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn payloads_that_panic_when_they_are_dropped_do_not_leave_the_abi() {
    unsafe extern "C-unwind" fn explodes(
        _: *mut c_void,
        _: *const c_char,
        _: usize,
        _: *mut tn_answer,
    ) -> i32 {
        std::panic::panic_any(Bomb(3))
    }
    let mut text = tn_string { data: ptr::null_mut(), len: 0 };
    let (nobody, no_error) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the texts are slices, the out-parameter is a local, and what comes out is the library's.
    unsafe {
        let (message, len) = (ELICITATION.as_ptr().cast(), ELICITATION.len());
        let status =
            tn_server_request_response(Some(explodes), nobody, message, len, &mut text, no_error);
        assert_eq!(status, TN_RESOLVER_FAILED);
        assert!(!text.data.is_null());
        tn_string_free(&mut text);
        let status = tn_input_required_retry(
            Some(explodes),
            nobody,
            "{}".as_ptr().cast(),
            2,
            TWO.as_ptr().cast(),
            TWO.len(),
            &mut text,
            no_error,
        );
        assert_eq!(status, TN_RESOLVER_FAILED);
        assert!(!text.data.is_null());
        tn_string_free(&mut text);
    }
}
