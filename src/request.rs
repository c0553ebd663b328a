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

#[inline(always)]
fn parts<'p>(
    elicitation: &'p Elicitation<'_>,
    prompt: Value<'p>,
    milliseconds: &'p str,
    counter: &'p str,
) -> impl Part + 'p {
    let is_url = elicitation.is_url();
    let kind = (is_url, AUTHORIZATION, INPUT);
    let value = if is_url { elicitation.url() } else { elicitation.schema() };
    let value = value.filter(Value::is_given);
    let member = value.map(|value| ((is_url, ",\"url\":", ",\"data\":{\"schema\":"), value));
    let member_end = (is_url || value.is_none(), "", "}");
    let id = ("{\"id\":\"elc-", milliseconds, "-", counter);
    (id, kind, prompt, member, member_end, call(elicitation, is_url), "}")
}

/// Which call the Request belongs to, if the server says so.
#[inline(always)]
fn call<'p>(elicitation: &'p Elicitation<'_>, is_url: bool) -> Option<impl Part + 'p> {
    elicitation.names_its_call().then(|| {
        let id = elicitation.elicitation_id().filter(|_| is_url);
        let meta = elicitation.meta();
        (id.map(|id| (",\"elicitationId\":", id)), meta.map(|meta| (",\"_meta\":", meta)))
    })
}

const AUTHORIZATION: &str = "\",\"kind\":\"authorization\",\"prompt\":";
const INPUT: &str = "\",\"kind\":\"input\",\"prompt\":";

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
