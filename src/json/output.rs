//! Output: parts joined to one text, in a single allocation of exactly its size.
#![forbid(unsafe_code)]

use super::string::push_without_lone_surrogates;
use super::value::{Escapes, Value};
use crate::{Answer, Error};

/// Joins the parts. The text's capacity is its length and one byte: the C ABI puts a NUL there.
#[inline(always)]
pub(crate) fn concat(parts: impl Part) -> Result<String, Error> {
    let len = parts.len();
    let mut text = String::new();
    text.try_reserve_exact(len + 1)?;
    parts.write(&mut text);
    debug_assert_eq!(text.len(), len, "more would allocate again, and infallibly");
    Ok(text)
}

pub(crate) trait Part {
    fn len(&self) -> usize;
    fn write(&self, out: &mut String);
}

/// As it is.
impl Part for &str {
    #[inline(always)]
    fn len(&self) -> usize {
        str::len(self)
    }

    #[inline(always)]
    fn write(&self, out: &mut String) {
        out.push_str(self);
    }
}

/// A value's tokens as they are, but for a lone surrogate, which becomes `\ufffd`, of the same length:
/// strict peers drop a whole line that holds one, and the call would hang.
impl Part for Value<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.text().len()
    }

    #[inline(always)]
    fn write(&self, out: &mut String) {
        match self.escapes {
            Escapes::LoneSurrogates => push_without_lone_surrogates(self.text(), out),
            _ => out.push_str(self.text()),
        }
    }
}

/// Compact JSON text, as a string. It holds no control character, so that these two are all that needs
/// an escape.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

const NEED_ESCAPE: [char; 2] = ['"', '\\'];

impl Part for Quoted<'_> {
    #[inline]
    fn len(&self) -> usize {
        2 + self.0.len() + self.0.chars().filter(|one| NEED_ESCAPE.contains(one)).count()
    }

    #[inline]
    fn write(&self, out: &mut String) {
        out.push('"');
        for run in self.0.split_inclusive(NEED_ESCAPE) {
            let plain = run.trim_end_matches(NEED_ESCAPE);
            out.push_str(plain);
            if plain.len() < run.len() {
                out.push('\\');
                out.push_str(&run[plain.len()..]);
            }
        }
        out.push('"');
    }
}

impl<P: Part> Part for Option<P> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.as_ref().map_or(0, Part::len)
    }

    #[inline(always)]
    fn write(&self, out: &mut String) {
        if let Some(part) = self {
            part.write(out);
        }
    }
}

/// A member.
impl<P: Part> Part for (Value<'_>, P) {
    fn len(&self) -> usize {
        self.0.len() + ":".len() + self.1.len()
    }

    fn write(&self, out: &mut String) {
        self.0.write(out);
        out.push(':');
        self.1.write(out);
    }
}

/// The ElicitResult.
impl Part for Answer {
    fn len(&self) -> usize {
        self.as_elicit_result().len()
    }

    fn write(&self, out: &mut String) {
        out.push_str(self.as_elicit_result());
    }
}

/// Parts with commas between.
impl<P: Part> Part for &[P] {
    fn len(&self) -> usize {
        let commas = <[P]>::len(self).saturating_sub(1);
        self.iter().map(Part::len).sum::<usize>() + commas
    }

    fn write(&self, out: &mut String) {
        for (index, part) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            part.write(out);
        }
    }
}

macro_rules! parts_in_turn {
    ($($part:ident)+) => {
        #[allow(non_snake_case)]
        impl<$($part: Part),+> Part for ($($part,)+) {
            #[inline(always)]
            fn len(&self) -> usize {
                let ($($part,)+) = self;
                0 $(+ $part.len())+
            }

            #[inline(always)]
            fn write(&self, out: &mut String) {
                let ($($part,)+) = self;
                $($part.write(out);)+
            }
        }
    };
}

parts_in_turn!(A B C);
parts_in_turn!(A B C D);
parts_in_turn!(A B C D E);
parts_in_turn!(A B C D E F G);
