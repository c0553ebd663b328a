//! The members of an object and the elements of an array, one after the other, and an object's members by
//! their names. Nothing is collected but a number for each name.
#![forbid(unsafe_code)]

use std::hash::{BuildHasher, Hasher, RandomState};
use std::iter;

use hashbrown::HashTable;

use super::scan::{Notes, Scanner};
use super::string::characters;
use super::value::Value;
use crate::Error;

/// A name and its value.
pub(crate) type Member<'a> = (Value<'a>, Value<'a>);

/// An object's members, in the order of the text, duplicates and all; none if it is no object.
pub(crate) fn members(object: Value<'_>) -> impl Iterator<Item = Result<Member<'_>, Error>> {
    let mut walk = Walk::into(object, b'{');
    iter::from_fn(move || walk.next(Walk::member))
}

/// An array's elements; none if it is no array.
pub(crate) fn elements(array: Value<'_>) -> impl Iterator<Item = Result<Value<'_>, Error>> {
    let mut walk = Walk::into(array, b'[');
    iter::from_fn(move || walk.next(Walk::value))
}

/// An object's members by what their names stand for, of duplicates the last. It takes time and memory in
/// proportion to the text, whoever chose the names: they are hashed with a key that nobody knows.
pub(crate) struct Index<'a> {
    object: Value<'a>,
    /// Where in the object's text each name starts.
    places: HashTable<usize>,
    key: RandomState,
    has_duplicates: bool,
}

impl<'a> Index<'a> {
    pub(crate) fn new(object: Value<'a>) -> Result<Self, Error> {
        let (mut places, key) = (HashTable::new(), RandomState::new());
        let mut has_duplicates = false;
        let mut walk = Walk::into(object, b'{');
        while let Some(next) = walk.next(|walk| Ok((walk.at, walk.member()?))) {
            let (place, _) = next?;
            let hash_at = |place: &usize| hash(&key, name_at(object, *place));
            let same = |other: &usize| name_at(object, *other).eq(name_at(object, place));
            match places.find_mut(hash_at(&place), same) {
                Some(earlier) => {
                    *earlier = place;
                    has_duplicates = true;
                }
                None => {
                    places.try_reserve(1, hash_at).map_err(|_| Error::OutOfMemory)?;
                    places.insert_unique(hash_at(&place), place, hash_at);
                }
            }
        }
        Ok(Self { object, places, key, has_duplicates })
    }

    /// The members that count, in the order of the text.
    pub(crate) fn members(&self) -> impl Iterator<Item = Result<Member<'a>, Error>> {
        let mut walk = Walk::into(self.object, b'{');
        let next = iter::from_fn(move || walk.next(|walk| Ok((walk.at, walk.member()?))));
        next.filter_map(|next| match next {
            Ok((place, member)) => {
                let counts = !self.has_duplicates || self.place_of(member.0) == Some(place);
                counts.then_some(Ok(member))
            }
            Err(error) => Some(Err(error)),
        })
    }

    /// The value of the member with this name.
    pub(crate) fn find(&self, name: Value<'_>) -> Result<Option<Value<'a>>, Error> {
        let member = |at| Walk { at, ..Walk::into(self.object, b'{') }.member();
        Ok(self.place_of(name).map(member).transpose()?.map(|(_, value)| value))
    }

    fn place_of(&self, name: Value<'_>) -> Option<usize> {
        let hash = hash(&self.key, name_at(name, 0));
        let same = |place: &usize| name_at(self.object, *place).eq(name_at(name, 0));
        self.places.find(hash, same).copied()
    }
}

/// What the name stands for that starts at this place, with its quote.
fn name_at(value: Value<'_>, place: usize) -> impl Iterator<Item = char> {
    characters(&value.text[place + 1..])
}

fn hash(key: &RandomState, name: impl Iterator<Item = char>) -> u64 {
    let mut hasher = key.build_hasher();
    name.for_each(|character| hasher.write_u32(character.into()));
    hasher.finish()
}

/// Goes from one part of a container to the next.
struct Walk<'a> {
    scanner: Scanner<'a>,
    notes: Notes,
    at: usize,
}

impl<'a> Walk<'a> {
    /// To the first part, or to the end of what does not open like this.
    fn into(container: Value<'a>, opening: u8) -> Self {
        let text = container.text;
        let at = if text.as_bytes().first() == Some(&opening) { 1 } else { text.len() };
        Self { scanner: Scanner { text }, notes: Notes::new(), at }
    }

    /// The part that is read next; the container's end is the last byte of its text.
    fn next<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Option<Result<T, Error>> {
        (self.at + 1 < self.scanner.text.len()).then(|| read(self))
    }

    fn member(&mut self) -> Result<Member<'a>, Error> {
        let start = self.at;
        let name = self.scanner.any_name(start, &mut self.notes);
        (_, self.at) = name.ok_or(Error::OutOfMemory)?;
        let name = self.scanner.value_between(start, self.at - 1, &self.notes);
        Ok((name, self.value()?))
    }

    fn value(&mut self) -> Result<Value<'a>, Error> {
        let start = self.at;
        // The container is valid and compact, so that nothing but memory can run out.
        let end = self.scanner.value(start, &mut self.notes).ok_or(Error::OutOfMemory)?;
        // A comma, or the container's end.
        self.at = end + 1;
        Ok(self.scanner.value_between(start, end, &self.notes))
    }
}
