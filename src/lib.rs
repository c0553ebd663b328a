//! Answers an MCP server's `elicitation/create` on the client's side.
//!
//! While an MCP server serves a `tools/call` it may ask the user something: it sends its client an
//! `elicitation/create` request and waits. This crate is the policy of the client's half, written
//! once: a server's params become a **Request** (`id`, `kind`, `prompt`, `url`, `data`) for the
//! host's one resolver, and the resolver's **Answer** (`id`, `ok`, `data`, `reason`) becomes MCP's
//! accept, decline or cancel. JSON text goes in, JSON text comes out; what passes through keeps its
//! tokens.
//!
//! ```
//! use tn_elicit::{Answer, Reply, server_request_response};
//!
//! let message = r#"{"jsonrpc":"2.0","id":77,"method":"elicitation/create",
//!                   "params":{"message":"What is your name?"}}"#;
//! let reply = server_request_response(
//!     Some(&mut |request: &str| {
//!         assert!(request.contains(r#""prompt":"What is your name?""#));
//!         Ok(Answer::accept(r#"{"name":"muthu"}"#)?)
//!     }),
//!     message,
//! )?;
//! assert_eq!(
//!     reply.frame(),
//!     Some(r#"{"jsonrpc":"2.0","id":77,"result":{"action":"accept","content":{"name":"muthu"}}}"#)
//! );
//! # Ok::<(), tn_elicit::Error>(())
//! ```
//!
//! Input is RFC 8259 JSON of any size and depth, with or without a leading byte order mark. Output is
//! compact and on one line. Nothing recurses on input, and memory whose size the input decides is
//! reserved fallibly ([`Error::OutOfMemory`]).
//!
//! The C ABI over the same functions is [`ffi`]; its header is `include/tn_elicit.h`.

#[cfg(not(panic = "unwind"))]
compile_error!("tn_elicit catches panics at its boundary: build it with panic = \"unwind\"");

mod answer;
mod capabilities;
mod elicitation;
mod ended;
mod error;
#[allow(unsafe_code)]
pub mod ffi;
mod input_required;
mod json;
mod request;
mod resolver;
mod server_request;
mod url_elicitations;

pub use answer::{Answer, answer_to_elicit_result};
pub use capabilities::{MODE_FORM, MODE_URL, client_capabilities};
pub use ended::elicitation_ended;
pub use error::Error;
pub use input_required::{
    Retry, RetryError, input_required_begin, input_required_finish, input_required_retry,
};
pub use request::elicitation_to_request;
pub use resolver::{PanicPayload, Resolver, ResolverFailure};
pub use server_request::{
    Begun, FinishError, Reply, server_request_begin, server_request_finish, server_request_response,
};
pub use url_elicitations::{UrlElicitationsError, url_elicitations};
