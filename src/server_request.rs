//! One inbound message and a resolver to the frame to write back.
#![forbid(unsafe_code)]

use std::error;
use std::fmt;

use crate::capabilities::{MODE_FORM, MODE_URL};
use crate::elicitation::{self, Elicitation};
use crate::json::{Document, Search, Value, concat};
use crate::request::request;
use crate::resolver::{OwningResolver, Resolver, ResolverFailure, ask};
use crate::{Answer, Error};

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

/// Answers one message that the server sent, while its own `tools/call` is still in flight.
///
/// | message | reply |
/// | --- | --- |
/// | a request (`id` and `method`) for `elicitation/create`, and a resolver | its `id` and the ElicitResult |
/// | … in URL mode without a usable `url`: a string that is not empty | its `id` and the error -32602, Invalid params |
/// | a request for `ping`, resolver or not | its `id` and the result `{}` |
/// | any other request, or no resolver | its `id` and the error -32601, Method not found |
/// | other JSON: a response, a notification, an array, a scalar | none |
///
/// In URL mode an accept carries no content, whatever was answered. The result for a question of a task's
/// (`_meta` with `io.modelcontextprotocol/related-task`) names that task.
///
/// The resolver is called at most once, on this thread, and may call this crate itself. When it
/// returns an error or panics the server gets a cancel, never a dead connection.
///
/// The rule's source: JSON-RPC 2.0, MCP 2025-11-25 (Elicitation, Ping, Tasks), and the mapping table in the
/// README.
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

/// What is due for one inbound message, before anyone is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// Nothing: the message is no request of the server's.
    None,
    /// Ask the user with this Request, and then write what [`server_request_finish`] makes of the
    /// answer.
    Ask(String),
    /// Write this frame, an error, or the result of a ping.
    Frame(String),
}

/// The first half of [`server_request_response`], for a host that must not block while the user is
/// asked. Nothing is kept: the host keeps the message until there is an answer.
///
/// `modes`: what the host advertised, as given to [`client_capabilities`](crate::client_capabilities);
/// 0 if it has no resolver.
///
/// | message | due |
/// | --- | --- |
/// | a request for `elicitation/create` in a mode that was advertised | a Request to ask with |
/// | … in another mode | its `id` and the error -32602, Unsupported elicitation mode |
/// | … in URL mode without a usable `url`: a string that is not empty | its `id` and the error -32602, Invalid params |
/// | a request for `ping` | its `id` and the result `{}` |
/// | any other request, or `modes` is 0 | its `id` and the error -32601, Method not found |
/// | other JSON: a response, a notification, an array, a scalar | nothing |
///
/// The rule's source: JSON-RPC 2.0, MCP 2025-11-25 (Elicitation, Ping, Tasks), and the mapping table in the
/// README.
///
/// # Errors
///
/// [`Error::InvalidJson`] and [`Error::OutOfMemory`].
///
/// # Example
///
/// ```
/// use tn_elicit::{Begun, MODE_FORM, server_request_begin, server_request_finish};
///
/// let message = r#"{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}"#;
/// let Begun::Ask(request) = server_request_begin(MODE_FORM, message)? else { unreachable!() };
/// assert!(request.ends_with(r#""kind":"input","prompt":""}"#));
/// // The user is asked, and meanwhile the host goes on reading.
/// let reply = server_request_finish(message, Some(r#"{"ok":true}"#))?;
/// assert_eq!(
///     reply.as_deref(),
///     Some(r#"{"jsonrpc":"2.0","id":3,"result":{"action":"accept","content":{}}}"#)
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn server_request_begin(modes: u32, message: &str) -> Result<Begun, Error> {
    let (mut document, mut elicitation) = (Document::new(message), Elicitation::default());
    Ok(match due(&mut document, modes, &mut elicitation)? {
        Due::Nothing => Begun::None,
        Due::Frame(id, outcome) => Begun::Frame(frame(id, outcome)?),
        Due::Answer(_) => Begun::Ask(request(&elicitation)?),
    })
}

