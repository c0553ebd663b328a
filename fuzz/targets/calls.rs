//! Sequences of calls of all exports, with NULL for every pointer that is checked, and resolvers that
//! answer often, call the library again and answer in there. Each byte is a decision; the texts are
//! what is left.
#![no_main]

use std::ffi::{CStr, c_char, c_void};
use std::ptr;

use libfuzzer_sys::fuzz_target;
use tn_elicit::ffi::*;

struct Decisions<'a> {
    rest: &'a [u8],
    depth: u32,
}

impl<'a> Decisions<'a> {
    fn next(&mut self) -> u8 {
        let (&first, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.rest = rest;
        first
    }

    /// A pointer and a length, of a text that a NUL follows: now and then NULL, empty, or without
    /// the length.
    fn text(&mut self, copy: &mut Vec<u8>) -> (*const c_char, usize) {
        let how = self.next();
        let len = usize::from(self.next()).min(self.rest.len());
        let (text, rest) = self.rest.split_at(len);
        self.rest = rest;
        copy.extend_from_slice(text);
        copy.push(0);
        match how % 8 {
            0 => (ptr::null(), len),
            1 => (copy.as_ptr().cast(), TN_NUL_TERMINATED),
            2 => (copy.as_ptr().cast(), usize::MAX / 2 + 1),
            _ => (copy.as_ptr().cast(), len),
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let mut decisions = Decisions { rest: input, depth: 0 };
    while !decisions.rest.is_empty() {
        call(&mut decisions);
    }
});

fn call(decisions: &mut Decisions<'_>) {
    let mut copies = [const { Vec::new() }; 3];
    let mut output = tn_string { data: ptr::dangling_mut(), len: 7 };
    let mut reply = tn_string { data: ptr::null_mut(), len: 0 };
    let mut error = tn_error { status: 77, message: [1; 252] };
    let what = decisions.next();
    let error_at = if what & 0x80 == 0 { &raw mut error } else { ptr::null_mut() };
    let output_at = if what & 0x40 == 0 { &raw mut output } else { ptr::null_mut() };
    let resolver: tn_resolver = if what & 0x20 == 0 { Some(resolve) } else { None };
    let [first, second, third] = &mut copies;
    let (text, len) = decisions.text(first);
    // SAFETY: texts have their lengths or a NUL, or lengths that are refused; the other pointers are
    // NULL or those of locals.
    let status = unsafe {
        match what % 0x20 % 13 {
            0 => tn_elicitation_to_request(text, len, output_at, error_at),
            1 => tn_answer_to_elicit_result(text, len, output_at, error_at),
            2 => {
                let user_data = ptr::from_mut(decisions).cast();
                tn_server_request_response(resolver, user_data, text, len, output_at, error_at)
            }
            3 => return answer(decisions, ptr::null_mut()),
            4 => {
                let capabilities = CStr::from_ptr(tn_client_capabilities(what.into()));
                assert!(capabilities.to_bytes().starts_with(b"{"));
                return assert!(CStr::from_ptr(tn_version()).to_bytes().contains(&b'.'));
            }
            5 => return tn_string_free(ptr::null_mut()),
            6 => {
                reply = tn_string { data: ptr::dangling_mut(), len: 7 };
                let modes = decisions.next().into();
                tn_server_request_begin(modes, text, len, output_at, &mut reply, error_at)
            }
            7 => {
                let (answer, answer_len) = decisions.text(second);
                tn_server_request_finish(text, len, answer, answer_len, output_at, error_at)
            }
            8 => {
                let (result, result_len) = decisions.text(second);
                let user_data = ptr::from_mut(decisions).cast();
                tn_input_required_retry(
                    resolver, user_data, text, len, result, result_len, output_at, error_at,
                )
            }
            9 => {
                let modes = decisions.next().into();
                tn_input_required_begin(modes, text, len, output_at, error_at)
            }
            10 => {
                let (result, result_len) = decisions.text(second);
                let (responses, responses_len) = decisions.text(third);
                tn_input_required_finish(
                    text,
                    len,
                    result,
                    result_len,
                    responses,
                    responses_len,
                    output_at,
                    error_at,
                )
            }
            11 => tn_url_elicitations(text, len, output_at, error_at),
            _ => tn_elicitation_ended(text, len, output_at, error_at),
        }
    };
    assert!((-7..=2).contains(&status) && status != TN_ERR_PANIC, "{status}");
    if !error_at.is_null() {
        assert_eq!(error.status, status);
        assert!(error.message.contains(&0));
    }
    if output_at.is_null() {
        assert!(reply.data.is_null());
        return assert_eq!(status, TN_ERR_NULL_ARGUMENT);
    }
    let has_text = status == TN_OK || status == TN_RESOLVER_FAILED;
    assert_eq!(output.data.is_null() == reply.data.is_null(), !has_text, "{status}");
    for text in [&mut output, &mut reply] {
        // SAFETY: the library's, or empty.
        unsafe {
            tn_string_free(text);
            tn_string_free(text);
        }
        assert!(text.data.is_null() && text.len == 0);
    }
}

extern "C-unwind" fn resolve(
    user_data: *mut c_void,
    _request: *const c_char,
    _request_len: usize,
    to: *mut tn_answer,
) -> i32 {
    // SAFETY: it is what `call` gave, which waits for this function.
    let decisions = unsafe { &mut *user_data.cast::<Decisions<'_>>() };
    if decisions.depth == 50 {
        return 1;
    }
    decisions.depth += 1;
    for _ in 0..decisions.next() % 4 {
        if decisions.next() % 2 == 0 {
            answer(decisions, to);
        } else {
            call(decisions);
        }
    }
    decisions.depth -= 1;
    i32::from(decisions.next() % 4 == 3)
}

fn answer(decisions: &mut Decisions<'_>, to: *mut tn_answer) {
    let mut copy = Vec::new();
    let what = decisions.next();
    let (text, len) = decisions.text(&mut copy);
    // SAFETY: as in `call`; `to` is NULL or the answer of a resolver that runs.
    let status = unsafe {
        match what % 4 {
            0 => tn_answer_set(to, text, len, ptr::null_mut()),
            1 => tn_answer_accept(to, text, len, ptr::null_mut()),
            2 => tn_answer_decline(to),
            _ => tn_answer_cancel(to),
        }
    };
    assert!((-4..=0).contains(&status), "{status}");
    assert!(!to.is_null() || status == TN_ERR_NULL_ARGUMENT, "{status}");
}
