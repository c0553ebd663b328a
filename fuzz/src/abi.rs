//! The C ABI, called as a host does.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::{ptr, slice, str};

use tn_elicit::ffi::*;

/// What a call gave.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub status: tn_status,
    pub text: Option<String>,
}

/// A resolver's answer while it runs.
pub struct Answer(*mut tn_answer);

/// A resolver: whether it succeeds.
pub type Resolver<'a> = dyn FnMut(&str, &Answer) -> bool + 'a;

type Mapping =
    unsafe extern "C" fn(*const c_char, usize, *mut tn_string, *mut tn_error) -> tn_status;

pub fn elicitation_to_request(params: &[u8]) -> Outcome {
    map(tn_elicitation_to_request, params)
}

pub fn answer_to_elicit_result(answer: &[u8]) -> Outcome {
    map(tn_answer_to_elicit_result, answer)
}

pub fn url_elicitations(message: &[u8]) -> Outcome {
    map(tn_url_elicitations, message)
}

pub fn elicitation_ended(message: &[u8]) -> Outcome {
    map(tn_elicitation_ended, message)
}

fn map(mapping: Mapping, input: &[u8]) -> Outcome {
    call(input, |text, len, output, error| {
        // SAFETY: the text has this length, and both out-parameters can be written to.
        unsafe { mapping(text, len, output, error) }
    })
}

/// What is due, and the Request if it is one.
pub fn server_request_begin(modes: u32, message: &[u8]) -> (Outcome, Option<String>) {
    let mut request = MaybeUninit::uninit();
    let reply = call(message, |text, len, reply, error| {
        // SAFETY: the text has this length, and the out-parameters can be written to.
        unsafe { tn_server_request_begin(modes, text, len, request.as_mut_ptr(), reply, error) }
    });
    // SAFETY: an out-parameter is always overwritten.
    (reply, taken(unsafe { request.assume_init() }))
}

pub fn server_request_finish(message: &[u8], answer: Option<&[u8]>) -> Outcome {
    let answer = answer.map(|answer| answer.to_vec().into_boxed_slice());
    let (given, given_len) =
        answer.as_deref().map_or((ptr::null(), 9), |text| (text.as_ptr().cast(), text.len()));
    call_with(&[message, answer.as_deref().unwrap_or(b"")], |text, len, reply, error| {
        // SAFETY: as above; an answer may be NULL.
        unsafe { tn_server_request_finish(text, len, given, given_len, reply, error) }
    })
}

pub fn input_required_begin(modes: u32, result: &[u8]) -> Outcome {
    call(result, |text, len, requests, error| {
        // SAFETY: as above.
        unsafe { tn_input_required_begin(modes, text, len, requests, error) }
    })
}

pub fn input_required_finish(params: &[u8], result: &[u8], responses: Option<&[u8]>) -> Outcome {
    let result = result.to_vec().into_boxed_slice();
    let responses = responses.map(|responses| responses.to_vec().into_boxed_slice());
    let (given, given_len) =
        responses.as_deref().map_or((ptr::null(), 9), |text| (text.as_ptr().cast(), text.len()));
    let inputs = [params, &result, responses.as_deref().unwrap_or(b"")];
    call_with(&inputs, |text, len, retry, error| {
        let (came, came_len) = (result.as_ptr().cast(), result.len());
        // SAFETY: as above; responses may be NULL.
        unsafe {
            tn_input_required_finish(text, len, came, came_len, given, given_len, retry, error)
        }
    })
}

/// A resolver may be called several times.
pub fn input_required_retry(
    resolver: Option<&mut Resolver<'_>>,
    params: &[u8],
    result: &[u8],
) -> Outcome {
    let result = result.to_vec().into_boxed_slice();
    let mut resolver = resolver;
    let (function, user_data): (tn_resolver, _) = match &mut resolver {
        Some(resolver) => (Some(trampoline), ptr::from_mut(resolver).cast()),
        None => (None, ptr::null_mut()),
    };
    call_with(&[params, &result], |text, len, retry, error| {
        let (came, came_len) = (result.as_ptr().cast(), result.len());
        // SAFETY: as above; the user data is what the trampoline takes.
        unsafe {
            tn_input_required_retry(function, user_data, text, len, came, came_len, retry, error)
        }
    })
}

