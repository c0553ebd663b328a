//! A result that asks for input to the params to ask again with: MCP 2026-07-28.
#![forbid(unsafe_code)]

use std::error;
use std::fmt;

use crate::capabilities::{MODE_FORM, MODE_URL};
use crate::elicitation::{self, Elicitation};
use crate::json::{Document, Index, Search, Value, Writer, members, written};
use crate::request::{Ids, request, write_request};
use crate::resolver::{OwningResolver, Resolver, ResolverFailure, ask};
use crate::{Answer, Error};

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
    /// The responses are no JSON.
    Responses(Error),
    /// The server asks for a kind of input that the host did not advertise, or for one that cannot be
    /// asked: in URL mode without a usable address.
    UnsupportedInput,
    /// The `resultType` is one that this revision of the protocol does not know: the result must not
    /// pass for final.
    UnknownResultType,
}

impl fmt::Display for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RetryError::Params(error) => write!(f, "params: {error}"),
            RetryError::Result(error) => write!(f, "result: {error}"),
            RetryError::Responses(error) => write!(f, "responses: {error}"),
            RetryError::UnsupportedInput => f.write_str(UNSUPPORTED_INPUT),
            RetryError::UnknownResultType => f.write_str(UNKNOWN_RESULT_TYPE),
        }
    }
}

impl error::Error for RetryError {}

pub(crate) const UNSUPPORTED_INPUT: &str =
    "the server asks for a kind of input that was not advertised, or that cannot be asked";
pub(crate) const UNKNOWN_RESULT_TYPE: &str =
    "the result's type is unknown: neither \"complete\" nor \"input_required\"";

/// Answers the input requests of a result with `resultType` `"input_required"`, one after the other in
/// the order of the text, and makes the params to send the same request with again.
///
/// | result | retry |
/// | --- | --- |
/// | `resultType` is absent or `"complete"` | none: it is the final result |
/// | … anything else but `"input_required"` | refused |
/// | each of `inputRequests`, an `elicitation/create` | its key and the ElicitResult in `inputResponses` |
/// | … of another method, in URL mode without a usable `url`, or without a resolver | refused, before anyone is asked |
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
    mut resolver: Option<&mut OwningResolver<'_>>,
    params: &str,
    result: &str,
) -> Result<Retry, RetryError> {
    let modes = if resolver.is_some() { MODE_FORM | MODE_URL } else { 0 };
    let (mut params, mut result) = (Document::new(params), Document::new(result));
    let params = params.value().map_err(RetryError::Params)?;
    let Some(required) = InputRequired::of(&mut result)? else {
        return Ok(Retry::None);
    };
    for input in required.inputs() {
        match input.map_err(RetryError::Result)? {
            (_, Input::Elicitation(elicitation)) if elicitation.mode() & modes != 0 => {}
            _ => return Err(RetryError::UnsupportedInput),
        }
    }
    let (mut answers, mut failures) = (Vec::new(), Vec::new());
    for input in required.inputs() {
        let (_, input) = input.map_err(RetryError::Result)?;
        let (Input::Elicitation(elicitation), Some(resolver)) = (input, &mut resolver) else {
            return Err(RetryError::UnsupportedInput);
        };
        // Before the user is asked, so that no answer is lost.
        answers.try_reserve(1).map_err(out_of_memory)?;
        failures.try_reserve(1).map_err(out_of_memory)?;
        let request = request(&elicitation).map_err(RetryError::Result)?;
        answers.push(ask(resolver, request).unwrap_or_else(|failure| {
            failures.push(failure);
            Answer::cancel()
        }));
    }
    let params = required.retry_params(params, &|index, _, input, writer| {
        if let (Input::Elicitation(elicitation), Some(answer)) = (input, answers.get(index)) {
            writer.push(&*answer.to_result_of(elicitation)?);
        }
        Ok(())
    })?;
    Ok(Retry::Params { params, failures })
}

