//! Request ids and progress tokens.

use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use crate::json::walk;
use crate::number;
use crate::rt::{Reading, Wire};

/// A JSON-RPC request id, or a progress token, which has the same shape (R-JSONRPC-2).
///
/// `7` and `"7"` are different ids; `7.0` is the id 7. Whole numbers are kept exactly within the range of `i128`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RequestId {
    /// A whole number.
    Integer(i128),
    /// A string.
    String(String),
}

impl RequestId {
    /// The id that JSON text says, unless it is neither a string nor a whole number.
    pub(crate) fn from_json(text: &str) -> Option<Self> {
        match text.starts_with('"') {
            true => walk::string(text).map(|id| Self::String(id.into_owned())),
            false => number::whole(text).ok().map(Self::Integer),
        }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(id) => write!(f, "{id}"),
            Self::String(id) => write!(f, "\"{}\"", crate::text::quote(id)),
        }
    }
}

macro_rules! from_integer {
    ($($integer:ty)*) => {
        $(impl From<$integer> for RequestId {
            fn from(id: $integer) -> Self {
                Self::Integer(id.into())
            }
        })*
    };
}

from_integer!(i32 u32 i64 u64 i128);

impl From<String> for RequestId {
    fn from(id: String) -> Self {
        Self::String(id)
    }
}

impl From<&str> for RequestId {
    fn from(id: &str) -> Self {
        Self::String(id.to_owned())
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // 128-bit integers are not known to every serializer, nor to serde's own buffers.
            Self::Integer(id) => match (i64::try_from(*id), u64::try_from(*id)) {
                (Ok(id), _) => serializer.serialize_i64(id),
                (_, Ok(id)) => serializer.serialize_u64(id),
                _ => serializer.serialize_i128(*id),
            },
            Self::String(id) => serializer.serialize_str(id),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::decode(deserializer, Reading::default())
    }
}
