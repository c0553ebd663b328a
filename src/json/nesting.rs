//! Which containers are open, a bit for each level: this is what the scanner has instead of a call
//! stack, so that depth costs an eighth of a byte and is bounded by memory alone.
#![forbid(unsafe_code)]

use crate::Error;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Array,
    Object,
}

#[derive(Default)]
pub(super) struct Nesting {
    depth: usize,
    /// The innermost levels, at most 64; the lowest bit is the innermost one, set for an object.
    inner: u64,
    /// The levels outside of those, 64 in a word. Empty, and unallocated, for nearly every text.
    outer: Vec<u64>,
}

impl Nesting {
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn innermost(&self) -> Container {
        if self.inner & 1 == 1 { Container::Object } else { Container::Array }
    }

    pub(super) fn open(&mut self, container: Container) -> Result<(), Error> {
        if self.is_word_full() {
            self.outer.try_reserve(1)?;
            self.outer.push(self.inner);
        }
        self.inner = self.inner << 1 | u64::from(container == Container::Object);
        self.depth += 1;
        Ok(())
    }

    pub(super) fn close(&mut self) {
        self.inner >>= 1;
        self.depth -= 1;
        if self.is_word_full() {
            self.inner = self.outer.pop().unwrap_or_default();
        }
    }

    fn is_word_full(&self) -> bool {
        self.depth != 0 && self.depth.is_multiple_of(u64::BITS as usize)
    }
}
