//! The grammar of RFC 8259, in one pass and without recursion.
#![forbid(unsafe_code)]

use super::Value;
use super::nesting::{Container, Nesting, Outer};
use super::string::{self, Stop, next_stop, read_escape};
use crate::Error;
use crate::error::position_after;

/// Checks a text, with a byte order mark before it or not, and searches the members of its outermost
/// object, and those of its member that has the name beside `inner`.
pub(super) fn scan<'a>(
    text: &'a str,
    search: &mut Search<'_, 'a>,
    inner: Option<(&str, &mut Search<'_, 'a>)>,
) -> Result<Value<'a>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut notes = Notes {
        white_space: 0,
        lone_surrogates: 0,
        outer: Outer::new(),
        refusal: Error::OutOfMemory,
    };
    Scanner { text }.document(&mut notes, search, inner).ok_or(notes.refusal)
}

/// The members to look for, and the values found: of duplicates the last.
pub(super) struct Search<'s, 'a> {
    pub(super) names: &'s [&'s str],
    pub(super) found: &'s mut [Option<Value<'a>>],
}

/// What is noted on the way.
struct Notes {
    /// Bytes of white space outside strings so far.
    white_space: usize,
    lone_surrogates: usize,
    /// For values that are deeper than a word has bits.
    outer: Outer,
    refusal: Error,
}

/// Its functions take the offset at which to start and return the one behind what they read, which
/// so stays in a register. `None`: what stands there is refused, and `refusal` says why.
///
/// White space is looked for only where nothing else fits, since most texts have none: where it may
/// stand, a function skips it and looks again.
#[derive(Clone, Copy)]
struct Scanner<'a> {
    text: &'a str,
}

/// Where a value starts, and what was noted up to there.
#[derive(Clone, Copy)]
struct Start {
    at: usize,
    white_space: usize,
    lone_surrogates: usize,
}