/// The first half of [`input_required_retry`], for a host that must not block while the user is asked, or that
/// answers other kinds of input as well. Nothing is kept: the host keeps the result until there are answers.
///
/// `modes`: what the host advertised, as given to [`client_capabilities`](crate::client_capabilities).
///
/// | result | requests |
/// | --- | --- |
/// | `resultType` is absent or `"complete"` | `None`: it is the final result |
/// | … anything else but `"input_required"` | refused |
/// | each of `inputRequests`, an `elicitation/create` in a mode that was advertised | its key and a Request in `requests` |
/// | … in another mode, or in URL mode without a usable `url` | refused |
/// | … of another method, a string | its key and the whole of it in `others` |
/// | … without a method | refused |
///
/// The text is `{"requests":{KEY:Request,…},"others":{KEY:{"method":…,"params":…},…}}`, both in the order of
/// the result; of duplicate keys the last counts.
///
/// The rule's source: MCP 2026-07-28, multi round-trip requests.
///
/// # Errors
///
/// [`RetryError`].
///
/// # Example
///
/// ```
/// use tn_elicit::{MODE_FORM, input_required_begin, input_required_finish};
///
/// let result = r#"{"resultType":"input_required","inputRequests":{
///     "who":{"method":"elicitation/create","params":{"message":"Who?"}},
///     "roots":{"method":"roots/list"}}}"#;
/// let requests = input_required_begin(MODE_FORM, result)?.expect("it is not final");
/// assert!(requests.ends_with(
///     r#""kind":"input","prompt":"Who?"}},"others":{"roots":{"method":"roots/list"}}}"#
/// ));
/// let responses = r#"{"answers":{"who":{"ok":false,"reason":"declined"}},"others":{"roots":{"roots":[]}}}"#;
/// let params = input_required_finish("{}", result, Some(responses))?.expect("it is not final");
/// assert_eq!(params, r#"{"inputResponses":{"who":{"action":"decline"},"roots":{"roots":[]}}}"#);
/// # Ok::<(), tn_elicit::RetryError>(())
/// ```
pub fn input_required_begin(modes: u32, result: &str) -> Result<Option<String>, RetryError> {
    let mut result = Document::new(result);
    let Some(required) = InputRequired::of(&mut result)? else {
        return Ok(None);
    };
    let mut count = 0;
    for input in required.inputs() {
        match input.map_err(RetryError::Result)? {
            (_, Input::Elicitation(elicitation)) if elicitation.mode() & modes != 0 => count += 1,
            (_, Input::Other(_)) => {}
            _ => return Err(RetryError::UnsupportedInput),
        }
    }
    let ids = Ids::next(count);
    let requests = written(&|writer| {
        let (mut before, mut index) = ("", 0);
        writer.push("{\"requests\":{");
        for input in required.inputs() {
            if let (key, Input::Elicitation(elicitation)) = input? {
                writer.push((before, key, ":"));
                write_request(&elicitation, &ids, index, writer)?;
                (before, index) = (",", index + 1);
            }
        }
        before = "";
        writer.push("},\"others\":{");
        for input in required.inputs() {
            if let (key, Input::Other(request)) = input? {
                writer.push((before, key, ":", request));
                before = ",";
            }
        }
        writer.push("}}");
        Ok(())
    });
    requests.map(Some).map_err(RetryError::Result)
}

/// The second half: the params to send the same request with again. It is pure: called again it gives the same.
///
/// `params`: of the request that was sent, as for [`input_required_retry`]. `result`: the same result.
/// `responses`: `{"answers":{KEY:Answer,…},"others":{KEY:result,…}}`; `None` cancels everything. A key without
/// an answer is a cancel; one of `others` is answered by its result, as it is, and `null` and `false` are
/// none. Keys that the result does not have are ignored. The retry is `None` if the result is final.
///
/// The rule's source: MCP 2026-07-28, multi round-trip requests, and the mapping table in the README.
///
/// # Errors
///
/// [`RetryError`]; [`RetryError::UnsupportedInput`] also where one of `others` has no result.
pub fn input_required_finish(
    params: &str,
    result: &str,
    responses: Option<&str>,
) -> Result<Option<String>, RetryError> {
    let (mut params, mut result) = (Document::new(params), Document::new(result));
    let params = params.value().map_err(RetryError::Params)?;
    let Some(required) = InputRequired::of(&mut result)? else {
        return Ok(None);
    };
    let (mut responses, mut found) = (Document::new(responses.unwrap_or("{}")), [None; 2]);
    let search = Search { names: &["answers", "others"], found: &mut found };
    responses.search(search, None).map_err(RetryError::Responses)?;
    let [answers, others] = found.map(|object| Index::new(object.unwrap_or(Value::written("{}"))));
    let answers = answers.map_err(RetryError::Responses)?;
    let others = others.map_err(RetryError::Responses)?;
    let other = |key: Value<'_>| Ok(others.find(key)?.filter(Value::is_given));
    for input in required.inputs() {
        match input.map_err(RetryError::Result)? {
            (_, Input::Elicitation(_)) => {}
            (key, Input::Other(_)) if other(key).map_err(RetryError::Responses)?.is_some() => {}
            _ => return Err(RetryError::UnsupportedInput),
        }
    }
    let params = required.retry_params(params, &|_, key, input, writer| {
        match input {
            Input::Elicitation(elicitation) => {
                let answer = answers.find(key)?.map_or(Ok(Answer::cancel()), Answer::from_value)?;
                writer.push(&*answer.to_result_of(elicitation)?);
            }
            _ => writer.push(other(key)?),
        }
        Ok(())
    })?;
    Ok(Some(params))
}

