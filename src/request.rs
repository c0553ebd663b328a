//! `elicitation/create` params to a Request.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};

use coarsetime::{Duration, Instant};

use crate::Error;
use crate::elicitation::Elicitation;
use crate::json::{Document, Part, Value, Writer, concat, quote};

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
    let mut elicitation = Elicitation::default();
    document.search(elicitation.bare_search(), None)?;
    request(&elicitation)
}

/// The Request for an elicitation.
pub(crate) fn request(elicitation: &Elicitation<'_>) -> Result<String, Error> {
    let mut quoted = String::new();
    let prompt = prompt(elicitation, &mut quoted)?;
    let (id, mut one, mut two) = (Ids::next(1), itoa::Buffer::new(), itoa::Buffer::new());
    concat(parts(elicitation, prompt, one.format(id.milliseconds), two.format(id.first)))
}

/// The same in a text that is written in a loop, with one of several ids.
pub(crate) fn write_request(
    elicitation: &Elicitation<'_>,
    ids: &Ids,
    index: u64,
    writer: &mut Writer,
) -> Result<(), Error> {
    let mut quoted = String::new();
    let prompt = prompt(elicitation, &mut quoted)?;
    let (mut one, mut two) = (itoa::Buffer::new(), itoa::Buffer::new());
    let counter = ids.first.wrapping_add(index);
    writer.push(parts(elicitation, prompt, one.format(ids.milliseconds), two.format(counter)));
    Ok(())
}

fn parts<'p>(
    elicitation: &'p Elicitation<'_>,
    prompt: Value<'p>,
    milliseconds: &'p str,
    counter: &'p str,
) -> impl Part + 'p {
    let is_url = elicitation.is_url();
    let kind =
        (is_url, "\",\"kind\":\"authorization\",\"prompt\":", "\",\"kind\":\"input\",\"prompt\":");
    let url = elicitation.url().filter(|url| is_url && url.is_given());
    let url = url.map(|url| (",\"url\":", url));
    let schema = elicitation.schema().filter(|schema| !is_url && schema.is_given());
    let schema = schema.map(|schema| (",\"data\":{\"schema\":", schema, "}"));
    let elicitation_id = elicitation.elicitation_id().filter(|_| is_url);
    let elicitation_id = elicitation_id.map(|id| (",\"elicitationId\":", id));
    let meta = elicitation.meta().map(|meta| (",\"_meta\":", meta));
    let id = ("{\"id\":\"elc-", milliseconds, "-", counter);
    (id, kind, prompt, url, schema, (elicitation_id, meta), "}")
}

/// The message as a string: one that is none as its JSON text, which is kept in `quoted`.
#[inline(always)]
fn prompt<'p>(elicitation: &Elicitation<'p>, quoted: &'p mut String) -> Result<Value<'p>, Error> {
    match elicitation.message() {
        Some(message) if message.is_string() => Ok(message),
        Some(message) if message.is_given() => {
            *quoted = quote(&message)?;
            Ok(Value::written(quoted))
        }
        _ => Ok(Value::written("\"\"")),
    }
}

/// The numbers of the ids of some Requests: of their time, and of the first one, which makes them unique in the
/// process.
pub(crate) struct Ids {
    milliseconds: u64,
    first: u64,
}

impl Ids {
    /// The clock is not std's: that comes with the texts of all I/O errors, a thirtieth of the library.
    pub(crate) fn next(requests: u64) -> Self {
        static COUNTER: AtomicU64 = AtomicU64::new(1);

        let since_start = Duration::from_ticks(Instant::now_without_cache_update().as_ticks());
        let first = COUNTER.fetch_add(requests, Ordering::Relaxed);
        Self { milliseconds: since_start.as_millis(), first }
    }
}
