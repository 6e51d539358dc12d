//! What the generated code is written in: not for direct use, and free to change in any release.
//!
//! A generated type implements [`Wire`]: a [`Shape`] for careful reading, and a fast `decode` that is made of the
//! helpers here. The fast path says no more than that a value is refused; [`from_str`](crate::from_str) asks the shape why.

mod known;
mod record;
mod union;
mod write;

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};

pub use crate::decode::again;
pub use crate::id::RequestId;
use crate::json::MAX_DEPTH;
pub use crate::json::{Json, JsonObject};
pub use crate::map::Map;
pub use crate::reading::Reading;
pub use crate::shape::{
    Choose, Definition, Member, Record as RecordShape, Shape, Tolerance, Union as UnionShape, Variant,
};
pub(crate) use known::{Slice, SliceMap, given_text, read_known};
pub use record::{
    Extra, Record, at_most, constant, decode_record, have, key, lenient, nullable, optional, or_presumed, or_raw,
    refuse_unknown, required, within,
};
pub use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess};
pub use serde::ser::{Serialize, SerializeMap, Serializer};
pub use union::{Tagged, decode_tagged, no_variant, placed_as, try_order, variant};
pub use write::{Number, write_extra, write_number, write_optional, write_optional_number};

use crate::json::raw;
use crate::number;

/// A type that goes over the wire. It has one of `decode` and `decode_to`, and gets the other from it.
pub trait Wire: Sized {
    /// What it demands of a JSON value.
    const SHAPE: &'static Shape;

    /// Decodes the next value.
    ///
    /// # Errors
    ///
    /// When the value is not one of this type in the given reading.
    fn decode<'de, D: Deserializer<'de>>(deserializer: D, reading: Reading) -> Result<Self, D::Error> {
        let mut place = None;
        Self::decode_to(&mut place, deserializer, reading)?;
        place.ok_or_else(|| D::Error::custom("nothing was read"))
    }

    /// Decodes the next value into the place where it is wanted, so that large types are not moved up level by level.
    ///
    /// # Errors
    ///
    /// As [`Wire::decode`].
    #[inline]
    fn decode_to<'de, D: Deserializer<'de>>(
        place: &mut Option<Self>,
        deserializer: D,
        reading: Reading,
    ) -> Result<(), D::Error> {
        *place = Some(Self::decode(deserializer, reading)?);
        Ok(())
    }
}

/// Decodes a value to its place.
pub(crate) struct Seed<'p, T>(pub(crate) &'p mut Option<T>, pub(crate) Reading);

impl<'de, T: Wire> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        T::decode_to(self.0, deserializer, self.1)
    }
}

impl Wire for String {
    const SHAPE: &'static Shape = &Shape::String;

    #[inline]
    fn decode<'de, D: Deserializer<'de>>(deserializer: D, _: Reading) -> Result<Self, D::Error> {
        struct Owned;

        impl Visitor<'_> for Owned {
            type Value = String;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            #[inline]
            fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
                Ok(text.to_owned())
            }

            #[inline]
            fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
                Ok(text)
            }
        }

        deserializer.deserialize_string(Owned)
    }
}

impl Wire for bool {
    const SHAPE: &'static Shape = &Shape::Boolean;

    #[inline]
    fn decode<'de, D: Deserializer<'de>>(deserializer: D, _: Reading) -> Result<Self, D::Error> {
        bool::deserialize(deserializer)
    }
}

/// A whole number is read from its text: a visitor would be given `1.0`, `1e3` and wide integers already rounded.
fn whole<'de, D: Deserializer<'de>, N: TryFrom<i128>>(deserializer: D, wanted: &str) -> Result<N, D::Error> {
    let text = raw::capture(deserializer)?;
    let value = number::whole(&text).ok().and_then(|value| N::try_from(value).ok());
    value.ok_or_else(|| D::Error::custom(format_args!("expected {wanted}, found {}", crate::text::found(&text))))
}

impl Wire for i64 {
    const SHAPE: &'static Shape = &Shape::Integer { unsigned: false };

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, _: Reading) -> Result<Self, D::Error> {
        whole(deserializer, "a 64-bit integer")
    }
}

impl Wire for u64 {
    const SHAPE: &'static Shape = &Shape::Integer { unsigned: true };

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, _: Reading) -> Result<Self, D::Error> {
        whole(deserializer, "an unsigned 64-bit integer")
    }
}

impl Wire for f64 {
    const SHAPE: &'static Shape = &Shape::Number { minimum: None, maximum: None };

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, _: Reading) -> Result<Self, D::Error> {
        let text = raw::capture(deserializer)?;
        let refused = || D::Error::custom(format_args!("expected a number, found {}", crate::text::found(&text)));
        number::float(&text).ok_or_else(refused)
    }
}

