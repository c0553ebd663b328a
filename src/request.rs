//! `elicitation/create` params to a Request.
#![forbid(unsafe_code)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::Error;
use crate::json::{Members, Part, Value, concat, members};

/// Turns the params of an `elicitation/create` into the Request that a host's resolver is given.
///
/// Any JSON value is taken; one that is no object has no members. URL mode (`"mode":"url"`) gives
/// `"kind":"authorization"` and the `url`, and drops `requestedSchema`: a credential is never
/// collected through a form. Anything else gives `"kind":"input"` and the schema as `data.schema`.
/// Each Request has an `id` of its own within the process.
///
/// The rule's source: MCP 2025-11-25, Elicitation, and the mapping table in the README.
///
/// # Errors
///
/// [`Error::InvalidJson`] and [`Error::OutOfMemory`].
///
/// # Example
///
/// ```
/// let request = tn_elicit::elicitation_to_request(
///     r#"{"mode":"url","message":"Authorize us","url":"https://example.test/oauth"}"#,
/// )?;
/// assert!(request.ends_with(
///     r#""kind":"authorization","prompt":"Authorize us","url":"https://example.test/oauth"}"#
/// ));
/// # Ok::<(), tn_elicit::Error>(())
/// ```
pub fn elicitation_to_request(params: &str) -> Result<String, Error> {
    members(params, &MEMBERS).and_then(request)
}

/// What is read of the params.
pub(crate) const MEMBERS: [&str; 4] = ["mode", "message", "url", "requestedSchema"];

/// The Request for these members of the params.
pub(crate) fn request([mode, message, url, schema]: Members<'_, 4>) -> Result<String, Error> {
    let (kind, [open, value, close]) = if mode.is_some_and(|mode| mode.is_string_of("url")) {
        (AUTHORIZATION, passed_on(",\"url\":", url, "}"))
    } else {
        (INPUT, passed_on(",\"data\":{\"schema\":", schema, "}}"))
    };
    let not_a_string;
    let prompt = match message.filter(|value| value.is_given()) {
        None => Part::Literal("\"\""),
        Some(message) if message.is_string() => Part::Value(message),
        Some(message) => {
            not_a_string = concat(&[Part::Value(message)])?;
            Part::Quoted(&not_a_string)
        }
    };
    let (milliseconds, counter) = next_id();
    concat(&[
        Part::Literal("{\"id\":\"elc-"),
        Part::Literal(itoa::Buffer::new().format(milliseconds)),
        Part::Literal("-"),
        Part::Literal(itoa::Buffer::new().format(counter)),
        Part::Literal(kind),
        prompt,
        open,
        value,
        close,
    ])
}

const AUTHORIZATION: &str = "\",\"kind\":\"authorization\",\"prompt\":";
const INPUT: &str = "\",\"kind\":\"input\",\"prompt\":";

/// The last parts of a Request: a value that is given as a member, or else nothing but the end.
fn passed_on<'a>(open: &'a str, value: Option<Value<'a>>, close: &'a str) -> [Part<'a>; 3] {
    match value.filter(Value::is_given) {
        Some(value) => [Part::Literal(open), Part::Value(value), Part::Literal(close)],
        None => [Part::Literal(""), Part::Literal(""), Part::Literal("}")],
    }
}

/// The two numbers of a Request's id. The counter makes it unique in the process; the milliseconds,
/// of a monotonic clock that starts at the wall clock's time, keep runs of a host apart.
fn next_id() -> (u64, u64) {
    static COUNTER: AtomicU64 = AtomicU64::new(1);
    static START: OnceLock<(Instant, u128)> = OnceLock::new();

    let (start, start_milliseconds) = START.get_or_init(|| {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (Instant::now(), since_epoch.as_millis())
    });
    let milliseconds = start_milliseconds + start.elapsed().as_millis();
    (milliseconds as u64, COUNTER.fetch_add(1, Ordering::Relaxed))
}
