//! The grammar of RFC 8259, in one pass and without recursion.
#![forbid(unsafe_code)]

use super::Value;
use super::nesting::{Container, Nesting};
use super::string::{plain_len, read_escape};
use crate::Error;
use crate::error::position_after;

/// Checks a text, a byte order mark before it or not, and shows each member of the outermost object
/// to `member`: the inside of its name's token, and its value.
pub(super) fn scan<'a>(
    text: &'a str,
    member: impl FnMut(&'a str, Value<'a>),
) -> Result<Value<'a>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scanner = Scanner { text, at: 0, white_space: 0, lone_surrogates: 0 };
    scanner.document(member).map_err(|stop| match stop {
        Stop::Expected(expected) => {
            let (line, column) = position_after(&text.as_bytes()[..scanner.at]);
            Error::InvalidJson { expected, line, column }
        }
        Stop::Failed(error) => error,
    })
}

/// Why a scan ended early.
enum Stop {
    /// The byte that it stands at is not what the grammar wants there.
    Expected(&'static str),
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Failed(error)
    }
}

/// A place in the text, and what was counted up to it.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    white_space: usize,
    lone_surrogates: usize,
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Bytes of white space outside strings so far.
    white_space: usize,
    lone_surrogates: usize,
}

impl<'a> Scanner<'a> {
    fn document(&mut self, mut member: impl FnMut(&'a str, Value<'a>)) -> Result<Value<'a>, Stop> {
        let mut nesting = Nesting::default();
        let mut member_name = "";
        self.skip_white_space();
        let start = self.mark();
        let mut member_start = start;
        loop {
            if nesting.depth() == 1 {
                member_start = self.mark();
            }
            // A value starts here. A container that is not empty goes on with its first value.
            match self.peek() {
                Some(b'{') => {
                    self.advance();
                    nesting.open(Container::Object)?;
                    if self.peek() != Some(b'}') {
                        let name = self.name()?;
                        if nesting.depth() == 1 {
                            member_name = name;
                        }
                        continue;
                    }
                    self.at += 1;
                    nesting.close();
                }
                Some(b'[') => {
                    self.advance();
                    nesting.open(Container::Array)?;
                    if self.peek() != Some(b']') {
                        continue;
                    }
                    self.at += 1;
                    nesting.close();
                }
                Some(b'"') => _ = self.string()?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.literal("true", "`true`")?,
                Some(b'f') => self.literal("false", "`false`")?,
                Some(b'n') => self.literal("null", "`null`")?,
                _ => return Err(Stop::Expected("a value")),
            }
            // A value ends here. The end of a container is the end of a value, too.
            loop {
                if nesting.depth() == 0 {
                    let value = self.value_since(start);
                    self.skip_white_space();
                    return match self.peek() {
                        None => Ok(value),
                        Some(_) => Err(Stop::Expected("the end of the text")),
                    };
                }
                let container = nesting.innermost();
                if nesting.depth() == 1 && container == Container::Object {
                    member(member_name, self.value_since(member_start));
                }
                self.skip_white_space();
                match (container, self.peek()) {
                    (Container::Array, Some(b',')) => {
                        self.advance();
                        break;
                    }
                    (Container::Object, Some(b',')) => {
                        self.advance();
                        let name = self.name()?;
                        if nesting.depth() == 1 {
                            member_name = name;
                        }
                        break;
                    }
                    (Container::Array, Some(b']')) | (Container::Object, Some(b'}')) => {
                        self.at += 1;
                        nesting.close();
                    }
                    (Container::Array, _) => return Err(Stop::Expected("`,` or `]`")),
                    (Container::Object, _) => return Err(Stop::Expected("`,` or `}`")),
                }
            }
        }
    }

    /// A member's name with the colon and the white space that follow it; returns the name's inside.
    fn name(&mut self) -> Result<&'a str, Stop> {
        if self.peek() != Some(b'"') {
            return Err(Stop::Expected("a member name"));
        }
        let name = self.string()?;
        self.skip_white_space();
        if self.peek() != Some(b':') {
            return Err(Stop::Expected("`:`"));
        }
        self.advance();
        Ok(name)
    }

    /// A string token; returns its inside.
    fn string(&mut self) -> Result<&'a str, Stop> {
        let start = self.at + 1;
        self.at = start;
        loop {
            self.at += plain_len(&self.text.as_bytes()[self.at..]);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(Stop::Expected("an escape for the control character")),
                None => return Err(Stop::Expected("the end of the string")),
            }
        }
        let inside = &self.text[start..self.at];
        self.at += 1;
        Ok(inside)
    }

    fn escape(&mut self) -> Result<(), Stop> {
        match read_escape(&self.text.as_bytes()[self.at..]) {
            Ok(escape) => {
                self.at += escape.len;
                self.lone_surrogates += usize::from(escape.character.is_none());
                Ok(())
            }
            Err(offset) => {
                self.at += offset;
                Err(Stop::Expected(match offset {
                    1 => "the letter of an escape",
                    _ => "a hexadecimal digit",
                }))
            }
        }
    }

    fn number(&mut self) -> Result<(), Stop> {
        self.skip_one_of(b"-");
        if !self.skip_one_of(b"0") {
            self.digits()?;
        }
        if self.skip_one_of(b".") {
            self.digits()?;
        }
        if self.skip_one_of(b"eE") {
            self.skip_one_of(b"+-");
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Stop> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start {
            return Err(Stop::Expected("a digit"));
        }
        Ok(())
    }

    fn literal(&mut self, literal: &str, expected: &'static str) -> Result<(), Stop> {
        for byte in literal.bytes() {
            if self.peek() != Some(byte) {
                return Err(Stop::Expected(expected));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes past a punctuation mark and the white space behind it.
    fn advance(&mut self) {
        self.at += 1;
        self.skip_white_space();
    }

    fn skip_one_of(&mut self, bytes: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(found);
        found
    }

    fn skip_white_space(&mut self) {
        let start = self.at;
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.white_space += self.at - start;
    }

    fn mark(&self) -> Mark {
        Mark { at: self.at, white_space: self.white_space, lone_surrogates: self.lone_surrogates }
    }

    fn value_since(&self, start: Mark) -> Value<'a> {
        Value {
            text: &self.text[start.at..self.at],
            white_space: self.white_space - start.white_space,
            has_lone_surrogate: self.lone_surrogates > start.lone_surrogates,
        }
    }
}
