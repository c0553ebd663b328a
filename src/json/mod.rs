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
use scan::{Search, scan};

/// The whole text as one value.
pub(crate) fn value(text: &str) -> Result<Value<'_>, Error> {
    scan(text, &mut Search { names: &[], found: &mut [] }, None)
}

/// Members by their names: of duplicates the last, none of a value that is no object.
pub(crate) type Members<'a, const N: usize> = [Option<Value<'a>>; N];

/// The members of the outermost object that have these names.
pub(crate) fn members<'a, const N: usize>(
    text: &'a str,
    names: &[&str; N],
) -> Result<Members<'a, N>, Error> {
    let mut found = [None; N];
    scan(text, &mut Search { names, found: &mut found }, None)?;
    Ok(found)
}

/// The same, and the members of one of its members, `inner`.
pub(crate) fn members_and_inner<'a, const N: usize, const M: usize>(
    text: &'a str,
    names: &[&str; N],
    inner: &str,
    inner_names: &[&str; M],
) -> Result<(Members<'a, N>, Members<'a, M>), Error> {
    let (mut found, mut inner_found) = ([None; N], [None; M]);
    let mut inner_search = Search { names: inner_names, found: &mut inner_found };
    let mut search = Search { names, found: &mut found };
    scan(text, &mut search, Some((inner, &mut inner_search)))?;
    Ok((found, inner_found))
}
