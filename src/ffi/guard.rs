//! The one way out of every function that can fail.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::{Failure, tn_error};
use super::status::*;
use crate::resolver::discard;

#[cfg(feature = "test-panic")]
static PANICS: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Whether each function of the C ABI that returns a status panics from now on, inside its guard.
#[cfg(feature = "test-panic")]
pub fn panics_on_demand(panics: bool) {
    PANICS.store(panics, std::sync::atomic::Ordering::Relaxed);
}

/// Runs a function's body, keeps a panic from leaving the library, and reports to the host. There is
/// one of it, for all bodies, because it is much code.
///
/// # Safety
///
/// `error` is NULL or can be written to when the body is done.
pub(super) unsafe fn guard(
    error: *mut tn_error,
    body: &mut dyn FnMut() -> Result<tn_status, Failure>,
) -> tn_status {
    // Unwind safe: what a body leaves half done is dropped with it, but for the out-parameter, which
    // is written in one go.
    let mut body = || {
        #[cfg(feature = "test-panic")]
        assert!(!PANICS.load(std::sync::atomic::Ordering::Relaxed), "on demand");
        body()
    };
    let outcome = catch_unwind(AssertUnwindSafe(&mut body)).unwrap_or_else(|payload| {
        discard(Some(payload));
        Err(Failure::Panic)
    });
    let (status, message): (tn_status, Option<&dyn Display>) = match &outcome {
        Ok(status @ (TN_OK | TN_NO_REPLY)) => (*status, None),
        Ok(status) => (*status, Some(&"the resolver failed, which counts as a cancel")),
        Err(failure) => (failure.status(), Some(failure)),
    };
    if !error.is_null() {
        // SAFETY: writable by the caller's promise. What it held is not looked at.
        let error = unsafe {
            error.write(tn_error::without_message(status));
            &mut *error
        };
        if let Some(message) = message {
            error.say(message);
        }
    }
    status
}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;
    use std::ptr;

    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        let mut error = tn_error::without_message(TN_OK);
        // SAFETY: it points to a local, or is NULL.
        let status = unsafe { guard(&mut error, &mut || panic!("secret")) };
        assert_eq!(status, TN_ERR_PANIC);
        assert_eq!(error.status, TN_ERR_PANIC);
        assert_ne!(error.message[0], 0);
        // SAFETY: NULL.
        assert_eq!(unsafe { guard(ptr::null_mut(), &mut || panic!("secret")) }, TN_ERR_PANIC);
    }

    #[test]
    fn a_payload_that_panics_when_it_is_dropped_does_not_leave_either() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        // SAFETY: NULL.
        assert_eq!(unsafe { guard(ptr::null_mut(), &mut || panic_any(Bomb)) }, TN_ERR_PANIC);
    }
}
