//! Output: parts joined to one text, in a single allocation of exactly its size. Only a string made of JSON
//! text takes more.
#![forbid(unsafe_code)]

use super::string::push_without_lone_surrogates;
use super::value::{Escapes, Member, Value};
use crate::Error;

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

/// A value's JSON text as a string. It holds no control character, so that these two are all that needs an
/// escape.
#[cold]
#[inline(never)]
pub(crate) fn quote(value: &Value<'_>) -> Result<String, Error> {
    let mut json = String::new();
    json.try_reserve_exact(value.len())?;
    push_value(&mut json, value);
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

/// An object of these members. Its capacity is like that of joined parts.
#[cold]
#[inline(never)]
pub(crate) fn object(members: &[Member<'_>]) -> Result<String, Error> {
    let lens = members.iter().map(|(name, value)| name.len() + ":".len() + value.len());
    let commas = members.len().saturating_sub(1);
    let mut object = String::new();
    object.try_reserve_exact("{}\0".len() + lens.sum::<usize>() + commas)?;
    push(&mut object, "{");
    for (index, (name, value)) in members.iter().enumerate() {
        if index > 0 {
            push(&mut object, ",");
        }
        push_value(&mut object, name);
        push(&mut object, ":");
        push_value(&mut object, value);
    }
    push(&mut object, "}");
    Ok(object)
}

/// For what is seldom written: `push_str` is much code, and inlined each time.
#[cold]
#[inline(never)]
pub(super) fn push(text: &mut String, more: &str) {
    text.push_str(more);
}

#[inline(never)]
fn push_value(text: &mut String, value: &Value<'_>) {
    value.write(text);
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