/// A result that asks for input.
struct InputRequired<'a> {
    requests: Option<Index<'a>>,
    state: Option<Value<'a>>,
}

/// One of its requests.
enum Input<'a> {
    Elicitation(Elicitation<'a>),
    /// Of another method: the whole of it.
    Other(Value<'a>),
    /// Nothing that can be answered.
    Unsupported,
}

/// How a request is answered: by its number, its key and what it is.
type Respond<'r> = dyn Fn(usize, Value<'_>, &Input<'_>, &mut Writer) -> Result<(), Error> + 'r;

const INPUT_RESPONSES: &str = "inputResponses";
const REQUEST_STATE: &str = "requestState";

impl<'a> InputRequired<'a> {
    /// `None`: the result is final.
    fn of(result: &'a mut Document<'_>) -> Result<Option<Self>, RetryError> {
        let mut found = [None; 3];
        let names = &["resultType", "inputRequests", REQUEST_STATE];
        result.search(Search { names, found: &mut found }, None).map_err(RetryError::Result)?;
        let [kind, requests, state] = found;
        match kind {
            Some(kind) if kind.is_string_of("input_required") => {}
            Some(kind) if !kind.is_string_of("complete") => {
                return Err(RetryError::UnknownResultType);
            }
            _ => return Ok(None),
        }
        let requests = requests.filter(Value::is_given).map(Index::new).transpose();
        let requests = requests.map_err(RetryError::Result)?;
        Ok(Some(Self { requests, state: state.filter(|state| !state.is_null()) }))
    }

    /// Its requests and their keys, in the order of the text.
    fn inputs(&self) -> impl Iterator<Item = Result<(Value<'a>, Input<'a>), Error>> {
        let members = self.requests.iter().flat_map(Index::members);
        members.map(|member| {
            let (key, request) = member?;
            Ok((key, Input::of(request)?))
        })
    }

    /// The params to ask again with: those of the request, and last the responses and the state.
    fn retry_params(&self, params: Value<'_>, respond: &Respond<'_>) -> Result<String, RetryError> {
        let params = written(&|writer| {
            let mut before = "{";
            for member in members(params) {
                let (name, value) = member?;
                if !name.is_string_of(INPUT_RESPONSES) && !name.is_string_of(REQUEST_STATE) {
                    writer.push((before, name, ":", value));
                    before = ",";
                }
            }
            if self.requests.is_some() {
                writer.push((before, "\"inputResponses\":{"));
                before = "";
                for (index, input) in self.inputs().enumerate() {
                    let (key, input) = input?;
                    writer.push((before, key, ":"));
                    respond(index, key, &input, writer)?;
                    before = ",";
                }
                writer.push("}");
                before = ",";
            }
            if let Some(state) = self.state {
                writer.push((before, "\"requestState\":", state));
                before = ",";
            }
            writer.push((before == "{", "{}", "}"));
            Ok(())
        });
        params.map_err(RetryError::Result)
    }
}

impl<'a> Input<'a> {
    fn of(request: Value<'a>) -> Result<Self, Error> {
        let (mut method, mut elicitation) = ([None], Elicitation::default());
        let search = Search { names: &["method"], found: &mut method };
        request.search(search, Some(("params", elicitation.search())))?;
        Ok(match method {
            [Some(method)] if method.is_string_of(elicitation::METHOD) => {
                match elicitation.can_be_asked() {
                    true => Input::Elicitation(elicitation),
                    false => Input::Unsupported,
                }
            }
            [Some(method)] if method.is_string() => Input::Other(request),
            _ => Input::Unsupported,
        })
    }
}

fn out_of_memory(error: std::collections::TryReserveError) -> RetryError {
    RetryError::Result(error.into())
}
