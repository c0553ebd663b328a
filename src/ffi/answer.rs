//! How a resolver answers.

use std::ffi::c_char;

use super::error::{Failure, tn_error};
use super::guard::guard;
use super::status::*;
use super::text::borrow;
use crate::{Answer, Error};

/// The Answer that a resolver is to give. It belongs to the library and ends when the resolver
/// returns; one thread at a time may use it.
pub struct tn_answer {
    /// `None`: not answered.
    pub(super) given: Option<Answer>,
}

/// Answers with a whole Answer: `{"ok":…,"data":…,"reason":…}`, by the rule of
/// tn_answer_to_elicit_result.
///
/// For a resolver, with the `answer` that it was given. The text is copied. Of several calls the
/// last that returned TN_OK counts; one that fails changes nothing.
///
/// `json`, `json_len`: the JSON text. `error`: receives what went wrong, or NULL.
///
/// Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer or json), TN_ERR_INVALID_UTF8,
/// TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC.
///
/// Threads: any, one at a time for one answer, while the resolver has not returned.
///
/// ```c
/// static int32_t resolve(void *user_data, const char *request, size_t len, tn_answer *answer) {
///     const char *json = ask_the_user(user_data, request, len);
///     return tn_answer_set(answer, json, TN_NUL_TERMINATED, NULL) == TN_OK ? 0 : 1;
/// }
/// ```
///
/// Source: the toolnexus Answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_answer_set(
    answer: *mut tn_answer,
    json: *const c_char,
    json_len: usize,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        let given = || Ok(Answer::from_json(borrow("json", json, json_len)?)?);
        give(answer, error, given)
    }
}

/// Answers that the user accepts, with `data` as the content.
///
/// `data`, `data_len`: the JSON text, of any type; servers that asked by form want an object. NULL
/// (then the length does not matter), null and false all become `{}`. Everything else is as with
/// tn_answer_set.
///
/// Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON,
/// TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC.
///
/// Threads: any, one at a time for one answer, while the resolver has not returned.
///
/// ```c
/// tn_answer_accept(answer, "{\"name\":\"muthu\"}", TN_NUL_TERMINATED, NULL);
/// ```
///
/// Source: MCP 2025-11-25, "Elicitation", response actions: accept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_answer_accept(
    answer: *mut tn_answer,
    data: *const c_char,
    data_len: usize,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        give(answer, error, || {
            if data.is_null() {
                return Ok(Answer::accept_without_data());
            }
            Ok(Answer::accept(borrow("data", data, data_len)?)?)
        })
    }
}

/// Answers that the user says no.
///
/// Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer) or TN_ERR_PANIC. Of several calls the last counts.
///
/// Threads: any, one at a time for one answer, while the resolver has not returned.
///
/// ```c
/// tn_answer_decline(answer);
/// ```
///
/// Source: MCP 2025-11-25, "Elicitation", response actions: decline.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_answer_decline(answer: *mut tn_answer) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe { give(answer, std::ptr::null_mut(), || Ok(Answer::decline())) }
}

/// Answers that there is no answer: dismissed, timed out, gone. The same as returning 0 without one.
///
/// Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer) or TN_ERR_PANIC. Of several calls the last counts.
///
/// Threads: any, one at a time for one answer, while the resolver has not returned.
///
/// ```c
/// tn_answer_cancel(answer);
/// ```
///
/// Source: MCP 2025-11-25, "Elicitation", response actions: cancel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_answer_cancel(answer: *mut tn_answer) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe { give(answer, std::ptr::null_mut(), || Ok(Answer::cancel())) }
}

/// # Safety
///
/// `answer` is NULL or a resolver's that nothing else uses now; `error` is NULL or can be written to.
unsafe fn give(
    answer: *mut tn_answer,
    error: *mut tn_error,
    given: impl Fn() -> Result<Answer, Failure>,
) -> tn_status {
    // SAFETY: `error` by the caller's promise.
    unsafe {
        guard(error, &mut move || {
            // SAFETY: it is NULL or valid, and used by this call alone.
            let answer = answer.as_mut().ok_or(Failure::NullArgument("answer"))?;
            answer.given = Some(given()?);
            Ok(TN_OK)
        })
    }
}

// The compiler proves that a resolver may hand its answer to another thread.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<tn_answer>();
    is_send::<Error>();
};
