//! A value that a scan found in its text.
#![forbid(unsafe_code)]

use super::string::decoded;

/// A valid JSON value: its tokens without white space between, and what it takes to write them on.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) escapes: Escapes,
}

/// What escapes are in a value's strings. As wide as the other fields, which makes it cheap to move.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Escapes {
    None,
    Some,
    /// One or more of them are a surrogate without its partner.
    LoneSurrogates,
}

impl<'a> Value<'a> {
    /// Its tokens as they are. An id goes back like this: a peer finds its request by it.
    pub(crate) fn text(&self) -> &'a str {
        self.text
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

    /// Whether it is a string that, decoded, is `wanted`.
    pub(crate) fn is_string_of(&self, wanted: &str) -> bool {
        match self.text.as_bytes() {
            [b'"', inside @ .., b'"'] if self.escapes != Escapes::None => {
                decoded(inside).is_some_and(|decoded| *decoded == *wanted.as_bytes())
            }
            [b'"', inside @ .., b'"'] => *inside == *wanted.as_bytes(),
            _ => false,
        }
    }
}
