//! The grammar of RFC 8259 but for its white space, in one pass and without recursion.
#![forbid(unsafe_code)]

use super::nesting::{Container, Nesting, Outer};
use super::string::{Stop, stops_in};
use super::value::Escapes;

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

/// What is noted on the way.
pub(super) struct Notes {
    /// So far.
    pub(super) escapes: Escapes,
    /// For values that are deeper than a word has bits.
    outer: Outer,
    /// Why nothing was read. Whoever refuses a byte says so; nothing else can go wrong.
    pub(super) refusal: Refusal,
}

impl Notes {
    pub(super) fn new() -> Self {
        Self { escapes: Escapes::None, outer: Outer::new(), refusal: Refusal::OutOfMemory }
    }

    /// Another token has to stand at this offset.
    #[inline(always)]
    pub(super) fn refuse<T>(&mut self, at: usize, expected: &'static str) -> Option<T> {
        self.unexpected(at, expected, false);
        None
    }

    /// The token has to go on in another way at this offset.
    #[inline(always)]
    pub(super) fn refuse_token<T>(&mut self, at: usize, expected: &'static str) -> Option<T> {
        self.unexpected(at, expected, true);
        None
    }

    #[cold]
    #[inline(never)]
    fn unexpected(&mut self, at: usize, expected: &'static str, in_token: bool) {
        self.refusal = Refusal::Unexpected { at, expected, in_token };
    }
}

/// Its functions take the offset at which to start and return the one behind what they read, which
/// so stays in a register. `None`: what stands there is refused, and `refusal` says why.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
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

impl Scanner<'_> {
    /// Any value, whatever is in it.
    pub(super) fn value(self, start: usize, notes: &mut Notes) -> Option<usize> {
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
                    nesting.open(Container::Object, &mut notes.outer)?;
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
                    nesting.open(Container::Array, &mut notes.outer)?;
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
                    (_, Container::Object) => return notes.refuse(at, "`,` or `}`"),
                    (_, Container::Array) => return notes.refuse(at, "`,` or `]`"),
                }
            }
        }
    }

    /// Members of an object, as long as their values are strings: up to another value, or the end.
    #[inline(always)]
    fn members(self, start: usize, nesting: &mut Nesting, notes: &mut Notes) -> Option<Next> {
        if self.byte(start) != b'"' {
            return notes.refuse(start, "a member name");
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
        // A string's closing quote and what is behind it, as little-endian numbers.
        const NEXT_VALUE: u32 = u32::from_le_bytes(*b"\":\"\0");
        const NEXT_OBJECT: u32 = u32::from_le_bytes(*b"\":{\"");
        const NEXT: u32 = u32::from_le_bytes(*b"\",\"\0");
        const NEXT_MEMBER: u32 = u32::from_le_bytes(*b"\"},\"");
        const THREE_BYTES: u32 = 0xff_ffff;
        let turn = match nesting.innermost() {
            Container::Object => NEXT_VALUE ^ NEXT,
            Container::Array => 0,
        };
        let mut wanted = if first == Role::Name { NEXT_VALUE } else { NEXT };
        // A chunk, and what may be behind a quote that is its last byte.
        const WINDOW: usize = 16 + 3;
        let bytes = self.text.as_bytes();
        let limit = bytes.len().checked_sub(WINDOW);
        let mut at = start;
        let stop = loop {
            let window: &[u8; WINDOW] = match limit {
                Some(limit) if at <= limit => {
                    bytes[at..at + WINDOW].first_chunk().expect("it has that length")
                }
                // So near the end the function for all strings reads the rest of this one.
                _ => break Stop::Other(at),
            };
            let stops = stops_in(window.first_chunk().expect("it is longer"));
            if stops == 0 {
                at += 16;
                continue;
            }
            let offset = stops.trailing_zeros() as usize % 16;
            let four = window[offset..].first_chunk().expect("three bytes follow the chunk");
            // What differs from what is wanted.
            let found = u32::from_le_bytes(*four) ^ wanted;
            at += offset;
            if found & THREE_BYTES == 0 {
                at += 3;
                wanted ^= turn;
                continue;
            }
            if wanted == NEXT_VALUE {
                if found == NEXT_OBJECT ^ NEXT_VALUE {
                    nesting.open(Container::Object, &mut notes.outer)?;
                    at += 4;
                    continue;
                }
                if found as u16 == 0 {
                    return Some(Next::Value(at + 2));
                }
            } else if found == NEXT_MEMBER ^ NEXT && nesting.close_into_object() {
                at += 4;
                wanted = NEXT_VALUE;
                continue;
            }
            break if found as u8 == 0 { Stop::Quote(at) } else { Stop::Other(at) };
        };
        let end = match stop {
            Stop::Quote(at) => at + 1,
            Stop::Other(at) => self.string(at, notes)?,
        };
        if wanted == NEXT_VALUE {
            Some(Next::Value(self.colon(end, notes)?))
        } else {
            Some(Next::End(end))
        }
    }

    #[inline(always)]
    pub(super) fn colon(self, start: usize, notes: &mut Notes) -> Option<usize> {
        if self.byte(start) != b':' {
            return notes.refuse(start, "`:`");
        }
        Some(start + 1)
    }
}
