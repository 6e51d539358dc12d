//! What people do with a [`Revision`]: parse it, print it, ask for its era.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::shape::Shape;
use crate::{Era, Revision};

impl Revision {
    /// The newest revision.
    pub fn latest() -> Self {
        Self::newest(|_| true)
    }

    /// The newest revision that is negotiated by `initialize`.
    pub fn latest_legacy() -> Self {
        Self::newest(|revision| revision.era() == Era::Legacy)
    }

    /// The newest revision whose requests carry their own envelope.
    pub fn latest_modern() -> Self {
        Self::newest(|revision| revision.era() == Era::Modern)
    }

    fn newest(wanted: impl Fn(Self) -> bool) -> Self {
        let found = Self::ALL.iter().rev().copied().find(|revision| wanted(*revision));
        // Both eras have a revision, and a test holds that they do.
        found.unwrap_or(Self::ALL[0])
    }

    /// The revision spelled so on the wire, if it is known (R-VER-2).
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|revision| revision.as_str() == text)
    }

    /// Whether a server may open an event stream with an event that has an id and no data, so that a client can come back
    /// to the stream before anything was said: in 2025-11-25. Earlier clients take each event for a message, and modern
    /// streams are not resumed (Streamable HTTP, Sending Messages to the Server).
    pub fn primes_streams(self) -> bool {
        self == Self::V2025_11_25
    }

    /// The definition of a response with a result of any kind, `JSONRPCResultResponse`.
    pub fn result_frame(self) -> Option<&'static str> {
        self.definition_where(|shape| {
            let result = shape.members().iter().find(|member| member.name == "result");
            result.is_some_and(
                |result| matches!(result.shape.resolved(), Shape::Record(record) if record.name == "Result"),
            )
        })
    }

    /// The definition of an error response, `JSONRPCErrorResponse`.
    pub fn error_frame(self) -> Option<&'static str> {
        self.definition_where(|shape| matches!(error_code(shape), Some(Shape::Integer { .. })))
    }

    /// The definition of the error response with this code, where it has one of its own.
    pub fn error_definition(self, code: i64) -> Option<&'static str> {
        self.definition_where(|shape| matches!(error_code(shape), Some(Shape::Whole(constant)) if *constant == code))
    }

    /// Whether an error response may lack its id, as it may from 2025-11-25 on (R-ERR-5).
    pub(crate) fn allows_errors_without_id(self) -> bool {
        self.definition_where(|shape| {
            let id = shape.members().iter().find(|member| member.name == "id");
            error_code(shape).is_some() && id.is_some_and(|id| !id.required)
        })
        .is_some()
    }

    /// What it demands of a value of that definition.
    pub(crate) fn shape_of(self, definition: &str) -> Option<&'static Shape> {
        self.definitions().iter().find(|known| known.name == definition).map(|known| known.shape)
    }

    fn definition_where(self, wanted: impl Fn(&Shape) -> bool) -> Option<&'static str> {
        self.definitions().iter().find(|definition| wanted(definition.shape)).map(|definition| definition.name)
    }

    /// The names of everything its schema defines, sorted.
    pub fn definition_names(self) -> impl Iterator<Item = &'static str> {
        self.definitions().iter().map(|definition| definition.name)
    }
}

/// What an error response demands of the code of its error.
fn error_code(response: &Shape) -> Option<&'static Shape> {
    let member = |shape: &Shape, name| shape.members().iter().find(|member| member.name == name);
    Some(member(member(response, "error")?.shape, "code")?.shape)
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The string names no revision that is known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRevision(String);

impl UnknownRevision {
    /// The peer's spelling.
    pub fn spelling(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown revision \"{}\"", crate::text::quote(&self.0))
    }
}

impl std::error::Error for UnknownRevision {}

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        Self::parse(text).ok_or_else(|| UnknownRevision(text.to_owned()))
    }
}

impl Serialize for Revision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Revision {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_eras_have_a_newest_revision() {
        assert_eq!(Revision::latest_legacy().era(), Era::Legacy);
        assert_eq!(Revision::latest_modern().era(), Era::Modern);
        assert_eq!(Revision::latest(), Revision::latest_modern());
    }

    #[test]
    fn streams_are_primed_where_they_can_be_resumed_and_clients_know_of_it() {
        let primed: Vec<_> = Revision::ALL.iter().filter(|revision| revision.primes_streams()).collect();
        assert_eq!(primed, [&Revision::V2025_11_25]);
    }

    #[test]
    fn only_exact_spellings_are_revisions() {
        for revision in Revision::ALL {
            assert_eq!(revision.as_str().parse(), Ok(*revision));
        }
        for text in ["", "zzz", "2025-06-18 ", "2031-01-01", "DRAFT-2026-v1"] {
            assert_eq!(text.parse::<Revision>(), Err(UnknownRevision(text.to_owned())));
        }
    }
}
