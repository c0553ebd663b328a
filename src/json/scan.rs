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
    let mut scanner =
        Scanner { text, white_space: 0, lone_surrogates: 0, refusal: Error::OutOfMemory };
    scanner.document(member).ok_or(scanner.refusal)
}

/// Its functions take the offset at which to start and return the one behind what they read, which
/// so stays in a register. `None`: what stands there is refused, and `refusal` says why.
///
/// White space is looked for only where nothing else fits, since most texts have none: where it may
/// stand, a function skips it and looks again.
struct Scanner<'a> {
    text: &'a str,
    /// Bytes of white space outside strings so far.
    white_space: usize,
    lone_surrogates: usize,
    refusal: Error,
}

/// Where a value starts, and what was counted up to there.
#[derive(Clone, Copy)]
struct Start {
    at: usize,
    white_space: usize,
    lone_surrogates: usize,
}

impl<'a> Scanner<'a> {
    fn document(&mut self, mut member: impl FnMut(&'a str, Value<'a>)) -> Option<Value<'a>> {
        let start = self.skip_white_space(0);
        let document = self.start(start);
        let end = if self.byte(start) == b'{' {
            self.outermost_object(start, &mut member)?
        } else {
            self.value(start)?
        };
        let document = self.value_since(document, end);
        let rest = self.skip_white_space(end);
        if rest == self.text.len() {
            Some(document)
        } else {
            self.refuse(rest, "the end of the text")
        }
    }

    fn outermost_object(
        &mut self,
        start: usize,
        member: &mut impl FnMut(&'a str, Value<'a>),
    ) -> Option<usize> {
        let mut at = self.skip_white_space(start + 1);
        if self.byte(at) == b'}' {
            return Some(at + 1);
        }
        loop {
            let name = self.skip_white_space(at);
            at = self.name(name)?;
            let name = &self.text[name + 1..at - 1];
            at = self.colon(at)?;
            at = self.skip_white_space(at);
            let value = self.start(at);
            at = self.value(at)?;
            member(name, self.value_since(value, at));
            at = self.skip_white_space(at);
            match self.byte(at) {
                b',' => at += 1,
                b'}' => return Some(at + 1),
                _ => return self.refuse(at, "`,` or `}`"),
            }
        }
    }

    /// Any value, whatever is in it.
    fn value(&mut self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut nesting = Nesting::default();
        let mut at = start;
        'value: loop {
            // A value starts here. A container that is not empty goes on with its first value.
            match byte(bytes, at) {
                b'"' => {
                    at = plain_end(bytes, at + 1);
                    if byte(bytes, at) != b'"' {
                        at = self.string_end(at)?;
                    }
                    at += 1;
                }
                b'{' => {
                    self.open(&mut nesting, Container::Object)?;
                    at = self.skip_white_space(at + 1);
                    if byte(bytes, at) != b'}' {
                        at = self.name(at)?;
                        at = self.colon(at)?;
                        continue 'value;
                    }
                    nesting.close();
                    at += 1;
                }
                b'[' => {
                    self.open(&mut nesting, Container::Array)?;
                    at = self.skip_white_space(at + 1);
                    if byte(bytes, at) != b']' {
                        continue 'value;
                    }
                    nesting.close();
                    at += 1;
                }
                b'-' | b'0'..=b'9' => at = self.number(at)?,
                b't' => at = self.literal(at, "true", "`true`")?,
                b'f' => at = self.literal(at, "false", "`false`")?,
                b'n' => at = self.literal(at, "null", "`null`")?,
                b' ' | b'\n' | b'\r' | b'\t' => {
                    at = self.skip_white_space(at);
                    continue 'value;
                }
                _ => return self.refuse(at, "a value"),
            }
            // A value ends here. The end of a container is the end of a value, too.
            while nesting.depth() != 0 {
                match (byte(bytes, at), nesting.innermost()) {
                    (b',', Container::Array) => {
                        at += 1;
                        continue 'value;
                    }
                    (b',', Container::Object) => {
                        at += 1;
                        if byte(bytes, at) != b'"' {
                            at = self.skip_white_space(at);
                        }
                        at = self.name(at)?;
                        at = self.colon(at)?;
                        continue 'value;
                    }
                    (b'}', Container::Object) | (b']', Container::Array) => {
                        nesting.close();
                        at += 1;
                    }
                    (b' ' | b'\n' | b'\r' | b'\t', _) => at = self.skip_white_space(at),
                    (_, Container::Object) => return self.refuse(at, "`,` or `}`"),
                    (_, Container::Array) => return self.refuse(at, "`,` or `]`"),
                }
            }
            return Some(at);
        }
    }

    #[inline(always)]
    fn open(&mut self, nesting: &mut Nesting, container: Container) -> Option<()> {
        nesting.open(container).map_err(|error| self.refusal = error).ok()
    }

    /// A member's name.
    #[inline(always)]
    fn name(&mut self, start: usize) -> Option<usize> {
        if self.byte(start) != b'"' {
            return self.refuse(start, "a member name");
        }
        let mut at = plain_end(self.text.as_bytes(), start + 1);
        if self.byte(at) != b'"' {
            at = self.string_end(at)?;
        }
        Some(at + 1)
    }

    /// The colon behind a name.
    #[inline(always)]
    fn colon(&mut self, start: usize) -> Option<usize> {
        if self.byte(start) == b':' {
            return Some(start + 1);
        }
        let at = self.skip_white_space(start);
        if self.byte(at) == b':' { Some(at + 1) } else { self.refuse(at, "`:`") }
    }

    /// The closing quote of a string that has something in it, at `start`, that is not plain.
    #[cold]
    fn string_end(&mut self, start: usize) -> Option<usize> {
        let mut at = start;
        loop {
            match self.byte(at) {
                b'"' => return Some(at),
                b'\\' => at = self.escape(at)?,
                _ if at == self.text.len() => return self.refuse(at, "the end of the string"),
                _ => return self.refuse(at, "an escape for the control character"),
            }
            at = plain_end(self.text.as_bytes(), at);
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
        if rest.starts_with(literal.as_bytes()) {
            return Some(start + literal.len());
        }
        let same = literal.bytes().zip(rest).take_while(|(wanted, byte)| wanted == *byte).count();
        self.refuse(start + same, expected)
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

    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        byte(self.text.as_bytes(), at)
    }

    fn start(&self, at: usize) -> Start {
        Start { at, white_space: self.white_space, lone_surrogates: self.lone_surrogates }
    }

    fn value_since(&self, start: Start, end: usize) -> Value<'a> {
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

/// The byte at an offset; behind the end NUL, which no token starts with.
#[inline(always)]
fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}
