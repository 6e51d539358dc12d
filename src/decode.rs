//! Bytes to a type: the fast path first, and the careful one where it refuses.

use serde::Serialize;

use crate::reading::Reading;
use crate::rt::Wire;
use crate::shape::{DecodeError, Shape, check};

/// Decodes a `T` from JSON bytes, in the tolerant reading.
///
/// # Errors
///
/// When the bytes are not JSON, or not a `T`; the error lists every fault with its path.
///
/// ```
/// # #[cfg(feature = "v2025-11-25")] {
/// use mcp_wire::v2025_11_25::Tool;
///
/// let error = mcp_wire::from_slice::<Tool>(br#"{"name":7,"inputSchema":{}}"#).unwrap_err();
/// assert_eq!(error.to_string(), "inputSchema: `type` is missing; name: expected a string, found 7");
/// # }
/// ```
pub fn from_slice<T: Wire>(bytes: &[u8]) -> Result<T, DecodeError> {
    from_slice_in(bytes, Reading::Tolerant)
}

/// Decodes a `T` from JSON text, in the tolerant reading.
///
/// # Errors
///
/// When the text is not JSON, or not a `T`; the error lists every fault with its path.
pub fn from_str<T: Wire>(text: &str) -> Result<T, DecodeError> {
    from_str_in(text, Reading::Tolerant)
}

/// Decodes a `T` from JSON bytes, in the reading given.
///
/// # Errors
///
/// When the bytes are not JSON, or not a `T` in that reading; the error lists every fault with its path.
pub fn from_slice_in<T: Wire>(bytes: &[u8], reading: Reading) -> Result<T, DecodeError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => from_str_in(text, reading),
        Err(error) => Err(DecodeError::not_utf8(error.valid_up_to())),
    }
}

/// Decodes a `T` from JSON text, in the reading given.
///
/// # Errors
///
/// When the text is not JSON, or not a `T` in that reading; the error lists every fault with its path.
pub fn from_str_in<T: Wire>(text: &str, reading: Reading) -> Result<T, DecodeError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let decoded = T::decode(&mut deserializer, reading).and_then(|value| deserializer.end().map(|()| value));
    decoded.map_err(|error| explain(T::SHAPE, text, reading, &error))
}

/// Why `text` is refused as a `shape`, given what the fast path said.
#[cold]
pub(crate) fn explain(shape: &Shape, text: &str, reading: Reading, error: &serde_json::Error) -> DecodeError {
    if let Err(syntax) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        return DecodeError::syntax(&syntax);
    }
    match check(shape, text, reading) {
        faults if faults.is_empty() => DecodeError::syntax(error),
        faults => DecodeError::new(faults),
    }
}

/// Reads a value that is of one type already as another.
///
/// # Errors
///
/// When it is not one of the other type.
pub fn again<T: Wire>(value: &impl Serialize, reading: Reading) -> Result<T, DecodeError> {
    let text = serde_json::to_string(value).map_err(|error| DecodeError::syntax(&error))?;
    from_str_in(&text, reading)
}

/// Decodes a `T` and writes it again.
#[cfg(feature = "catalog")]
pub(crate) fn roundtrip<T: Wire + Serialize>(
    text: &str,
    reading: Reading,
    source: crate::catalog::Source,
) -> Result<String, DecodeError> {
    let value: T = match source {
        crate::catalog::Source::Bytes => from_str_in(text, reading)?,
        crate::catalog::Source::Message => {
            let part: &serde_json::value::RawValue =
                serde_json::from_str(text).map_err(|error| DecodeError::syntax(&error))?;
            crate::rt::read(part.get(), reading).map_err(|error| explain(T::SHAPE, text, reading, &error))?
        }
    };
    serde_json::to_string(&value).map_err(|error| DecodeError::syntax(&error))
}
