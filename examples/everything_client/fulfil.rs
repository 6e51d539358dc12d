//! What the user and the model at this end say.

use mcp_wire::Map;
use mcp_wire::client::form_defaults;
use mcp_wire::v2026_07_28::{
    CreateMessageResult, ElicitAction, ElicitRequestParams, ElicitResult, ElicitValue, InputRequest, InputResponse,
    ListRootsResult, PrimitiveSchemaDefinition, Role, Root, SamplingMessageContent, TextContent,
};

/// Gives a server what it asks for: the user accepts every form as it is, the model says one thing only.
pub(crate) fn fulfil(request: &InputRequest) -> InputResponse {
    match request {
        InputRequest::Elicit(elicit) => match &elicit.params {
            ElicitRequestParams::Form(form) => {
                let mut content: Map<ElicitValue> =
                    mcp_wire::from_str(form_defaults(&form.requested_schema).as_str()).unwrap_or_default();
                for (name, field) in form.requested_schema.properties.iter() {
                    let is_required = form.requested_schema.required.iter().flatten().any(|required| required == name);
                    if is_required && content.get(name).is_none() {
                        content.insert(name, value(field));
                    }
                }
                ElicitResult::new(ElicitAction::Accept).with_content(content).into()
            }
            _ => ElicitResult::new(ElicitAction::Accept).into(),
        },
        InputRequest::CreateMessage(_) => {
            let content = SamplingMessageContent::Text(TextContent::new("Paris, I think."));
            CreateMessageResult::new(content, "a-model", Role::Assistant).into()
        }
        _ => ListRootsResult::new([Root::new("file:///srv/quay")]).into(),
    }
}

/// Something to put into a required field that has no default.
fn value(field: &PrimitiveSchemaDefinition) -> ElicitValue {
    match field {
        PrimitiveSchemaDefinition::Number(_) => ElicitValue::Number(1.0),
        PrimitiveSchemaDefinition::Boolean(_) => ElicitValue::Boolean(true),
        PrimitiveSchemaDefinition::UntitledSingleSelectEnum(choice) => ElicitValue::String(choice.enum_[0].clone()),
        _ => ElicitValue::String("something".to_owned()),
    }
}
