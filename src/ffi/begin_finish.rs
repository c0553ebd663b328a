//! The policy in two halves, for hosts that must not block.

use std::ffi::c_char;

use super::error::{Failure, tn_error};
use super::guard::guard;
use super::status::*;
use super::string::{Output, tn_string};
use super::text::{borrow, borrow_one};
use crate::{Begun, FinishError, server_request_begin, server_request_finish};

/// The first half of tn_server_request_response, for a host that must not block its reader while the
/// user is asked: an event loop, asyncio, a UI thread. Nothing is kept between the halves. The host
/// keeps the message until there is an answer, in memory or on disk, and hands it to
/// tn_server_request_finish on any thread; other messages go on through here meanwhile.
///
/// ```text
/// message                                           request, reply
/// -----------------------------------------------------------------------------------------
/// a request for elicitation/create, in a mode       request: ask the user with it, and call
/// of `modes`                                        tn_server_request_finish with the answer
/// ... in another mode                               reply: its id and the error -32602,
///                                                   "Unsupported elicitation mode"
/// ... in URL mode without a usable url (a string    reply: its id and the error -32602,
///     that is not empty)                            "Invalid params"
/// a request for ping, whatever the modes            reply: its id and the result {}
/// a request for anything else, or modes is 0        reply: its id and the error -32601,
///                                                   "Method not found"
/// other JSON: a response to one of the host's       neither (TN_NO_REPLY)
/// own ids, a notification, an array, a scalar
/// ```
///
/// When the server cancels its request (notifications/cancelled with its id, which comes through here as
/// TN_NO_REPLY, and which tn_elicitation_ended reads) the host drops the message and never finishes it: no
/// reply is due.
///
/// `modes`: what the host advertised, as given to tn_client_capabilities; 0 if it has no resolver; other
/// bits are ignored. `message`, `message_len`: the JSON text of one message. `request`, `reply`: one of
/// them receives a text, or neither; the host frees both with tn_string_free, and they are two structs.
/// `error`: receives what went wrong, or NULL.
///
/// Returns TN_OK (there is a request or a reply), TN_NO_REPLY (there is neither), or
/// TN_ERR_NULL_ARGUMENT (message, request or reply), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON,
/// TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then both are empty.
///
/// Threads: any, at any time.
///
/// ```c
/// tn_string request, reply;
/// if (tn_server_request_begin(TN_MODE_FORM, line, line_len, &request, &reply, NULL) == TN_OK) {
///     if (reply.data != NULL)
///         fprintf(to_server, "%s\n", reply.data);
///     else
///         show(request.data); // and keep the line for tn_server_request_finish
/// }
/// tn_string_free(&request);
/// tn_string_free(&reply);
/// ```
///
/// Source: JSON-RPC 2.0; MCP 2025-11-25, "Elicitation" (modes), "Ping" and "Cancellation"; the toolnexus
/// suspension contract.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_server_request_begin(
    modes: u32,
    message: *const c_char,
    message_len: usize,
    request: *mut tn_string,
    reply: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            // Both are emptied, even if one of them is NULL.
            let (request, reply) = (Output::take("request", request), Output::take("reply", reply));
            let (request, reply) = (request?, reply?);
            match server_request_begin(modes, borrow("message", message, message_len)?)? {
                Begun::None => return Ok(TN_NO_REPLY),
                Begun::Ask(text) => request.set(text),
                Begun::Frame(text) => reply.set(text),
            }
            Ok(TN_OK)
        })
    }
}

/// The second half: the frame to write for a message that tn_server_request_begin made a request of.
/// It is pure: called again it gives the same, and after a refused answer it can be called with another.
///
/// `message`, `message_len`: the same message. `answer`, `answer_len`: the whole Answer, by the rule of
/// tn_answer_to_elicit_result; NULL is a cancel, whatever its length. `reply`: receives the frame, which
/// the host writes with a newline behind it and frees with tn_string_free. `error`: receives what went
/// wrong, or NULL; its message names the text that was refused: first both are checked for UTF-8, then
/// `message` and after it, unless it is TN_NO_REPLY, `answer` for JSON.
///
/// The result names a task and leaves out content by the rules of tn_server_request_response.
///
/// Returns TN_OK (there is a reply), TN_NO_REPLY (the message is none that anyone is asked for, so that
/// there is nothing to finish), or TN_ERR_NULL_ARGUMENT (message or reply), TN_ERR_INVALID_UTF8,
/// TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `reply` is empty.
///
/// Threads: any, at any time; not necessarily the one that began.
///
/// ```c
/// tn_string reply;
/// const char *answer = "{\"ok\":true,\"data\":{\"name\":\"muthu\"}}";
/// if (tn_server_request_finish(line, line_len, answer, TN_NUL_TERMINATED, &reply, NULL) == TN_OK) {
///     fprintf(to_server, "%s\n", reply.data);
/// }
/// tn_string_free(&reply);
/// ```
///
/// Source: JSON-RPC 2.0; MCP 2025-11-25, "Elicitation", response actions, and "Tasks", related task.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_server_request_finish(
    message: *const c_char,
    message_len: usize,
    answer: *const c_char,
    answer_len: usize,
    reply: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            let reply = Output::take("reply", reply)?;
            let message = borrow_one("message", message, message_len)?;
            let answer = if answer.is_null() {
                None
            } else {
                Some(borrow_one("answer", answer, answer_len)?)
            };
            match server_request_finish(message, answer) {
                Ok(frame) => Ok(reply.set_if_any(frame)),
                Err(FinishError::Message(error)) => Err(Failure::refused("message", error)),
                Err(FinishError::Answer(error)) => Err(Failure::refused("answer", error)),
            }
        })
    }
}
