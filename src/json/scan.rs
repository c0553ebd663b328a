//! The grammar of RFC 8259, in one pass and without recursion.
#![forbid(unsafe_code)]

use super::Value;
use super::nesting::{Container, Nesting};
use super::string::{plain_end, read_escape};
use crate::Error;
use crate::error::position_after;

/// Checks a text, a byte order mark before it or not, and shows each member of the outermost object
/// to `member`: the inside of its name's token, and its value.
pub(super) fn scan<'a>(
    text: &'a str,
    member: impl FnMut(&'a str, Value<'a>),
) -> Result<Value<'a>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scanner = Scanner {
        text,
        nesting: Nesting::default(),
        name: (0, 0),
        value: Start::default(),
        white_space: 0,
        lone_surrogates: 0,
        refusal: Error::OutOfMemory,
    };
    scanner.document(member).ok_or(scanner.refusal)
}

/// Its functions take the offset at which to start and return the one behind what they read, which
/// so stays in a register. `None`: what stands there is refused, and `refusal` says why.
struct Scanner<'a> {
    text: &'a str,
    nesting: Nesting,
    /// The name of the outermost object's member at hand: where its inside starts and ends.
    name: (usize, usize),
    /// The value of that member.
    value: Start,
    /// Bytes of white space outside strings so far.
    white_space: usize,
    lone_surrogates: usize,
    refusal: Error,
}

/// Where a value starts, and what was counted up to there.
#[derive(Clone, Copy, Default)]
struct Start {
    at: usize,
    white_space: usize,
    lone_surrogates: usize,
}

