//! The notifications that end a question while it is open.
#![forbid(unsafe_code)]

use crate::Error;
use crate::json::{Document, Search, Value, concat};

/// Says which question a message ends, if it ends one: what a host that keeps questions open asks of every
/// notification.
///
/// | message | ended |
/// | --- | --- |
/// | the notification `notifications/cancelled` with a `requestId` | `{"requestId":…}`, the `id` of the server's request |
/// | the notification `notifications/elicitation/complete` with an `elicitationId`, a string | `{"elicitationId":…}`, that of the Request |
/// | any other JSON, also a request with one of these methods | `None` |
///
/// Both go token for token. A question that was cancelled is dropped and never finished; one that is
/// completed is answered, if it still waits for its answer.
///
/// The rule's source: MCP 2025-11-25, Cancellation and Elicitation (completion notifications).
///
/// # Errors
///
/// [`Error::InvalidJson`] and [`Error::OutOfMemory`].
///
/// # Example
///
/// ```
/// let message = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
/// assert_eq!(tn_elicit::elicitation_ended(message)?.as_deref(), Some(r#"{"requestId":7}"#));
/// # Ok::<(), tn_elicit::Error>(())
/// ```
pub fn elicitation_ended(message: &str) -> Result<Option<String>, Error> {
    let mut document = Document::new(message);
    let (mut found, mut ids) = ([None; 2], [None; 2]);
    let inner = ("params", Search { names: &["requestId", "elicitationId"], found: &mut ids });
    document.search(Search { names: &["id", "method"], found: &mut found }, Some(inner))?;
    let ([id, method], [request_id, elicitation_id]) = (found, ids);
    let Some(method) = method.filter(|_| id.is_none_or(|id| id.is_null())) else {
        return Ok(None);
    };
    if method.is_string_of("notifications/cancelled") {
        // As it is, like the id that is echoed: hosts compare the two.
        let id = request_id.filter(|id| !id.is_null());
        return id.map(|id| concat(("{\"requestId\":", id.text(), "}"))).transpose();
    }
    if method.is_string_of("notifications/elicitation/complete") {
        // As the Request has it.
        let id = elicitation_id.filter(Value::is_string);
        return id.map(|id| concat(("{\"elicitationId\":", id, "}"))).transpose();
    }
    Ok(None)
}
