//! A value that a scan found in its text.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::collections::BinaryHeap;

use super::Members;
use super::scan::{Search, all_members, scan};
use super::string::{decoded, decoded_lossily};
use crate::Error;

/// A valid JSON value: its tokens without white space between, and what it takes to write them on.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) escapes: Escapes,
}

/// A name and its value.
pub(crate) type Member<'a> = (Value<'a>, Value<'a>);

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

    /// Its members, in the order of the text, duplicates and all; none if it is no object.
    pub(crate) fn all_members(&self) -> Result<Vec<Member<'a>>, Error> {
        all_members(self.text)
    }

    /// Its members, in the order of the text, of duplicates the last.
    pub(crate) fn last_members(&self) -> Result<Vec<Member<'a>>, Error> {
        let mut members = self.all_members()?;
        let mut names = Vec::new();
        names.try_reserve_exact(members.len())?;
        for (index, (name, _)) in members.iter().enumerate() {
            names.push((name.decoded()?, index));
        }
        // As good as any other sort, and a fifth of its code.
        let names = BinaryHeap::from(names).into_sorted_vec();
        let mut is_last = Vec::new();
        is_last.try_reserve_exact(members.len())?;
        is_last.resize(members.len(), true);
        for two in names.windows(2) {
            is_last[two[0].1] = two[0].0 != two[1].0;
        }
        let mut is_last = is_last.into_iter();
        members.retain(|_| is_last.next() == Some(true));
        Ok(members)
    }

    /// What a string stands for, in UTF-8; a lone surrogate for the replacement character.
    fn decoded(&self) -> Result<Cow<'a, [u8]>, Error> {
        let inside = self.text.as_bytes().get(1..self.text.len() - 1).unwrap_or_default();
        match self.escapes {
            Escapes::None => Ok(Cow::Borrowed(inside)),
            _ => decoded_lossily(inside).map(Cow::Owned),
        }
    }

    /// The members that have an index, and those of its member that has the index `inner`, as
    /// [`Document`](super::Document) has them.
    pub(crate) fn members_and_inner<const N: usize, const M: usize>(
        &self,
        index: fn(&[u8]) -> Option<usize>,
        inner: usize,
        inner_index: fn(&[u8]) -> Option<usize>,
    ) -> Result<(Members<'a, N>, Members<'a, M>), Error> {
        let (mut found, mut inner_found) = ([None; N], [None; M]);
        let mut inner_search = Search { index: inner_index, found: &mut inner_found };
        let mut search = Search { index, found: &mut found };
        match scan(self.text, &mut search, Some(&mut (inner, &mut inner_search))) {
            // It is valid and compact, so that nothing but memory can run out.
            Err(_) => Err(Error::OutOfMemory),
            Ok(_) => Ok((found, inner_found)),
        }
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
