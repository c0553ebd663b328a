//! What a host asks before it starts.

use std::ffi::{CStr, c_char};

use crate::capabilities::{MODE_FORM, MODE_URL, capabilities_text};

/// For tn_client_capabilities: form mode, where the server asks for data by a schema.
pub const TN_MODE_FORM: u32 = 1;
/// For tn_client_capabilities: URL mode, where the server asks to open an address.
pub const TN_MODE_URL: u32 = 2;

const _: () = assert!(TN_MODE_FORM == MODE_FORM && TN_MODE_URL == MODE_URL);

/// The client capabilities to send with `initialize`, for a host whose resolver answers `modes`.
///
/// ```text
/// modes                         text
/// ------------------------------------------------------------------
/// 0                             {}
/// TN_MODE_FORM                  {"elicitation":{}}
/// TN_MODE_URL                   {"elicitation":{"url":{}}}
/// TN_MODE_FORM | TN_MODE_URL    {"elicitation":{"form":{},"url":{}}}
/// ```
///
/// A host without a resolver passes 0 and so advertises nothing: a promise that would have to be
/// broken is worse. Form mode alone is written in the way that every revision of the protocol reads.
/// Bits that stand for no mode are ignored.
///
/// Returns a static text that ends with a NUL: never NULL, never to be freed.
///
/// Threads: any, at any time.
///
/// ```c
/// printf("\"capabilities\":%s", tn_client_capabilities(TN_MODE_FORM | TN_MODE_URL));
/// ```
///
/// Source: MCP 2025-11-25, "Elicitation", capabilities; MCP 2025-06-18 for the form that is empty.
#[unsafe(no_mangle)]
pub extern "C" fn tn_client_capabilities(modes: u32) -> *const c_char {
    capabilities_text(modes).as_ptr()
}

/// The version of the library that is running, "MAJOR.MINOR.PATCH". The header's own is in
/// TN_VERSION_MAJOR, TN_VERSION_MINOR and TN_VERSION_PATCH.
///
/// Returns a static text that ends with a NUL: never NULL, never to be freed.
///
/// Threads: any, at any time.
///
/// ```c
/// printf("tn_elicit %s\n", tn_version());
/// ```
///
/// Source: Semantic Versioning 2.0.0.
#[unsafe(no_mangle)]
pub extern "C" fn tn_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version holds no NUL"),
        };
    VERSION.as_ptr()
}
