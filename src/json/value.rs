//! A value that a scan found in its text.
#![forbid(unsafe_code)]

use super::string;

/// A valid JSON value: its tokens as they stand, and what it takes to write them on.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    pub(super) text: &'a str,
    /// Bytes of white space outside strings.
    pub(super) white_space: usize,
    /// Whether an escape in it is a surrogate without its partner.
    pub(super) has_lone_surrogate: bool,
}

impl<'a> Value<'a> {
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
        self.is_string() && string::decodes_to(&self.text[1..self.text.len() - 1], wanted)
    }
}
