//! Output: parts joined to one text, in a single allocation of exactly its size.
#![forbid(unsafe_code)]

use super::Value;
use super::string::{Piece, Stop, next_stop, pieces};
use crate::Error;

#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    /// As it is.
    Literal(&'a str),
    /// A value's tokens without the white space between them, a lone surrogate as `\ufffd`: strict
    /// peers drop a whole line that holds one, and the call would hang.
    Value(Value<'a>),
    /// The same, but lone surrogates stay: a peer finds its request by the id that it sent.
    Id(Value<'a>),
    /// Compact JSON text, as a string.
    Quoted(&'a str),
}

/// Joins the parts. The text's capacity is its length and one byte: the C ABI puts a NUL there.
pub(crate) fn concat(parts: &[Part<'_>]) -> Result<String, Error> {
    let len: usize = parts.iter().map(Part::len).sum();
    let mut text = String::new();
    text.try_reserve_exact(len + 1)?;
    parts.iter().for_each(|part| part.write(&mut text));
    debug_assert_eq!(text.len(), len, "more would allocate again, and infallibly");
    Ok(text)
}

impl Part<'_> {
    fn len(&self) -> usize {
        match self {
            Part::Literal(text) => text.len(),
            Part::Value(value) | Part::Id(value) => value.text.len() - value.white_space,
            Part::Quoted(text) => 2 + text.len() + text.bytes().filter(is_quoted).count(),
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Part::Literal(text) => out.push_str(text),
            Part::Value(value) => write_value(value, value.has_lone_surrogate, out),
            Part::Id(value) => write_value(value, false, out),
            Part::Quoted(text) => write_quoted(text, out),
        }
    }
}

fn write_value(value: &Value<'_>, replace_lone_surrogates: bool, out: &mut String) {
    let text = value.text;
    if value.white_space == 0 && !replace_lone_surrogates {
        return out.push_str(text);
    }
    let bytes = text.as_bytes();
    // What stands between `copied` and `at` goes to the output as it is.
    let (mut copied, mut at) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at);
                if replace_lone_surrogates {
                    out.push_str(&text[copied..at]);
                    write_without_lone_surrogates(&text[at..end], out);
                    copied = end;
                }
                at = end;
            }
            b' ' | b'\t' | b'\n' | b'\r' => {
                out.push_str(&text[copied..at]);
                while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
                    at += 1;
                }
                copied = at;
            }
            _ => at += 1,
        }
    }
    out.push_str(&text[copied..]);
}

/// The end of the valid string token that starts at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        match next_stop(bytes, at) {
            Stop::Quote(end) => return end + 1,
            Stop::Other(backslash) => at = backslash + 2,
        }
    }
}

fn write_without_lone_surrogates(token: &str, out: &mut String) {
    let inside = &token[1..token.len() - 1];
    out.push('"');
    pieces(inside).for_each(|piece| {
        out.push_str(match piece {
            Piece::Plain(plain) => plain,
            Piece::Escape { character: None, .. } => "\\ufffd",
            Piece::Escape { token, .. } => token,
        });
    });
    out.push('"');
}

/// Compact JSON text holds no control character, so these two are all that a string needs escaped.
fn is_quoted(byte: &u8) -> bool {
    matches!(byte, b'"' | b'\\')
}

fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    for run in text.split_inclusive(['"', '\\']) {
        let plain = run.strip_suffix(['"', '\\']).unwrap_or(run);
        out.push_str(plain);
        if plain.len() < run.len() {
            out.push('\\');
            out.push_str(&run[plain.len()..]);
        }
    }
    out.push('"');
}
