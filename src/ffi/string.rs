//! Text that the library hands out.

use std::ffi::c_char;
use std::ptr;

use super::error::Failure;
use super::status::*;

/// A text that the library made: JSON, UTF-8, on one line. It belongs to the host, which gives it
/// back with tn_string_free and changes neither member before that.
#[repr(C)]
pub struct tn_string {
    /// The text; `data[len]` is NUL. NULL: there is no text.
    pub data: *mut c_char,
    /// Its length in bytes, without the NUL.
    pub len: usize,
}

impl tn_string {
    const EMPTY: Self = Self { data: ptr::null_mut(), len: 0 };

    /// Takes a text over from Rust. Such a text has room for the NUL, so nothing is allocated.
    fn from_text(mut text: String) -> Self {
        let len = text.len();
        text.push('\0');
        let bytes: Box<[u8]> = text.into_bytes().into_boxed_slice();
        Self { data: Box::into_raw(bytes).cast(), len }
    }
}

/// An out-parameter, emptied when it is taken.
pub(super) struct Output(*mut tn_string);

impl Output {
    /// # Safety
    ///
    /// `at` is NULL, or can be written to, now and when [`Output::set`] is called.
    pub(super) unsafe fn take(name: &'static str, at: *mut tn_string) -> Result<Self, Failure> {
        if at.is_null() {
            return Err(Failure::NullArgument(name));
        }
        // SAFETY: not NULL, and writable by the caller's promise. What it held is not looked at.
        unsafe { at.write(tn_string::EMPTY) };
        Ok(Self(at))
    }

    #[inline(always)]
    pub(super) fn set(self, text: String) {
        // SAFETY: `take` was promised that it can be written to.
        unsafe { self.0.write(tn_string::from_text(text)) };
    }

    /// Sets a text that there may be, and says whether there was one.
    pub(super) fn set_if_any(self, text: Option<String>) -> tn_status {
        match text {
            None => TN_NO_REPLY,
            Some(text) => {
                self.set(text);
                TN_OK
            }
        }
    }
}

/// Frees a text that this library made, and empties the struct, so that a second call does nothing.
///
/// `string` may be NULL, and so may its `data`: then nothing happens. The struct itself is the
/// host's. A struct that was copied is freed through one of the copies only.
///
/// Threads: any; a text may be freed on another thread than the one that got it.
///
/// ```c
/// tn_string request;
/// if (tn_elicitation_to_request("{}", TN_NUL_TERMINATED, &request, NULL) == TN_OK) {
///     puts(request.data);
/// }
/// tn_string_free(&request);
/// ```
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tn_string_free(string: *mut tn_string) {
    if string.is_null() {
        return;
    }
    // SAFETY: not NULL, and initialised by the caller's promise.
    let tn_string { data, len } = unsafe { string.replace(tn_string::EMPTY) };
    if !data.is_null() {
        let bytes = ptr::slice_from_raw_parts_mut(data.cast::<u8>(), len + 1);
        // SAFETY: `from_text` made it of a box of this size, and the struct no longer has it.
        drop(unsafe { Box::from_raw(bytes) });
    }
}
