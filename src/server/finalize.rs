//! A handler's result on its way out: stamped as its revision wants, and refused where it may not be (R-RES-6).

use std::fmt;

use serde_json::value::RawValue;

use crate::json::{self, Json, JsonObject};
use crate::{Era, Revision, capability, code, number};

/// What every result of a server carries unless a handler says otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Defaults {
    /// How long lists and resources may be cached, and by whom (R-CACHE-1).
    pub cache: CacheHints,
    /// Who the server is, told in `_meta` of modern results.
    pub identity: Option<JsonObject>,
}

/// How long a result may be cached, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheHints {
    /// Milliseconds.
    pub ttl_ms: u64,
    /// Whether others may be given it too.
    pub is_public: bool,
}

impl Default for CacheHints {
    /// Not at all.
    fn default() -> Self {
        Self { ttl_ms: 0, is_public: false }
    }
}

/// Why a handler's result may not go out.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultError {
    reason: String,
    required: Option<JsonObject>,
}

impl ResultError {
    fn internal(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), required: None }
    }

    fn required(required: JsonObject) -> Self {
        let reason = "the request needs a capability that the client did not declare".to_owned();
        Self { reason, required: Some(required) }
    }

    /// The code that answers instead: -32021 where the client lacks a capability, -32603 where the handler is at fault.
    pub fn code(&self) -> i64 {
        match self.required {
            Some(_) => code::MISSING_REQUIRED_CLIENT_CAPABILITY,
            None => code::INTERNAL_ERROR,
        }
    }

    /// Exactly the capabilities that the client lacks (R-CAP-4).
    pub fn required_capabilities(&self) -> Option<&JsonObject> {
        self.required.as_ref()
    }

    /// What the error's `data` says, if anything.
    pub fn data(&self) -> Option<Json> {
        let required = self.required.clone()?;
        Some(JsonObject::new().with("requiredCapabilities", required).into())
    }
}

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        match &self.required {
            Some(required) => write!(f, ": {}", crate::text::cut(required.as_str(), 400)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ResultError {}

/// The methods whose complete results carry cache hints (R-CACHE-1).
pub(crate) const CACHED: [&str; 6] =
    ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"];

/// The methods that may ask for input instead of answering (R-MRTR-1).
pub(crate) const MULTI_ROUND_TRIP: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

pub(super) const RESULT_TYPE: &str = "resultType";
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// Makes a handler's result what a server of `revision` answers `method` with: `resultType`, cache hints and the server's
/// identity are added where they are wanted and missing; legacy results get none of this (R-RES-6, R-CACHE-1).
/// `declared` is what the client declared for this request.
///
/// # Errors
///
/// When the result asks for input or is a task where it may not (-32603), has malformed cache hints (-32603), or needs a
/// capability that the client did not declare (-32021, R-MRTR-4, R-RES-5).
pub fn finalize(
    revision: Revision,
    method: &str,
    result: JsonObject,
    declared: Option<&RawValue>,
    defaults: &Defaults,
) -> Result<JsonObject, ResultError> {
    let result_type = match result.get(RESULT_TYPE) {
        None => None,
        Some(value) => match serde_json::from_str::<String>(value.get()) {
            Ok(text) => Some(text),
            Err(_) => return Err(ResultError::internal("`resultType` is not a string")),
        },
    };
    if revision.era() == Era::Legacy {
        return match result_type.as_deref() {
            None | Some("complete") => Ok(result),
            Some(_) => Err(ResultError::internal(format!("{revision} has only complete results"))),
        };
    }
    let mut added = Vec::new();
    match result_type.as_deref() {
        None | Some("complete") => {
            added.push((RESULT_TYPE, Json::from("complete")));
            if CACHED.contains(&method) {
                add_hints(&result, defaults.cache, &mut added)?;
            }
        }
        Some("input_required") => input_required(revision, method, &result, declared)?,
        Some("task") => task(method, declared)?,
        Some(other) => {
            return Err(ResultError::internal(format!("unknown `resultType` \"{}\"", crate::text::quote(other))));
        }
    }
    if let Some(identity) = &defaults.identity {
        add_identity(&result, identity, &mut added)?;
    }
    let mut result = result;
    result.insert_all(&added);
    Ok(result)
}

/// Members that a result is to be given, all in one pass.
type Added = Vec<(&'static str, Json)>;

/// A hint that the handler set has to be valid; it is never replaced in silence.
fn add_hints(result: &JsonObject, hints: CacheHints, added: &mut Added) -> Result<(), ResultError> {
    match result.get("ttlMs") {
        None => added.push(("ttlMs", serde_json::Value::from(hints.ttl_ms).into())),
        Some(ttl) if number::whole(ttl.get()).is_ok_and(|ttl| ttl >= 0) => {}
        Some(_) => return Err(ResultError::internal("`ttlMs` is not a whole number of at least 0")),
    }
    match result.get("cacheScope").map(RawValue::get) {
        None => added.push(("cacheScope", (if hints.is_public { "public" } else { "private" }).into())),
        Some("\"public\"" | "\"private\"") => {}
        Some(_) => return Err(ResultError::internal("`cacheScope` is neither public nor private")),
    }
    Ok(())
}

fn add_identity(result: &JsonObject, identity: &JsonObject, added: &mut Added) -> Result<(), ResultError> {
    let mut meta = match result.get("_meta").map(Json::from) {
        None => JsonObject::new(),
        Some(meta) => meta.into_object().ok_or_else(|| ResultError::internal("`_meta` is not an object"))?,
    };
    if meta.get(SERVER_INFO).is_none() {
        meta.insert(SERVER_INFO, identity.clone());
        added.push(("_meta", meta.into()));
    }
    Ok(())
}

fn input_required(
    revision: Revision,
    method: &str,
    result: &JsonObject,
    declared: Option<&RawValue>,
) -> Result<(), ResultError> {
    if !MULTI_ROUND_TRIP.contains(&method) {
        return Err(ResultError::internal(format!("`{method}` may not ask for input")));
    }
    let requests = match result.get("inputRequests") {
        None => Vec::new(),
        Some(requests) if requests.get().starts_with('{') => json::members(requests.get()).collect(),
        Some(_) => return Err(ResultError::internal("`inputRequests` is not an object")),
    };
    let has_state = result.get("requestState").is_some_and(|state| state.get().starts_with('"'));
    if requests.is_empty() && !has_state {
        return Err(ResultError::internal("neither `inputRequests` nor `requestState` is there"));
    }
    let nothing = Json::from(JsonObject::new());
    let declared = declared.unwrap_or(nothing.as_raw());
    let mut required = JsonObject::new();
    for (key, request) in requests {
        let wanted = json::member(request, "method");
        let wanted = wanted.and_then(|method| serde_json::from_str::<String>(method.get()).ok());
        let params = json::member(request, "params");
        let missing = wanted.and_then(|method| capability::missing_for_input(revision, declared, &method, params));
        match missing {
            Some(missing) => merge(&mut required, &missing),
            None => {
                let key = crate::text::quote(&key);
                return Err(ResultError::internal(format!("`inputRequests.{key}` is no input that can be asked for")));
            }
        }
    }
    match required.is_empty() {
        true => Ok(()),
        false => Err(ResultError::required(required)),
    }
}

/// Adds nested requirements to others.
fn merge(into: &mut JsonObject, more: &JsonObject) {
    for (name, value) in more.iter() {
        let merged =
            match (into.get(&name).map(Json::from).and_then(Json::into_object), Json::from(value).into_object()) {
                (Some(mut before), Some(value)) => {
                    merge(&mut before, &value);
                    Json::from(before)
                }
                (_, _) => Json::from(value),
            };
        into.insert(&name, merged);
    }
}

fn task(method: &str, declared: Option<&RawValue>) -> Result<(), ResultError> {
    if method != "tools/call" {
        return Err(ResultError::internal(format!("`{method}` may not answer with a task")));
    }
    match declared.is_some_and(|declared| capability::declares_extension(declared, capability::TASKS_EXTENSION)) {
        true => Ok(()),
        false => Err(ResultError::required(tasks_requirement())),
    }
}

/// What a client must have declared to be given tasks.
pub(super) fn tasks_requirement() -> JsonObject {
    JsonObject::new().with("extensions", JsonObject::new().with(capability::TASKS_EXTENSION, JsonObject::new()))
}
