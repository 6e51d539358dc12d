//! What a subscription of a modern client asks for, and what may follow on its stream (R-SUB).

use serde_json::value::RawValue;

use crate::capability;
use crate::id::RequestId;
use crate::json::{self, Json, JsonObject};

/// The key of `_meta` that every message of a subscription carries: the id of its `subscriptions/listen` request
/// (R-SUB-4).
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The member of a filter that a notification of the same feature needs.
pub(crate) const FLAGS: [(&str, &str); 3] = [
    ("toolsListChanged", "notifications/tools/list_changed"),
    ("promptsListChanged", "notifications/prompts/list_changed"),
    ("resourcesListChanged", "notifications/resources/list_changed"),
];

pub(crate) const RESOURCES: &str = "resourceSubscriptions";
const TASKS: &str = "taskIds";

/// The part of a filter that the server honours, which it acknowledges: what it does not support is left out (R-SUB-2).
pub fn acknowledged(filter: &RawValue, capabilities: &RawValue) -> JsonObject {
    let allows = |method| capability::server_allows(crate::Revision::latest_modern(), capabilities, method).is_ok();
    let mut honoured = JsonObject::new();
    for (flag, method) in FLAGS {
        if is_true(filter, flag) && allows(method) {
            honoured.insert(flag, true);
        }
    }
    if let Some(uris) = json::member(filter, RESOURCES).filter(|_| allows("notifications/resources/updated")) {
        honoured.insert(RESOURCES, uris);
    }
    // Only who declared the extension gets as far as asking for its tasks.
    let offers_tasks = || capability::declares_extension(capabilities, capability::TASKS_EXTENSION);
    if let Some(ids) = json::member(filter, TASKS).filter(|_| offers_tasks()) {
        honoured.insert(TASKS, ids);
    }
    honoured
}

/// The params of a notification, or a result, with the id of its subscription in `_meta`, with its type (R-SUB-4). What
/// stands there already under that key is replaced.
#[must_use]
pub fn with_id(mut object: JsonObject, id: &RequestId) -> JsonObject {
    let meta = object.get("_meta").map(Json::from).and_then(Json::into_object).unwrap_or_default();
    object.insert("_meta", meta.with(SUBSCRIPTION_ID, Json::from(id)));
    object
}

/// Whether a notification may follow on the stream of a subscription with this filter (R-SUB-3): `subject` is the URI of
/// a resource or the id of a task, for those that have one.
pub fn allows(filter: &RawValue, method: &str, subject: Option<&str>) -> bool {
    let lists = |name: &str| {
        let listed = json::member(filter, name).and_then(|list| serde_json::from_str::<Vec<String>>(list.get()).ok());
        subject.is_some_and(|subject| listed.is_some_and(|listed| listed.iter().any(|item| item == subject)))
    };
    match method {
        "notifications/subscriptions/acknowledged" => true,
        "notifications/resources/updated" => lists(RESOURCES),
        "notifications/tasks" => lists(TASKS),
        method => FLAGS.iter().any(|(flag, allowed)| *allowed == method && is_true(filter, flag)),
    }
}

/// Whether a filter asks for tasks, which needs the tasks extension (R-SUB-1).
pub(crate) fn asks_for_tasks(filter: &RawValue) -> bool {
    json::member(filter, TASKS).is_some()
}

fn is_true(filter: &RawValue, name: &str) -> bool {
    json::member(filter, name).is_some_and(|flag| flag.get() == "true")
}
