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

const CANCEL: &str = r#"{"action":"cancel"}"#;

/// What a resolver does in the end.
pub enum Answered<'a> {
    Fails,
    Nothing,
    /// A whole Answer that was taken.
    Json(&'a str),
}

pub fn elicitation_to_request(params: &[u8]) -> Outcome {
    outcome(checked(params).map(|params| request(&members(params))))
}

pub fn answer_to_elicit_result(answer: &[u8]) -> Outcome {
    outcome(checked(answer).map(elicit_result))
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
        Err(status) => return (Outcome { status, text: None }, None),
    };
    let Some((id, method)) = id_and_method(&message) else {
        return (Outcome { status: TN_NO_REPLY, text: None }, None);
    };
    let refused = |error: &str| {
        (Outcome { status: TN_OK, text: frame(id, &format!(r#""error":{error}"#)) }, None)
    };
    if modes & 3 == 0 || !is_string_of(method, "elicitation/create") {
        return refused(r#"{"code":-32601,"message":"Method not found"}"#);
    }
    let params = members(message.last("params").unwrap_or("{}"));
    let is_url = params.last("mode").is_some_and(|mode| is_string_of(mode, "url"));
    if modes & (if is_url { TN_MODE_URL } else { TN_MODE_FORM }) == 0 {
        return refused(r#"{"code":-32602,"message":"Unsupported elicitation mode"}"#);
    }
    (Outcome { status: TN_OK, text: None }, Some(request(&params)))
}

pub fn server_request_finish(message: &[u8], answer: Option<&[u8]>) -> Outcome {
    let none = |status| Outcome { status, text: None };
    let answer = answer.map(checked).transpose();
    let utf8 = |status: &tn_status| *status == TN_ERR_INVALID_UTF8;
    let message = match checked(message) {
        Ok(message) => members(message),
        // UTF-8 of both texts is looked at first.
        Err(TN_ERR_INVALID_JSON) if answer.as_ref().is_err_and(utf8) => {
            return none(TN_ERR_INVALID_UTF8);
        }
        Err(status) => return none(status),
    };
    if answer.as_ref().is_err_and(utf8) {
        return none(TN_ERR_INVALID_UTF8);
    }
    match id_and_method(&message) {
        Some((id, method)) if is_string_of(method, "elicitation/create") => match answer {
            Ok(answer) => {
                let result = answer.map_or_else(|| CANCEL.to_owned(), elicit_result);
                Outcome { status: TN_OK, text: frame(id, &format!(r#""result":{result}"#)) }
            }
            Err(status) => none(status),
        },
        _ => none(TN_NO_REPLY),
    }
}

/// Of what is a request of the server's.
fn id_and_method<'a>(message: &Members<'a>) -> Option<(&'a str, &'a str)> {
    let (id, method) = (message.last("id")?, message.last("method")?);
    (id != "null" && is_given(method)).then_some((id, method))
}

fn frame(id: &str, outcome: &str) -> Option<String> {
    let id = compact(id, LoneSurrogates::Stay);
    Some(format!(r#"{{"jsonrpc":"2.0","id":{id},{outcome}}}"#))
}

/// The params to retry with, and the Requests that the resolver must have been given. It answers each
/// in the same way.
pub fn input_required_retry(
    resolver: Option<Answered<'_>>,
    params: &[u8],
    result: &[u8],
) -> (Outcome, Vec<String>) {
    let none = |status| (Outcome { status, text: None }, Vec::new());
    let (params, result) = match (checked(params), checked(result)) {
        (Ok(params), Ok(result)) => (params, members(result)),
        (Err(TN_ERR_INVALID_UTF8), _) | (_, Err(TN_ERR_INVALID_UTF8)) => {
            return none(TN_ERR_INVALID_UTF8);
        }
        _ => return none(TN_ERR_INVALID_JSON),
    };
    if !result.last("resultType").is_some_and(|kind| is_string_of(kind, "input_required")) {
        return none(TN_NO_REPLY);
    }
    let is_ours =
        |name: &str| is_string_of(name, "inputResponses") || is_string_of(name, "requestState");
    let mut out: Vec<String> = tokens(params)
        .into_iter()
        .filter(|(name, _)| !is_ours(name))
        .map(|(name, value)| format!("{}:{}", passed_on(&name), passed_on(&value)))
        .collect();
    let (mut status, mut asked) = (TN_OK, Vec::new());
    if let Some(requests) = result.last("inputRequests").filter(|value| is_given(value)) {
        let all = tokens(requests);
        let is_last =
            |at: usize| !all[at + 1..].iter().any(|(name, _)| same_name(name, &all[at].0));
        let last: Vec<_> = (0..all.len()).filter(|&at| is_last(at)).map(|at| &all[at]).collect();
        let is_supported = |(_, input): &&(String, String)| {
            let method = members(input).last("method").map(str::to_owned);
            method.is_some_and(|method| is_string_of(&method, "elicitation/create"))
        };
        if !last.is_empty() && (resolver.is_none() || !last.iter().all(is_supported)) {
            return none(TN_ERR_UNSUPPORTED_INPUT);
        }
        let mut responses = Vec::new();
        for (name, input) in last {
            asked.push(request(&members(members(input).last("params").unwrap_or("{}"))));
            let response = match &resolver {
                Some(Answered::Json(answer)) => elicit_result(answer),
                Some(Answered::Nothing) => CANCEL.to_owned(),
                _ => {
                    status = TN_RESOLVER_FAILED;
                    CANCEL.to_owned()
                }
            };
            responses.push(format!("{}:{response}", passed_on(name)));
        }
        out.push(format!(r#""inputResponses":{{{}}}"#, responses.join(",")));
    }
    if let Some(state) = result.last("requestState").filter(|state| *state != "null") {
        out.push(format!(r#""requestState":{}"#, passed_on(state)));
    }
    (Outcome { status, text: Some(format!("{{{}}}", out.join(","))) }, asked)
}

/// Whether two names come out as the same one: a lone surrogate is the replacement character.
fn same_name(one: &str, other: &str) -> bool {
    let decoded =
        |name: &str| serde_json::from_str::<String>(&passed_on(name)).expect("it is whole");
    decoded(one) == decoded(other)
}

/// The names and values of an object, as their tokens, one character after the other.
fn tokens(text: &str) -> Vec<(String, String)> {
    let text = compact(text, LoneSurrogates::Stay);
    let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return Vec::new();
    };
    let (mut found, mut part) = (Vec::new(), String::new());
    let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
    let mut name = None;
    for character in inside.chars() {
        if in_string {
            in_string = character != '"' || is_escaped;
            is_escaped = character == '\\' && !is_escaped;
        } else {
            match character {
                '"' => in_string = true,
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                ':' if depth == 0 => {
                    name = Some(std::mem::take(&mut part));
                    continue;
                }
                ',' if depth == 0 => {
                    found.push((name.take().expect("a name"), std::mem::take(&mut part)));
                    continue;
                }
                _ => {}
            }
        }
        part.push(character);
    }
    if let Some(name) = name {
        found.push((name, part));
    }
    found
}

fn request(params: &Members<'_>) -> String {
    let given = |name| params.last(name).filter(|value| is_given(value));
    let is_url = params.last("mode").is_some_and(|mode| is_string_of(mode, "url"));
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
    format!(r#"{{"id":"{ID}","kind":"{kind}","prompt":{prompt}{rest}}}"#)
}

fn elicit_result(answer: &str) -> String {
    let answer = members(answer);
    if answer.last("ok") == Some("true") {
        let data = answer.last("data").filter(|data| is_given(data)).map_or("{}".into(), passed_on);
        format!(r#"{{"action":"accept","content":{data}}}"#)
    } else if answer.last("reason").is_some_and(|reason| is_string_of(reason, "declined")) {
        r#"{"action":"decline"}"#.to_owned()
    } else {
        CANCEL.to_owned()
    }
}

fn outcome(text: Result<String, tn_status>) -> Outcome {
    match text {
        Ok(text) => Outcome { status: TN_OK, text: Some(text) },
        Err(status) => Outcome { status, text: None },
    }
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
