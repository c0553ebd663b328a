//! The mappings of the contract, slow and obvious, on serde_json: what must come out for an input.
//!
//! The grammar is serde_json's. Values are its raw texts, so that pass-through can be held against
//! them token for token, and a compacter of its own, which looks at one character after the other.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_bytes::ByteBuf;
use serde_json::value::RawValue;
use tn_elicit::ffi::*;

use crate::abi::Outcome;

/// What stands for a Request's id.
pub const ID: &str = "ID";

const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// What a resolver does in the end.
pub enum Answered<'a> {
    Fails,
    Nothing,
    /// A whole Answer that was taken.
    Json(&'a str),
}

pub fn elicitation_to_request(params: &[u8]) -> Outcome {
    outcome(checked(params).map(|params| bare_request(&members(params)) + "}"))
}

pub fn answer_to_elicit_result(answer: &[u8]) -> Outcome {
    outcome(checked(answer).map(|answer| {
        let (action, content) = said(Some(answer));
        elicit_result(action, content, None)
    }))
}

/// The reply, and the Request that the resolver must have been given, if it must.
pub fn server_request_response(
    resolver: Option<Answered<'_>>,
    message: &[u8],
) -> (Outcome, Option<String>) {
    let modes = if resolver.is_some() { TN_MODE_FORM | TN_MODE_URL } else { 0 };
    let (begun, asked) = server_request_begin(modes, message);
    let (Some(answered), Some(asked)) = (resolver, asked) else { return (begun, None) };
    let (status, answer) = match answered {
        Answered::Fails => (TN_RESOLVER_FAILED, None),
        Answered::Nothing => (TN_OK, None),
        Answered::Json(answer) => (TN_OK, Some(answer.as_bytes())),
    };
    (Outcome { status, ..server_request_finish(message, answer) }, Some(asked))
}

