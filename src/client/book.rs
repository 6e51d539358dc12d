//! What a client keeps count of: caches, cancellations, and what must never be sent twice.

use serde_json::value::RawValue;

use crate::gate::Direction;
use crate::json::{self, Json, JsonObject};
use crate::server::Transport;
use crate::{Era, Revision, number};

/// How long a result may be kept, and by whom (R-CACHE-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CachedResult {
    ttl_ms: u64,
    is_public: bool,
}

impl CachedResult {
    /// What a result says; absent, negative or malformed hints are 0 and private.
    pub fn of(result: &RawValue) -> Self {
        let ttl = json::member(result, "ttlMs").and_then(|ttl| number::whole(ttl.get()).ok());
        let scope = json::member(result, "cacheScope").map(RawValue::get);
        Self {
            ttl_ms: ttl.and_then(|ttl| u64::try_from(ttl).ok()).unwrap_or(0),
            is_public: scope == Some("\"public\""),
        }
    }

    /// Milliseconds for which it is fresh.
    pub fn ttl_ms(&self) -> u64 {
        self.ttl_ms
    }

    /// Whether it may be shared across authorization contexts.
    pub fn is_public(&self) -> bool {
        self.is_public
    }

    /// Whether it is still fresh; both times are milliseconds of the caller's clock.
    pub fn is_fresh(&self, received_ms: u64, now_ms: u64) -> bool {
        now_ms < received_ms.saturating_add(self.ttl_ms)
    }
}

/// The key under which a result may be kept: its method and the params that affect it; `None` for a retry with input,
/// whose result is never kept (R-CACHE-3).
pub fn cache_key(method: &str, params: Option<&JsonObject>) -> Option<String> {
    let mut params = params.cloned().unwrap_or_default();
    if params.get("inputResponses").is_some() || params.get("requestState").is_some() {
        return None;
    }
    params.remove("_meta");
    Some(format!("{method} {}", json::canonical(params.as_str())))
}

/// Whether a notification makes the kept result of a request stale (R-CACHE-3).
pub fn invalidates(notification: &str, told: Option<&JsonObject>, method: &str, params: Option<&JsonObject>) -> bool {
    let uri = |object: Option<&JsonObject>| object.and_then(|object| object.get("uri")).map(Json::from);
    match notification {
        "notifications/tools/list_changed" => method == "tools/list",
        "notifications/prompts/list_changed" => method == "prompts/list",
        "notifications/resources/list_changed" => matches!(method, "resources/list" | "resources/templates/list"),
        "notifications/resources/updated" => {
            method == "resources/read" && uri(told).is_some() && uri(told) == uri(params)
        }
        _ => false,
    }
}

/// How the sender of a request cancels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cancel {
    /// With `notifications/cancelled`.
    Notification,
    /// By closing the stream of its response.
    CloseStream,
    /// With `tasks/cancel`.
    TasksCancel,
    /// Not at all.
    None,
}

/// How the sender of a request cancels it (R-CANCEL-1 to R-CANCEL-3).
pub fn cancel(
    revision: Revision,
    transport: Transport,
    direction: Direction,
    method: &str,
    params: Option<&RawValue>,
) -> Cancel {
    match (revision.era(), direction, transport) {
        // A modern server sends no requests; what it ends is a subscription.
        (Era::Modern, Direction::ServerToClient, _) => Cancel::None,
        (Era::Modern, _, Transport::Http) => Cancel::CloseStream,
        (Era::Modern, _, Transport::Stdio) => Cancel::Notification,
        _ if method == crate::gate::INITIALIZE => Cancel::None,
        _ => {
            let is_task = params.is_some_and(|params| json::member(params, "task").is_some());
            let takes_tasks = crate::gate::gate(revision, direction, crate::gate::Kind::Request, method)
                .known()
                .is_some_and(|entry| entry.results().any(|name| name == "CreateTaskResult"));
            if is_task && takes_tasks { Cancel::TasksCancel } else { Cancel::Notification }
        }
    }
}

/// What became of a request that was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// The connection was lost.
    ConnectionLost,
    /// HTTP answered 5xx.
    Http5xx,
    /// Nothing came in time.
    Timeout,
}

/// Whether a request may be sent again by itself after it failed without an answer: never after a timeout, and never one
/// that may have done something already (R-IDEM-1).
pub fn may_resend(method: &str, failure: Failure) -> bool {
    failure != Failure::Timeout && !matches!(method, "tools/call" | "tasks/update")
}
