//! What a host learns of a question apart from the request that asks it.

use std::ffi::c_char;

use super::error::{Failure, tn_error};
use super::guard::guard;
use super::status::*;
use super::string::{Output, tn_string};
use super::text::borrow;
use crate::{UrlElicitationsError, elicitation_ended, url_elicitations};

/// Makes Requests of the error -32042 that came back for a request of the host's own: the user has to visit
/// addresses before the server goes on.
///
/// ```text
/// message                                        requests
/// -----------------------------------------------------------------------------------------
/// a response whose error has the code -32042     an array of Requests of the kind
///                                                "authorization", one for each of
///                                                error.data.elicitations, in their order
/// ... with no elicitations, or one that is not   none (TN_ERR_UNSUPPORTED_INPUT)
///     in URL mode or has no usable url
/// any other JSON                                 none (TN_NO_REPLY)
/// ```
///
/// The host gets the user's consent for each, opens its url, and sends its request again, under a new id,
/// when all are completed (tn_elicitation_ended tells it by the elicitationId) or the user says so; it
/// limits how often. Nothing is replied to the server: the error is the answer to the host's request.
/// Requests are those of tn_server_request_response. A response has no method; its id is the host's to
/// match.
///
/// `message`, `message_len`: the JSON text of one message. `requests`: receives the array, which the host
/// frees with tn_string_free. `error`: receives what went wrong, or NULL.
///
/// Returns TN_OK (there are requests), TN_NO_REPLY (it is another message), or TN_ERR_NULL_ARGUMENT
/// (message or requests), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT,
/// TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `requests` is empty.
///
/// Threads: any, at any time.
///
/// ```c
/// tn_string requests;
/// if (tn_url_elicitations(line, line_len, &requests, NULL) == TN_OK) {
///     show(requests.data); // and keep the call, to send it again
/// }
/// tn_string_free(&requests);
/// ```
///
/// Source: MCP 2025-11-25, "Elicitation", URL elicitation required error; the toolnexus suspension contract.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_url_elicitations(
    message: *const c_char,
    message_len: usize,
    requests: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            let output = Output::take("requests", requests)?;
            match url_elicitations(borrow("message", message, message_len)?) {
                Ok(requests) => Ok(output.set_if_any(requests)),
                Err(UrlElicitationsError::Message(error)) => Err(error.into()),
                Err(UrlElicitationsError::UnsupportedInput) => Err(Failure::UnsupportedInput),
            }
        })
    }
}

/// Says which question a message ends, if it ends one. It is for a host that keeps questions open, which
/// hands it every message, or every notification.
///
/// ```text
/// message                                        ended
/// -----------------------------------------------------------------------------------------
/// the notification notifications/cancelled,      {"requestId":...}: the id of the server's
/// with a requestId that is not null              request
/// the notification                               {"elicitationId":...}: that of the Request
/// notifications/elicitation/complete, with an
/// elicitationId that is a string
/// any other JSON, a request included             none (TN_NO_REPLY)
/// ```
///
/// Both go token for token, a requestId even with lone surrogates, like the id that is echoed. A server may
/// write the same id in other tokens, with other escapes or as 7.0 instead of 7: hosts compare what they
/// stand for. An id that belongs to no open question is ignored. A question that was cancelled is dropped
/// and never finished. One that is completed needs no more of the user; if it has no answer yet it gets
/// one, because the server still waits for its reply.
///
/// `message`, `message_len`: the JSON text of one message. `ended`: receives the text, which the host frees
/// with tn_string_free. `error`: receives what went wrong, or NULL.
///
/// Returns TN_OK (a question ended), TN_NO_REPLY (none did), or TN_ERR_NULL_ARGUMENT (message or ended),
/// TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `ended` is empty.
///
/// Threads: any, at any time.
///
/// ```c
/// tn_string ended;
/// if (tn_elicitation_ended(line, line_len, &ended, NULL) == TN_OK) {
///     drop_question(ended.data);
/// }
/// tn_string_free(&ended);
/// ```
///
/// Source: MCP 2025-11-25, "Cancellation"; "Elicitation", completion notifications.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_elicitation_ended(
    message: *const c_char,
    message_len: usize,
    ended: *mut tn_string,
    error: *mut tn_error,
) -> tn_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard(error, &mut move || {
            let output = Output::take("ended", ended)?;
            let ended = elicitation_ended(borrow("message", message, message_len)?)?;
            Ok(output.set_if_any(ended))
        })
    }
}
