//! A header's value: plain where it can be, else Base64 in a sentinel (R-HDR-5 to R-HDR-8).

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::Kind;
use crate::number;

const PREFIX: &str = "=?base64?";
const SUFFIX: &str = "?=";
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes text as a header's value: as it is where that is safe, else as Base64 in a sentinel (R-HDR-5, R-HDR-6).
///
/// ```
/// assert_eq!(mcp_wire::header::encode("us-west1"), "us-west1");
/// assert_eq!(mcp_wire::header::encode("日本"), "=?base64?5pel5pys?=");
/// ```
pub fn encode(text: &str) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e));
    let is_padded = text.starts_with(' ') || text.ends_with(' ');
    let is_sentinel = text.starts_with(PREFIX) && text.ends_with(SUFFIX);
    match is_plain && !is_padded && !is_sentinel {
        true => Cow::Borrowed(text),
        false => Cow::Owned(format!("{PREFIX}{}{SUFFIX}", base64(text.as_bytes()))),
    }
}

/// Decodes a header's value; `None` where the sentinel holds anything but canonical Base64 of UTF-8 (R-HDR-3, R-HDR-8).
pub fn decode(value: &[u8]) -> Option<String> {
    let value = std::str::from_utf8(super::trimmed(value)).ok()?;
    let inner = value.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    match inner {
        Some(inner) => String::from_utf8(unbase64(inner.as_bytes())?).ok(),
        None => Some(value.to_owned()),
    }
}

/// What a client puts into the header that mirrors an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mirrored {
    /// This value.
    Value(String),
    /// No header: the argument is absent or `null` (R-HDR-7).
    Omitted,
    /// The argument cannot be mirrored, so the request must not be sent (R-HDR-7).
    Refused,
}

/// The header's value for an argument (R-HDR-5, R-HDR-7); `kind` is the annotated type, if it is known.
pub fn encode_argument(value: Option<&RawValue>, kind: Option<Kind>) -> Mirrored {
    const LARGEST: i128 = (1 << 53) - 1;
    let Some(text) = value.map(RawValue::get).filter(|text| *text != "null") else { return Mirrored::Omitted };
    let fits = |found| kind.is_none_or(|kind| kind == found);
    match text.as_bytes().first() {
        Some(b'"') if fits(Kind::String) => match serde_json::from_str::<String>(text) {
            Ok(text) => Mirrored::Value(encode(&text).into_owned()),
            Err(_) => Mirrored::Refused,
        },
        Some(b't' | b'f') if fits(Kind::Boolean) => Mirrored::Value(text.to_owned()),
        Some(b'-' | b'0'..=b'9') if fits(Kind::Integer) => match number::whole(text) {
            Ok(number) if number.abs() <= LARGEST => Mirrored::Value(number.to_string()),
            _ => Mirrored::Refused,
        },
        _ => Mirrored::Refused,
    }
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|index| u32::from(chunk.get(index).copied().unwrap_or(0)));
        let bits = a << 16 | b << 8 | c;
        for index in 0..4 {
            match index <= chunk.len() {
                true => text.push(char::from(ALPHABET[(bits >> (18 - 6 * index)) as usize & 63])),
                false => text.push('='),
            }
        }
    }
    text
}

/// The bytes of canonical padded standard Base64, and of nothing else.
fn unbase64(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut chunks = text.chunks(4).peekable();
    while let Some(chunk) = chunks.next() {
        let padding = match chunk {
            [_, _, _, b'='] if chunks.peek().is_some() => return None,
            [_, _, b'=', b'='] => 2,
            [_, _, _, b'='] => 1,
            [_, _, _, _] => 0,
            _ => return None,
        };
        let mut bits = 0_u32;
        for byte in &chunk[..4 - padding] {
            bits = bits << 6 | ALPHABET.iter().position(|known| known == byte)? as u32;
        }
        bits <<= 6 * padding;
        let three = bits.to_be_bytes();
        let (kept, dropped) = three[1..].split_at(3 - padding);
        if dropped.iter().any(|bits| *bits != 0) {
            return None;
        }
        bytes.extend_from_slice(kept);
    }
    Some(bytes)
}
