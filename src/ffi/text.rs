//! Text that the host lends for a call.

use std::ffi::{CStr, c_char};
use std::slice;

use super::error::{Failure, Flaw};
use crate::error::position_after;

/// As a length: the text ends at its NUL, which is not part of it.
pub const TN_NUL_TERMINATED: usize = usize::MAX;

/// The text at `data`; `name` is the parameter's, for the error.
///
/// # Safety
///
/// `data` is NULL, or `len` bytes can be read from it (up to a NUL for [`TN_NUL_TERMINATED`]) and
/// stay as they are for as long as the result lives.
pub(super) unsafe fn borrow<'a>(
    name: &'static str,
    data: *const c_char,
    len: usize,
) -> Result<&'a str, Failure> {
    // SAFETY: the caller's promise is the same.
    unsafe { text(name, None, data, len) }
}

/// The same of one text among several: what is wrong with it is said of `name`.
///
/// # Safety
///
/// As that of [`borrow`].
pub(super) unsafe fn borrow_one<'a>(
    name: &'static str,
    data: *const c_char,
    len: usize,
) -> Result<&'a str, Failure> {
    // SAFETY: the caller's promise is the same.
    unsafe { text(name, Some(name), data, len) }
}

#[inline(never)]
unsafe fn text<'a>(
    name: &'static str,
    of: Option<&'static str>,
    data: *const c_char,
    len: usize,
) -> Result<&'a str, Failure> {
    if data.is_null() {
        return Err(Failure::NullArgument(name));
    }
    let bytes = if len == TN_NUL_TERMINATED {
        // SAFETY: not NULL, and the caller promises a NUL at the end.
        unsafe { CStr::from_ptr(data) }.to_bytes()
    } else if len > isize::MAX as usize {
        return Err(Failure::ImpossibleLength(name));
    } else {
        // SAFETY: not NULL, not longer than an object can be, and the caller promises the bytes.
        unsafe { slice::from_raw_parts(data.cast::<u8>(), len) }
    };
    simdutf8::basic::from_utf8(bytes).map_err(|_| {
        let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid()).as_bytes();
        let (line, column) = position_after(valid);
        Failure::Text { of, flaw: Flaw::InvalidUtf8 { line, column } }
    })
}
