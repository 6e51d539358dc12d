//! Asking the client for input, and reading what it answers.

use std::hash::{BuildHasher, RandomState};

use mcp_wire::v2026_07_28::{
    CreateMessageRequest, CreateMessageRequestParams, ElicitRequest, ElicitRequestFormParams, ElicitSchema,
    InputRequest, InputRequiredResult, InputResponse, InputResponses, ListRootsRequest, PrimitiveSchemaDefinition,
    Role, SamplingMessage, SamplingMessageContent, StringSchema, TextContent,
};
use mcp_wire::{ErrorObject, Json, Map, code};

use crate::connection::{Outcome, outcome};

/// Answers with questions, by key, and with state where there is some.
pub(crate) fn ask<'a>(questions: impl IntoIterator<Item = (&'a str, InputRequest)>, state: Option<String>) -> Outcome {
    let questions: Map<InputRequest> = questions.into_iter().map(|(key, request)| (key.to_owned(), request)).collect();
    let result = InputRequiredResult::new().with_input_requests(questions);
    outcome(match state {
        Some(state) => result.with_request_state(state),
        None => result,
    })
}

/// What the client answered under a key, in words.
pub(crate) fn answer(answers: Option<&InputResponses>, key: &str) -> Option<String> {
    let json = |value: Option<Json>| value.as_ref().map_or_else(String::new, |value| value.as_str().to_owned());
    Some(match answers?.get(key)? {
        InputResponse::Elicit(said) => {
            format!("action={}, content={}", said.action, json(Json::of(&said.content).ok()))
        }
        InputResponse::CreateMessage(reply) => match &reply.content {
            SamplingMessageContent::Text(text) => text.text.clone(),
            _ => "no text".to_owned(),
        },
        other => json(Json::of(other).ok()),
    })
}

/// A form of these fields.
pub(crate) fn form<const N: usize>(message: &str, fields: [(&str, PrimitiveSchemaDefinition); N]) -> InputRequest {
    let fields = Map::from_iter(fields.map(|(name, field)| (name.to_owned(), field)));
    ElicitRequest::new(ElicitRequestFormParams::new(message, ElicitSchema::new(fields))).into()
}

/// A form of texts, all of them required.
pub(crate) fn texts<const N: usize>(message: &str, names: [&str; N]) -> InputRequest {
    let fields = Map::from_iter(names.map(|name| (name.to_owned(), StringSchema::new().into())));
    let schema = ElicitSchema::new(fields).with_required(names.map(str::to_owned));
    ElicitRequest::new(ElicitRequestFormParams::new(message, schema)).into()
}

pub(crate) fn sampling(prompt: &str) -> InputRequest {
    let message = SamplingMessage::new(SamplingMessageContent::Text(TextContent::new(prompt)), Role::User);
    CreateMessageRequest::new(CreateMessageRequestParams::new(100, [message])).into()
}

pub(crate) fn roots() -> InputRequest {
    ListRootsRequest::new().into()
}

/// Seals the state that clients keep, so that it comes back as it went (R-MRTR-7): with a keyed hash whose key this
/// process alone has. A server that is worth an attack would take an HMAC.
#[derive(Default)]
pub(crate) struct Seal(RandomState);

impl Seal {
    pub(crate) fn close(&self, state: &str) -> String {
        format!("{state}.{:016x}", self.0.hash_one(state))
    }

    /// The state in a seal, unbroken.
    pub(crate) fn open<'a>(&self, sealed: &'a str) -> Result<&'a str, ErrorObject> {
        let state = sealed.rsplit_once('.').map(|(state, _)| state).filter(|state| self.close(state) == sealed);
        state.ok_or_else(|| ErrorObject::new(code::INVALID_PARAMS, "`requestState` is not what this server gave"))
    }
}
