//! The C ABI: checks pointers, catches panics and calls the core. All `unsafe` code of the crate is
//! in here, and nothing else is.
//!
//! `include/tn_elicit.h` is generated from these files and documents the conventions; each function's
//! own comment is the one that stands there. Names are C's.
//!
//! A resolver that is written in Rust and panics is caught when it and this crate are linked from one
//! Rust build, as an `rlib`. Rust code that loads the shared library should call the Rust functions
//! instead: a panic cannot cross from one copy of Rust's runtime into another.
//!
//! # Safety
//!
//! Every exported function asks of its pointers what the conventions at the top of the header say:
//! NULL is checked, any other pointer must be what its parameter is for.
#![allow(non_camel_case_types, clippy::missing_safety_doc)]

mod about;
mod answer;
mod begin_finish;
mod error;
mod guard;
mod input_required;
mod mapping;
mod notices;
mod server_request;
mod status;
mod string;
mod text;

pub use about::*;
pub use answer::*;
pub use begin_finish::*;
pub use error::tn_error;
#[cfg(feature = "test-panic")]
pub use guard::panics_on_demand;
pub use input_required::*;
pub use mapping::*;
pub use notices::*;
pub use server_request::*;
pub use status::*;
pub use string::*;
pub use text::TN_NUL_TERMINATED;
