//! The mappings of the contract, slow and obvious, on serde_json: what must come out for an input.
//!
//! The grammar is serde_json's. Values are its raw texts, so that pass-through can be held against
//! them token for token, and a compacter of its own, which looks at one character after the other.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_bytes::ByteBuf;
use serde_json::value::RawValue;
use tn_elicit::ffi::{
    TN_ERR_INVALID_JSON, TN_ERR_INVALID_UTF8, TN_NO_REPLY, TN_OK, TN_RESOLVER_FAILED, tn_status,
};

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
    let message = match checked(message) {
        Ok(message) => members(message),
        Err(status) => return (Outcome { status, text: None }, None),
    };
    let (Some(id), Some(method)) = (message.last("id"), message.last("method")) else {
        return (Outcome { status: TN_NO_REPLY, text: None }, None);
    };
    if id == "null" || !is_given(method) {
        return (Outcome { status: TN_NO_REPLY, text: None }, None);
    }
    let frame = |outcome: &str| {
        let id = compact(id, LoneSurrogates::Stay);
        Some(format!(r#"{{"jsonrpc":"2.0","id":{id},{outcome}}}"#))
    };
    let Some(answered) = resolver.filter(|_| is_string_of(method, "elicitation/create")) else {
        let text = frame(r#""error":{"code":-32601,"message":"Method not found"}"#);
        return (Outcome { status: TN_OK, text }, None);
    };
    let asked = request(&members(message.last("params").unwrap_or("{}")));
    let (status, result) = match answered {
        Answered::Fails => (TN_RESOLVER_FAILED, CANCEL.to_owned()),
        Answered::Nothing => (TN_OK, CANCEL.to_owned()),
        Answered::Json(answer) => (TN_OK, elicit_result(answer)),
    };
    (Outcome { status, text: frame(&format!(r#""result":{result}"#)) }, Some(asked))
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
