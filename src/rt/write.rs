//! Serialising what serde would not write as we want it.

use serde::ser::{Error, Serialize, SerializeMap, Serializer};

use crate::json::JsonObject;

/// Writes an optional member, if it is there.
///
/// # Errors
///
/// When the serializer fails.
#[inline]
pub fn write_optional<M: SerializeMap, T: Serialize>(
    map: &mut M,
    name: &'static str,
    value: &Option<T>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(name, value),
        None => Ok(()),
    }
}

/// Writes the members that the type does not name.
///
/// # Errors
///
/// When the serializer fails.
#[inline]
pub fn write_extra<M: SerializeMap>(map: &mut M, extra: &JsonObject) -> Result<(), M::Error> {
    extra.write_members(map)
}

/// A number: whole ones are written without a fraction, and what JSON cannot say is refused, not written as `null`.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let Self(value) = *self;
        if !value.is_finite() {
            return Err(S::Error::custom("JSON has no number that is infinite or not a number"));
        }
        let is_whole = value.fract() == 0.0 && value.abs() < EXACT;
        match is_whole && !(value == 0.0 && value.is_sign_negative()) {
            true => serializer.serialize_i64(value as i64),
            false => serializer.serialize_f64(value),
        }
    }
}

/// Writes a required number.
///
/// # Errors
///
/// When it is not finite, or the serializer fails.
pub fn write_number<M: SerializeMap>(map: &mut M, name: &'static str, value: f64) -> Result<(), M::Error> {
    map.serialize_entry(name, &Number(value))
}

/// Writes an optional number, if it is there.
///
/// # Errors
///
/// When it is not finite, or the serializer fails.
pub fn write_optional_number<M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    value: Option<f64>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => write_number(map, name, value),
        None => Ok(()),
    }
}
