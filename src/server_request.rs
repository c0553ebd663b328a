//! One inbound message and a resolver to the frame to write back.
#![forbid(unsafe_code)]

use std::any::Any;
use std::error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::json::{Document, Value, concat};
use crate::{Answer, Error, request};

/// The host's one resolver: it is given a Request, asks the user, and returns the Answer.
pub type Resolver<'a> = dyn FnMut(&str) -> Result<Answer, Box<dyn error::Error>> + 'a;

/// What is due for one inbound message.
#[derive(Debug)]
pub enum Reply {
    /// Nothing: the message is no request of the server's.
    None,
    /// Write this frame.
    Frame(String),
    /// Write this frame, a cancel: the resolver failed.
    Cancel {
        /// The frame.
        frame: String,
        /// How the resolver failed.
        failure: ResolverFailure,
    },
}

impl Reply {
    /// The frame to write, with a newline behind it, if one is due.
    pub fn frame(&self) -> Option<&str> {
        match self {
            Reply::None => None,
            Reply::Frame(frame) | Reply::Cancel { frame, .. } => Some(frame),
        }
    }
}

/// How a resolver failed.
pub enum ResolverFailure {
    /// It returned this error.
    Error(Box<dyn error::Error>),
    /// It panicked with this payload.
    Panic(Box<dyn Any + Send>),
}

impl fmt::Debug for ResolverFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolverFailure::Error(error) => f.debug_tuple("Error").field(error).finish(),
            ResolverFailure::Panic(_) => f.write_str("Panic(..)"),
        }
    }
}

/// Answers one message that the server sent, while its own `tools/call` is still in flight.
///
/// | message | reply |
/// | --- | --- |
/// | a request (`id` and `method`) for `elicitation/create`, and a resolver | its `id` and the ElicitResult |
/// | any other request, or no resolver | its `id` and the error -32601, Method not found |
/// | other JSON: a response, a notification, an array, a scalar | none |
///
/// The resolver is called at most once, on this thread, and may call this crate itself. When it
/// returns an error or panics the server gets a cancel, never a dead connection.
///
/// The rule's source: JSON-RPC 2.0, MCP 2025-11-25 (Elicitation), and the mapping table in the README.
///
/// # Errors
///
/// [`Error::InvalidJson`] and [`Error::OutOfMemory`].
///
/// # Example
///
/// ```
/// use tn_elicit::{Answer, server_request_response};
///
/// let message = r#"{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}"#;
/// let reply = server_request_response(Some(&mut |_request: &str| Ok(Answer::decline())), message)?;
/// assert_eq!(
///     reply.frame(),
///     Some(r#"{"jsonrpc":"2.0","id":3,"result":{"action":"decline"}}"#)
/// );
/// # Ok::<(), tn_elicit::Error>(())
/// ```
pub fn server_request_response(
    resolver: Option<&mut Resolver<'_>>,
    message: &str,
) -> Result<Reply, Error> {
    match resolver {
        None => respond(None, message),
        Some(resolver) => respond(Some(&mut |request| resolver(&request)), message),
    }
}

/// A resolver that owns its Request, whose capacity has a byte to spare.
pub(crate) type OwningResolver<'a> =
    dyn FnMut(String) -> Result<Answer, Box<dyn error::Error>> + 'a;

/// The policy, whole.
pub(crate) fn respond(
    resolver: Option<&mut OwningResolver<'_>>,
    message: &str,
) -> Result<Reply, Error> {
    let mut document = Document::new(message);
    let ([id, method], params) = document.members_and_inner(member, PARAMS, request::member)?;
    let id = id.filter(|id| !id.is_null());
    let method = method.filter(Value::is_given);
    let (Some(id), Some(method)) = (id, method) else {
        return Ok(Reply::None);
    };
    let resolver = resolver.filter(|_| method.is_string_of("elicitation/create"));
    let Some(resolver) = resolver else {
        return frame(id, ERROR, METHOD_NOT_FOUND).map(Reply::Frame);
    };
    match ask(resolver, request::request(params)?) {
        Ok(answer) => frame(id, RESULT, answer.as_elicit_result()).map(Reply::Frame),
        Err(failure) => frame(id, RESULT, Answer::cancel().as_elicit_result())
            .map(|frame| Reply::Cancel { frame, failure }),
    }
}

fn member(name: &[u8]) -> Option<usize> {
    match name {
        b"id" => Some(0),
        b"method" => Some(1),
        b"params" => Some(PARAMS),
        _ => None,
    }
}

const PARAMS: usize = 2;

const METHOD_NOT_FOUND: &str = r#"{"code":-32601,"message":"Method not found"}"#;

fn ask(resolver: &mut OwningResolver<'_>, request: String) -> Result<Answer, ResolverFailure> {
    // Unwind safe: of what the resolver left half done nothing is used here, and what the host's own
    // state looks like after its own panic is the host's to know.
    match catch_unwind(AssertUnwindSafe(|| resolver(request))) {
        Ok(answer) => answer.map_err(ResolverFailure::Error),
        Err(payload) => Err(ResolverFailure::Panic(payload)),
    }
}

const RESULT: &str = ",\"result\":";
const ERROR: &str = ",\"error\":";

/// A JSON-RPC response.
fn frame(id: Value<'_>, outcome: &str, json: &str) -> Result<String, Error> {
    concat(("{\"jsonrpc\":\"2.0\",\"id\":", id.text(), outcome, json, "}"))
}
