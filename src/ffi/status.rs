/// What a function did. 0 and above: it worked; below 0: it failed. Values are never reused.
pub type tn_status = i32;

/// Done.
pub const TN_OK: i32 = 0;
/// Done, and nothing comes of it: there is nothing to write back, to ask or to end.
pub const TN_NO_REPLY: i32 = 1;
/// Done: there is a reply to write, a cancel, because the resolver failed.
pub const TN_RESOLVER_FAILED: i32 = 2;
/// A pointer is NULL where text or an out-parameter is due.
pub const TN_ERR_NULL_ARGUMENT: i32 = -1;
/// A text is not valid UTF-8. The message has the line and column.
pub const TN_ERR_INVALID_UTF8: i32 = -2;
/// A text is not valid JSON. The message has the line and column.
pub const TN_ERR_INVALID_JSON: i32 = -3;
/// There is no memory for a text, or a length is larger than any object in memory.
pub const TN_ERR_OUT_OF_MEMORY: i32 = -4;
/// A bug in this library, caught at its boundary. The process can go on.
pub const TN_ERR_PANIC: i32 = -5;
/// The server asks for a kind of input that this host did not advertise or has no result for, or for one
/// that cannot be asked. Only from the tn_input_required_… functions and tn_url_elicitations.
pub const TN_ERR_UNSUPPORTED_INPUT: i32 = -6;
/// A result's resultType is neither absent, "complete" nor "input_required": it must not pass for final.
/// Only from the tn_input_required_… functions.
pub const TN_ERR_UNKNOWN_RESULT_TYPE: i32 = -7;
