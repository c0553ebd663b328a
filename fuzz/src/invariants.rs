//! What must hold of every output, whatever the model says.

use tn_elicit::Error;

use crate::abi::Outcome;
use crate::model::{self, ID, LoneSurrogates, compact, elements, tokens};

/// Ours and the model's are the same, and the output is strict JSON, compact, and on one line.
pub fn assert_same(ours: &Outcome, expected: &Outcome) {
    assert_eq!(ours, expected);
    if let Some(text) = &ours.text {
        assert_is_output(text);
    }
}

/// A lone surrogate may stand in an echoed id alone, and the model has compared that.
pub fn assert_is_output(text: &str) {
    assert!(model::checked(text.as_bytes()).is_ok(), "no JSON: {text}");
    assert!(!text.starts_with('\u{feff}'));
    assert!(!text.contains(['\n', '\r', '\0']), "not one line: {text:?}");
    assert_eq!(text, compact(text, LoneSurrogates::Stay), "not compact");
}

/// No lone surrogate at all.
pub fn assert_is_whole(text: &str) {
    assert_eq!(text, compact(text, LoneSurrogates::Replaced), "a lone surrogate");
}

/// A Request with its id, which is checked, written as `ID`.
pub fn without_id(request: &str) -> String {
    let rest = request.strip_prefix(r#"{"id":"elc-"#).expect("it starts with the id");
    let (id, rest) = rest.split_once('"').expect("the id ends");
    let (milliseconds, counter) = id.split_once('-').expect("the id has two numbers");
    for number in [milliseconds, counter] {
        assert!(number.parse::<u64>().is_ok_and(|read| read.to_string() == number), "{id}");
    }
    format!(r#"{{"id":"{ID}"{rest}"#)
}

/// The same of each Request in an array.
pub fn without_ids(requests: &str) -> String {
    let requests: Vec<_> = elements(requests).iter().map(|request| without_id(request)).collect();
    format!("[{}]", requests.join(","))
}

/// The same of what a result asks for: of the values in the first member.
pub fn without_ids_in_members(asked: &str) -> String {
    let [(requests, pairs), (others, rest)] =
        <[_; 2]>::try_from(tokens(asked)).expect("it has two members");
    let pairs = tokens(&pairs).into_iter();
    let pairs: Vec<_> =
        pairs.map(|(key, request)| format!("{key}:{}", without_id(&request))).collect();
    format!("{{{requests}:{{{}}},{others}:{rest}}}", pairs.join(","))
}

/// Where a text without a byte order mark is refused, if it is.
pub fn refused_at(text: &str) -> Option<usize> {
    let Error::InvalidJson { line, column, .. } = tn_elicit::elicitation_to_request(text).err()?
    else {
        panic!("there is memory");
    };
    let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    Some(before + column - 1)
}
