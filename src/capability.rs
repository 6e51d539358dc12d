//! Which capabilities a method or an input request needs, and what of them is missing (R-CAP).
//!
//! These rules run on the raw objects that peers declare: a name is declared if its value is an object (R-CAP-1).

use serde_json::value::RawValue;

use crate::json::{self, JsonObject};
use crate::{Era, Revision, code};

/// The extension by which a modern server answers with tasks (R-GATE-9, R-RES-5).
pub const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// The value at a path of nested objects, if it is there.
fn at<'a>(object: &'a RawValue, path: &[&str]) -> Option<&'a RawValue> {
    path.iter().try_fold(object, |object, name| json::member(object, name))
}

fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

/// Whether capabilities declare what stands at `path`: an object at every step (R-CAP-1).
pub fn declares(capabilities: &RawValue, path: &[&str]) -> bool {
    (1..=path.len()).all(|length| at(capabilities, &path[..length]).is_some_and(is_object))
}

/// Whether a client's capabilities declare an extension (R-EXT-1).
pub fn declares_extension(capabilities: &RawValue, id: &str) -> bool {
    declares(capabilities, &["extensions", id])
}

/// Exactly the part of `required` that `declared` lacks, nested as in `ClientCapabilities`; empty if nothing is missing
/// (R-CAP-4). `elicitation: {}` declares forms (R-CAP-3).
pub fn missing(required: &RawValue, declared: &RawValue) -> JsonObject {
    lacking(required, Some(declared), None)
}

fn lacking(required: &RawValue, declared: Option<&RawValue>, parent: Option<&str>) -> JsonObject {
    let mut missing = JsonObject::new();
    for (name, wanted) in json::members(required.get()) {
        let found = declared.and_then(|declared| json::member(declared, &name)).filter(|found| is_object(found));
        match found {
            None if parent == Some("elicitation") && name == "form" && declared.is_some_and(implies_form) => {}
            // The parent is missing too, so the requirement stands as it was stated.
            None => missing.insert(&name, wanted),
            Some(found) => {
                let within = lacking(wanted, Some(found), Some(&name));
                if !within.is_empty() {
                    missing.insert(&name, within);
                }
            }
        }
    }
    missing
}

/// Whether `elicitation` names no mode, and so means forms (R-CAP-3).
fn implies_form(elicitation: &RawValue) -> bool {
    ["form", "url"].iter().all(|mode| json::member(elicitation, mode).is_none())
}

/// What a client must have declared to be asked for this input, as `ClientCapabilities`; `None` if no revision knows such
/// an input (R-CAP-2). The same holds for legacy requests and embedded modern ones.
pub fn required_for_input(revision: Revision, method: &str, params: Option<&RawValue>) -> Option<JsonObject> {
    let param = |name: &str| params.and_then(|params| json::member(params, name));
    let nested =
        |name: &str, member: &str| JsonObject::new().with(name, JsonObject::new().with(member, JsonObject::new()));
    let flat = |name: &str| JsonObject::new().with(name, JsonObject::new());
    // Modes of elicitation and tools in sampling come with 2025-11-25 (R-CAP-9).
    let has_modes = revision >= Revision::V2025_11_25;
    match method {
        "roots/list" => Some(flat("roots")),
        "sampling/createMessage" => {
            let wants_tools = has_modes && (param("tools").is_some() || param("toolChoice").is_some());
            Some(if wants_tools { nested("sampling", "tools") } else { flat("sampling") })
        }
        "elicitation/create" if has_modes => {
            let mode = param("mode").and_then(|mode| serde_json::from_str::<String>(mode.get()).ok());
            Some(nested("elicitation", if mode.as_deref() == Some("url") { "url" } else { "form" }))
        }
        "elicitation/create" => Some(flat("elicitation")),
        _ => None,
    }
}

/// What of the capabilities that this input needs the client did not declare; empty if it may be asked (R-CAP-2,
/// R-MRTR-4). `None` if no revision knows such an input.
pub fn missing_for_input(
    revision: Revision,
    declared: &RawValue,
    method: &str,
    params: Option<&RawValue>,
) -> Option<JsonObject> {
    let required = required_for_input(revision, method, params)?;
    Some(missing(crate::Json::from(required).as_raw(), declared))
}

/// What a legacy client answers a request that it did not declare (R-CAP-6).
///
/// # Errors
///
/// The code: method not found where the capability itself is missing, invalid params where a part of it is.
pub fn client_receives(
    revision: Revision,
    declared: &RawValue,
    method: &str,
    params: Option<&RawValue>,
) -> Result<(), i64> {
    let Some(missing) = missing_for_input(revision, declared, method, params) else { return Ok(()) };
    let first = missing.iter().next().map(|(name, _)| name.into_owned());
    match first {
        None => Ok(()),
        Some(name) if declares(declared, &[&name]) => Err(code::INVALID_PARAMS),
        Some(_) => Err(code::METHOD_NOT_FOUND),
    }
}

/// A client's capabilities as it tells them in `revision`: without those that only other revisions know (R-CAP-9).
pub fn of_client(revision: Revision, capabilities: &RawValue) -> JsonObject {
    known_in(revision, capabilities, ("elicitation", Revision::V2025_06_18))
}

/// A server's capabilities as it tells them in `revision`: without those that only other revisions know (R-CAP-9, R-RES-8).
pub fn of_server(revision: Revision, capabilities: &RawValue) -> JsonObject {
    known_in(revision, capabilities, ("completions", Revision::V2025_03_26))
}

fn known_in(revision: Revision, capabilities: &RawValue, (later, since): (&str, Revision)) -> JsonObject {
    let is_known = |name: &str| match name {
        "tasks" => revision == Revision::V2025_11_25,
        "extensions" => revision.era() == Era::Modern,
        name => name != later || revision >= since,
    };
    json::members(capabilities.get()).filter(|(name, _)| is_known(name)).collect()
}

/// Checks that a server's capabilities allow a method or a notification of the server (R-CAP-7, R-CAP-8).
///
/// # Errors
///
/// The capability that is missing, dotted.
pub fn server_allows(revision: Revision, capabilities: &RawValue, method: &str) -> Result<(), &'static str> {
    let Some(needed) = needed_of_server(revision, method) else { return Ok(()) };
    let path: Vec<&str> = needed.split('.').collect();
    let is_flag = matches!(path.last(), Some(&"subscribe" | &"listChanged"));
    let found = match is_flag {
        true => at(capabilities, &path).is_some_and(|flag| flag.get() == "true"),
        false => declares(capabilities, &path),
    };
    if found { Ok(()) } else { Err(needed) }
}

fn needed_of_server(revision: Revision, method: &str) -> Option<&'static str> {
    Some(match method {
        "tools/list" | "tools/call" => "tools",
        "prompts/list" | "prompts/get" => "prompts",
        "resources/list" | "resources/templates/list" | "resources/read" => "resources",
        "resources/subscribe" | "resources/unsubscribe" | "notifications/resources/updated" => "resources.subscribe",
        // 2024-11-05 has the method and not the capability.
        "completion/complete" if revision > Revision::V2024_11_05 => "completions",
        "logging/setLevel" | "notifications/message" => "logging",
        "tasks/get" | "tasks/result" if revision.era() == Era::Legacy => "tasks",
        "tasks/list" => "tasks.list",
        "tasks/cancel" if revision.era() == Era::Legacy => "tasks.cancel",
        "notifications/tools/list_changed" => "tools.listChanged",
        "notifications/prompts/list_changed" => "prompts.listChanged",
        "notifications/resources/list_changed" => "resources.listChanged",
        _ => return None,
    })
}