/// The second half: the frame for the message that [`server_request_begin`] made a Request of. It is
/// pure: called again it gives the same. If the server has cancelled its request by then, no reply is
/// due and this is not called.
///
/// `answer`: a whole Answer, by the rule of [`answer_to_elicit_result`](crate::answer_to_elicit_result);
/// `None` is a cancel. The result is `None` if the message is nothing to ask the user: no request for
/// `elicitation/create`, or one that is answered with an error.
///
/// The rule's source: MCP 2025-11-25 (Elicitation), and the mapping table in the README.
///
/// # Errors
///
/// [`FinishError::Message`] and [`FinishError::Answer`]. The pair can be finished again, with another
/// answer.
pub fn server_request_finish(
    message: &str,
    answer: Option<&str>,
) -> Result<Option<String>, FinishError> {
    let (mut document, mut elicitation) = (Document::new(message), Elicitation::default());
    let due = due(&mut document, MODE_FORM | MODE_URL, &mut elicitation);
    let Due::Answer(id) = due.map_err(FinishError::Message)? else {
        return Ok(None);
    };
    let answer = answer.map_or(Ok(Answer::cancel()), Answer::from_json);
    let answer = answer.map_err(FinishError::Answer)?;
    result_frame(id, &answer, &elicitation).map(Some).map_err(FinishError::Message)
}

/// Which of the two texts was refused, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishError {
    /// The message.
    Message(Error),
    /// The answer.
    Answer(Error),
}

impl fmt::Display for FinishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FinishError::Message(error) => write!(f, "message: {error}"),
            FinishError::Answer(error) => write!(f, "answer: {error}"),
        }
    }
}

impl error::Error for FinishError {}

/// The policy, whole: begin, the resolver, finish, without reading the message twice.
pub(crate) fn respond(
    resolver: Option<&mut OwningResolver<'_>>,
    message: &str,
) -> Result<Reply, Error> {
    let modes = if resolver.is_some() { MODE_FORM | MODE_URL } else { 0 };
    let (mut document, mut elicitation) = (Document::new(message), Elicitation::default());
    let (id, resolver) = match (due(&mut document, modes, &mut elicitation)?, resolver) {
        (Due::Answer(id), Some(resolver)) => (id, resolver),
        (Due::Frame(id, outcome), _) => return frame(id, outcome).map(Reply::Frame),
        _ => return Ok(Reply::None),
    };
    match ask(resolver, request(&elicitation)?) {
        Ok(answer) => result_frame(id, &answer, &elicitation).map(Reply::Frame),
        Err(failure) => result_frame(id, &Answer::cancel(), &elicitation)
            .map(|frame| Reply::Cancel { frame, failure }),
    }
}

enum Due<'a> {
    Nothing,
    /// A response with this id, and this outcome.
    Frame(Value<'a>, &'static str),
    Answer(Value<'a>),
}

/// What is due for a message, and the elicitation that it is.
fn due<'d>(
    document: &'d mut Document<'_>,
    modes: u32,
    elicitation: &mut Elicitation<'d>,
) -> Result<Due<'d>, Error> {
    let mut found = [None; 2];
    let inner = ("params", elicitation.search());
    document.search(Search { names: &["id", "method"], found: &mut found }, Some(inner))?;
    let [id, method] = found;
    let id = id.filter(|id| !id.is_null());
    let method = method.filter(Value::is_given);
    let (Some(id), Some(method)) = (id, method) else {
        return Ok(Due::Nothing);
    };
    if !method.is_string_of(elicitation::METHOD) {
        let is_ping = method.is_string_of("ping");
        return Ok(Due::Frame(id, if is_ping { PONG } else { METHOD_NOT_FOUND }));
    }
    if modes & (MODE_FORM | MODE_URL) == 0 {
        return Ok(Due::Frame(id, METHOD_NOT_FOUND));
    }
    if elicitation.mode() & modes == 0 {
        return Ok(Due::Frame(id, UNSUPPORTED_MODE));
    }
    if !elicitation.can_be_asked() {
        return Ok(Due::Frame(id, INVALID_PARAMS));
    }
    Ok(Due::Answer(id))
}

const PONG: &str = r#","result":{}"#;
const METHOD_NOT_FOUND: &str = r#","error":{"code":-32601,"message":"Method not found"}"#;
const UNSUPPORTED_MODE: &str =
    r#","error":{"code":-32602,"message":"Unsupported elicitation mode"}"#;
const INVALID_PARAMS: &str = r#","error":{"code":-32602,"message":"Invalid params"}"#;

/// A JSON-RPC response.
fn frame(id: Value<'_>, outcome: &str) -> Result<String, Error> {
    concat(("{\"jsonrpc\":\"2.0\",\"id\":", id.text(), outcome, "}"))
}

/// One with the result of an elicitation.
fn result_frame(
    id: Value<'_>,
    answer: &Answer,
    elicitation: &Elicitation<'_>,
) -> Result<String, Error> {
    let result = answer.to_result_of(elicitation)?;
    concat(("{\"jsonrpc\":\"2.0\",\"id\":", id.text(), ",\"result\":", &*result, "}"))
}
