//! A JSON text, and what is read of it.
#![forbid(unsafe_code)]

use super::scan::Refusal;
use super::search::{Search, scan, scan_again};
use super::value::Value;
use super::white_space::{is_white_space, offset_of_kept, trim, without_white_space};
use crate::Error;
use crate::error::position_after;

/// The grammar's white space is dealt with here, so that the scanner knows none: hardly a message has
/// any, and one that has loses it first, in a copy.
pub(crate) struct Document<'a> {
    text: &'a str,
    /// The same without white space between its tokens, if it has some.
    compact: Vec<u8>,
}

impl<'a> Document<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, compact: Vec::new() }
    }

    /// The whole text as one value.
    pub(crate) fn value(&mut self) -> Result<Value<'_>, Error> {
        self.search(Search { names: &[], found: &mut [] }, None)
    }

    /// The same, and searches its members, and those of its member with the name beside `inner`.
    pub(crate) fn search<'s>(
        &'s mut self,
        mut search: Search<'_, 's>,
        mut inner: Option<(&str, Search<'_, 's>)>,
    ) -> Result<Value<'s>, Error> {
        let (start, trimmed) = trim(self.text);
        match scan(trimmed, &mut search, inner.as_mut()) {
            Ok(value) => Ok(value),
            Err(Refusal::OutOfMemory) => Err(Error::OutOfMemory),
            Err(Refusal::Unexpected { at, expected, .. }) => {
                if self.text.as_bytes().get(start + at).is_some_and(is_white_space) {
                    self.scan_without_white_space(start, search, inner)
                } else {
                    Err(self.unexpected(start + at, expected))
                }
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn scan_without_white_space<'s>(
        &'s mut self,
        start: usize,
        mut search: Search<'_, 's>,
        mut inner: Option<(&str, Search<'_, 's>)>,
    ) -> Result<Value<'s>, Error> {
        let text = &self.text[start..];
        self.compact = without_white_space(text)?;
        let Ok(compact) = simdutf8::basic::from_utf8(&self.compact[1..]) else {
            unreachable!("ASCII was taken out");
        };
        search.found.fill(None);
        scan_again(compact, &mut search, inner.as_mut()).map_err(|refusal| match refusal {
            Refusal::OutOfMemory => Error::OutOfMemory,
            Refusal::Unexpected { at, expected, in_token } => {
                // In a token it is what follows the token's last byte, be it white space.
                let behind = usize::from(in_token);
                let at = start + offset_of_kept(text, at - behind) + behind;
                self.unexpected(at, expected)
            }
        })
    }

    fn unexpected(&self, at: usize, expected: &'static str) -> Error {
        let (line, column) = position_after(&self.text.as_bytes()[..at]);
        Error::InvalidJson { expected, line, column }
    }
}
