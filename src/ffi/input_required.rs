//! MCP 2026-07-28: a result that asks for input.

use std::ffi::{c_char, c_void};

use super::error::{Failure, tn_error};
use super::guard::guard;
use super::server_request::{owning, tn_resolver};
use super::status::*;
use super::string::{Output, tn_string};
use super::text::borrow_one;
use crate::input_required::{Retry, RetryError, retry};

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
/// resultType is not "input_required"           none (TN_NO_REPLY): it is the final result
/// inputRequests: {KEY: a request, ...}         "inputResponses": {KEY: ElicitResult, ...}
/// inputRequests is absent, null or false       no inputResponses
/// requestState is there, and not null          "requestState": as it is
/// ```
///
/// Each elicitation/create in inputRequests goes to the resolver, one after the other, in the order of
/// the text; of keys that stand twice the last counts. Where the resolver fails its key gets a cancel,
/// and the others are asked for all the same. A request of any other method is
/// TN_ERR_UNSUPPORTED_INPUT, and so is any request if there is no resolver, before anyone is asked: the
/// host did not advertise it.
///
/// The params keep their members, in their order, but for inputResponses and requestState of an earlier
/// round; the new ones come last, in this order. What is no object has no members. Nothing is kept: the
/// host keeps the params that it sent first, or takes those of the last round, and limits the rounds that
/// it goes along with.
///
/// `resolver`, `user_data`: as in tn_server_request_response. `params`, `params_len`: the params of the
/// request that was sent. `result`, `result_len`: the `result` that came back for it. `retry_params`:
/// receives the params to send, which the host frees with tn_string_free. `error`: receives what went
/// wrong, or NULL; the message names the text that was refused.
///
/// Returns TN_OK (there are params to retry with), TN_NO_REPLY (there are none), TN_RESOLVER_FAILED
/// (there are params, with a cancel in them), or TN_ERR_NULL_ARGUMENT (params, result or retry_params),
/// TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT, TN_ERR_OUT_OF_MEMORY or
/// TN_ERR_PANIC, and then `retry_params` is empty. The message names the text that was refused: first
/// both are checked for UTF-8, then `params` and after it `result` for JSON.
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
                Err(RetryError::Params(error)) => Err(Failure::refused("params", error)),
                Err(RetryError::Result(error)) => Err(Failure::refused("result", error)),
                Err(RetryError::UnsupportedInput) => Err(Failure::UnsupportedInput),
            }
        })
    }
}
