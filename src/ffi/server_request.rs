//! The whole policy, with the host's callback.

use std::error;
use std::ffi::{c_char, c_void};
use std::fmt;

use super::answer::tn_answer;
use super::error::tn_error;
use super::guard::guard;
use super::status::*;
use super::string::{Output, tn_string};
use super::text::borrow;
use crate::resolver::OwningResolver;
use crate::server_request::respond;
use crate::{Answer, Reply};

/// The host's resolver: it is given a Request, asks the user, and answers with one of the
/// tn_answer_… functions.
///
/// `user_data`: what the host passed along. `request`, `request_len`: the Request, with a NUL behind
/// it. `answer`: to answer with. Both end when it returns.
///
/// Returns 0 when it is done, anything else when it failed; then the server gets a cancel, whatever
/// was answered. 0 without an answer is a cancel, too.
///
/// It runs on the thread that called the library, holding no lock, and may call the library itself.
/// It must return: no longjmp, no C++ exception, and its thread must not end in it (pthread_exit,
/// pthread_cancel): that aborts the process, or leaves memory behind.
pub type tn_resolver = Option<
    unsafe extern "C-unwind" fn(
        user_data: *mut c_void,
        request: *const c_char,
        request_len: usize,
        answer: *mut tn_answer,
    ) -> i32,
>;

/// Answers one message that the server sent, while its own `tools/call` is still in flight.
///
/// ```text
/// message                                          reply
/// -----------------------------------------------------------------------------------------
/// a request for elicitation/create, and resolver   its id and the ElicitResult
/// ... in URL mode without a usable url (a string   its id and the error -32602,
///     that is not empty)                           "Invalid params"
/// a request for ping, resolver or not              its id and the result {}
/// a request for anything else, or no resolver      its id and the error -32601,
///                                                  "Method not found"
/// other JSON: a response to one of the host's      none (TN_NO_REPLY)
/// own ids, a notification, an array, a scalar
/// ```
///
/// A request is an object with an id that is not null and a method that is neither null nor false.
/// The id is echoed token for token. Nothing is run again.
///
/// The Request is that of tn_elicitation_to_request and names the call that it belongs to: after url or data
/// come elicitationId (URL mode, when it is a string) and _meta (of the params, when it is an object that
/// is not empty), token for token. The result is that of tn_answer_to_elicit_result, with two differences.
/// In URL mode an accept is {"action":"accept"} alone, whatever data was answered: a credential is collected
/// neither through a form nor through an answer. Where the params' _meta has the member
/// io.modelcontextprotocol/related-task the result, of all three actions, has it in its own _meta.
///
/// `resolver`: called once for an elicitation/create, on this thread; NULL if the host has none, and
/// then it should advertise nothing (tn_client_capabilities(0)). `user_data`: handed to the resolver;
/// may be NULL. `message`, `message_len`: the JSON text of one message. `reply`: receives the frame,
/// which the host writes with a newline behind it and frees with tn_string_free. `error`: receives
/// what went wrong, or NULL.
///
/// One rule for a reader loop: if `reply.data` is not NULL, write it and a newline.
///
/// Returns TN_OK (there is a reply), TN_NO_REPLY (there is none), TN_RESOLVER_FAILED (there is one, a
/// cancel), or TN_ERR_NULL_ARGUMENT (message or reply), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON,
/// TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `reply` is empty. The resolver was not called when
/// the arguments or the message were refused.
///
/// Threads: any, at any time; resolvers of several calls may run at once.
///
/// ```c
/// static int32_t decline(void *user_data, const char *request, size_t len, tn_answer *answer) {
///     (void)user_data, (void)request, (void)len;
///     return tn_answer_decline(answer);
/// }
///
/// tn_string reply;
/// tn_server_request_response(decline, NULL, line, line_len, &reply, NULL);
/// if (reply.data != NULL) {
///     fprintf(to_server, "%s\n", reply.data);
/// }
/// tn_string_free(&reply);
/// ```
///
/// Source: JSON-RPC 2.0; MCP 2025-11-25, "Elicitation", "Ping" and "Tasks"; the toolnexus suspension
/// contract.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_server_request_response(
    resolver: tn_resolver,
    user_data: *mut c_void,
    message: *const c_char,
    message_len: usize,
    reply: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            let output = Output::take("reply", reply)?;
            let message = borrow("message", message, message_len)?;
            let mut ask = owning(resolver, user_data);
            let ask = ask.as_mut().map(|ask| ask as &mut OwningResolver<'_>);
            match respond(ask, message)? {
                Reply::None => Ok(TN_NO_REPLY),
                Reply::Frame(frame) => {
                    output.set(frame);
                    Ok(TN_OK)
                }
                Reply::Cancel { frame, .. } => {
                    output.set(frame);
                    Ok(TN_RESOLVER_FAILED)
                }
            }
        })
    }
}

/// The host's resolver as the core takes one.
///
/// # Safety
///
/// The resolver is NULL or does what [`tn_resolver`] says, as long as the result lives.
pub(super) unsafe fn owning(
    resolver: tn_resolver,
    user_data: *mut c_void,
) -> Option<impl FnMut(String) -> Result<Answer, Box<dyn error::Error>>> {
    resolver.map(|resolver| {
        move |mut request: String| {
            let len = request.len();
            request.push('\0');
            let mut answer = tn_answer { given: None };
            // SAFETY: the caller promises what the function does. The text and the answer outlive
            // the call.
            match unsafe { resolver(user_data, request.as_ptr().cast(), len, &raw mut answer) } {
                0 => Ok(answer.given.unwrap_or(Answer::cancel())),
                _ => Err(Box::from(ResolverReturnedFailure)),
            }
        }
    })
}

#[derive(Debug)]
struct ResolverReturnedFailure;

impl fmt::Display for ResolverReturnedFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the resolver returned a value that is not 0")
    }
}

impl error::Error for ResolverReturnedFailure {}