impl<'a> Scanner<'a> {
    fn document(
        self,
        notes: &mut Notes,
        search: &mut Search<'_, 'a>,
        inner: Option<(&str, &mut Search<'_, 'a>)>,
    ) -> Option<Value<'a>> {
        let at = self.skip_white_space(0, notes);
        let start = self.start(at, notes);
        let end = self.searched_value(at, notes, search, inner)?;
        let value = self.value_since(start, end, notes);
        let rest = self.skip_white_space(end, notes);
        if rest == self.text.len() {
            Some(value)
        } else {
            self.refuse(rest, "the end of the text", notes)
        }
    }

    /// Any value. If it is an object, its members are searched.
    fn searched_value(
        self,
        start: usize,
        notes: &mut Notes,
        search: &mut Search<'_, 'a>,
        mut inner: Option<(&str, &mut Search<'_, 'a>)>,
    ) -> Option<usize> {
        if self.byte(start) != b'{' {
            return self.value(start, notes);
        }
        let mut at = self.skip_white_space(start + 1, notes);
        if self.byte(at) == b'}' {
            return Some(at + 1);
        }
        loop {
            let start = self.skip_white_space(at, notes);
            let (end, has_escapes) = self.name(start, notes)?;
            let name = &self.text[start + 1..end - 1];
            at = self.colon(end, notes)?;
            at = self.skip_white_space(at, notes);
            match &mut inner {
                Some((outer, inner)) if is_name(name, has_escapes, outer) => {
                    inner.found.fill(None);
                    at = self.searched_value(at, notes, inner, None)?;
                }
                _ => {
                    let start = self.start(at, notes);
                    at = self.value(at, notes)?;
                    let mut names = search.names.iter();
                    if let Some(which) = names.position(|wanted| is_name(name, has_escapes, wanted))
                    {
                        search.found[which] = Some(self.value_since(start, at, notes));
                    }
                }
            }
            at = self.skip_white_space(at, notes);
            match self.byte(at) {
                b',' => at += 1,
                b'}' => return Some(at + 1),
                _ => return self.refuse(at, "`,` or `}`", notes),
            }
        }
    }

    /// Any value, whatever is in it.
    fn value(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let mut nesting = Nesting::NONE;
        let mut at = start;
        'value: loop {
            // A value starts here. A container that is not empty goes on with its first value.
            match self.byte(at) {
                b'"' => at = self.string(at + 1, notes)?.0,
                b'{' => {
                    open(&mut nesting, Container::Object, notes)?;
                    at = self.skip_white_space(at + 1, notes);
                    if self.byte(at) != b'}' {
                        at = self.name_and_colon(at, notes)?;
                        continue 'value;
                    }
                    nesting.close(&mut notes.outer);
                    at += 1;
                }
                b'[' => {
                    open(&mut nesting, Container::Array, notes)?;
                    at = self.skip_white_space(at + 1, notes);
                    if self.byte(at) != b']' {
                        continue 'value;
                    }
                    nesting.close(&mut notes.outer);
                    at += 1;
                }
                b' ' | b'\n' | b'\r' | b'\t' => {
                    at = self.skip_white_space_run(at, notes);
                    continue 'value;
                }
                _ => at = self.number_or_literal(at, notes)?,
            }
            // A value ends here. The end of a container is the end of a value, too.
            while !nesting.is_none() {
                let byte = self.byte(at);
                if byte == b',' {
                    at += 1;
                    if nesting.innermost() == Container::Object {
                        at = self.name_and_colon(at, notes)?;
                    }
                    continue 'value;
                }
                match (byte, nesting.innermost()) {
                    (b'}', Container::Object) | (b']', Container::Array) => {
                        nesting.close(&mut notes.outer);
                        at += 1;
                    }
                    (b' ' | b'\n' | b'\r' | b'\t', _) => at = self.skip_white_space_run(at, notes),
                    (_, Container::Object) => return self.refuse(at, "`,` or `}`", notes),
                    (_, Container::Array) => return self.refuse(at, "`,` or `]`", notes),
                }
            }
            return Some(at);
        }
    }

    #[inline(always)]
    fn name_and_colon(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let (end, _) = self.name(start, notes)?;
        self.colon(end, notes)
    }

    /// A member's name, and whether it has escapes. White space may stand in front.
    #[inline(always)]
    fn name(self, start: usize, notes: &mut Notes) -> Option<(usize, bool)> {
        let mut at = start;
        if self.byte(at) != b'"' {
            at = self.skip_white_space_run(at, notes);
            if self.byte(at) != b'"' {
                return self.refuse(at, "a member name", notes);
            }
        }
        self.string(at + 1, notes)
    }

    /// The colon behind a name. White space may stand in front.
    #[inline(always)]
    fn colon(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let mut at = start;
        if self.byte(at) != b':' {
            at = self.skip_white_space_run(at, notes);
            if self.byte(at) != b':' {
                return self.refuse(at, "`:`", notes);
            }
        }
        Some(at + 1)
    }

    /// What follows the opening quote of a string, and whether it has escapes.
    #[inline(always)]
    fn string(self, start: usize, notes: &mut Notes) -> Option<(usize, bool)> {
        match next_stop(self.text.as_bytes(), start) {
            Stop::Quote(at) => Some((at + 1, false)),
            Stop::Other(at) => self.string_end(at, notes).map(|at| (at + 1, true)),
        }
    }

    /// The closing quote of a string that has something in it, at `start`, that is not plain.
    #[cold]
    fn string_end(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let mut at = start;
        loop {
            at = match self.byte(at) {
                b'\\' => self.escape(at, notes)?,
                _ if at == self.text.len() => {
                    return self.refuse(at, "the end of the string", notes);
                }
                _ => return self.refuse(at, "an escape for the control character", notes),
            };
            match next_stop(self.text.as_bytes(), at) {
                Stop::Quote(at) => return Some(at),
                Stop::Other(stop) => at = stop,
            }
        }
    }

    fn escape(self, at: usize, notes: &mut Notes) -> Option<usize> {
        match read_escape(&self.text.as_bytes()[at..]) {
            Ok(escape) => {
                notes.lone_surrogates += usize::from(escape.character.is_none());
                Some(at + escape.len)
            }
            Err(1) => self.refuse(at + 1, "the letter of an escape", notes),
            Err(offset) => self.refuse(at + offset, "a hexadecimal digit", notes),
        }
    }

    fn number_or_literal(self, start: usize, notes: &mut Notes) -> Option<usize> {
        match self.byte(start) {
            b'-' | b'0'..=b'9' => self.number(start, notes),
            b't' => self.literal(start, "true", "`true`", notes),
            b'f' => self.literal(start, "false", "`false`", notes),
            b'n' => self.literal(start, "null", "`null`", notes),
            _ => self.refuse(start, "a value", notes),
        }
    }

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
        if at == start { self.refuse(at, "a digit", notes) } else { Some(at) }
    }

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
        let same = literal.bytes().zip(rest).take_while(|(wanted, byte)| wanted == *byte).count();
        self.refuse(start + same, expected, notes)
    }

    #[inline(always)]
    fn skip_white_space(self, at: usize, notes: &mut Notes) -> usize {
        if self.byte(at) > b' ' { at } else { self.skip_white_space_run(at, notes) }
    }

    #[cold]
    fn skip_white_space_run(self, start: usize, notes: &mut Notes) -> usize {
        let mut at = start;
        while matches!(self.byte(at), b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
        }
        notes.white_space += at - start;
        at
    }

    /// The byte at an offset; behind the end NUL, which no token starts with.
    #[inline(always)]
    fn byte(self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn start(self, at: usize, notes: &Notes) -> Start {
        Start { at, white_space: notes.white_space, lone_surrogates: notes.lone_surrogates }
    }

    fn value_since(self, start: Start, end: usize, notes: &Notes) -> Value<'a> {
        Value {
            text: &self.text[start.at..end],
            white_space: notes.white_space - start.white_space,
            has_lone_surrogate: notes.lone_surrogates > start.lone_surrogates,
        }
    }

    /// The byte at this offset, or the end of the text, is not what the grammar wants there.
    #[cold]
    fn refuse<T>(self, at: usize, expected: &'static str, notes: &mut Notes) -> Option<T> {
        let (line, column) = position_after(&self.text.as_bytes()[..at]);
        notes.refusal = Error::InvalidJson { expected, line, column };
        None
    }
}

#[inline(always)]
fn open(nesting: &mut Nesting, container: Container, notes: &mut Notes) -> Option<()> {
    nesting.open(container, &mut notes.outer).map_err(|error| notes.refusal = error).ok()
}

/// Whether the inside of a name's token stands for this name.
#[inline(always)]
fn is_name(inside: &str, has_escapes: bool, wanted: &str) -> bool {
    if has_escapes { string::decodes_to(inside, wanted) } else { inside == wanted }
}
