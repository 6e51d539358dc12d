//! Objects that name their members.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::{Nullable, Reading, Seed, Wire, check_any};
use crate::json::JsonObject;
use crate::json::raw::{self, AsText};
use crate::json::strict::twice;
use crate::text::quote;

/// An object that names its members.
pub trait Record: Sized {
    /// Reads the members, and puts the object into its place.
    ///
    /// # Errors
    ///
    /// When they are not what the type demands.
    fn from_members<'de, A: MapAccess<'de>>(place: &mut Option<Self>, map: A, reading: Reading)
    -> Result<(), A::Error>;
}

/// Decodes an object.
///
/// # Errors
///
/// When the next value is not an object, or not this one.
#[inline]
pub fn decode_record<'de, D: Deserializer<'de>, T: Record>(
    place: &mut Option<T>,
    deserializer: D,
    reading: Reading,
) -> Result<(), D::Error> {
    struct Members<'p, T>(&'p mut Option<T>, Reading);

    impl<'de, T: Record> Visitor<'de> for Members<'_, T> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
            T::from_members(self.0, map, self.1)
        }
    }

    deserializer.deserialize_map(Members(place, reading))
}

/// The next member's name.
///
/// # Errors
///
/// When the map fails.
#[inline]
pub fn key<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<Cow<'de, str>>, A::Error> {
    map.next_key_seed(AsText)
}

/// Reads a required member.
///
/// # Errors
///
/// When it was there already, or is not a `T`.
#[inline]
pub fn required<'de, A: MapAccess<'de>, T: Wire>(
    slot: &mut Option<T>,
    name: &'static str,
    map: &mut A,
    reading: Reading,
) -> Result<(), A::Error> {
    first(slot, name)?;
    map.next_value_seed(Seed(slot, reading))
}

/// Reads an optional member; in the tolerant reading `null` is absent (T1).
///
/// # Errors
///
/// When it was there already, or is not a `T`.
#[inline]
pub fn optional<'de, A: MapAccess<'de>, T: Wire>(
    slot: &mut Option<Option<T>>,
    name: &'static str,
    map: &mut A,
    reading: Reading,
) -> Result<(), A::Error> {
    match reading {
        Reading::Tolerant => nullable(slot, name, map, reading),
        Reading::Strict => {
            first(slot, name)?;
            map.next_value_seed(Seed(slot.insert(None), reading))
        }
    }
}

/// Reads a member that may be `null`.
///
/// # Errors
///
/// When it was there already, or is neither `null` nor a `T`.
#[inline]
pub fn nullable<'de, A: MapAccess<'de>, T: Wire>(
    slot: &mut Option<Option<T>>,
    name: &'static str,
    map: &mut A,
    reading: Reading,
) -> Result<(), A::Error> {
    first(slot, name)?;
    map.next_value_seed(Nullable(slot.insert(None), reading))
}

/// Reads a member whose malformed value the tolerant reading takes for absent (T2).
///
/// # Errors
///
/// When it was there already, or in the strict reading is not a `T`.
pub fn lenient<'de, A: MapAccess<'de>, T: Wire>(
    slot: &mut Option<Option<T>>,
    name: &'static str,
    map: &mut A,
    reading: Reading,
) -> Result<(), A::Error> {
    first(slot, name)?;
    let text = map.next_value_seed(Raw)?;
    *slot = Some(match (super::read(&text, reading), reading) {
        (Ok(value), _) => Some(value),
        (Err(_), Reading::Tolerant) => None,
        (Err(error), Reading::Strict) => return Err(A::Error::custom(error)),
    });
    Ok(())
}

/// Reads a member whose malformed value the tolerant reading keeps as raw JSON (T4).
///
/// # Errors
///
/// When it was there already, or in the strict reading is not a `T`.
pub fn or_raw<'de, A: MapAccess<'de>, T: Wire>(
    slot: &mut Option<T>,
    name: &'static str,
    map: &mut A,
    extra: &mut Extra<'de>,
    reading: Reading,
) -> Result<(), A::Error> {
    first(slot, name)?;
    let text = map.next_value_seed(Raw)?;
    match (super::read(&text, reading), reading) {
        (Ok(value), _) => *slot = Some(value),
        (Err(_), Reading::Tolerant) => extra.0.push((Cow::Borrowed(name), text)),
        (Err(error), Reading::Strict) => return Err(A::Error::custom(error)),
    }
    Ok(())
}

/// Reads a member that has one value.
///
/// # Errors
///
/// When it was there already, or has another value.
#[inline]
pub fn constant<'de, A: MapAccess<'de>, C: Constant>(
    seen: &mut bool,
    name: &'static str,
    value: C,
    map: &mut A,
) -> Result<(), A::Error> {
    if std::mem::replace(seen, true) {
        return Err(A::Error::duplicate_field(name));
    }
    match value.matches_next(map)? {
        true => Ok(()),
        false => Err(A::Error::custom(format_args!("`{name}` has another value than it must have"))),
    }
}

