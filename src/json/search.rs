//! A text's outermost object, and the members of it that are looked for.
#![forbid(unsafe_code)]

use super::scan::{Notes, Refusal, Scanner};
use super::string::stops_in;
use super::value::{Escapes, Value, is_decoded};

/// The members to look for by their names, and the value of each: of duplicates the last.
pub(crate) struct Search<'s, 'a> {
    pub(crate) names: &'s [&'static str],
    /// As many, `None` at first.
    pub(crate) found: &'s mut [Option<Value<'a>>],
}

/// Checks a text and searches the members of its outermost object, and those of its member with the
/// name beside `inner`.
#[inline(always)]
pub(super) fn scan<'a>(
    text: &'a str,
    search: &mut Search<'_, 'a>,
    inner: Option<&mut (&str, Search<'_, 'a>)>,
) -> Result<Value<'a>, Refusal> {
    let mut notes = Notes::new();
    Scanner { text }.document(&mut notes, search, inner).ok_or(notes.refusal)
}

/// The same, for what is seldom scanned: it is much code, and inlined each time.
#[cold]
#[inline(never)]
pub(super) fn scan_again<'a>(
    text: &'a str,
    search: &mut Search<'_, 'a>,
    inner: Option<&mut (&str, Search<'_, 'a>)>,
) -> Result<Value<'a>, Refusal> {
    scan(text, search, inner)
}

impl<'a> Search<'_, 'a> {
    /// Where the value of the member with this name goes, if it is looked for.
    #[inline(always)]
    fn find(&mut self, name: &[u8]) -> Option<&mut Option<Value<'a>>> {
        let mut pairs = self.names.iter().zip(self.found.iter_mut());
        pairs.find(|(wanted, _)| is_same(wanted, name)).map(|(_, found)| found)
    }
}

/// Most names are of 4 to 16 bytes: their two ends, which overlap, are compared faster than by a call.
#[inline(always)]
fn is_same(wanted: &str, name: &[u8]) -> bool {
    let wanted = wanted.as_bytes();
    if wanted.len() != name.len() {
        return false;
    }
    match name.len() {
        4..8 => ends::<4>(wanted) == ends(name),
        8..=16 => ends::<8>(wanted) == ends(name),
        _ => wanted == name,
    }
}

#[inline(always)]
fn ends<const N: usize>(bytes: &[u8]) -> (Option<&[u8; N]>, Option<&[u8; N]>) {
    (bytes.first_chunk(), bytes.last_chunk())
}

/// Which of these names a string stands for.
#[cold]
#[inline(never)]
fn name_of<'n>(string: &str, (names, inner): (&[&'n str], Option<&'n str>)) -> Option<&'n str> {
    names.iter().copied().chain(inner).find(|name| is_decoded(string, name))
}

impl<'a> Scanner<'a> {
    fn document(
        self,
        notes: &mut Notes,
        search: &mut Search<'_, 'a>,
        inner: Option<&mut (&str, Search<'_, 'a>)>,
    ) -> Option<Value<'a>> {
        let end = self.searched_value(0, notes, search, inner)?;
        if end < self.text.len() {
            return notes.refuse(end, "the end of the text");
        }
        Some(self.value_between(0, end, notes))
    }

    /// Any value. If it is an object, its members are searched.
    fn searched_value(
        self,
        start: usize,
        notes: &mut Notes,
        search: &mut Search<'_, 'a>,
        mut inner: Option<&mut (&str, Search<'_, 'a>)>,
    ) -> Option<usize> {
        if self.byte(start) != b'{' {
            return self.value(start, notes);
        }
        let mut at = start + 1;
        if self.byte(at) == b'}' {
            return Some(at + 1);
        }
        loop {
            let (inside, value) = self.name(at, notes)?;
            let name = match notes.escapes {
                Escapes::None => inside,
                _ => {
                    let names = (search.names, inner.as_ref().map(|(name, _)| *name));
                    name_of(&self.text[at..value - 1], names).map_or(inside, str::as_bytes)
                }
            };
            let found = search.find(name);
            at = match &mut inner {
                Some((wanted, inner)) if found.is_none() && name == wanted.as_bytes() => {
                    inner.found.fill(None);
                    self.searched_value(value, notes, inner, None)?
                }
                _ => match self.byte(value) {
                    b'"' => self.mostly_plain_string(value + 1, notes)?,
                    _ => self.value(value, notes)?,
                },
            };
            let next = self.byte(at);
            if !matches!(next, b',' | b'}') {
                return notes.refuse(at, "`,` or `}`");
            }
            if let Some(found) = found {
                *found = Some(self.value_between(value, at, notes));
            }
            at += 1;
            if next == b'}' {
                return Some(at);
            }
        }
    }

    /// The inside of a member's name, and where its value starts.
    #[inline(always)]
    fn name(self, start: usize, notes: &mut Notes) -> Option<(&'a [u8], usize)> {
        // A quote, a chunk, and the two bytes behind the longest name that fits into that.
        const WINDOW: usize = 1 + 16 + 2;
        let bytes = self.text.as_bytes();
        if let Some(limit) = bytes.len().checked_sub(WINDOW)
            && start <= limit
            && let Some([b'"', rest @ ..]) = bytes[start..start + WINDOW].first_chunk::<WINDOW>()
            && let Some(chunk) = rest.first_chunk()
        {
            let len = stops_in(chunk).trailing_zeros() as usize;
            if rest.get(len..len + 2) == Some(b"\":") {
                return Some((&chunk[..len], start + len + 3));
            }
        }
        self.any_name(start, notes)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn any_name(self, start: usize, notes: &mut Notes) -> Option<(&'a [u8], usize)> {
        if self.byte(start) != b'"' {
            return notes.refuse(start, "a member name");
        }
        let end = self.string(start + 1, notes)?;
        Some((&self.text.as_bytes()[start + 1..end - 1], self.colon(end, notes)?))
    }

    #[inline(always)]
    pub(super) fn value_between(self, start: usize, end: usize, notes: &Notes) -> Value<'a> {
        Value { text: &self.text[start..end], escapes: notes.escapes }
    }
}
