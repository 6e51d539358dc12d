//! What goes out: the envelope of a request and its headers.

use std::fmt;

use serde::Serialize;

use crate::capability::TASKS_EXTENSION;
use crate::envelope::{CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL, PROTOCOL_VERSION};
use crate::gate::{Direction, Kind, gate};
use crate::header::{self, Annotation, Dotted, Mirrored};
use crate::json::{self, Json, JsonObject};
use crate::log_level::LogLevel;
use crate::subscription::SUBSCRIPTION_ID;
use crate::wire::{Params, Request};
use crate::{Era, Revision};

/// Who a client is and what it can do: what it stamps on every modern request, and says in `initialize`.
#[derive(Clone, Debug, PartialEq)]
pub struct Client {
    pub(super) capabilities: JsonObject,
    pub(super) info: Option<JsonObject>,
    pub(super) log_level: Option<LogLevel>,
    pub(super) revisions: Vec<Revision>,
}

impl Client {
    /// A client of all revisions with these capabilities, any revision's `ClientCapabilities` or the same as JSON. What
    /// does not serialise to an object declares nothing. Declare an extension only if its results are handled (R-EXT-1).
    pub fn new(capabilities: &impl Serialize) -> Self {
        let capabilities = JsonObject::of(capabilities).unwrap_or_default();
        let mut revisions = Revision::ALL.to_vec();
        revisions.reverse();
        Self { capabilities, info: None, log_level: None, revisions }
    }

    /// Tells who it is: any revision's `Implementation`, or the same as JSON.
    #[must_use]
    pub fn with_info(mut self, info: &impl Serialize) -> Self {
        self.info = JsonObject::of(info).ok();
        self
    }

    /// Wants log messages from this severity on, unless a request says otherwise.
    #[must_use]
    pub fn with_log_level(mut self, level: LogLevel) -> Self {
        self.log_level = Some(level);
        self
    }

    /// Speaks these revisions, the preferred ones first (R-NEG-1).
    #[must_use]
    pub fn with_revisions(mut self, revisions: &[Revision]) -> Self {
        self.revisions = revisions.to_vec();
        self
    }

    pub(super) fn of_era(&self, era: Era) -> Vec<Revision> {
        self.revisions.iter().copied().filter(|revision| revision.era() == era).collect()
    }

    /// The ids of the extensions it declares.
    pub(super) fn declares_tasks(&self) -> bool {
        let declared = Json::from(self.capabilities.clone());
        crate::capability::declares_extension(declared.as_raw(), TASKS_EXTENSION)
    }

    /// The params of a request with the envelope stamped on, last of all, so that no caller can override it; a legacy
    /// request only loses keys that would make it modern (R-ENV-10). `None` stands for absent params. Notifications are
    /// not stamped.
    pub fn stamp(&self, revision: Revision, params: Option<JsonObject>) -> Option<JsonObject> {
        let is_modern = revision.era() == Era::Modern;
        if !is_modern && params.as_ref().is_none_or(|params| params.get("_meta").is_none()) {
            return params;
        }
        let mut params = params.unwrap_or_default();
        let meta = params.get("_meta").map(Json::from);
        let mut meta = match meta.map(Json::into_object) {
            // What is no object is the caller's mistake, which the peer will name.
            Some(None) if !is_modern => return Some(params),
            Some(meta) => meta.unwrap_or_default(),
            None => JsonObject::new(),
        };
        for owned in [PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO, SUBSCRIPTION_ID] {
            meta.remove(owned);
        }
        if is_modern {
            meta.insert(PROTOCOL_VERSION, revision.as_str());
            meta.insert(CLIENT_CAPABILITIES, self.capabilities.clone());
            if let Some(info) = &self.info {
                meta.insert(CLIENT_INFO, info.clone());
            }
            if let Some(level) = self.log_level.filter(|_| meta.get(LOG_LEVEL).is_none()) {
                meta.insert(LOG_LEVEL, level.as_str());
            }
        } else {
            meta.remove(LOG_LEVEL);
        }
        params.insert("_meta", meta);
        Some(params)
    }
}

/// Whether a client may write a notification to a server of `revision`: one that the revision does not have would only be
/// dropped (R-GATE-5).
pub fn may_tell(revision: Revision, method: &str) -> bool {
    gate(revision, Direction::ClientToServer, Kind::Notification, method).known().is_some()
}

/// An argument that no header can mirror, so that the request must not be sent (R-HDR-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmirrored {
    argument: Vec<String>,
    header: String,
}

impl Unmirrored {
    /// The way to the argument.
    pub fn argument(&self) -> &[String] {
        &self.argument
    }

    /// The header that was to mirror it.
    pub fn header(&self) -> &str {
        &self.header
    }
}

impl fmt::Display for Unmirrored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "argument `{}` has a value that header `{}` cannot mirror", Dotted(&self.argument), self.header)
    }
}

impl std::error::Error for Unmirrored {}

/// The headers of a modern request, name and value (R-HDR-1, R-HDR-2, R-HDR-5 to R-HDR-7, R-HDR-10): `annotations` are
/// those of the called tool's schema, empty if the schema was never seen (R-HDR-13).
///
/// # Errors
///
/// When an annotated argument cannot be mirrored.
pub fn headers(request: &Request<'_>, annotations: &[Annotation]) -> Result<Vec<(String, String)>, Unmirrored> {
    let text = |value: &serde_json::value::RawValue| serde_json::from_str::<String>(value.get()).ok();
    let mut headers = Vec::new();
    let meta = request.params().and_then(Params::meta);
    let version = meta.and_then(|meta| text(json::member(meta, PROTOCOL_VERSION)?));
    if let Some(version) = version {
        headers.push(("MCP-Protocol-Version".to_owned(), version));
    }
    headers.push(("Mcp-Method".to_owned(), request.method().to_owned()));
    let named = header::name_member(request.method()).and_then(|member| request.params()?.get(member));
    if let Some(name) = named.and_then(text) {
        headers.push(("Mcp-Name".to_owned(), header::encode(&name).into_owned()));
    }
    if request.method() != "tools/call" {
        return Ok(headers);
    }
    let arguments = request.params().and_then(|params| params.get("arguments"));
    for annotation in annotations {
        let value =
            arguments.and_then(|top| annotation.path().iter().try_fold(top, |value, step| json::member(value, step)));
        match header::encode_argument(value, Some(annotation.kind())) {
            Mirrored::Value(value) => headers.push((annotation.header(), value)),
            Mirrored::Omitted => {}
            Mirrored::Refused => {
                return Err(Unmirrored { argument: annotation.path().to_vec(), header: annotation.header() });
            }
        }
    }
    Ok(headers)
}
