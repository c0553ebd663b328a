//! How a failure reaches the host.

use std::ffi::c_char;
use std::fmt::{self, Write};

use super::status::*;
use crate::Error;

/// What went wrong in a call. The host owns it and passes its address, or NULL if it does not care.
/// Each call overwrites the whole of it.
#[repr(C)]
pub struct tn_error {
    /// What the function returned.
    pub status: tn_status,
    /// English, ends with a NUL, cut at a character if it is too long; empty when there is nothing to
    /// say. It never quotes the input, which may hold secrets.
    pub message: [c_char; 252],
}

impl tn_error {
    pub(super) const fn without_message(status: tn_status) -> Self {
        Self { status, message: [0; 252] }
    }

    pub(super) fn new(status: tn_status, message: &dyn fmt::Display) -> Self {
        let mut error = Self::without_message(status);
        // One byte stays for the NUL.
        let room = &mut error.message[..251];
        // An error only says that the message was cut.
        _ = write!(Cut { room, len: 0 }, "{message}");
        error
    }
}

/// Writes as many whole characters as there is room for.
struct Cut<'a> {
    room: &'a mut [c_char],
    len: usize,
}

impl Write for Cut<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.room[self.len..];
        let fits = text.floor_char_boundary(room.len());
        for (to, byte) in room.iter_mut().zip(text[..fits].bytes()) {
            *to = byte as c_char;
        }
        self.len += fits;
        if fits == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

/// Why a call failed.
pub(super) enum Failure {
    /// The named parameter is NULL.
    NullArgument(&'static str),
    /// The named parameter's length is larger than any object in memory.
    ImpossibleLength(&'static str),
    InvalidUtf8 {
        line: usize,
        column: usize,
    },
    Text(Error),
    Panic,
}

impl Failure {
    pub(super) fn status(&self) -> tn_status {
        match self {
            Failure::NullArgument(_) => TN_ERR_NULL_ARGUMENT,
            Failure::ImpossibleLength(_) => TN_ERR_OUT_OF_MEMORY,
            Failure::InvalidUtf8 { .. } => TN_ERR_INVALID_UTF8,
            Failure::Text(Error::InvalidJson { .. }) => TN_ERR_INVALID_JSON,
            Failure::Text(Error::OutOfMemory) => TN_ERR_OUT_OF_MEMORY,
            Failure::Panic => TN_ERR_PANIC,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NullArgument(name) => write!(f, "{name} is NULL"),
            Failure::ImpossibleLength(name) => {
                write!(f, "{name}_len is larger than any object in memory")
            }
            Failure::InvalidUtf8 { line, column } => {
                write!(f, "invalid UTF-8 at line {line} column {column}")
            }
            Failure::Text(error) => error.fmt(f),
            Failure::Panic => f.write_str("a bug in tn_elicit: it panicked"),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Text(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message_of(error: &tn_error) -> String {
        let bytes = error.message.iter().map(|&byte| byte as u8);
        let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        String::from_utf8(bytes).expect("a message is valid UTF-8")
    }

    #[test]
    fn a_message_is_cut_at_a_character_and_ends_with_a_nul() {
        let error = tn_error::new(TN_ERR_PANIC, &"é".repeat(200));
        assert_eq!(message_of(&error), "é".repeat(125));
        let error = tn_error::new(TN_ERR_PANIC, &"x".repeat(251));
        assert_eq!(message_of(&error), "x".repeat(251));
        let error = tn_error::new(TN_ERR_PANIC, &format_args!("{}{}", "x".repeat(250), "éa"));
        assert_eq!(message_of(&error), "x".repeat(250));
    }
}
