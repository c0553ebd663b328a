//! The two pure mappings.

use std::ffi::c_char;

use super::error::tn_error;
use super::guard::guard;
use super::status::*;
use super::string::{Output, tn_string};
use super::text::borrow;
use crate::{Error, answer_to_elicit_result, elicitation_to_request};

/// Turns the params of an `elicitation/create` into a Request for the host's resolver.
///
/// ```text
/// params                                          Request
/// -----------------------------------------------------------------------------------------
/// mode is not "url", or absent                    "kind":"input"
/// mode is "url"                                   "kind":"authorization"
/// message: a string                               "prompt": that string
/// message: absent, null or false                  "prompt":""
/// message: of another type                        "prompt": its compact JSON, as a string
/// url, given, and mode is "url"                   "url": as it is
/// requestedSchema, given, and mode is not "url"   "data":{"schema": as it is}
/// always                                          "id": unique in the process, opaque
/// ```
///
/// "Given" is present and neither null nor false. The members stand in the order id, kind, prompt,
/// then url or data. Everything else is dropped; in URL mode that includes a requestedSchema, because
/// a credential is never collected through a form. Any JSON value is taken: one that is no object has
/// no members.
///
/// `params`, `params_len`: the JSON text. `request`: receives the Request, which the host frees with
/// tn_string_free. `error`: receives what went wrong, or NULL.
///
/// Returns TN_OK, or TN_ERR_NULL_ARGUMENT (params or request), TN_ERR_INVALID_UTF8,
/// TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `request` is empty.
///
/// Threads: any, at any time.
///
/// ```c
/// tn_string request;
/// tn_error error;
/// const char *params = "{\"message\":\"What is your name?\"}";
/// if (tn_elicitation_to_request(params, TN_NUL_TERMINATED, &request, &error) == TN_OK) {
///     puts(request.data);
/// } else {
///     fprintf(stderr, "%s\n", error.message);
/// }
/// tn_string_free(&request);
/// ```
///
/// Source: MCP 2025-11-25, "Elicitation"; the toolnexus Request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_elicitation_to_request(
    params: *const c_char,
    params_len: usize,
    request: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        map(("params", params, params_len), ("request", request), error, elicitation_to_request)
    }
}

/// Turns a resolver's whole Answer into the MCP ElicitResult to send.
///
/// ```text
/// Answer                                             ElicitResult
/// -----------------------------------------------------------------------------------------
/// ok is true; data is present, not null, not false   {"action":"accept","content":<data>}
/// ok is true                                         {"action":"accept","content":{}}
/// ok is not true; reason is "declined"               {"action":"decline"}
/// anything else                                      {"action":"cancel"}
/// ```
///
/// Consent is the literal true: 1, "true" and {} are not. data of any type is passed on as it is.
/// Anything else is also "cancelled", "expired", no reason, and what is no object at all.
///
/// An Answer does not say what was asked. Where that was in URL mode, in which an accept carries no content,
/// or by a task, the result is for tn_server_request_finish to make.
///
/// `answer`, `answer_len`: the JSON text. `result`: receives the ElicitResult, which the host frees
/// with tn_string_free. `error`: receives what went wrong, or NULL.
///
/// Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer or result), TN_ERR_INVALID_UTF8,
/// TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `result` is empty.
///
/// Threads: any, at any time.
///
/// ```c
/// tn_string result;
/// const char *answer = "{\"ok\":true,\"data\":{\"name\":\"muthu\"}}";
/// if (tn_answer_to_elicit_result(answer, TN_NUL_TERMINATED, &result, NULL) == TN_OK) {
///     puts(result.data);
/// }
/// tn_string_free(&result);
/// ```
///
/// Source: MCP 2025-11-25, "Elicitation", response actions; the toolnexus Answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_answer_to_elicit_result(
    answer: *const c_char,
    answer_len: usize,
    result: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        map(("answer", answer, answer_len), ("result", result), error, answer_to_elicit_result)
    }
}

/// # Safety
///
/// The input is what [`borrow`] wants; the out-parameter and `error` are NULL or can be written to.
unsafe fn map(
    (input, data, len): (&'static str, *const c_char, usize),
    (name, output): (&'static str, *mut tn_string),
    error: *mut tn_error,
    mapping: impl Fn(&str) -> Result<String, Error>,
) -> tn_status {
    // SAFETY: all by the caller's promise.
    unsafe {
        guard(error, &mut move || {
            let output = Output::take(name, output)?;
            output.set(mapping(borrow(input, data, len)?)?);
            Ok(TN_OK)
        })
    }
}
