//! What can go wrong with a text.
#![forbid(unsafe_code)]

use std::collections::TryReserveError;
use std::fmt;

/// Why a text was refused. The message never quotes the text, which may hold secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not JSON (RFC 8259).
    InvalidJson {
        /// What the grammar wants at the position.
        expected: &'static str,
        /// Line of the first byte with which the text can no longer become JSON, from 1.
        line: usize,
        /// Column of that byte, in bytes, from 1; one past the last byte when the text ends too early.
        column: usize,
    },
    /// There is no memory for a text whose size the input decides.
    OutOfMemory,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // By value: a reference to a number is formatted by code of its own.
        match *self {
            Error::InvalidJson { expected, line, column } => {
                write!(f, "invalid JSON at line {line} column {column}: expected {expected}")
            }
            Error::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

impl std::error::Error for Error {}

impl From<TryReserveError> for Error {
    fn from(_: TryReserveError) -> Self {
        Error::OutOfMemory
    }
}

/// Line and column, both from 1, of the byte that follows `before`. A line ends at byte 0x0A alone; a
/// byte order mark does not count.
#[cold]
#[inline(never)]
pub(crate) fn position_after(before: &[u8]) -> (usize, usize) {
    let before = before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before);
    let is_newline = |byte: &u8| *byte == b'\n';
    let last_line = before.rsplit(is_newline).next().unwrap_or_default();
    (before.split(is_newline).count(), last_line.len() + 1)
}
