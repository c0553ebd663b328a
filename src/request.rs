//! `elicitation/create` params to a Request.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};

use coarsetime::{Duration, Instant};

use crate::Error;
use crate::capabilities::{MODE_FORM, MODE_URL};
use crate::json::{Document, Search, Value, concat, quote};

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
    let mut document = Document::new(params);
    let mut params = [None; 4];
    document.search(Search { names: &MEMBERS, found: &mut params }, None)?;
    request(&params)
}

/// What is read of the params.
pub(crate) type Params<'a> = [Option<Value<'a>>; 4];

/// And how it is named.
pub(crate) const MEMBERS: [&str; 4] = ["mode", "message", "requestedSchema", "url"];

/// The Request for these members of the params.
pub(crate) fn request(params: &Params<'_>) -> Result<String, Error> {
    let [mode, message, schema, url] = params;
    let is_url = is_url(mode);
    let kind = (is_url, AUTHORIZATION, INPUT);
    let value = if is_url { url } else { schema };
    let value = value.filter(Value::is_given);
    let member = value.map(|value| ((is_url, ",\"url\":", ",\"data\":{\"schema\":"), value));
    let end = (is_url || value.is_none(), "}", "}}");
    let prompt = match message {
        Some(message) if message.is_string() => *message,
        Some(message) if message.is_given() => return with_text_of(*message, params),
        _ => Value::written("\"\""),
    };
    let (milliseconds, counter) = next_id();
    let (mut one, mut two) = (itoa::Buffer::new(), itoa::Buffer::new());
    let id = ("{\"id\":\"elc-", one.format(milliseconds), "-", two.format(counter));
    concat((id, kind, prompt, member, end))
}

/// The Request with the JSON text of a message that is no string.
#[cold]
#[inline(never)]
fn with_text_of(message: Value<'_>, [mode, _, schema, url]: &Params<'_>) -> Result<String, Error> {
    let quoted = quote(&message)?;
    request(&[*mode, Some(Value::written(&quoted)), *schema, *url])
}

/// The mode that the params ask in.
pub(crate) fn mode([mode, ..]: &Params<'_>) -> u32 {
    if is_url(mode) { MODE_URL } else { MODE_FORM }
}

fn is_url(mode: &Option<Value<'_>>) -> bool {
    mode.is_some_and(|mode| mode.is_string_of("url"))
}

const AUTHORIZATION: &str = "\",\"kind\":\"authorization\",\"prompt\":";
const INPUT: &str = "\",\"kind\":\"input\",\"prompt\":";

/// The two numbers of a Request's id, which the counter makes unique in the process. The clock is not
/// std's: that comes with the texts of all I/O errors, a thirtieth of the library.
fn next_id() -> (u64, u64) {
    static COUNTER: AtomicU64 = AtomicU64::new(1);

    let since_start = Duration::from_ticks(Instant::now_without_cache_update().as_ticks());
    (since_start.as_millis(), COUNTER.fetch_add(1, Ordering::Relaxed))
}
