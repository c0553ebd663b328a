//! A result that asks for input to the params to ask again with: MCP 2026-07-28.
#![forbid(unsafe_code)]

use std::error;
use std::fmt;

use crate::json::{Document, Search, Value, object};
use crate::server_request::{ELICITATION, OwningResolver, Resolver, ResolverFailure, ask};
use crate::{Answer, Error, request};

/// What is to be done about a result.
#[derive(Debug)]
pub enum Retry {
    /// Nothing: it does not ask for input, so it is the final one.
    None,
    /// Send the same request again, under a new id, with these params.
    Params {
        /// The params, as JSON text.
        params: String,
        /// How the resolver failed, once for each input that became a cancel for it.
        failures: Vec<ResolverFailure>,
    },
}

/// Why there is nothing to retry with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryError {
    /// The params are no JSON.
    Params(Error),
    /// The result is no JSON.
    Result(Error),
    /// The server asks for another kind of input than elicitation, or there is no resolver: the host
    /// did not advertise that.
    UnsupportedInput,
}

impl fmt::Display for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RetryError::Params(error) => write!(f, "params: {error}"),
            RetryError::Result(error) => write!(f, "result: {error}"),
            RetryError::UnsupportedInput => f.write_str(UNSUPPORTED_INPUT),
        }
    }
}

impl error::Error for RetryError {}

pub(crate) const UNSUPPORTED_INPUT: &str =
    "the server asks for a kind of input that was not advertised";

/// Answers the input requests of a result with `resultType` `"input_required"`, one after the other in
/// the order of the text, and makes the params to send the same request with again.
///
/// | result | retry |
/// | --- | --- |
/// | `resultType` is not `"input_required"` | none: it is the final result |
/// | each of `inputRequests`, an `elicitation/create` | its key and the ElicitResult in `inputResponses` |
/// | … of another method, or without a resolver | refused, before anyone is asked |
/// | `inputRequests` absent, `null` or `false` | no `inputResponses` |
/// | `requestState`, neither absent nor `null` | `requestState`, as it is |
///
/// `params`: of the request that was sent. All of its members stay, in their order, but for
/// `inputResponses` and `requestState` of an earlier round; the new ones come last. Of duplicate keys the
/// last counts. A host limits the rounds that it goes along with.
///
/// The rule's source: MCP 2026-07-28, multi round-trip requests, and the mapping table in the README.
///
/// # Errors
///
/// [`RetryError`]. The resolver was not called, unless memory ran out.
///
/// # Example
///
/// ```
/// use tn_elicit::{Answer, Retry, input_required_retry};
///
/// let result = r#"{"resultType":"input_required","requestState":"s",
///     "inputRequests":{"who":{"method":"elicitation/create","params":{"message":"Who?"}}}}"#;
/// let resolver = &mut |_request: &str| Ok(Answer::accept(r#"{"name":"muthu"}"#)?);
/// let Retry::Params { params, .. } =
///     input_required_retry(Some(resolver), r#"{"name":"greet"}"#, result)?
/// else {
///     unreachable!()
/// };
/// assert_eq!(
///     params,
///     concat!(
///         r#"{"name":"greet","inputResponses":{"who":{"action":"accept","content":{"name":"muthu"}}},"#,
///         r#""requestState":"s"}"#
///     )
/// );
/// # Ok::<(), tn_elicit::RetryError>(())
/// ```
pub fn input_required_retry(
    resolver: Option<&mut Resolver<'_>>,
    params: &str,
    result: &str,
) -> Result<Retry, RetryError> {
    match resolver {
        None => retry(None, params, result),
        Some(resolver) => retry(Some(&mut |request| resolver(&request)), params, result),
    }
}

pub(crate) fn retry(
    resolver: Option<&mut OwningResolver<'_>>,
    params: &str,
    result: &str,
) -> Result<Retry, RetryError> {
    const INPUT_RESPONSES: &str = "inputResponses";
    const REQUEST_STATE: &str = "requestState";
    let mut params = Document::new(params);
    let params = params.value().map_err(RetryError::Params)?;
    let mut result = Document::new(result);
    let mut found = [None; 3];
    let names = &["resultType", "inputRequests", REQUEST_STATE];
    result.search(Search { names, found: &mut found }, None).map_err(RetryError::Result)?;
    let [kind, requests, state] = found;
    if !kind.is_some_and(|kind| kind.is_string_of("input_required")) {
        return Ok(Retry::None);
    }
    let requests = requests.filter(Value::is_given);
    let state = state.filter(|state| !state.is_null());
    let members = params.members_without(&[INPUT_RESPONSES, REQUEST_STATE]);
    let mut members = members.map_err(RetryError::Params)?;
    members.try_reserve_exact(2).map_err(|error| RetryError::Params(error.into()))?;
    let mut failures = Vec::new();
    let responses =
        requests.map(|requests| responses(requests, resolver, &mut failures)).transpose()?;
    if let Some(responses) = &responses {
        members.push((Value::written("\"inputResponses\""), Value::written(responses)));
    }
    if let Some(state) = state {
        members.push((Value::written("\"requestState\""), state));
    }
    let params = object(&members).map_err(RetryError::Params)?;
    Ok(Retry::Params { params, failures })
}

/// An object of the keys and the ElicitResults to what stands there.
fn responses(
    requests: Value<'_>,
    resolver: Option<&mut OwningResolver<'_>>,
    failures: &mut Vec<ResolverFailure>,
) -> Result<String, RetryError> {
    let mut answers = Vec::new();
    let mut members = requests.last_members().map_err(RetryError::Result)?;
    if let Some(resolver) = resolver {
        for (_, input) in &members {
            elicitation_params(*input)?;
        }
        answers.try_reserve_exact(members.len()).map_err(out_of_memory)?;
        for (_, input) in &members {
            let params = elicitation_params(*input)?;
            let request = request::request(&params).map_err(RetryError::Result)?;
            let answer = match ask(resolver, request) {
                Ok(answer) => answer,
                Err(failure) => {
                    failures.try_reserve(1).map_err(out_of_memory)?;
                    failures.push(failure);
                    Answer::cancel()
                }
            };
            answers.push(answer);
        }
    } else if !members.is_empty() {
        return Err(RetryError::UnsupportedInput);
    }
    for ((_, value), answer) in members.iter_mut().zip(&answers) {
        *value = Value::written(answer.as_elicit_result());
    }
    object(&members).map_err(RetryError::Result)
}

/// What is read of the params of an input request, if it is an elicitation.
fn elicitation_params(input: Value<'_>) -> Result<request::Params<'_>, RetryError> {
    let (mut method, mut params) = ([None], [None; 4]);
    let inner = ("params", Search { names: &request::MEMBERS, found: &mut params });
    let search = Search { names: &["method"], found: &mut method };
    input.search(search, Some(inner)).map_err(RetryError::Result)?;
    match method {
        [Some(method)] if method.is_string_of(ELICITATION) => Ok(params),
        _ => Err(RetryError::UnsupportedInput),
    }
}

fn out_of_memory(error: std::collections::TryReserveError) -> RetryError {
    RetryError::Result(error.into())
}