impl Wire for RequestId {
    const SHAPE: &'static Shape = &Shape::Id;

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, _: Reading) -> Result<Self, D::Error> {
        let text = raw::capture(deserializer)?;
        RequestId::from_json(&text).ok_or_else(|| {
            D::Error::custom(format_args!("expected a string or an integer, found {}", crate::text::found(&text)))
        })
    }
}

impl Wire for Json {
    const SHAPE: &'static Shape = &Shape::Any;

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, reading: Reading) -> Result<Self, D::Error> {
        any(deserializer, reading).map(|text| Self::from_known(text.into_owned()))
    }
}

impl Wire for JsonObject {
    const SHAPE: &'static Shape = &Shape::Object;

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, reading: Reading) -> Result<Self, D::Error> {
        let text = any(deserializer, reading)?;
        match text.starts_with('{') {
            true => Ok(Self::from_known(text)),
            false => Err(D::Error::custom(format_args!("expected an object, found {}", crate::text::kind(&text)))),
        }
    }
}

/// Any-JSON text, which the strict reading looks into.
fn any<'de, D: Deserializer<'de>>(deserializer: D, reading: Reading) -> Result<Cow<'de, str>, D::Error> {
    let text = raw::capture(deserializer)?;
    if reading.is_strict() {
        check_any(&text, MAX_DEPTH)?;
    }
    Ok(text)
}

/// Refuses text that the strict reading does, at most `depth` levels deep.
fn check_any<E: Error>(text: &str, depth: usize) -> Result<(), E> {
    let refused = |fault| E::custom(format_args!("refused by the strict reading: {fault:?}"));
    crate::json::strict::check(text, depth).map_err(refused)
}

impl<T: Wire> Wire for Box<T> {
    const SHAPE: &'static Shape = T::SHAPE;

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, reading: Reading) -> Result<Self, D::Error> {
        T::decode(deserializer, reading).map(Box::new)
    }
}

impl<T: Wire> Wire for Vec<T> {
    const SHAPE: &'static Shape = &Shape::Array(T::SHAPE, None);

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, reading: Reading) -> Result<Self, D::Error> {
        struct Items<T>(Reading, PhantomData<T>);

        impl<'de, T: Wire> Visitor<'de> for Items<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
                let (mut items, mut place) = (Vec::new(), None);
                while seq.next_element_seed(Seed(&mut place, self.0))?.is_some() {
                    items.extend(place.take());
                }
                Ok(items)
            }
        }

        deserializer.deserialize_seq(Items(reading, PhantomData))
    }
}

impl<T: Wire> Wire for Map<T> {
    const SHAPE: &'static Shape = &Shape::Map(T::SHAPE);

    fn decode<'de, D: Deserializer<'de>>(deserializer: D, reading: Reading) -> Result<Self, D::Error> {
        struct Members<T>(Reading, PhantomData<T>);

        impl<'de, T: Wire> Visitor<'de> for Members<T> {
            type Value = Map<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Map<T>, A::Error> {
                let (mut members, mut place) = (Vec::new(), None);
                while let Some(name) = access.next_key_seed(raw::AsText)? {
                    access.next_value_seed(Seed(&mut place, self.0))?;
                    members.extend(place.take().map(|value| (name.into_owned(), value)));
                }
                record::all_different(members.iter().map(|(name, _)| name.as_str()))?;
                Ok(Map::from_unique(members))
            }
        }

        deserializer.deserialize_map(Members(reading, PhantomData))
    }
}

/// A value that may be `null`.
struct Nullable<'p, T>(&'p mut Option<T>, Reading);

impl<'de, T: Wire> DeserializeSeed<'de> for Nullable<'_, T> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, T: Wire> Visitor<'de> for Nullable<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        T::decode_to(self.0, deserializer, self.1)
    }
}

/// A string that is one of a list, looked up by `from_wire`.
///
/// # Errors
///
/// When the next value is not a string or `from_wire` does not know it.
pub fn decode_choice<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    known: &'static [&'static str],
    from_wire: fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct Choice<T>(&'static [&'static str], fn(&str) -> Option<T>);

    impl<T> Visitor<'_> for Choice<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "one of {:?}", self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.1)(text).ok_or_else(|| E::unknown_variant(&crate::text::quote(text), self.0))
        }
    }

    deserializer.deserialize_str(Choice(known, from_wire))
}

/// Decodes text that is known to be JSON.
pub(crate) fn read<T: Wire>(text: &str, reading: Reading) -> Result<T, serde_json::Error> {
    let mut place = None;
    read_known(&Cow::Borrowed(text), Seed(&mut place, reading))?;
    place.ok_or_else(|| Error::custom("nothing was read"))
}
