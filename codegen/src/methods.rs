//! The methods of a revision, as its role unions list them.

use serde_json::Value;

use crate::Error;
use crate::names::Names;
use crate::normalise::{CONSTANTS, MESSAGE_ROLES, Normal, is_required, target, union_members};

/// A request or notification of one revision in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The wire name, `tools/call`.
    pub name: String,
    /// Whether it is answered.
    pub is_request: bool,
    /// Whether the client sends it.
    pub from_client: bool,
    /// The marker type, `CallTool`.
    pub marker: String,
    /// The message's type, `CallToolRequest`.
    pub message: String,
    /// The type of `params`, absent where the message names none.
    pub params: Option<String>,
    /// Whether `params` must be there.
    pub params_required: bool,
    /// The types of its result, the ordinary one first; empty for a notification.
    pub results: Vec<String>,
}

/// Lists the methods of `normal`, sorted by name, direction and kind.
///
/// # Errors
///
/// When a role lists what has no constant `method`, or a request has no result type.
pub fn methods(normal: &Normal, names: &Names) -> Result<Vec<Method>, Error> {
    let mut all = Vec::new();
    for role in MESSAGE_ROLES {
        let members = normal.definitions.get(role).and_then(union_members);
        for member in members.into_iter().flatten() {
            all.push(method(normal, names, role, member)?);
        }
    }
    all.sort_by(|a, b| (&a.name, b.from_client).cmp(&(&b.name, a.from_client)));
    Ok(all)
}

fn method(normal: &Normal, names: &Names, role: &str, member: &Value) -> Result<Method, Error> {
    let wrong = |reason: &str| Error::new(&normal.revision, format!("/$defs/{role}"), reason);
    let message = target(member).ok_or_else(|| wrong("lists what is not a definition"))?;
    let definition = &normal.definitions[message];
    let name = definition.get(CONSTANTS).and_then(|constants| constants.get("method")?.as_str());
    let name = name.ok_or_else(|| wrong("lists a message without a constant `method`"))?;
    let is_request = role.ends_with("Request");
    let params = definition["properties"].get("params");
    Ok(Method {
        name: name.to_owned(),
        is_request,
        from_client: role.starts_with("Client"),
        marker: names.marker(message),
        message: message.to_owned(),
        params: params.and_then(target).map(str::to_owned),
        params_required: is_required(definition, "params"),
        results: if is_request { results(normal, message, params)? } else { Vec::new() },
    })
}

/// `XRequest` is answered by `XResult`, by `EmptyResult` where there is none, and besides by what its response admits
/// (2026-07-28) or by a task, where its params may ask for one (2025-11-25).
fn results(normal: &Normal, message: &str, params: Option<&Value>) -> Result<Vec<String>, Error> {
    let stem = message.strip_suffix("Request").unwrap_or(message);
    let known = |name: String| normal.definitions.contains_key(&name).then_some(name);
    let Some(own) = known(format!("{stem}Result")).or_else(|| known("EmptyResult".into())) else {
        let pointer = format!("/$defs/{message}");
        return Err(Error::new(&normal.revision, pointer, "this request has no result type"));
    };
    let mut all = vec![own];
    let response = normal.definitions.get(&format!("{stem}ResultResponse"));
    let result = response.and_then(|response| target(response["properties"].get("result")?));
    let admitted = result.and_then(|name| union_members(normal.definitions.get(name)?));
    all.extend(admitted.into_iter().flatten().filter_map(target).map(str::to_owned));
    if params.is_some_and(|params| takes_task(normal, params)) {
        all.extend(known("CreateTaskResult".into()));
    }
    let mut unique = Vec::new();
    for name in all {
        if !unique.contains(&name) {
            unique.push(name);
        }
    }
    Ok(unique)
}

/// Whether params of this type may carry `task`.
fn takes_task(normal: &Normal, params: &Value) -> bool {
    let Some(definition) = target(params).and_then(|name| normal.definitions.get(name)) else {
        return false;
    };
    match union_members(definition) {
        Some(members) => members.iter().all(|member| takes_task(normal, member)),
        None => definition["properties"].get("task").is_some(),
    }
}