extern "C-unwind" fn trampoline(
    user_data: *mut c_void,
    request: *const c_char,
    request_len: usize,
    answer: *mut tn_answer,
) -> i32 {
    // SAFETY: it is the address of a reference that outlives the call.
    let resolver = unsafe { &mut *user_data.cast::<&mut Resolver<'_>>() };
    // SAFETY: the library gives a text of this length, which ends with this function.
    let request = unsafe { slice::from_raw_parts(request.cast::<u8>(), request_len) };
    let request = str::from_utf8(request).expect("a Request is UTF-8");
    i32::from(!resolver(request, &Answer(answer)))
}

pub fn server_request_response(mut resolver: Option<&mut Resolver<'_>>, message: &[u8]) -> Outcome {
    call(message, |text, len, output, error| match &mut resolver {
        // SAFETY: as above; `resolver` is what the trampoline takes.
        Some(resolver) => unsafe {
            let user_data = ptr::from_mut(resolver).cast();
            tn_server_request_response(Some(trampoline), user_data, text, len, output, error)
        },
        // SAFETY: as above; without a resolver there may be no user data.
        None => unsafe {
            tn_server_request_response(None, ptr::null_mut(), text, len, output, error)
        },
    })
}

impl Answer {
    pub fn set(&self, json: &[u8]) -> tn_status {
        refusal(json, |text, len, error| {
            // SAFETY: the answer is valid while the resolver runs, and so is the text.
            unsafe { tn_answer_set(self.0, text, len, error) }
        })
    }

    pub fn accept(&self, data: &[u8]) -> tn_status {
        refusal(data, |text, len, error| {
            // SAFETY: as above.
            unsafe { tn_answer_accept(self.0, text, len, error) }
        })
    }

    pub fn accept_without_data(&self) -> tn_status {
        // SAFETY: data may be NULL, and so may the error.
        unsafe { tn_answer_accept(self.0, ptr::null(), 7, ptr::null_mut()) }
    }

    pub fn decline(&self) -> tn_status {
        // SAFETY: the answer is valid while the resolver runs.
        unsafe { tn_answer_decline(self.0) }
    }

    pub fn cancel(&self) -> tn_status {
        // SAFETY: as above.
        unsafe { tn_answer_cancel(self.0) }
    }
}

/// Calls with out-parameters that were not initialised, takes the output and frees it.
fn call(
    input: &[u8],
    function: impl FnOnce(*const c_char, usize, *mut tn_string, *mut tn_error) -> tn_status,
) -> Outcome {
    call_with(&[input], function)
}

/// The same for several texts, of which the first is handed over here.
fn call_with(
    inputs: &[&[u8]],
    function: impl FnOnce(*const c_char, usize, *mut tn_string, *mut tn_error) -> tn_status,
) -> Outcome {
    let mut output = MaybeUninit::uninit();
    let status =
        refusal_of(inputs, |text, len, error| function(text, len, output.as_mut_ptr(), error));
    // SAFETY: an out-parameter is always overwritten.
    Outcome { status, text: taken(unsafe { output.assume_init() }) }
}

/// Takes a text over, and frees it twice.
fn taken(mut output: tn_string) -> Option<String> {
    let text = (!output.data.is_null()).then(|| {
        // SAFETY: the library's text, with a NUL behind it.
        let bytes = unsafe { slice::from_raw_parts(output.data.cast::<u8>(), output.len + 1) };
        let (end, text) = bytes.split_last().expect("there is a NUL");
        assert_eq!(*end, 0, "no NUL behind the text");
        str::from_utf8(text).expect("output is UTF-8").to_owned()
    });
    for _ in 0..2 {
        // SAFETY: the library's, and then an empty one.
        unsafe { tn_string_free(&mut output) };
        assert!(output.data.is_null() && output.len == 0, "not emptied");
    }
    text
}

/// Calls with an exact copy of the input, which the sanitizer guards, and checks the error.
fn refusal(
    input: &[u8],
    function: impl FnOnce(*const c_char, usize, *mut tn_error) -> tn_status,
) -> tn_status {
    refusal_of(&[input], function)
}

/// The same for several texts: the message says which was refused.
fn refusal_of(
    inputs: &[&[u8]],
    function: impl FnOnce(*const c_char, usize, *mut tn_error) -> tn_status,
) -> tn_status {
    let input = inputs[0].to_vec().into_boxed_slice();
    let mut error = MaybeUninit::uninit();
    let status = function(input.as_ptr().cast(), input.len(), error.as_mut_ptr());
    // SAFETY: an error that is given is always overwritten.
    let error: tn_error = unsafe { error.assume_init() };
    assert_eq!(error.status, status);
    let message: Vec<u8> =
        error.message.iter().map(|&byte| byte as u8).take_while(|&byte| byte != 0).collect();
    let message = String::from_utf8(message).expect("a message is UTF-8");
    match status {
        TN_OK | TN_NO_REPLY => assert_eq!(message, ""),
        TN_RESOLVER_FAILED | TN_ERR_UNSUPPORTED_INPUT | TN_ERR_UNKNOWN_RESULT_TYPE => {
            assert_ne!(message, "");
        }
        TN_ERR_INVALID_UTF8 | TN_ERR_INVALID_JSON => {
            let refused = match message.split_once(": ") {
                Some(("answer" | "result", _)) => inputs[1],
                Some(("responses", _)) => inputs[2],
                _ => &input,
            };
            assert_is_in(refused, &message);
        }
        other => panic!("status {other}: {message}"),
    }
    status
}

/// The line and column of the message are those of a byte of the input, or of its end.
fn assert_is_in(input: &[u8], message: &str) {
    let after = |word| {
        let rest = message.split_once(word).expect("it names its place").1;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse::<usize>().expect("it is a number")
    };
    let (line, column) = (after("line "), after("column "));
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let text = input.split(|&byte| byte == b'\n').nth(line - 1).expect("there is such a line");
    assert!((1..=text.len() + 1).contains(&column), "{message}");
}
