//! Which containers are open, a bit for each level: this is what the scanner has instead of a call
//! stack, so that depth costs an eighth of a byte and is bounded by memory alone.
#![forbid(unsafe_code)]

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Array,
    Object,
}

/// The innermost levels. The lowest bit is the innermost one, set for an object; the highest bit that
/// is set stands above them all, so a word has 63 levels.
#[derive(Clone, Copy)]
pub(super) struct Nesting(u64);

/// The levels outside of those, a full word for each 63. Empty, and unallocated, for nearly all texts.
pub(super) type Outer = Vec<u64>;

impl Nesting {
    pub(super) const NONE: Self = Self(1);

    #[inline(always)]
    pub(super) fn innermost(self) -> Container {
        if self.0 & 1 == 1 { Container::Object } else { Container::Array }
    }

    #[inline(always)]
    pub(super) fn open(&mut self, container: Container, outer: &mut Outer) -> Option<()> {
        if self.0 >> 63 == 1 {
            *self = self.spilled(outer)?;
        }
        self.0 = self.0 << 1 | u64::from(container == Container::Object);
        Some(())
    }

    /// Closes the innermost level. Was it the outermost?
    #[inline(always)]
    pub(super) fn close(&mut self, outer: &mut Outer) -> bool {
        self.0 >>= 1;
        self.0 == 1 && self.refill(outer)
    }

    /// Closes the innermost level if it and the one around it are objects of the same word.
    #[inline(always)]
    pub(super) fn close_into_object(&mut self) -> bool {
        let closes = self.0 & 0b11 == 0b11 && self.0 != 0b11;
        if closes {
            self.0 >>= 1;
        }
        closes
    }

    #[cold]
    fn refill(&mut self, outer: &mut Outer) -> bool {
        match outer.pop() {
            Some(levels) => {
                self.0 = levels;
                false
            }
            None => true,
        }
    }

    #[cold]
    #[inline(never)]
    fn spilled(self, outer: &mut Outer) -> Option<Self> {
        outer.try_reserve(1).ok()?;
        outer.push(self.0);
        Some(Self::NONE)
    }
}
