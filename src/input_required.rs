//! A result that asks for input to the params to ask again with: MCP 2026-07-28.
#![forbid(unsafe_code)]

use std::error;
use std::fmt;

use crate::json::{Document, Member, Search, Value, concat};
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
    let mut params = Document::new(params);
    let members = params.value().and_then(|params| params.all_members());
    let mut members = members.map_err(RetryError::Params)?;
    let mut result = Document::new(result);
    let mut found = [None; 3];
    let names = &["resultType", "inputRequests", "requestState"];
    result.search(Search { names, found: &mut found }, None).map_err(RetryError::Result)?;
    let [kind, requests, state] = found;
    if !kind.is_some_and(|kind| kind.is_string_of("input_required")) {
        return Ok(Retry::None);
    }
    let requests = requests.filter(Value::is_given);
    let state = state.filter(|state| !state.is_null());
    let mut failures = Vec::new();
    let responses =
        requests.map(|requests| responses(requests, resolver, &mut failures)).transpose()?;
    members.retain(|(name, _)| {
        !name.is_string_of("inputResponses") && !name.is_string_of("requestState")
    });
    let params = retry_params(&members, responses.as_deref(), state);
    Ok(Retry::Params { params: params.map_err(RetryError::Params)?, failures })
}

fn retry_params(
    members: &[Member<'_>],
    responses: Option<&[(Value<'_>, Answer)]>,
    state: Option<Value<'_>>,
) -> Result<String, Error> {
    const COMMA: Value<'_> = Value::written(",");
    let text = Value::written;
    let member = |name, value| [name, text(":"), value, COMMA];
    let mut parts = Vec::new();
    // Four for each member, and what is around them.
    parts.try_reserve_exact(4 * (members.len() + responses.map_or(0, <[_]>::len)) + 8)?;
    parts.push(text("{"));
    for (name, value) in members {
        parts.extend(member(*name, *value));
    }
    if let Some(responses) = responses {
        parts.push(text("\"inputResponses\":{"));
        for (key, answer) in responses {
            parts.extend(member(*key, text(answer.as_elicit_result())));
        }
        parts.pop_if(|last| last.text() == ",");
        parts.extend([text("}"), COMMA]);
    }
    if let Some(state) = state {
        parts.extend(member(text("\"requestState\""), state));
    }
    parts.pop_if(|last| last.text() == ",");
    parts.push(text("}"));
    concat(&parts[..])
}

/// The keys, and the answers to what stands there.
fn responses<'a>(
    requests: Value<'a>,
    resolver: Option<&mut OwningResolver<'_>>,
    failures: &mut Vec<ResolverFailure>,
) -> Result<Vec<(Value<'a>, Answer)>, RetryError> {
    let requests = requests.last_members().map_err(RetryError::Result)?;
    let mut responses = Vec::new();
    if requests.is_empty() {
        return Ok(responses);
    }
    let Some(resolver) = resolver else { return Err(RetryError::UnsupportedInput) };
    for (_, input) in &requests {
        elicitation_params(*input)?;
    }
    responses.try_reserve_exact(requests.len()).map_err(out_of_memory)?;
    for (key, input) in requests {
        let request = request::request(&elicitation_params(input)?).map_err(RetryError::Result)?;
        let answer = ask(resolver, request).or_else(|failure| {
            failures.try_reserve(1).map_err(out_of_memory)?;
            failures.push(failure);
            Ok(Answer::cancel())
        })?;
        responses.push((key, answer));
    }
    Ok(responses)
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
