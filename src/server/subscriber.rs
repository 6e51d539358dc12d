//! Who is told of changes: the subscription of a modern client, or a legacy session.

use serde::Serialize;

use super::decision::{Admitted, Call, param};
use super::endpoint::Endpoint;
use super::reply::{Finished, Reply, notification};
use crate::id::RequestId;
use crate::json::{self, Json, JsonObject};
use crate::method::Notification;
use crate::subscription::{self, RESOURCES};

/// One that is told of changes, in either era: what it is told, and how each notification reads for it.
#[derive(Clone, Debug)]
pub struct Subscriber {
    id: Option<RequestId>,
    filter: JsonObject,
}

impl Endpoint {
    /// The subscription that `subscriptions/listen` with this filter opens: the part of it that the server honours
    /// (R-SUB-2). The first thing it is sent is [`Subscriber::acknowledgement`], the last is the answer to the request.
    pub fn listener(&self, reply: &Reply, filter: &impl Serialize) -> Subscriber {
        let filter = Json::from(JsonObject::of(filter).unwrap_or_default());
        let honoured = subscription::acknowledged(filter.as_raw(), self.capabilities.as_raw());
        Subscriber { id: Some(reply.id().clone()), filter: honoured }
    }

    /// A legacy session: it is told whenever a list changes, where the server declared that (R-CAP-8), and of the
    /// resources that it watches.
    pub fn session_subscriber(&self) -> Subscriber {
        let nothing = Json::from(serde_json::Value::Array(Vec::new()));
        let flags = subscription::FLAGS.map(|(flag, _)| (flag, Json::from(true)));
        let everything = Json::from(JsonObject::from_iter(flags).with(RESOURCES, nothing));
        Subscriber { id: None, filter: subscription::acknowledged(everything.as_raw(), self.capabilities.as_raw()) }
    }
}

impl Subscriber {
    /// What opens a modern subscription; none for a legacy session.
    pub fn acknowledgement(&self) -> Option<String> {
        self.id.as_ref()?;
        let params = JsonObject::new().with("notifications", self.filter.clone());
        Some(self.addressed("notifications/subscriptions/acknowledged", params))
    }

    /// A notification as it goes to this subscriber; `None` where it is not for it (R-SUB-3), or the params do not
    /// serialise to an object.
    pub fn notify<N: Notification>(&self, params: &N::Params) -> Option<String> {
        let params = Json::of(params).ok()?;
        let params = if params.is_null() { JsonObject::new() } else { params.into_object()? };
        let subject = ["uri", "taskId"].into_iter().find_map(|name| params.get(name));
        let subject = subject.and_then(|subject| serde_json::from_str::<String>(subject.get()).ok());
        let filter = Json::from(self.filter.clone());
        let is_wanted = subscription::allows(filter.as_raw(), N::NAME, subject.as_deref());
        is_wanted.then(|| self.addressed(N::NAME, params))
    }

    /// The answer to `resources/subscribe` or `resources/unsubscribe`, after which the session watches the resource or does
    /// not; `None` for anything else, and for a modern subscription, which has no such requests. A server that has only
    /// some resources looks at the request first.
    pub fn answer(&mut self, admitted: &Admitted<'_>) -> Option<Finished> {
        let (Some(reply), Call::Request(request), None) = (&admitted.reply, &admitted.call, &self.id) else {
            return None;
        };
        let change = match request.method() {
            "resources/subscribe" => Self::watch,
            "resources/unsubscribe" => Self::unwatch,
            _ => return None,
        };
        change(self, &param(request, "uri")?.decode::<String>().ok()?);
        Some(reply.finish(Ok(JsonObject::new())))
    }

    /// A legacy session subscribes to a resource (`resources/subscribe`).
    pub fn watch(&mut self, uri: &str) {
        self.set(|watched| {
            if !watched.iter().any(|known| known == uri) {
                watched.push(uri.to_owned());
            }
        });
    }

    /// It no longer does (`resources/unsubscribe`).
    pub fn unwatch(&mut self, uri: &str) {
        self.set(|watched| watched.retain(|known| known != uri));
    }

    fn set(&mut self, change: impl FnOnce(&mut Vec<String>)) {
        let filter = Json::from(self.filter.clone());
        let watched = json::member(filter.as_raw(), RESOURCES).and_then(|list| serde_json::from_str(list.get()).ok());
        let mut watched = watched.unwrap_or_default();
        change(&mut watched);
        self.filter.insert(RESOURCES, serde_json::Value::from(watched));
    }

    fn addressed(&self, method: &str, params: JsonObject) -> String {
        match &self.id {
            Some(id) => notification(method, subscription::with_id(params, id)),
            None => notification(method, params),
        }
    }
}
