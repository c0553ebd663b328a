//! The grammar of RFC 8259 but for its white space, in one pass and without recursion.
#![forbid(unsafe_code)]

use super::nesting::{Container, Nesting, Outer};
use super::string::{Stop, decoded, next_stop, stops_in};
use super::value::{Escapes, Member, Value};
use crate::Error;

/// Checks a text and searches the members of its outermost object, and those of its member that has
/// the index beside `inner`.
pub(super) fn scan<'a>(
    text: &'a str,
    search: &mut Search<'_, 'a>,
    inner: Option<&mut (usize, &mut Search<'_, 'a>)>,
) -> Result<Value<'a>, Refusal> {
    let mut notes = Notes::new();
    Scanner { text }.document(&mut notes, search, inner).ok_or(notes.refusal)
}

/// The members of a text that was scanned before: names and values.
pub(super) fn all_members(text: &str) -> Result<Vec<Member<'_>>, Error> {
    let mut notes = Notes::new();
    let members = Scanner { text }.all_members(&mut notes);
    // It is valid and compact, so that nothing but memory can run out.
    members.ok_or(Error::OutOfMemory)
}

/// Why a text is refused.
pub(super) enum Refusal {
    /// The byte at this offset, or the end of the text, is not what the grammar wants there: how a
    /// token goes on, or which one comes next.
    Unexpected {
        at: usize,
        expected: &'static str,
        in_token: bool,
    },
    OutOfMemory,
}

/// The members to look for: which name has which index, and the values found there: of duplicates the
/// last.
pub(super) struct Search<'s, 'a> {
    pub(super) index: fn(&[u8]) -> Option<usize>,
    pub(super) found: &'s mut [Option<Value<'a>>],
}

/// What is noted on the way.
pub(super) struct Notes {
    pub(super) escapes: usize,
    pub(super) lone_surrogates: usize,
    /// For values that are deeper than a word has bits.
    outer: Outer,
    pub(super) refusal: Refusal,
}

impl Notes {
    fn new() -> Self {
        Self { escapes: 0, lone_surrogates: 0, outer: Outer::new(), refusal: Refusal::OutOfMemory }
    }
}

/// Its functions take the offset at which to start and return the one behind what they read, which
/// so stays in a register. `None`: what stands there is refused, and `refusal` says why.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
}

/// Where a value starts, and what was noted up to there.
#[derive(Clone, Copy)]
struct Start {
    at: usize,
    escapes: usize,
    lone_surrogates: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Name,
    Value,
}

/// Where the next value starts, or the last one ends.
enum Next {
    Value(usize),
    End(usize),
}

