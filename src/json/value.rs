//! A value that a scan found in its text.
#![forbid(unsafe_code)]

use super::search::{Search, scan_again};
use super::string::characters;
use crate::Error;

/// A valid JSON value: its tokens without white space between, and what it takes to write them on.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) escapes: Escapes,
}

/// What escapes a value's strings can have: those of its text up to its end, of which some may stand in
/// front of it. As wide as the other fields, which makes it cheap to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(usize)]
pub(super) enum Escapes {
    None,
    Some,
    /// One or more of them are a surrogate without its partner.
    LoneSurrogates,
}

impl<'a> Value<'a> {
    /// Of a text that this library wrote.
    pub(crate) const fn written(text: &'a str) -> Self {
        Self { text, escapes: Escapes::None }
    }

    /// Its tokens as they are. An id goes back like this: a peer finds its request by it.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Searches its members, and those of its member with the name beside `inner`.
    pub(crate) fn search(
        &self,
        mut search: Search<'_, 'a>,
        mut inner: Option<(&str, Search<'_, 'a>)>,
    ) -> Result<(), Error> {
        // It is valid and compact, so that nothing but memory can run out.
        scan_again(self.text, &mut search, inner.as_mut())
            .map(|_| ())
            .map_err(|_| Error::OutOfMemory)
    }

    pub(crate) fn is_null(&self) -> bool {
        self.text == "null"
    }

    pub(crate) fn is_true(&self) -> bool {
        self.text == "true"
    }

    /// Whether it is neither `null` nor `false`, which count as left out.
    pub(crate) fn is_given(&self) -> bool {
        !self.is_null() && self.text != "false"
    }

    pub(crate) fn is_string(&self) -> bool {
        self.text.starts_with('"')
    }

    /// Whether it is what opens like this, a string, an array or an object, and has something in it.
    pub(crate) fn is_filled(&self, opening: char) -> bool {
        self.text.starts_with(opening) && self.text.len() > 2
    }

    /// Whether it is a string that, decoded, is `wanted`.
    pub(crate) fn is_string_of(&self, wanted: &str) -> bool {
        match self.text.as_bytes() {
            [b'"', inside @ .., b'"'] => {
                inside == wanted.as_bytes()
                    || self.escapes != Escapes::None && is_decoded(self.text, wanted)
            }
            _ => false,
        }
    }
}

/// Whether a string, decoded, is `wanted`, which is ASCII.
#[cold]
#[inline(never)]
pub(super) fn is_decoded(string: &str, wanted: &str) -> bool {
    characters(&string[1..]).eq(wanted.bytes().map(char::from))
}
