//! An `elicitation/create`, as far as its params are read.
#![forbid(unsafe_code)]

use crate::Error;
use crate::capabilities::{MODE_FORM, MODE_URL};
use crate::json::{Search, Value};

/// The method that asks the user.
pub(crate) const METHOD: &str = "elicitation/create";

/// What is read of the params.
#[derive(Default)]
pub(crate) struct Elicitation<'a> {
    found: [Option<Value<'a>>; 6],
}

/// How it is named. The bare mapping reads the first four.
const MEMBERS: [&str; 6] = ["mode", "message", "requestedSchema", "url", "elicitationId", "_meta"];

/// The member of `_meta` that names the task which a request belongs to.
pub(crate) const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

impl<'a> Elicitation<'a> {
    /// The search for all that is read, in the params themselves.
    pub(crate) fn search(&mut self) -> Search<'_, 'a> {
        Search { names: &MEMBERS, found: &mut self.found }
    }

    /// The search for what makes a Request by the bare mapping.
    pub(crate) fn bare_search(&mut self) -> Search<'_, 'a> {
        Search { names: &MEMBERS[..4], found: &mut self.found[..4] }
    }

    pub(crate) fn message(&self) -> Option<Value<'a>> {
        self.found[1]
    }

    pub(crate) fn schema(&self) -> Option<Value<'a>> {
        self.found[2]
    }

    pub(crate) fn url(&self) -> Option<Value<'a>> {
        self.found[3]
    }

    /// Whether there may be an `elicitationId` or a `_meta`, which hardly an elicitation has.
    pub(crate) fn names_its_call(&self) -> bool {
        self.found[4].is_some() || self.found[5].is_some()
    }

    /// By which the server says later that it is completed.
    pub(crate) fn elicitation_id(&self) -> Option<Value<'a>> {
        self.found[4].filter(Value::is_string)
    }

    /// What the server says of its request, such as which call it belongs to.
    pub(crate) fn meta(&self) -> Option<Value<'a>> {
        self.found[5].filter(|meta| meta.is_filled('{'))
    }

    pub(crate) fn is_url(&self) -> bool {
        self.found[0].is_some_and(|mode| mode.is_string_of("url"))
    }

    /// The mode that the server asks in.
    pub(crate) fn mode(&self) -> u32 {
        if self.is_url() { MODE_URL } else { MODE_FORM }
    }

    /// Whether there is something to show to the user: in URL mode, an address.
    pub(crate) fn can_be_asked(&self) -> bool {
        !self.is_url() || self.url().is_some_and(|url| url.is_filled('"'))
    }

    /// The task that it belongs to, which the result has to name as well.
    pub(crate) fn related_task(&self) -> Result<Option<Value<'a>>, Error> {
        self.meta().map_or(Ok(None), |meta| {
            let mut found = [None];
            meta.search(Search { names: &[RELATED_TASK], found: &mut found }, None)?;
            Ok(found[0])
        })
    }
}
