//! Any JSON, kept as the text that arrived: exact to the last digit, on one line, and read only when somebody asks.

mod equal;
mod object;
pub(crate) mod raw;
pub(crate) mod strict;
pub(crate) mod walk;

use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::id::RequestId;

pub(crate) use equal::{canonical, equal};
pub use object::JsonObject;
pub(crate) use object::{members, push_member};
pub use strict::MAX_DEPTH;

pub use crate::text::quote;

/// Any JSON value, owned, as the text that arrived.
///
/// Numbers keep every digit and objects their order. The text is one line, so that any message it stands in is one, as
/// stdio and SSE want it (R-JSONRPC-8): a line break between tokens becomes a space. Comparing compares values: `1.0`
/// equals `1`, and the order of members does not matter. As a field of a type of yours it also works inside `flatten` and inside tagged and
/// untagged enums, where the text is written anew from what serde buffered. `null` is a value like any other:
/// to tell it from an absent member, write
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Mine {
///     #[serde(default, deserialize_with = "mcp_wire::json::present")]
///     data: Option<mcp_wire::Json>,
/// }
/// let mine: Mine = serde_json::from_str(r#"{"data":null}"#)?;
/// assert!(mine.data.unwrap().is_null());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Reads `text` as one JSON value.
    ///
    /// # Errors
    ///
    /// When it is not JSON.
    pub fn parse(text: impl Into<String>) -> Result<Self, JsonError> {
        RawValue::from_string(text.into()).map(Self::from).map_err(JsonError::plain)
    }

    /// The JSON that `value` serialises to.
    ///
    /// # Errors
    ///
    /// When `value` does not serialise, because a map has keys that are not strings, say.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Result<Self, JsonError> {
        serde_json::value::to_raw_value(value).map(Self::from).map_err(JsonError::plain)
    }

    /// `null`.
    pub fn null() -> Self {
        Self(RawValue::NULL.to_owned())
    }

    pub(crate) fn from_known(text: String) -> Self {
        Self(raw::raw_value(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The text as serde_json's raw value.
    pub fn as_raw(&self) -> &RawValue {
        &self.0
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        self.as_str() == "null"
    }

    /// The object this is, if it is one.
    pub fn into_object(self) -> Option<JsonObject> {
        self.as_str().starts_with('{').then(|| JsonObject::from_raw(self.0))
    }

    /// Decodes straight into a type of yours, at most [`MAX_DEPTH`] levels deep.
    ///
    /// # Errors
    ///
    /// When the value is not a `T`; the error names the path to what is wrong.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, JsonError> {
        decode(self.as_str())
    }
}

/// Decodes JSON text into a type of yours; only a failure pays for finding its path.
pub(crate) fn decode<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|error| {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
            Err(located) => JsonError { path: located.path().to_string(), reason: reason(located.inner()) },
            Ok(_) => JsonError::plain(error),
        }
    })
}

/// Reads a member that is there, `null` included: for `#[serde(default, deserialize_with = …)]` of an `Option<Json>`.
///
/// # Errors
///
/// When the deserializer fails.
pub fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

/// The first member of that name, if `value` is an object that has it.
pub fn member<'a>(value: &'a RawValue, name: &str) -> Option<&'a RawValue> {
    walk::member(value.get(), name).map(raw::borrowed)
}

/// Why JSON could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    path: String,
    reason: String,
}

impl JsonError {
    fn plain(error: serde_json::Error) -> Self {
        Self { path: String::new(), reason: reason(&error) }
    }

    /// Where it is, dotted; empty or `.` for the whole value.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// serde_json's message, cut to a length that no input can stretch.
fn reason(error: &serde_json::Error) -> String {
    crate::text::cut(&error.to_string(), 256)
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" | "." => f.write_str(&self.reason),
            path => write!(f, "{}: {}", crate::text::cut(path, 256), self.reason),
        }
    }
}

impl std::error::Error for JsonError {}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        equal(self.as_str(), other.as_str())
    }
}

impl Eq for Json {}

impl From<Box<RawValue>> for Json {
    fn from(raw: Box<RawValue>) -> Self {
        Self(raw::one_line(raw))
    }
}

impl From<&RawValue> for Json {
    fn from(raw: &RawValue) -> Self {
        raw.to_owned().into()
    }
}

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Self::from_known(value.to_string())
    }
}

impl From<&str> for Json {
    /// A JSON string.
    fn from(text: &str) -> Self {
        serde_json::Value::from(text).into()
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::from_known(value.to_string())
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Self {
        Self::from_known(value.to_string())
    }
}

impl From<&RequestId> for Json {
    fn from(id: &RequestId) -> Self {
        match id {
            RequestId::Integer(id) => Self::from_known(id.to_string()),
            RequestId::String(id) => id.as_str().into(),
        }
    }
}

impl From<JsonObject> for Json {
    fn from(object: JsonObject) -> Self {
        object.into_json()
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        raw::capture(deserializer).map(|text| Self::from_known(text.into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Flat {
        #[serde(flatten)]
        inner: Inner,
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Inner {
        #[serde(default, deserialize_with = "present")]
        data: Option<Json>,
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        A(Inner),
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        A(Inner),
    }

    #[test]
    fn it_works_inside_flatten_and_tagged_and_untagged_enums() {
        let inner = |text: &str| Inner { data: Some(Json::parse(text).unwrap()) };
        let flat: Flat = serde_json::from_str(r#"{"data":{"a":[1,null]}}"#).unwrap();
        assert_eq!(flat.inner, inner(r#"{"a":[1,null]}"#));
        let tagged: Tagged = serde_json::from_str(r#"{"kind":"A","data":null}"#).unwrap();
        assert_eq!(tagged, Tagged::A(inner("null")));
        let untagged: Untagged = serde_json::from_str(r#"{"data":0.5}"#).unwrap();
        assert_eq!(untagged, Untagged::A(inner("0.5")));
        let absent: Untagged = serde_json::from_str("{}").unwrap();
        assert_eq!(absent, Untagged::A(Inner { data: None }));
    }

    #[test]
    fn an_error_names_the_path() {
        #[derive(Debug, serde::Deserialize)]
        #[expect(dead_code, reason = "only its decoding is looked at")]
        struct Wanted {
            items: Vec<u8>,
        }
        let error = Json::parse(r#"{"items":[1,"x"]}"#).unwrap().decode::<Wanted>().unwrap_err();
        assert_eq!(error.path(), "items[1]");
        assert!(error.to_string().starts_with("items[1]: invalid type: string"), "{error}");
    }
}
