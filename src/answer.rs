//! An Answer to an MCP ElicitResult.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use crate::Error;
use crate::elicitation::{Elicitation, RELATED_TASK};
use crate::json::{Document, Search, Value, concat};

/// What the user said, kept as the ElicitResult that it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer(Cow<'static, str>);

impl Answer {
    /// Reads a whole Answer, `{"ok":…,"data":…,"reason":…}`, by the rule of
    /// [`answer_to_elicit_result`].
    ///
    /// # Errors
    ///
    /// [`Error::InvalidJson`] and [`Error::OutOfMemory`].
    pub fn from_json(answer: &str) -> Result<Self, Error> {
        let mut document = Document::new(answer);
        let mut found = [None; 3];
        document.search(Search { names: &MEMBERS, found: &mut found }, None)?;
        Self::from_members(found)
    }

    /// The same of a value that was found in a text.
    pub(crate) fn from_value(answer: Value<'_>) -> Result<Self, Error> {
        let mut found = [None; 3];
        answer.search(Search { names: &MEMBERS, found: &mut found }, None)?;
        Self::from_members(found)
    }

    fn from_members([ok, data, reason]: [Option<Value<'_>>; 3]) -> Result<Self, Error> {
        if ok.is_some_and(|ok| ok.is_true()) {
            Self::accept_value(data)
        } else if reason.is_some_and(|reason| reason.is_string_of("declined")) {
            Ok(Self::decline())
        } else {
            Ok(Self::cancel())
        }
    }

    /// The user accepts, with this JSON text as the content; `null` and `false` become `{}`.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidJson`] and [`Error::OutOfMemory`].
    pub fn accept(data: &str) -> Result<Self, Error> {
        Self::accept_value(Some(Document::new(data).value()?))
    }

    /// The user accepts and there is nothing to send along: the content is `{}`.
    pub const fn accept_without_data() -> Self {
        Self(Cow::Borrowed(r#"{"action":"accept","content":{}}"#))
    }

    /// The user says no.
    pub const fn decline() -> Self {
        Self(Cow::Borrowed(r#"{"action":"decline"}"#))
    }

    /// The user says nothing: dismissed, timed out, gone.
    pub const fn cancel() -> Self {
        Self(Cow::Borrowed(r#"{"action":"cancel"}"#))
    }

    /// The MCP ElicitResult that this Answer becomes, as compact JSON text.
    pub fn as_elicit_result(&self) -> &str {
        &self.0
    }

    /// The ElicitResult that answers this very question: in URL mode an accept carries nothing, and a task's
    /// question has a result that names the task.
    pub(crate) fn to_result_of(
        &self,
        elicitation: &Elicitation<'_>,
    ) -> Result<Cow<'_, str>, Error> {
        const URL_ACCEPT: &str = r#"{"action":"accept"}"#;
        let is_accept = self.0.starts_with(r#"{"action":"accept","#);
        let result = if is_accept && elicitation.is_url() { URL_ACCEPT } else { &self.0 };
        let Some(task) = elicitation.related_task()? else {
            return Ok(Cow::Borrowed(result));
        };
        let open = result.strip_suffix('}').unwrap_or(result);
        let meta = (",\"_meta\":{\"", RELATED_TASK, "\":", task, "}}");
        concat((open, meta)).map(Cow::Owned)
    }

    fn accept_value(data: Option<Value<'_>>) -> Result<Self, Error> {
        let Some(content) = data.filter(Value::is_given) else {
            return Ok(Self::accept_without_data());
        };
        let result = concat(("{\"action\":\"accept\",\"content\":", content, "}"))?;
        Ok(Self(Cow::Owned(result)))
    }
}

const MEMBERS: [&str; 3] = ["ok", "data", "reason"];

/// Turns a whole Answer into the MCP ElicitResult to send.
///
/// | Answer | ElicitResult |
/// | --- | --- |
/// | `ok` is `true`, `data` present and neither `null` nor `false` | `{"action":"accept","content":<data>}` |
/// | `ok` is `true` otherwise | `{"action":"accept","content":{}}` |
/// | `ok` is not `true`, `reason` is `"declined"` | `{"action":"decline"}` |
/// | anything else, also what is no object | `{"action":"cancel"}` |
///
/// Consent is the literal `true`, nothing like it.
///
/// The rule's source: MCP 2025-11-25, Elicitation (response actions), and the toolnexus Answer.
///
/// # Errors
///
/// [`Error::InvalidJson`] and [`Error::OutOfMemory`].
///
/// # Example
///
/// ```
/// let result = tn_elicit::answer_to_elicit_result(r#"{"ok":false,"reason":"declined"}"#)?;
/// assert_eq!(result, r#"{"action":"decline"}"#);
/// # Ok::<(), tn_elicit::Error>(())
/// ```
pub fn answer_to_elicit_result(answer: &str) -> Result<String, Error> {
    match Answer::from_json(answer)?.0 {
        Cow::Owned(result) => Ok(result),
        Cow::Borrowed(result) => concat(result),
    }
}
