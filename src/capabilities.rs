//! What a host advertises at `initialize`.
#![forbid(unsafe_code)]

use std::ffi::CStr;

/// Form mode: the server asks for data by a schema.
pub const MODE_FORM: u32 = 1;
/// URL mode: the server asks to open an address.
pub const MODE_URL: u32 = 2;

/// The client capabilities for a host that can answer these modes, as JSON text.
///
/// `0`, no resolver, gives `{}`: a promise that would have to be broken is worse than none. Form mode
/// alone gives `{"elicitation":{}}`, which every revision of the protocol reads as form mode. Bits
/// that stand for no mode are ignored.
///
/// The rule's source: MCP 2025-11-25, Elicitation (capabilities).
///
/// # Example
///
/// ```
/// assert_eq!(tn_elicit::client_capabilities(tn_elicit::MODE_FORM), r#"{"elicitation":{}}"#);
/// ```
pub const fn client_capabilities(modes: u32) -> &'static str {
    match capabilities_text(modes).to_str() {
        Ok(text) => text,
        Err(_) => unreachable!(),
    }
}

/// The same, with the NUL that the C ABI wants.
pub(crate) const fn capabilities_text(modes: u32) -> &'static CStr {
    const BOTH: u32 = MODE_FORM | MODE_URL;
    match modes & BOTH {
        MODE_FORM => cr#"{"elicitation":{}}"#,
        MODE_URL => cr#"{"elicitation":{"url":{}}}"#,
        BOTH => cr#"{"elicitation":{"form":{},"url":{}}}"#,
        _ => c"{}",
    }
}