impl<'a> Scanner<'a> {
    fn document(
        self,
        notes: &mut Notes,
        search: &mut Search<'_, 'a>,
        inner: Option<&mut (usize, &mut Search<'_, 'a>)>,
    ) -> Option<Value<'a>> {
        let start = self.start(0, notes);
        let end = self.searched_value(0, notes, search, inner)?;
        if end < self.text.len() {
            return self.refuse(end, "the end of the text", notes);
        }
        Some(self.value_since(start, end, notes))
    }

    /// Any value. If it is an object, its members are searched.
    fn searched_value(
        self,
        start: usize,
        notes: &mut Notes,
        search: &mut Search<'_, 'a>,
        mut inner: Option<&mut (usize, &mut Search<'_, 'a>)>,
    ) -> Option<usize> {
        if self.byte(start) != b'{' {
            return self.value(start, notes);
        }
        let mut at = start + 1;
        if self.byte(at) == b'}' {
            return Some(at + 1);
        }
        loop {
            let name = self.start(at, notes);
            let end = self.name(at, notes)?;
            let which = self.index(name, end, notes, search.index);
            at = self.colon(end, notes)?;
            match &mut inner {
                Some((index, inner)) if which == Some(*index) => {
                    inner.found.fill(None);
                    at = self.searched_value(at, notes, inner, None)?;
                }
                _ => {
                    let start = self.start(at, notes);
                    at = match self.byte(at) {
                        b'"' => self.string(at + 1, notes)?,
                        _ => self.value(at, notes)?,
                    };
                    if let Some(found) = which.and_then(|index| search.found.get_mut(index)) {
                        *found = Some(self.value_since(start, at, notes));
                    }
                }
            }
            match self.byte(at) {
                b',' => at += 1,
                b'}' => return Some(at + 1),
                _ => return self.refuse(at, "`,` or `}`", notes),
            }
        }
    }

    fn all_members(self, notes: &mut Notes) -> Option<Vec<Member<'a>>> {
        let mut members = Vec::new();
        let mut at = 1;
        while self.text.starts_with('{') && self.byte(at) == b'"' {
            let name = self.start(at, notes);
            let end = self.name(at, notes)?;
            let name = self.value_since(name, end, notes);
            at = self.colon(end, notes)?;
            let value = self.start(at, notes);
            at = self.value(at, notes)?;
            members.try_reserve(1).ok()?;
            members.push((name, self.value_since(value, at, notes)));
            // A comma, or the end.
            at += 1;
        }
        Some(members)
    }

    /// The index of the name that was read, quotes and all.
    #[inline(always)]
    fn index(
        self,
        start: Start,
        end: usize,
        notes: &Notes,
        index: fn(&[u8]) -> Option<usize>,
    ) -> Option<usize> {
        let inside = self.text.as_bytes().get(start.at + 1..end - 1)?;
        if notes.escapes > start.escapes { index(&decoded(inside)?) } else { index(inside) }
    }

    /// Any value, whatever is in it.
    fn value(self, start: usize, notes: &mut Notes) -> Option<usize> {
        match self.byte(start) {
            b'"' => self.string(start + 1, notes),
            b'{' | b'[' => self.container(start, notes),
            _ => self.number_or_literal(start, notes),
        }
    }

    fn container(self, start: usize, notes: &mut Notes) -> Option<usize> {
        let mut nesting = Nesting::NONE;
        let mut at = start;
        'value: loop {
            // A value starts here. A container that is not empty goes on with its first value.
            match self.byte(at) {
                b'"' => match self.strings(at + 1, Role::Value, &mut nesting, notes)? {
                    Next::Value(start) => {
                        at = start;
                        continue 'value;
                    }
                    Next::End(end) => at = end,
                },
                b'{' => {
                    open(&mut nesting, Container::Object, notes)?;
                    at += 1;
                    if self.byte(at) != b'}' {
                        match self.members(at, &mut nesting, notes)? {
                            Next::Value(start) => {
                                at = start;
                                continue 'value;
                            }
                            Next::End(end) => at = end,
                        }
                    }
                }
                b'[' => {
                    open(&mut nesting, Container::Array, notes)?;
                    at += 1;
                    if self.byte(at) != b']' {
                        continue 'value;
                    }
                }
                _ => at = self.number_or_literal(at, notes)?,
            }
            // A value ends here. The end of a container is the end of a value, too.
            loop {
                match (self.byte(at), nesting.innermost()) {
                    (b',', Container::Array) => {
                        at += 1;
                        continue 'value;
                    }
                    (b',', Container::Object) => match self.members(at + 1, &mut nesting, notes)? {
                        Next::Value(start) => {
                            at = start;
                            continue 'value;
                        }
                        Next::End(end) => at = end,
                    },
                    (b'}', Container::Object) | (b']', Container::Array) => {
                        at += 1;
                        if nesting.close(&mut notes.outer) {
                            return Some(at);
                        }
                    }
                    (_, Container::Object) => return self.refuse(at, "`,` or `}`", notes),
                    (_, Container::Array) => return self.refuse(at, "`,` or `]`", notes),
                }
            }
        }
    }

    /// Members of an object, as long as their values are strings: up to another value, or the end.
    #[inline(always)]
    fn members(self, start: usize, nesting: &mut Nesting, notes: &mut Notes) -> Option<Next> {
        if self.byte(start) != b'"' {
            return self.refuse(start, "a member name", notes);
        }
        self.strings(start + 1, Role::Name, nesting, notes)
    }

    /// Strings, the first from behind its opening quote on, for as long as the grammar's shortest way
    /// leads from one to the next: in an object names and values in turn. Most of a schema is that.
    #[inline(always)]
    fn strings(
        self,
        start: usize,
        first: Role,
        nesting: &mut Nesting,
        notes: &mut Notes,
    ) -> Option<Next> {
        // A string's closing quote and what is behind it, as a little-endian number.
        const NEXT_VALUE: u32 = u32::from_le_bytes(*b"\":\"\0");
        const NEXT_OBJECT: u32 = u32::from_le_bytes(*b"\":{\"");
        const NEXT: u32 = u32::from_le_bytes(*b"\",\"\0");
        let turn = match nesting.innermost() {
            Container::Object => NEXT_VALUE ^ NEXT,
            Container::Array => 0,
        };
        let mut wanted = if first == Role::Name { NEXT_VALUE } else { NEXT };
        let bytes = self.text.as_bytes();
        let mut rest = &bytes[start..];
        let stop = loop {
            let Some(window @ [chunk @ .., _, _, _, _]) = rest.first_chunk::<20>() else {
                break next_stop(bytes, bytes.len() - rest.len());
            };
            let stops = stops_in(chunk);
            if stops == 0 {
                rest = &rest[chunk.len()..];
                continue;
            }
            let offset = stops.trailing_zeros() as usize % chunk.len();
            let four = window[offset..].first_chunk().expect("four bytes follow the chunk");
            let found = u32::from_le_bytes(*four);
            if found & 0xff_ffff == wanted {
                rest = &rest[offset + 3..];
                wanted ^= turn;
            } else if found == NEXT_OBJECT && wanted == NEXT_VALUE {
                open(nesting, Container::Object, notes)?;
                rest = &rest[offset + 4..];
            } else {
                let at = bytes.len() - rest.len() + offset;
                if found as u16 == NEXT_VALUE as u16 && wanted == NEXT_VALUE {
                    return Some(Next::Value(at + 2));
                }
                break if found as u8 == b'"' { Stop::Quote(at) } else { Stop::Other(at) };
            }
        };
        let end = match stop {
            Stop::Quote(at) => at + 1,
            Stop::Other(at) => self.string_end(at, notes)?,
        };
        if wanted == NEXT_VALUE {
            Some(Next::Value(self.colon(end, notes)?))
        } else {
            Some(Next::End(end))
        }
    }

    #[inline(always)]
    fn name(self, start: usize, notes: &mut Notes) -> Option<usize> {
        if self.byte(start) != b'"' {
            return self.refuse(start, "a member name", notes);
        }
        self.string(start + 1, notes)
    }

    #[inline(always)]
    fn colon(self, start: usize, notes: &mut Notes) -> Option<usize> {
        if self.byte(start) != b':' {
            return self.refuse(start, "`:`", notes);
        }
        Some(start + 1)
    }

    #[inline(always)]
    fn start(self, at: usize, notes: &Notes) -> Start {
        Start { at, escapes: notes.escapes, lone_surrogates: notes.lone_surrogates }
    }

    #[inline(always)]
    fn value_since(self, start: Start, end: usize, notes: &Notes) -> Value<'a> {
        Value {
            text: self.text.get(start.at..end).unwrap_or_default(),
            escapes: if notes.escapes == start.escapes {
                Escapes::None
            } else if notes.lone_surrogates == start.lone_surrogates {
                Escapes::Some
            } else {
                Escapes::LoneSurrogates
            },
        }
    }
}

#[inline(always)]
fn open(nesting: &mut Nesting, container: Container, notes: &mut Notes) -> Option<()> {
    if nesting.open(container, &mut notes.outer).is_err() {
        notes.refusal = Refusal::OutOfMemory;
        return None;
    }
    Some(())
}
