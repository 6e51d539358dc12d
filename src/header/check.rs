//! Whether a head agrees with the body it came with (R-HDR-1 to R-HDR-4, R-HDR-11, R-HDR-12).

use std::fmt;

use serde_json::value::RawValue;

use super::{Annotation, Found, Head, Kind, METHOD, NAME, PROTOCOL_VERSION, decode};
use crate::envelope;
use crate::json::{self, walk};
use crate::wire::{Message, Params};

/// A header that contradicts the body, is missing or is there twice (-32020).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderMismatch {
    header: String,
    reason: &'static str,
}

impl HeaderMismatch {
    fn new(header: impl Into<String>, reason: &'static str) -> Self {
        Self { header: header.into(), reason }
    }

    /// The header's name, in lower case.
    pub fn header(&self) -> &str {
        &self.header
    }
}

impl fmt::Display for HeaderMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let canonical = match self.header.as_str() {
            PROTOCOL_VERSION => "MCP-Protocol-Version",
            METHOD => "Mcp-Method",
            NAME => "Mcp-Name",
            other => other,
        };
        write!(f, "header `{}` {}", crate::text::quote(canonical), self.reason)
    }
}

impl std::error::Error for HeaderMismatch {}

/// Checks the headers that mirror version, method and name of a modern message (R-HDR-1 to R-HDR-4). On a request all
/// must be there; on a notification one that disagrees is refused, an absent one is not.
///
/// # Errors
///
/// The first header, in that order, that is missing, duplicated or different.
pub fn check(head: &Head, message: &Message<'_>) -> Result<(), HeaderMismatch> {
    let (method, params, is_request) = match message {
        Message::Request(request) => (request.method(), request.params(), true),
        Message::Notification(notification) => (notification.method(), notification.params(), false),
        Message::Response(_) | Message::Batch(_) => return Ok(()),
    };
    let claim = params.and_then(Params::meta_text).and_then(|meta| walk::member(meta, envelope::PROTOCOL_VERSION));
    let claim = claim.and_then(walk::string);
    if is_request || claim.is_some() {
        agrees(head.version(), claim.as_deref(), PROTOCOL_VERSION, is_request)?;
    }
    let found = match head.only(METHOD) {
        Found::Value("") => Found::Absent,
        found => found,
    };
    agrees(found, Some(method), METHOD, is_request)?;
    let named = name_member(method).and_then(|member| params?.text(member));
    match named.and_then(walk::string) {
        Some(name) => same_text(head, NAME, &name, is_request),
        // Whether the member is what it must be is looked at with the params.
        None => Ok(()),
    }
}

/// The member of `params` that `Mcp-Name` mirrors (R-HDR-2).
pub(crate) fn name_member(method: &str) -> Option<&'static str> {
    Some(match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    })
}

fn agrees(found: Found<'_>, wanted: Option<&str>, name: &str, must_be_there: bool) -> Result<(), HeaderMismatch> {
    match found {
        Found::Absent if must_be_there => Err(HeaderMismatch::new(name, "is missing")),
        Found::Absent => Ok(()),
        Found::Unusable => Err(HeaderMismatch::new(name, "is there more than once, or is not text")),
        Found::Value(value) if Some(value) == wanted => Ok(()),
        Found::Value(_) => Err(HeaderMismatch::new(name, "does not agree with the body")),
    }
}

/// Compares a header that may be encoded.
fn same_text(head: &Head, name: &str, wanted: &str, must_be_there: bool) -> Result<(), HeaderMismatch> {
    match decoded(head, name)? {
        None if must_be_there => Err(HeaderMismatch::new(name, "is missing")),
        None => Ok(()),
        Some(value) if value == wanted => Ok(()),
        Some(_) => Err(HeaderMismatch::new(name, "does not agree with the body")),
    }
}

fn decoded(head: &Head, name: &str) -> Result<Option<String>, HeaderMismatch> {
    let mut values = head.values(name);
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(HeaderMismatch::new(name, "is there more than once"));
    }
    match decode(value) {
        Some(value) => Ok(Some(value)),
        None => Err(HeaderMismatch::new(name, "is not canonical Base64 of UTF-8")),
    }
}

/// Checks the headers that mirror arguments of a `tools/call` (R-HDR-11, R-HDR-12).
///
/// # Errors
///
/// The first header, in the order of the annotations, that is missing, duplicated, different, or there without its
/// argument.
pub fn check_params(
    head: &Head,
    params: Option<&Params<'_>>,
    annotations: &[Annotation],
) -> Result<(), HeaderMismatch> {
    let arguments = params.and_then(|params| params.get("arguments"));
    for annotation in annotations {
        let name = annotation.header().to_ascii_lowercase();
        let value = annotation.path().iter().try_fold(arguments, |value, step| Some(json::member(value?, step)));
        let value = value.flatten().filter(|value| value.get() != "null");
        match (value, decoded(head, &name)?) {
            (None, None) => {}
            (None, Some(_)) => return Err(HeaderMismatch::new(name, "has no argument that it mirrors")),
            (Some(_), None) => return Err(HeaderMismatch::new(name, "is missing")),
            (Some(value), Some(header)) if is_same(value, &header, annotation.kind()) => {}
            (Some(_), Some(_)) => return Err(HeaderMismatch::new(name, "does not agree with the argument")),
        }
    }
    Ok(())
}

fn is_same(value: &RawValue, header: &str, kind: Kind) -> bool {
    let text = value.get();
    match text.as_bytes().first() {
        Some(b'"') => serde_json::from_str::<String>(text).is_ok_and(|text| text == header),
        Some(b'-' | b'0'..=b'9') if kind == Kind::Integer && is_decimal(header) => json::equal(text, header),
        _ => text == header,
    }
}

/// `-?[0-9]+(\.[0-9]+)?`
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    match unsigned.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(unsigned),
    }
}
