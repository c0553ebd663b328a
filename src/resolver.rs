//! The host's resolver: how it is called, and how it fails.
#![forbid(unsafe_code)]

use std::any::Any;
use std::error;
use std::fmt;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Answer;

/// The host's one resolver: it is given a Request, asks the user, and returns the Answer.
pub type Resolver<'a> = dyn FnMut(&str) -> Result<Answer, Box<dyn error::Error>> + 'a;

/// A resolver that owns its Request, whose capacity has a byte to spare.
pub(crate) type OwningResolver<'a> =
    dyn FnMut(String) -> Result<Answer, Box<dyn error::Error>> + 'a;

/// One call of the resolver.
pub(crate) fn ask(
    resolver: &mut OwningResolver<'_>,
    request: String,
) -> Result<Answer, ResolverFailure> {
    // Unwind safe: of what the resolver left half done nothing is used here, and what the host's own
    // state looks like after its own panic is the host's to know.
    match catch_unwind(AssertUnwindSafe(|| resolver(request))) {
        Ok(answer) => answer.map_err(ResolverFailure::Error),
        Err(payload) => Err(ResolverFailure::Panic(PanicPayload(Some(payload)))),
    }
}

/// How a resolver failed.
pub enum ResolverFailure {
    /// It returned this error.
    Error(Box<dyn error::Error>),
    /// It panicked with this payload.
    Panic(PanicPayload),
}

impl fmt::Debug for ResolverFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolverFailure::Error(error) => f.debug_tuple("Error").field(error).finish(),
            ResolverFailure::Panic(_) => f.write_str("Panic(..)"),
        }
    }
}

/// What a resolver panicked with. To drop one is safe: a payload may panic itself when it is dropped, and so would
/// leave the library, or abort the process where two of them are dropped at once.
pub struct PanicPayload(Option<Box<dyn Any + Send>>);

impl PanicPayload {
    /// The payload, for [`resume_unwind`](std::panic::resume_unwind) or to look at. It is the caller's then.
    pub fn into_inner(mut self) -> Box<dyn Any + Send> {
        self.0.take().expect("it is taken once")
    }

    /// The payload, if it is of this type: `&'static str` and `String` are what `panic!` makes.
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.0.as_ref()?.downcast_ref()
    }
}

impl Drop for PanicPayload {
    fn drop(&mut self) {
        discard(self.0.take());
    }
}

/// Drops a panic's payload. What that panics with is not dropped at all.
pub(crate) fn discard(payload: Option<Box<dyn Any + Send>>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        mem::forget(second);
    }
}
