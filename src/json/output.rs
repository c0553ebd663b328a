//! Output: parts joined to one text, in a single allocation of exactly its size and a byte: the C ABI puts a NUL
//! there. Only a string made of JSON text takes more.
#![forbid(unsafe_code)]

use super::string::push_without_lone_surrogates;
use super::value::{Escapes, Value};
use crate::Error;

/// Joins the parts.
#[inline(always)]
pub(crate) fn concat(parts: impl Part) -> Result<String, Error> {
    let len = parts.len();
    let mut text = String::new();
    text.try_reserve_exact(len + 1)?;
    parts.write(&mut text);
    debug_assert_eq!(text.len(), len, "more would allocate again, and infallibly");
    Ok(text)
}

/// A value's JSON text as a string. It holds no control character, so that these two are all that needs an
/// escape.
#[cold]
#[inline(never)]
pub(crate) fn quote(value: &Value<'_>) -> Result<String, Error> {
    let mut json = String::new();
    json.try_reserve_exact(value.len())?;
    value.write(&mut json);
    let mut quoted = String::new();
    // Not one byte needs more than two.
    quoted.try_reserve_exact(2 * json.len() + 2)?;
    push(&mut quoted, "\"");
    let mut pushed = 0;
    for (at, byte) in json.bytes().enumerate() {
        if matches!(byte, b'"' | b'\\') {
            push(&mut quoted, &json[pushed..at]);
            push(&mut quoted, "\\");
            pushed = at;
        }
    }
    push(&mut quoted, &json[pushed..]);
    push(&mut quoted, "\"");
    Ok(quoted)
}

/// What is written in a loop: first to learn its length, and then into memory of exactly that. `write` does the
/// same both times.
#[inline(never)]
pub(crate) fn written(write: &dyn Fn(&mut Writer) -> Result<(), Error>) -> Result<String, Error> {
    let mut writer = Writer::Measures(0);
    write(&mut writer)?;
    let Writer::Measures(len) = writer else { unreachable!("it stays what it is") };
    let mut text = String::new();
    text.try_reserve_exact(len + 1)?;
    let mut writer = Writer::Writes(text);
    write(&mut writer)?;
    let Writer::Writes(text) = writer else { unreachable!("it stays what it is") };
    debug_assert_eq!(text.len(), len, "more would allocate again, and infallibly");
    Ok(text)
}

pub(crate) enum Writer {
    /// This many bytes so far.
    Measures(usize),
    Writes(String),
}

impl Writer {
    pub(crate) fn push(&mut self, part: impl Part) {
        match self {
            Writer::Measures(len) => *len += part.len(),
            Writer::Writes(text) => part.write(text),
        }
    }
}

/// For what is seldom written: `push_str` is much code, and inlined each time.
#[cold]
#[inline(never)]
pub(super) fn push(text: &mut String, more: &str) {
    text.push_str(more);
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

/// The first text if it holds, or else the second.
impl Part for (bool, &str, &str) {
    #[inline(always)]
    fn len(&self) -> usize {
        if self.0 { self.1.len() } else { self.2.len() }
    }

    #[inline(always)]
    fn write(&self, out: &mut String) {
        if self.0 {
            out.push_str(self.1);
        } else {
            out.push_str(self.2);
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

parts_in_turn!(A B);
parts_in_turn!(A B C);
parts_in_turn!(A B C D);
parts_in_turn!(A B C D E);
parts_in_turn!(A B C D E F G);
parts_in_turn!(A B C D E F G H);