/// The reply, or the Request.
pub fn server_request_begin(modes: u32, message: &[u8]) -> (Outcome, Option<String>) {
    let message = match checked(message) {
        Ok(message) => members(message),
        Err(status) => return (none(status), None),
    };
    let Some((id, method)) = id_and_method(&message) else { return (none(TN_NO_REPLY), None) };
    let reply = |outcome: &str| (outcome_of(TN_OK, frame(id, outcome)), None);
    if is_string_of(method, "ping") {
        return reply(r#""result":{}"#);
    }
    if modes & 3 == 0 || !is_string_of(method, "elicitation/create") {
        return reply(r#""error":{"code":-32601,"message":"Method not found"}"#);
    }
    let params = members(message.last("params").unwrap_or("{}"));
    if modes & mode(&params) == 0 {
        return reply(r#""error":{"code":-32602,"message":"Unsupported elicitation mode"}"#);
    }
    if !can_be_asked(&params) {
        return reply(r#""error":{"code":-32602,"message":"Invalid params"}"#);
    }
    (none(TN_OK), Some(request(&params)))
}

pub fn server_request_finish(message: &[u8], answer: Option<&[u8]>) -> Outcome {
    if let Err(status) = all_are_utf8(&[message, answer.unwrap_or(b"")]) {
        return none(status);
    }
    let message = match checked(message) {
        Ok(message) => members(message),
        Err(status) => return none(status),
    };
    let params = members(message.last("params").unwrap_or("{}"));
    match id_and_method(&message) {
        Some((id, method))
            if is_string_of(method, "elicitation/create") && can_be_asked(&params) =>
        {
            outcome(
                answer.map(checked).transpose().map(|answer| {
                    frame(id, &format!(r#""result":{}"#, result_of(&params, answer)))
                }),
            )
        }
        _ => none(TN_NO_REPLY),
    }
}

/// Of what is a request of the server's.
fn id_and_method<'a>(message: &Members<'a>) -> Option<(&'a str, &'a str)> {
    let (id, method) = (message.last("id")?, message.last("method")?);
    (id != "null" && is_given(method)).then_some((id, method))
}

fn frame(id: &str, outcome: &str) -> String {
    let id = compact(id, LoneSurrogates::Stay);
    format!(r#"{{"jsonrpc":"2.0","id":{id},{outcome}}}"#)
}

/// A result that asks for input.
struct InputRequired {
    /// The keys that count and what stands there, in their order, if there is such a member.
    inputs: Option<Vec<(String, String)>>,
    state: Option<String>,
}

enum Input<'a> {
    Elicitation(Members<'a>),
    Other,
    Unsupported,
}

impl InputRequired {
    /// The status is of what is no such result.
    fn of(result: &[u8]) -> Result<Self, tn_status> {
        let result = members(checked(result)?);
        match result.last("resultType") {
            None => return Err(TN_NO_REPLY),
            Some(kind) if is_string_of(kind, "complete") => return Err(TN_NO_REPLY),
            Some(kind) if is_string_of(kind, "input_required") => {}
            Some(_) => return Err(TN_ERR_UNKNOWN_RESULT_TYPE),
        }
        let inputs = result.last("inputRequests").filter(|value| is_given(value)).map(|requests| {
            let all = tokens(requests);
            let is_last =
                |at: usize| !all[at + 1..].iter().any(|(name, _)| same_name(name, &all[at].0));
            (0..all.len()).filter(|&at| is_last(at)).map(|at| all[at].clone()).collect()
        });
        let state = result.last("requestState").filter(|state| *state != "null");
        Ok(Self { inputs, state: state.map(passed_on) })
    }

    fn inputs(&self) -> impl Iterator<Item = (&String, &String, Input<'_>)> {
        self.inputs.iter().flatten().map(|(key, input)| {
            let request = members(input);
            let params = members(request.last("params").unwrap_or("{}"));
            let kind = match request.last("method") {
                Some(method) if is_string_of(method, "elicitation/create") => {
                    if can_be_asked(&params) {
                        Input::Elicitation(params)
                    } else {
                        Input::Unsupported
                    }
                }
                Some(method) if method.starts_with('"') => Input::Other,
                _ => Input::Unsupported,
            };
            (key, input, kind)
        })
    }

    /// The params to retry with: what became of each input is among `responses`, in their order.
    fn retry_params(&self, params: &str, responses: &[String]) -> String {
        let is_ours =
            |name: &str| is_string_of(name, "inputResponses") || is_string_of(name, "requestState");
        let mut out: Vec<String> = tokens(params)
            .into_iter()
            .filter(|(name, _)| !is_ours(name))
            .map(|(name, value)| format!("{}:{}", passed_on(&name), passed_on(&value)))
            .collect();
        if let Some(inputs) = &self.inputs {
            let pairs = inputs.iter().zip(responses);
            let responses: Vec<_> = pairs
                .map(|((key, _), response)| format!("{}:{response}", passed_on(key)))
                .collect();
            out.push(format!(r#""inputResponses":{{{}}}"#, responses.join(",")));
        }
        out.extend(self.state.iter().map(|state| format!(r#""requestState":{state}"#)));
        format!("{{{}}}", out.join(","))
    }
}

pub fn input_required_begin(modes: u32, result: &[u8]) -> Outcome {
    let required = match InputRequired::of(result) {
        Ok(required) => required,
        Err(status) => return none(status),
    };
    let (mut requests, mut others) = (Vec::new(), Vec::new());
    for (key, input, kind) in required.inputs() {
        match kind {
            Input::Elicitation(params) if mode(&params) & modes != 0 => {
                requests.push(format!("{}:{}", passed_on(key), request(&params)));
            }
            Input::Other => others.push(format!("{}:{}", passed_on(key), passed_on(input))),
            _ => return none(TN_ERR_UNSUPPORTED_INPUT),
        }
    }
    let (requests, others) = (requests.join(","), others.join(","));
    outcome_of(TN_OK, format!(r#"{{"requests":{{{requests}}},"others":{{{others}}}}}"#))
}

pub fn input_required_finish(params: &[u8], result: &[u8], responses: Option<&[u8]>) -> Outcome {
    outcome(finished(params, result, responses))
}

fn finished(params: &[u8], result: &[u8], responses: Option<&[u8]>) -> Result<String, tn_status> {
    let responses = responses.unwrap_or(b"{}");
    all_are_utf8(&[params, result, responses])?;
    let params = checked(params)?;
    let required = InputRequired::of(result)?;
    let responses = members(checked(responses)?);
    let [answers, others] =
        ["answers", "others"].map(|member| tokens(responses.last(member).unwrap_or("{}")));
    let find = |pairs: &[(String, String)], key: &str| {
        let pair = pairs.iter().rfind(|(name, _)| same_name(name, key));
        pair.map(|(_, value)| value.clone())
    };
    let responses: Vec<String> = required
        .inputs()
        .map(|(key, _, kind)| match kind {
            Input::Elicitation(params) => Ok(result_of(&params, find(&answers, key).as_deref())),
            Input::Other => find(&others, key)
                .filter(|value| is_given(value))
                .map(|value| passed_on(&value))
                .ok_or(TN_ERR_UNSUPPORTED_INPUT),
            Input::Unsupported => Err(TN_ERR_UNSUPPORTED_INPUT),
        })
        .collect::<Result<_, _>>()?;
    Ok(required.retry_params(params, &responses))
}

/// The params to retry with, and the Requests that the resolver must have been given. It answers each
/// in the same way.
pub fn input_required_retry(
    resolver: Option<Answered<'_>>,
    params: &[u8],
    result: &[u8],
) -> (Outcome, Vec<String>) {
    let refused = |status| (none(status), Vec::new());
    if let Err(status) = all_are_utf8(&[params, result]) {
        return refused(status);
    }
    let (params, required) = match (checked(params), InputRequired::of(result)) {
        (Ok(params), Ok(required)) => (params, required),
        (Err(status), _) | (_, Err(status)) => return refused(status),
    };
    let (mut status, mut asked, mut responses) = (TN_OK, Vec::new(), Vec::new());
    for (_, _, kind) in required.inputs() {
        let (Input::Elicitation(params), Some(resolver)) = (kind, &resolver) else {
            return refused(TN_ERR_UNSUPPORTED_INPUT);
        };
        asked.push(request(&params));
        let answer = match resolver {
            Answered::Json(answer) => Some(*answer),
            Answered::Nothing => None,
            Answered::Fails => {
                status = TN_RESOLVER_FAILED;
                None
            }
        };
        responses.push(result_of(&params, answer));
    }
    (outcome_of(status, required.retry_params(params, &responses)), asked)
}

pub fn url_elicitations(message: &[u8]) -> Outcome {
    let message = match checked(message) {
        Ok(message) => members(message),
        Err(status) => return none(status),
    };
    let error = members(message.last("error").unwrap_or("{}"));
    if message.last("method").is_some_and(is_given) || error.last("code") != Some("-32042") {
        return none(TN_NO_REPLY);
    }
    let data = members(error.last("data").unwrap_or("{}"));
    let all = elements(data.last("elicitations").unwrap_or("[]"));
    let requests: Option<Vec<String>> = all
        .iter()
        .map(|params| {
            let params = members(params);
            (mode(&params) == TN_MODE_URL && can_be_asked(&params)).then(|| request(&params))
        })
        .collect();
    match requests {
        Some(requests) if !requests.is_empty() => {
            outcome_of(TN_OK, format!("[{}]", requests.join(",")))
        }
        _ => none(TN_ERR_UNSUPPORTED_INPUT),
    }
}

pub fn elicitation_ended(message: &[u8]) -> Outcome {
    let message = match checked(message) {
        Ok(message) => members(message),
        Err(status) => return none(status),
    };
    let is_of = |wanted| message.last("method").is_some_and(|method| is_string_of(method, wanted));
    let params = members(message.last("params").unwrap_or("{}"));
    let ended = if message.last("id").is_some_and(|id| id != "null") {
        None
    } else if is_of("notifications/cancelled") {
        let id = params.last("requestId").filter(|id| *id != "null");
        id.map(|id| format!(r#"{{"requestId":{}}}"#, compact(id, LoneSurrogates::Stay)))
    } else if is_of("notifications/elicitation/complete") {
        let id = params.last("elicitationId").filter(|id| id.starts_with('"'));
        id.map(|id| format!(r#"{{"elicitationId":{}}}"#, passed_on(id)))
    } else {
        None
    };
    ended.map_or(none(TN_NO_REPLY), |ended| outcome_of(TN_OK, ended))
}

/// UTF-8 is looked at first, in all texts.
fn all_are_utf8(texts: &[&[u8]]) -> Result<(), tn_status> {
    let is_utf8 = |text: &&[u8]| std::str::from_utf8(text).is_ok();
    if texts.iter().all(is_utf8) { Ok(()) } else { Err(TN_ERR_INVALID_UTF8) }
}

/// Whether two names come out as the same one: a lone surrogate is the replacement character.
fn same_name(one: &str, other: &str) -> bool {
    let decoded =
        |name: &str| serde_json::from_str::<String>(&passed_on(name)).expect("it is whole");
    decoded(one) == decoded(other)
}

/// The names and values of an object, as their tokens.
pub fn tokens(object: &str) -> Vec<(String, String)> {
    let pairs = inside(object, '{').into_iter().map(|member| {
        let [name, value] =
            <[String; 2]>::try_from(split(&member, ':')).expect("a name and a value");
        (name, value)
    });
    pairs.collect()
}

/// The elements of an array, as their tokens.
pub fn elements(array: &str) -> Vec<String> {
    inside(array, '[')
}

/// What stands between the commas of a container that opens like this; nothing of anything else.
fn inside(container: &str, opening: char) -> Vec<String> {
    let text = compact(container, LoneSurrogates::Stay);
    match text.strip_prefix(opening) {
        Some(rest) if rest.len() > 1 => split(&rest[..rest.len() - 1], ','),
        _ => Vec::new(),
    }
}

/// Splits compact JSON at a character that is in no string and no container, one character after the
/// other.
fn split(text: &str, at: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
    for character in text.chars() {
        if in_string {
            in_string = character != '"' || is_escaped;
            is_escaped = character == '\\' && !is_escaped;
        } else {
            match character {
                '"' => in_string = true,
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                _ if depth == 0 && character == at => {
                    parts.push(String::new());
                    continue;
                }
                _ => {}
            }
        }
        parts.last_mut().expect("there is one").push(character);
    }
    parts
}

fn mode(params: &Members<'_>) -> u32 {
    let is_url = params.last("mode").is_some_and(|mode| is_string_of(mode, "url"));
    if is_url { TN_MODE_URL } else { TN_MODE_FORM }
}

/// In URL mode there must be something to open.
fn can_be_asked(params: &Members<'_>) -> bool {
    let is_address = |url: &str| url.starts_with('"') && url != "\"\"";
    mode(params) == TN_MODE_FORM || params.last("url").is_some_and(is_address)
}

/// A Request that names its call.
fn request(params: &Members<'_>) -> String {
    let mut request = bare_request(params);
    let elicitation_id = params.last("elicitationId").filter(|id| id.starts_with('"'));
    if let Some(id) = elicitation_id.filter(|_| mode(params) == TN_MODE_URL) {
        request += &format!(r#","elicitationId":{}"#, passed_on(id));
    }
    if let Some(meta) = params.last("_meta").filter(|meta| !members(meta).0.is_empty()) {
        request += &format!(r#","_meta":{}"#, passed_on(meta));
    }
    request + "}"
}

/// A Request without its end.
fn bare_request(params: &Members<'_>) -> String {
    let given = |name| params.last(name).filter(|value| is_given(value));
    let is_url = mode(params) == TN_MODE_URL;
    let kind = if is_url { "authorization" } else { "input" };
    let prompt = match given("message") {
        None => "\"\"".to_owned(),
        Some(message) if message.starts_with('"') => passed_on(message),
        Some(message) => serde_json::to_string(&passed_on(message)).expect("text is JSON"),
    };
    let rest = match (is_url, given("url"), given("requestedSchema")) {
        (true, Some(url), _) => format!(r#","url":{}"#, passed_on(url)),
        (false, _, Some(schema)) => format!(r#","data":{{"schema":{}}}"#, passed_on(schema)),
        _ => String::new(),
    };
    format!(r#"{{"id":"{ID}","kind":"{kind}","prompt":{prompt}{rest}"#)
}

/// The ElicitResult for this elicitation.
fn result_of(params: &Members<'_>, answer: Option<&str>) -> String {
    let (action, content) = said(answer);
    let meta = members(params.last("_meta").unwrap_or("{}"));
    elicit_result(
        action,
        content.filter(|_| mode(params) == TN_MODE_FORM),
        meta.last(RELATED_TASK).map(passed_on),
    )
}

/// The action and the content of an Answer; none is a cancel.
fn said(answer: Option<&str>) -> (&'static str, Option<String>) {
    let answer = members(answer.unwrap_or("{}"));
    if answer.last("ok") == Some("true") {
        let data = answer.last("data").filter(|data| is_given(data));
        ("accept", Some(data.map_or("{}".into(), passed_on)))
    } else if answer.last("reason").is_some_and(|reason| is_string_of(reason, "declined")) {
        ("decline", None)
    } else {
        ("cancel", None)
    }
}

fn elicit_result(action: &str, content: Option<String>, task: Option<String>) -> String {
    let content = content.map_or(String::new(), |content| format!(r#","content":{content}"#));
    let meta =
        task.map_or(String::new(), |task| format!(r#","_meta":{{"{RELATED_TASK}":{task}}}"#));
    format!(r#"{{"action":"{action}"{content}{meta}}}"#)
}

fn none(status: tn_status) -> Outcome {
    Outcome { status, text: None }
}

fn outcome_of(status: tn_status, text: String) -> Outcome {
    Outcome { status, text: Some(text) }
}

fn outcome(text: Result<String, tn_status>) -> Outcome {
    text.map_or_else(none, |text| outcome_of(TN_OK, text))
}

/// A text without its byte order mark, if it is JSON.
pub fn checked(text: &[u8]) -> Result<&str, tn_status> {
    let text = std::str::from_utf8(text).map_err(|_| TN_ERR_INVALID_UTF8)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str::<&RawValue>(text) {
        Ok(_) => Ok(text),
        Err(_) => Err(TN_ERR_INVALID_JSON),
    }
}

fn is_given(value: &str) -> bool {
    value != "null" && value != "false"
}

fn is_string_of(value: &str, wanted: &str) -> bool {
    // As bytes it takes lone surrogates.
    serde_json::from_str::<ByteBuf>(value).is_ok_and(|string| string == wanted.as_bytes())
}

/// The members of an object, in the order of the text; none of another value.
#[derive(Default)]
struct Members<'a>(Vec<(ByteBuf, &'a str)>);

impl<'a> Members<'a> {
    fn last(&self, name: &str) -> Option<&'a str> {
        self.0.iter().rfind(|(other, _)| other == name.as_bytes()).map(|(_, value)| *value)
    }
}

fn members(text: &str) -> Members<'_> {
    if text.trim_start().starts_with('{') {
        serde_json::from_str(text).expect("it was checked")
    } else {
        Members::default()
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<ByteBuf, &RawValue>()? {
                    members.push((name, value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum LoneSurrogates {
    Stay,
    Replaced,
}

fn passed_on(value: &str) -> String {
    compact(value, LoneSurrogates::Replaced)
}

/// Drops the white space outside strings.
pub fn compact(json: &str, lone_surrogates: LoneSurrogates) -> String {
    let mut out = String::new();
    let mut rest = json;
    let mut in_string = false;
    while let Some(first) = rest.chars().next() {
        let mut len = first.len_utf8();
        if !in_string {
            in_string = first == '"';
            if !first.is_ascii_whitespace() {
                out.push(first);
            }
        } else if first == '\\' {
            len = if unit(rest).is_some() { 6 } else { 2 };
            let is_pair = unit(rest).is_some_and(|unit| (0xd800..0xdc00).contains(&unit))
                && rest
                    .get(6..)
                    .and_then(unit)
                    .is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
            let is_surrogate = unit(rest).is_some_and(|unit| (0xd800..0xe000).contains(&unit));
            if is_pair {
                len = 12;
            }
            if is_surrogate && !is_pair && lone_surrogates == LoneSurrogates::Replaced {
                out.push_str("\\ufffd");
            } else {
                out.push_str(&rest[..len]);
            }
        } else {
            in_string = first != '"';
            out.push(first);
        }
        rest = &rest[len..];
    }
    out
}

/// The number in `\uXXXX`, if that stands here.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}
