//! MCP 2026-07-28: a result that asks for input.

use std::ffi::{c_char, c_void};

use super::error::{Failure, tn_error};
use super::guard::guard;
use super::server_request::{owning, tn_resolver};
use super::status::*;
use super::string::{Output, tn_string};
use super::text::{borrow, borrow_one};
use crate::input_required::{
    Retry, RetryError, input_required_begin, input_required_finish, retry,
};

/// Answers what a result asks for, and makes the params to send the same request with again.
///
/// From MCP 2026-07-28 on a server sends no requests. The result of a tools/call, prompts/get or
/// resources/read may instead have the resultType "input_required", with inputRequests and a
/// requestState. The client asks the user and sends the same request again, under a new id, with the
/// answers and the state among its params, until a result is final.
///
/// ```text
/// result                                       retry_params
/// -----------------------------------------------------------------------------------------
/// resultType is absent or "complete"           none (TN_NO_REPLY): it is the final result
/// ... anything else but "input_required"       none (TN_ERR_UNKNOWN_RESULT_TYPE)
/// inputRequests: {KEY: a request, ...}         "inputResponses": {KEY: ElicitResult, ...}
/// inputRequests is absent, null or false       no inputResponses
/// requestState is there, and not null          "requestState": as it is
/// ```
///
/// Each elicitation/create in inputRequests goes to the resolver, one after the other, in the order of
/// the text; of keys that stand twice the last counts. Where the resolver fails its key gets a cancel,
/// and the others are asked for all the same. A request of any other method is TN_ERR_UNSUPPORTED_INPUT,
/// and so is one in URL mode without a usable url, and any request if there is no resolver, before anyone
/// is asked. Requests and results are those of tn_server_request_response.
///
/// The params keep their members, in their order, but for inputResponses and requestState of an earlier
/// round; the new ones come last, in this order. What is no object has no members. Nothing is kept: the
/// host keeps the params that it sent first, or takes those of the last round, and limits the rounds that
/// it goes along with.
///
/// `resolver`, `user_data`: as in tn_server_request_response. `params`, `params_len`: the params of the
/// request that was sent. `result`, `result_len`: the `result` that came back for it. `retry_params`:
/// receives the params to send, which the host frees with tn_string_free. `error`: receives what went
/// wrong, or NULL; its message names the text that was refused: first both are checked for UTF-8, then
/// `params` and after it `result` for JSON.
///
/// Returns TN_OK (there are params to retry with), TN_NO_REPLY (there are none), TN_RESOLVER_FAILED
/// (there are params, with a cancel in them), or TN_ERR_NULL_ARGUMENT (params, result or retry_params),
/// TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT, TN_ERR_UNKNOWN_RESULT_TYPE,
/// TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `retry_params` is empty. The resolver was not called,
/// unless memory ran out.
///
/// Threads: any, at any time; resolvers of several calls may run at once.
///
/// ```c
/// tn_string retry;
/// tn_status status = tn_input_required_retry(ask, NULL, params, TN_NUL_TERMINATED, result,
///                                            TN_NUL_TERMINATED, &retry, NULL);
/// if (status == TN_NO_REPLY)
///     puts(result);
/// else if (retry.data != NULL)
///     call_tool_again(retry.data);
/// tn_string_free(&retry);
/// ```
///
/// Source: MCP 2026-07-28, multi round-trip requests; the toolnexus suspension contract.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_input_required_retry(
    resolver: tn_resolver,
    user_data: *mut c_void,
    params: *const c_char,
    params_len: usize,
    result: *const c_char,
    result_len: usize,
    retry_params: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            let output = Output::take("retry_params", retry_params)?;
            let params = borrow_one("params", params, params_len)?;
            let result = borrow_one("result", result, result_len)?;
            let mut ask = owning(resolver, user_data);
            match retry(ask.as_mut().map(|ask| ask as _), params, result) {
                Ok(Retry::None) => Ok(TN_NO_REPLY),
                Ok(Retry::Params { params, failures }) => {
                    output.set(params);
                    Ok(if failures.is_empty() { TN_OK } else { TN_RESOLVER_FAILED })
                }
                Err(error) => Err(refused(error)),
            }
        })
    }
}

/// Of a function that takes several texts.
fn refused(error: RetryError) -> Failure {
    match error {
        RetryError::Params(error) => Failure::refused("params", error),
        RetryError::Result(error) => Failure::refused("result", error),
        RetryError::Responses(error) => Failure::refused("responses", error),
        RetryError::UnsupportedInput => Failure::UnsupportedInput,
        RetryError::UnknownResultType => Failure::UnknownResultType,
    }
}

