//! The grammar's tokens: strings, numbers, literals, and what else may stand at a place.
#![forbid(unsafe_code)]

use super::scan::{Notes, Scanner};
use super::string::{Stop, next_stop, read_escape};
use super::value::Escapes;

impl Scanner<'_> {
    /// What follows the opening quote of a string, or is left of it.
    #[inline(never)]
    pub(super) fn string(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let mut at = start;
        loop {
            let stop = match next_stop(self.text.as_bytes(), at) {
                Stop::Quote(at) => return Some(at + 1),
                Stop::Other(stop) => stop,
            };
            at = match self.byte(stop) {
                b'\\' => self.escape(stop, notes)?,
                _ if stop == self.text.len() => {
                    return notes.refuse_token(stop, "the end of the string");
                }
                _ => return notes.refuse_token(stop, "an escape for the control character"),
            };
        }
    }

    /// The same, faster if it is plain, and inlined.
    #[inline(always)]
    pub(super) fn mostly_plain_string(self, start: usize, notes: &mut Notes) -> Option<usize> {
        match next_stop(self.text.as_bytes(), start) {
            Stop::Quote(at) => Some(at + 1),
            Stop::Other(at) => self.string(at, notes),
        }
    }

    fn escape(self, at: usize, notes: &mut Notes) -> Option<usize> {
        match read_escape(&self.text.as_bytes()[at..]) {
            Ok(escape) => {
                let found = escape.character.map_or(Escapes::LoneSurrogates, |_| Escapes::Some);
                notes.escapes = notes.escapes.max(found);
                Some(at + escape.len)
            }
            Err(1) => notes.refuse_token(at + 1, "the letter of an escape"),
            Err(offset) => notes.refuse_token(at + offset, "a hexadecimal digit"),
        }
    }

    #[inline(always)]
    pub(super) fn number_or_literal(self, start: usize, notes: &mut Notes) -> Option<usize> {
        match self.byte(start) {
            // Most numbers of a schema are of one digit.
            b'0'..=b'9' if matches!(self.byte(start + 1), b',' | b'}') => Some(start + 1),
            b'-' | b'0'..=b'9' => self.number(start, notes),
            b't' => self.literal(start, "true", "`true`", notes),
            b'f' => self.literal(start, "false", "`false`", notes),
            b'n' => self.literal(start, "null", "`null`", notes),
            _ => notes.refuse(start, "a value"),
        }
    }

    #[inline(never)]
    fn number(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let mut at = start + usize::from(self.byte(start) == b'-');
        at = if self.byte(at) == b'0' { at + 1 } else { self.digits(at, notes)? };
        if self.byte(at) == b'.' {
            at = self.digits(at + 1, notes)?;
        }
        if matches!(self.byte(at), b'e' | b'E') {
            at += 1;
            at += usize::from(matches!(self.byte(at), b'+' | b'-'));
            at = self.digits(at, notes)?;
        }
        Some(at)
    }

    fn digits(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let mut at = start;
        while self.byte(at).is_ascii_digit() {
            at += 1;
        }
        if at == start { notes.refuse_token(at, "a digit") } else { Some(at) }
    }

    #[inline(always)]
    fn literal(
        self,
        start: usize,
        literal: &str,
        expected: &'static str,
        notes: &mut Notes,
    ) -> Option<usize> {
        let rest = &self.text.as_bytes()[start..];
        if rest.starts_with(literal.as_bytes()) {
            return Some(start + literal.len());
        }
        self.no_literal(start, literal, expected, notes)
    }

    #[cold]
    fn no_literal(
        self,
        start: usize,
        literal: &str,
        expected: &'static str,
        notes: &mut Notes,
    ) -> Option<usize> {
        let rest = &self.text.as_bytes()[start..];
        let same = literal.bytes().zip(rest).take_while(|(wanted, byte)| wanted == *byte).count();
        notes.refuse_token(start + same, expected)
    }

    /// The byte at an offset; behind the end NUL, which no token starts with.
    #[inline(always)]
    pub(super) fn byte(self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }
}