impl<'a> Scanner<'a> {
    fn document(&mut self, mut member: impl FnMut(&'a str, Value<'a>)) -> Option<Value<'a>> {
        let mut at = self.skip_white_space(0);
        let document = self.start(at);
        loop {
            // A value starts here. A container that is not empty goes on with its first value.
            match self.byte(at) {
                b'"' => at = self.string(at)?,
                b'{' => {
                    at = self.open(at, Container::Object)?;
                    if self.byte(at) != b'}' {
                        at = self.name(at)?;
                        continue;
                    }
                    at = self.close(at);
                }
                b'[' => {
                    at = self.open(at, Container::Array)?;
                    if self.byte(at) != b']' {
                        continue;
                    }
                    at = self.close(at);
                }
                b'-' | b'0'..=b'9' => at = self.number(at)?,
                b't' => at = self.literal(at, "true", "`true`")?,
                b'f' => at = self.literal(at, "false", "`false`")?,
                b'n' => at = self.literal(at, "null", "`null`")?,
                _ => return self.refuse(at, "a value"),
            }
            // A value ends here. The end of a container is the end of a value, too.
            loop {
                let container = self.nesting.innermost();
                match self.nesting.depth() {
                    0 => return self.end(document, at),
                    1 if container == Container::Object => {
                        member(&self.text[self.name.0..self.name.1], self.value(self.value, at));
                    }
                    _ => {}
                }
                at = self.skip_white_space(at);
                match (self.byte(at), container) {
                    (b',', Container::Object) => {
                        at = self.skip_white_space(at + 1);
                        at = self.name(at)?;
                        break;
                    }
                    (b',', Container::Array) => {
                        at = self.skip_white_space(at + 1);
                        break;
                    }
                    (b'}', Container::Object) | (b']', Container::Array) => at = self.close(at),
                    (_, Container::Object) => return self.refuse(at, "`,` or `}`"),
                    (_, Container::Array) => return self.refuse(at, "`,` or `]`"),
                }
            }
        }
    }

    /// The document is whole; nothing but white space may follow it.
    fn end(&mut self, document: Start, at: usize) -> Option<Value<'a>> {
        let document = self.value(document, at);
        let end = self.skip_white_space(at);
        if end == self.text.len() {
            Some(document)
        } else {
            self.refuse(end, "the end of the text")
        }
    }

    #[inline(always)]
    fn open(&mut self, at: usize, container: Container) -> Option<usize> {
        if let Err(error) = self.nesting.open(container) {
            self.refusal = error;
            return None;
        }
        Some(self.skip_white_space(at + 1))
    }

    fn close(&mut self, at: usize) -> usize {
        self.nesting.close();
        at + 1
    }

    /// A member's name and its colon, up to the member's value.
    #[inline(always)]
    fn name(&mut self, start: usize) -> Option<usize> {
        if self.byte(start) != b'"' {
            return self.refuse(start, "a member name");
        }
        let end = self.string(start)?;
        let colon = self.skip_white_space(end);
        if self.byte(colon) != b':' {
            return self.refuse(colon, "`:`");
        }
        let at = self.skip_white_space(colon + 1);
        if self.nesting.depth() == 1 {
            self.name = (start + 1, end - 1);
            self.value = self.start(at);
        }
        Some(at)
    }

    #[inline(always)]
    fn string(&mut self, start: usize) -> Option<usize> {
        let mut at = start + 1;
        loop {
            at = plain_end(self.text.as_bytes(), at);
            match self.byte(at) {
                b'"' => return Some(at + 1),
                b'\\' => at = self.escape(at)?,
                _ if at == self.text.len() => return self.refuse(at, "the end of the string"),
                _ => return self.refuse(at, "an escape for the control character"),
            }
        }
    }

    fn escape(&mut self, at: usize) -> Option<usize> {
        match read_escape(&self.text.as_bytes()[at..]) {
            Ok(escape) => {
                self.lone_surrogates += usize::from(escape.character.is_none());
                Some(at + escape.len)
            }
            Err(1) => self.refuse(at + 1, "the letter of an escape"),
            Err(offset) => self.refuse(at + offset, "a hexadecimal digit"),
        }
    }

    fn number(&mut self, start: usize) -> Option<usize> {
        let mut at = start + usize::from(self.byte(start) == b'-');
        at = if self.byte(at) == b'0' { at + 1 } else { self.digits(at)? };
        if self.byte(at) == b'.' {
            at = self.digits(at + 1)?;
        }
        if matches!(self.byte(at), b'e' | b'E') {
            at += 1;
            at += usize::from(matches!(self.byte(at), b'+' | b'-'));
            at = self.digits(at)?;
        }
        Some(at)
    }

    fn digits(&mut self, start: usize) -> Option<usize> {
        let mut at = start;
        while self.byte(at).is_ascii_digit() {
            at += 1;
        }
        if at == start { self.refuse(at, "a digit") } else { Some(at) }
    }

    fn literal(&mut self, start: usize, literal: &str, expected: &'static str) -> Option<usize> {
        let rest = &self.text.as_bytes()[start..];
        let same = literal.bytes().zip(rest).take_while(|(wanted, byte)| wanted == *byte).count();
        let at = start + same;
        if same == literal.len() { Some(at) } else { self.refuse(at, expected) }
    }

    #[inline(always)]
    fn skip_white_space(&mut self, at: usize) -> usize {
        if self.byte(at) > b' ' { at } else { self.skip_white_space_run(at) }
    }

    fn skip_white_space_run(&mut self, start: usize) -> usize {
        let mut at = start;
        while matches!(self.byte(at), b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
        }
        self.white_space += at - start;
        at
    }

    /// The byte at an offset; behind the end NUL, which no token starts with.
    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn start(&self, at: usize) -> Start {
        Start { at, white_space: self.white_space, lone_surrogates: self.lone_surrogates }
    }

    fn value(&self, start: Start, end: usize) -> Value<'a> {
        Value {
            text: &self.text[start.at..end],
            white_space: self.white_space - start.white_space,
            has_lone_surrogate: self.lone_surrogates > start.lone_surrogates,
        }
    }

    /// The byte at this offset, or the end of the text, is not what the grammar wants there.
    #[cold]
    fn refuse<T>(&mut self, at: usize, expected: &'static str) -> Option<T> {
        let (line, column) = position_after(&self.text.as_bytes()[..at]);
        self.refusal = Error::InvalidJson { expected, line, column };
        None
    }
}