/// The first half of tn_input_required_retry, for a host that must not block while the user is asked, or
/// that answers other kinds of input as well (sampling, roots). Nothing is kept between the halves. The
/// host keeps the params that it sent and the result until there are answers, and hands all of them to
/// tn_input_required_finish on any thread.
///
/// ```text
/// result                                        requests
/// -----------------------------------------------------------------------------------------
/// resultType is absent or "complete"            none (TN_NO_REPLY): it is the final result
/// ... anything else but "input_required"        none (TN_ERR_UNKNOWN_RESULT_TYPE)
/// an input request for elicitation/create, in   in "requests": its key and a Request
/// a mode of `modes`
/// ... in another mode, or in URL mode without   none (TN_ERR_UNSUPPORTED_INPUT)
///     a usable url
/// ... for another method                        in "others": its key and the whole of it
/// ... without a method                          none (TN_ERR_UNSUPPORTED_INPUT)
/// ```
///
/// The text is an object with two members, both in the order of the result; one without keys is {}:
///
/// ```text
/// {"requests":{KEY: Request, ...},
///  "others":{KEY: {"method": ..., "params": ...}, ...}}
/// ```
///
/// Of keys that stand twice the last counts. Requests are those of tn_server_request_response. Where there
/// are no keys at all nobody is asked, and the host finishes at once. Where there are others, a host that
/// answers nothing but elicitations gives up the call: it did not advertise them.
///
/// `modes`: what the host advertised, as given to tn_client_capabilities; 0 if it asks nobody; other
/// bits are ignored. `result`, `result_len`: the `result` that came back for the host's request.
/// `requests`: receives the text, which the host frees with tn_string_free. `error`: receives what went
/// wrong, or NULL.
///
/// Returns TN_OK (the request is to be sent again, and this is what to ask before), TN_NO_REPLY (the
/// result is final), or TN_ERR_NULL_ARGUMENT (result or requests), TN_ERR_INVALID_UTF8,
/// TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT, TN_ERR_UNKNOWN_RESULT_TYPE, TN_ERR_OUT_OF_MEMORY or
/// TN_ERR_PANIC, and then `requests` is empty.
///
/// Threads: any, at any time.
///
/// ```c
/// tn_string requests;
/// tn_status status =
///     tn_input_required_begin(TN_MODE_FORM, result, TN_NUL_TERMINATED, &requests, NULL);
/// if (status == TN_NO_REPLY)
///     puts(result);
/// else if (requests.data != NULL)
///     show(requests.data); // and keep params and result for tn_input_required_finish
/// tn_string_free(&requests);
/// ```
///
/// Source: MCP 2026-07-28, multi round-trip requests; the toolnexus suspension contract.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_input_required_begin(
    modes: u32,
    result: *const c_char,
    result_len: usize,
    requests: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            let output = Output::take("requests", requests)?;
            match input_required_begin(modes, borrow("result", result, result_len)?) {
                Ok(requests) => Ok(output.set_if_any(requests)),
                // There is one text, which need not be named.
                Err(RetryError::Result(error)) => Err(error.into()),
                Err(error) => Err(refused(error)),
            }
        })
    }
}

/// The second half: the params to send the same request with again, as tn_input_required_retry makes
/// them. It is pure: called again it gives the same, and after refused responses it can be called with
/// others.
///
/// What the user said, and what became of the others, the host gives by the keys of
/// tn_input_required_begin:
///
/// ```text
/// {"answers":{KEY: Answer, ...},
///  "others":{KEY: the result of that request, ...}}
/// ```
///
/// Answers become results as in tn_server_request_finish, and one that is missing is a cancel. A result of
/// the others goes on as it is; one that is missing, null or false is TN_ERR_UNSUPPORTED_INPUT. Keys that
/// tn_input_required_begin did not give are ignored; of keys that stand twice the last counts.
///
/// `params`, `params_len`: the params of the request that was sent. `result`, `result_len`: the same
/// result. `responses`, `responses_len`: the text above; NULL is {}, whatever its length, which cancels
/// every question. `retry_params`: receives the params to send, which the host frees with
/// tn_string_free. `error`: receives what went wrong, or NULL; its message names the text that was
/// refused: first all are checked for UTF-8, then `params`, `result` and, unless that is final,
/// `responses` for JSON.
///
/// Returns TN_OK (there are params to retry with), TN_NO_REPLY (the result is final, so that there is
/// nothing to finish), or TN_ERR_NULL_ARGUMENT (params, result or retry_params), TN_ERR_INVALID_UTF8,
/// TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT, TN_ERR_UNKNOWN_RESULT_TYPE, TN_ERR_OUT_OF_MEMORY or
/// TN_ERR_PANIC, and then `retry_params` is empty.
///
/// Threads: any, at any time; not necessarily the one that began.
///
/// ```c
/// tn_string retry;
/// const char *responses = "{\"answers\":{\"who\":{\"ok\":true,\"data\":{\"name\":\"muthu\"}}}}";
/// if (tn_input_required_finish(params, TN_NUL_TERMINATED, result, TN_NUL_TERMINATED, responses,
///                              TN_NUL_TERMINATED, &retry, NULL) == TN_OK)
///     call_tool_again(retry.data);
/// tn_string_free(&retry);
/// ```
///
/// Source: MCP 2026-07-28, multi round-trip requests; the toolnexus Answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_input_required_finish(
    params: *const c_char,
    params_len: usize,
    result: *const c_char,
    result_len: usize,
    responses: *const c_char,
    responses_len: usize,
    retry_params: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            let output = Output::take("retry_params", retry_params)?;
            let params = borrow_one("params", params, params_len)?;
            let result = borrow_one("result", result, result_len)?;
            let responses = if responses.is_null() {
                None
            } else {
                Some(borrow_one("responses", responses, responses_len)?)
            };
            match input_required_finish(params, result, responses) {
                Ok(params) => Ok(output.set_if_any(params)),
                Err(error) => Err(refused(error)),
            }
        })
    }
}
