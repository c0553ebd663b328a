//! A JSON text, and what is read of it.
#![forbid(unsafe_code)]

use super::scan::{Refusal, Search, scan};
use super::value::{Member, Value};
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

/// Members by their names: of duplicates the last, none of a value that is no object.
pub(crate) type Members<'a, const N: usize> = [Option<Value<'a>>; N];

impl<'a> Document<'a> {
    /// A byte order mark may stand in front.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text: text.strip_prefix('\u{feff}').unwrap_or(text), compact: Vec::new() }
    }

    /// The whole text as one value.
    pub(crate) fn value(&mut self) -> Result<Value<'_>, Error> {
        self.scan(&mut Search { index: |_| None, found: &mut [] }, None)
    }

    /// The members of the outermost object whose names have an index.
    #[inline(always)]
    pub(crate) fn members<const N: usize>(
        &mut self,
        index: fn(&[u8]) -> Option<usize>,
    ) -> Result<Members<'_, N>, Error> {
        let mut found = [None; N];
        self.scan(&mut Search { index, found: &mut found }, None)?;
        Ok(found)
    }

    /// The same, and the members of its member that has the index `inner`.
    pub(crate) fn members_and_inner<const N: usize, const M: usize>(
        &mut self,
        index: fn(&[u8]) -> Option<usize>,
        inner: usize,
        inner_index: fn(&[u8]) -> Option<usize>,
    ) -> Result<(Members<'_, N>, Members<'_, M>), Error> {
        let (mut found, mut inner_found) = ([None; N], [None; M]);
        let mut inner_search = Search { index: inner_index, found: &mut inner_found };
        let mut search = Search { index, found: &mut found };
        self.scan(&mut search, Some((inner, &mut inner_search)))?;
        Ok((found, inner_found))
    }

    /// The members of the outermost object, in the order of the text, duplicates and all.
    pub(crate) fn all_members(&mut self) -> Result<Vec<Member<'_>>, Error> {
        self.value()?.all_members()
    }

    fn scan<'s>(
        &'s mut self,
        search: &mut Search<'_, 's>,
        mut inner: Option<(usize, &mut Search<'_, 's>)>,
    ) -> Result<Value<'s>, Error> {
        let (start, trimmed) = trim(self.text);
        match scan(trimmed, search, inner.as_mut()) {
            Ok(value) => Ok(value),
            Err(Refusal::OutOfMemory) => Err(Error::OutOfMemory),
            Err(Refusal::Unexpected { at, expected, .. }) => {
                if self.text.as_bytes().get(start + at).is_some_and(is_white_space) {
                    self.scan_without_white_space(search, inner.as_mut())
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
        search: &mut Search<'_, 's>,
        inner: Option<&mut (usize, &mut Search<'_, 's>)>,
    ) -> Result<Value<'s>, Error> {
        self.compact = without_white_space(self.text)?;
        let Ok(compact) = simdutf8::basic::from_utf8(&self.compact) else {
            unreachable!("ASCII was taken out");
        };
        search.found.fill(None);
        scan(compact, search, inner).map_err(|refusal| match refusal {
            Refusal::OutOfMemory => Error::OutOfMemory,
            Refusal::Unexpected { at, expected, in_token: false } => {
                self.unexpected(offset_of_kept(self.text, at), expected)
            }
            // It is what follows the token's last byte, be it white space.
            Refusal::Unexpected { at, expected, in_token: true } => {
                self.unexpected(offset_of_kept(self.text, at - 1) + 1, expected)
            }
        })
    }

    fn unexpected(&self, at: usize, expected: &'static str) -> Error {
        let (line, column) = position_after(&self.text.as_bytes()[..at]);
        Error::InvalidJson { expected, line, column }
    }
}
