//! JSON as this library needs it: check a text, find members of its outermost object, and write
//! values on, token for token, compact and on one line.
#![forbid(unsafe_code)]

mod nesting;
mod output;
mod scan;
mod string;
mod value;

pub(crate) use output::{Part, concat};
pub(crate) use value::Value;

use crate::Error;

/// The whole text as one value.
pub(crate) fn value(text: &str) -> Result<Value<'_>, Error> {
    scan::scan(text, |_, _| {})
}

/// The members of the outermost object that have these names: of duplicates the last, and none when
/// the text is another kind of value.
pub(crate) fn members<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[Option<Value<'a>>; N], Error> {
    let mut found = [None; N];
    scan::scan(text, |name, value| {
        let equals = if name.contains('\\') { string::decodes_to } else { str::eq };
        if let Some(at) = names.iter().position(|wanted| equals(name, wanted)) {
            found[at] = Some(value);
        }
    })?;
    Ok(found)
}
