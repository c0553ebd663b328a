//! JSON as this library needs it: check a text, find members of its outermost object, and write
//! values on, token for token, compact and on one line.
#![forbid(unsafe_code)]

mod document;
mod members;
mod nesting;
mod output;
mod scan;
mod search;
mod string;
mod token;
mod value;
mod white_space;

pub(crate) use document::Document;
pub(crate) use members::{Index, elements, members};
pub(crate) use output::{Part, Writer, concat, quote, written};
pub(crate) use search::Search;
pub(crate) use value::Value;
