//! How a failure reaches the host.

use std::ffi::c_char;
use std::fmt::{self, Write};

use wide::bytemuck::cast_slice;

use super::status::*;
use crate::Error;
use crate::input_required::{UNKNOWN_RESULT_TYPE, UNSUPPORTED_INPUT};

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

    /// Sets the message, where there was none.
    #[cold]
    pub(super) fn say(&mut self, message: &dyn fmt::Display) {
        // One byte stays for the NUL.
        let room = &mut self.message[..251];
        // An error only says that the message was cut.
        _ = write!(Cut { room, len: 0 }, "{message}");
    }
}

/// Writes as many whole characters as there is room for.
struct Cut<'a> {
    room: &'a mut [c_char],
    len: usize,
}

impl Write for Cut<'_> {
    #[inline(never)]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.room[self.len..];
        let fits = text.floor_char_boundary(room.len());
        room[..fits].copy_from_slice(cast_slice(&text.as_bytes()[..fits]));
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
    /// A text was refused. A function that takes several of them says which.
    Text {
        of: Option<&'static str>,
        flaw: Flaw,
    },
    UnsupportedInput,
    UnknownResultType,
    Panic,
}

/// What is wrong with a text.
pub(super) enum Flaw {
    InvalidUtf8 { line: usize, column: usize },
    Refused(Error),
}

impl Failure {
    /// That the text of the named parameter was refused, which is one of several.
    pub(super) fn refused(name: &'static str, error: Error) -> Self {
        Failure::Text { of: Some(name), flaw: Flaw::Refused(error) }
    }

    pub(super) fn status(&self) -> tn_status {
        match self {
            Failure::NullArgument(_) => TN_ERR_NULL_ARGUMENT,
            Failure::ImpossibleLength(_) => TN_ERR_OUT_OF_MEMORY,
            Failure::Text { flaw: Flaw::InvalidUtf8 { .. }, .. } => TN_ERR_INVALID_UTF8,
            Failure::Text { flaw: Flaw::Refused(Error::InvalidJson { .. }), .. } => {
                TN_ERR_INVALID_JSON
            }
            Failure::Text { flaw: Flaw::Refused(Error::OutOfMemory), .. } => TN_ERR_OUT_OF_MEMORY,
            Failure::UnsupportedInput => TN_ERR_UNSUPPORTED_INPUT,
            Failure::UnknownResultType => TN_ERR_UNKNOWN_RESULT_TYPE,
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
            Failure::Text { of, flaw } => {
                if let Some(name) = of {
                    write!(f, "{name}: ")?;
                }
                flaw.fmt(f)
            }
            Failure::UnsupportedInput => f.write_str(UNSUPPORTED_INPUT),
            Failure::UnknownResultType => f.write_str(UNKNOWN_RESULT_TYPE),
            Failure::Panic => f.write_str("a bug in tn_elicit: it panicked"),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Flaw::InvalidUtf8 { line, column } => {
                write!(f, "invalid UTF-8 at line {line} column {column}")
            }
            Flaw::Refused(ref error) => error.fmt(f),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Text { of: None, flaw: Flaw::Refused(error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(message: &dyn fmt::Display) -> String {
        let mut error = tn_error::without_message(TN_ERR_PANIC);
        error.say(message);
        let bytes = error.message.iter().map(|&byte| byte as u8);
        let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        String::from_utf8(bytes).expect("a message is valid UTF-8")
    }

    #[test]
    fn a_message_is_cut_at_a_character_and_ends_with_a_nul() {
        assert_eq!(said(&"é".repeat(200)), "é".repeat(125));
        assert_eq!(said(&"x".repeat(251)), "x".repeat(251));
        assert_eq!(said(&format_args!("{}{}", "x".repeat(250), "éa")), "x".repeat(250));
    }
}
