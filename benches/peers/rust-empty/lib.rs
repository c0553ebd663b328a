//! A shared library with nothing in it.

/// The one thing in it.
#[unsafe(no_mangle)]
pub extern "C" fn empty_version() -> u32 {
    1
}
