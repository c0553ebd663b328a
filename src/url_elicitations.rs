//! The error with which a server says that the user has to visit an address first.
#![forbid(unsafe_code)]

use std::error;
use std::fmt;

use crate::Error;
use crate::elicitation::Elicitation;
use crate::input_required::UNSUPPORTED_INPUT;
use crate::json::{Document, Search, Value, elements, written};
use crate::request::{Ids, write_request};

/// Why there are no Requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlElicitationsError {
    /// The message is no JSON.
    Message(Error),
    /// The error names no elicitations, or one that is not in URL mode or has no usable address.
    UnsupportedInput,
}

impl fmt::Display for UrlElicitationsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UrlElicitationsError::Message(error) => error.fmt(f),
            UrlElicitationsError::UnsupportedInput => f.write_str(UNSUPPORTED_INPUT),
        }
    }
}

impl error::Error for UrlElicitationsError {}

impl From<Error> for UrlElicitationsError {
    fn from(error: Error) -> Self {
        UrlElicitationsError::Message(error)
    }
}

/// Makes Requests of the error -32042 that came back for a request of the host's own.
///
/// | message | Requests |
/// | --- | --- |
/// | a response whose `error` has the `code` -32042 | an array of Requests, one for each of `data.elicitations`, in their order |
/// | … that names no elicitations, or one that is not in URL mode or has no usable `url` | refused |
/// | any other JSON | `None` |
///
/// The host gets the user's consent for each, opens it, and sends its request again when they are completed
/// ([`elicitation_ended`](crate::elicitation_ended)) or the user says so. Nothing is replied to the server.
///
/// The rule's source: MCP 2025-11-25, Elicitation (URL elicitation required error).
///
/// # Errors
///
/// [`UrlElicitationsError`].
///
/// # Example
///
/// ```
/// let message = r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32042,"message":"Sign in first","data":
///     {"elicitations":[{"mode":"url","elicitationId":"e1","url":"https://example.test/","message":"Sign in"}]}}}"#;
/// let requests = tn_elicit::url_elicitations(message)?.expect("it is that error");
/// assert!(requests.ends_with(
///     r#""kind":"authorization","prompt":"Sign in","url":"https://example.test/","elicitationId":"e1"}]"#
/// ));
/// # Ok::<(), tn_elicit::UrlElicitationsError>(())
/// ```
pub fn url_elicitations(message: &str) -> Result<Option<String>, UrlElicitationsError> {
    let mut document = Document::new(message);
    let (mut method, mut error) = ([None], [None; 2]);
    let inner = ("error", Search { names: &["code", "data"], found: &mut error });
    document.search(Search { names: &["method"], found: &mut method }, Some(inner))?;
    let [code, data] = error;
    let is_response = method[0].is_none_or(|method| !method.is_given());
    if !is_response || code.is_none_or(|code| code.text() != "-32042") {
        return Ok(None);
    }
    let mut found = [None];
    if let Some(data) = data {
        data.search(Search { names: &["elicitations"], found: &mut found }, None)?;
    }
    let Some(elicitations) = found[0].filter(|elicitations| elicitations.is_filled('[')) else {
        return Err(UrlElicitationsError::UnsupportedInput);
    };
    let mut count = 0;
    for params in elements(elicitations) {
        let elicitation = read(params?)?;
        if !elicitation.is_url() || !elicitation.can_be_asked() {
            return Err(UrlElicitationsError::UnsupportedInput);
        }
        count += 1;
    }
    let ids = Ids::next(count);
    let requests = written(&|writer| {
        let mut before = "[";
        for (index, params) in (0..).zip(elements(elicitations)) {
            writer.push(before);
            write_request(&read(params?)?, &ids, index, writer)?;
            before = ",";
        }
        writer.push("]");
        Ok(())
    })?;
    Ok(Some(requests))
}

fn read(params: Value<'_>) -> Result<Elicitation<'_>, Error> {
    let mut elicitation = Elicitation::default();
    params.search(elicitation.search(), None)?;
    Ok(elicitation)
}
