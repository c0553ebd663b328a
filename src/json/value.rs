//! A value that a scan found in its text.
#![forbid(unsafe_code)]

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::search::{Search, members_without, scan_again};
use super::string::characters;
use crate::Error;

/// A valid JSON value: its tokens without white space between, and what it takes to write them on.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) escapes: Escapes,
}

/// A name and its value.
pub(crate) type Member<'a> = (Value<'a>, Value<'a>);

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

    /// Its members but for those with these names, in the order of the text, duplicates and all; none if
    /// it is no object.
    pub(crate) fn members_without(&self, names: &[&str]) -> Result<Vec<Member<'a>>, Error> {
        members_without(self.text, names)
    }

    /// Its members, in the order of the text, of duplicates the last.
    pub(crate) fn last_members(&self) -> Result<Vec<Member<'a>>, Error> {
        // Unlike the empty name, it has no quotes.
        const NO_NAME: Value<'_> = Value::written("");
        let mut members = self.members_without(&[])?;
        let mut names = Vec::new();
        names.try_reserve_exact(members.len())?;
        names.extend(members.iter().enumerate().map(|(index, (name, _))| (Name(*name), index)));
        // As good as any other sort, and a fifth of its code.
        let names = BinaryHeap::from(names).into_sorted_vec();
        for two in names.windows(2) {
            if two[0].0 == two[1].0 {
                members[two[0].1].0 = NO_NAME;
            }
        }
        members.retain(|(name, _)| !name.text.is_empty());
        Ok(members)
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
    characters(inside(string)).eq(wanted.bytes().map(char::from))
}

fn inside(string: &str) -> &str {
    string.get(1..string.len() - 1).unwrap_or_default()
}

/// A name, in the order of what it stands for.
struct Name<'a>(Value<'a>);

impl Ord for Name<'_> {
    #[inline(never)]
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, two) = (inside(self.0.text), inside(other.0.text));
        match self.0.escapes.max(other.0.escapes) {
            // In UTF-8 the order of the bytes is that of the characters.
            Escapes::None => one.cmp(two),
            _ => characters(one).cmp(characters(two)),
        }
    }
}

impl PartialOrd for Name<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Name<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Name<'_> {}