/// A value that a member must have.
pub trait Constant {
    /// Whether the next value of the map is this one.
    ///
    /// # Errors
    ///
    /// When the map fails.
    fn matches_next<'de, A: MapAccess<'de>>(self, map: &mut A) -> Result<bool, A::Error>;
}

impl Constant for &'static str {
    #[inline]
    fn matches_next<'de, A: MapAccess<'de>>(self, map: &mut A) -> Result<bool, A::Error> {
        Ok(map.next_value_seed(AsText)? == self)
    }
}

impl Constant for i64 {
    fn matches_next<'de, A: MapAccess<'de>>(self, map: &mut A) -> Result<bool, A::Error> {
        let mut place = None;
        map.next_value_seed(Seed(&mut place, Reading::Strict))?;
        Ok(place == Some(self))
    }
}

/// Refuses a member that was there already.
#[inline]
fn first<T, E: Error>(slot: &Option<T>, name: &'static str) -> Result<(), E> {
    match slot {
        Some(_) => Err(E::duplicate_field(name)),
        None => Ok(()),
    }
}

/// The value of a required member.
///
/// # Errors
///
/// When it was not there.
#[inline]
pub fn have<T, E: Error>(slot: Option<T>, name: &'static str) -> Result<T, E> {
    slot.ok_or_else(|| E::missing_field(name))
}

/// The value of a required member that the tolerant reading presumes where it is absent or malformed (T2).
///
/// # Errors
///
/// When the strict reading did not find it.
pub fn or_presumed<T, E: Error>(
    slot: Option<Option<T>>,
    presumed: T,
    name: &'static str,
    reading: Reading,
) -> Result<T, E> {
    match reading {
        Reading::Tolerant => Ok(slot.flatten().unwrap_or(presumed)),
        Reading::Strict => have(slot.flatten(), name),
    }
}

/// Refuses a member that the type neither names nor allows.
///
/// # Errors
///
/// Always.
pub fn refuse_unknown<E: Error>(name: &str) -> Result<(), E> {
    Err(E::custom(format_args!("a member `{}` is not allowed", quote(name))))
}

/// Refuses a number out of bounds; NaN is in none.
///
/// # Errors
///
/// When it is less than `minimum` or more than `maximum`.
pub fn within<E: Error>(
    value: Option<f64>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    name: &'static str,
) -> Result<(), E> {
    let Some(value) = value else { return Ok(()) };
    let inside = minimum.is_none_or(|least| value >= least) && maximum.is_none_or(|most| value <= most);
    match inside {
        true => Ok(()),
        false => Err(E::custom(format_args!("`{name}` is {value}, which is out of bounds"))),
    }
}

/// Refuses an array that is too long.
///
/// # Errors
///
/// When it has more than `limit` items.
pub fn at_most<T, E: Error>(items: Option<&Vec<T>>, limit: usize, name: &'static str) -> Result<(), E> {
    match items {
        Some(items) if items.len() > limit => {
            Err(E::custom(format_args!("`{name}` has {} items, at most {limit} are allowed", items.len())))
        }
        _ => Ok(()),
    }
}

/// A value's text.
pub(super) struct Raw;

impl<'de> DeserializeSeed<'de> for Raw {
    type Value = Cow<'de, str>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        raw::capture(deserializer)
    }
}

/// Gathers the members that a type does not name.
#[derive(Debug, Default)]
pub struct Extra<'de>(Vec<(Cow<'de, str>, Cow<'de, str>)>);

impl<'de> Extra<'de> {
    /// Nothing yet.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a member that is not named.
    ///
    /// # Errors
    ///
    /// When the map fails.
    pub fn take<A: MapAccess<'de>>(&mut self, name: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        self.0.push((name, map.next_value_seed(Raw)?));
        Ok(())
    }

    /// The members, in order.
    ///
    /// # Errors
    ///
    /// When one is there twice, or the strict reading refuses their text.
    #[inline]
    pub fn finish<E: Error>(self, reading: Reading) -> Result<JsonObject, E> {
        if self.0.is_empty() { Ok(JsonObject::new()) } else { gathered(&self.0, reading) }
    }
}

fn gathered<E: Error>(members: &[(Cow<'_, str>, Cow<'_, str>)], reading: Reading) -> Result<JsonObject, E> {
    let length: usize = members.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
    let mut text = String::with_capacity(length + 1);
    for (name, value) in members {
        crate::json::push_member(&mut text, name, value);
    }
    text.push('}');
    match reading {
        Reading::Tolerant => all_different(members.iter().map(|(name, _)| &**name))?,
        Reading::Strict => check_any(&text, crate::json::MAX_DEPTH + 1)?,
    }
    Ok(JsonObject::from_known(text))
}

/// Refuses a name that is there twice.
pub(super) fn all_different<'n, E: Error>(names: impl ExactSizeIterator<Item = &'n str> + Clone) -> Result<(), E> {
    match twice(names) {
        Some(name) => Err(E::custom(format_args!("duplicate member `{}`", quote(name)))),
        None => Ok(()),
    }
}
