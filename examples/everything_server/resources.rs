//! The resources: one of text, one of bytes, one to watch, and a template.

use mcp_wire::v2026_07_28::{
    BlobResourceContents, ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceTemplate, TextResourceContents,
};
use mcp_wire::{ErrorObject, JsonObject, code};

use crate::connection::{Outcome, outcome};
use crate::tools::PNG;

pub(crate) fn list() -> ListResourcesResult {
    let resource = |name: &str, mime_type: &str, description: &str| {
        Resource::new(name, format!("test://{name}")).with_mime_type(mime_type).with_description(description)
    };
    ListResourcesResult::new([
        resource("static-text", "text/plain", "A text that never changes."),
        resource("static-binary", "image/png", "A picture of one dot."),
        resource("watched-resource", "text/plain", "A text to subscribe to."),
    ])
}

pub(crate) fn templates() -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new("data", "test://template/{id}/data");
    ListResourceTemplatesResult::new([template.with_mime_type("application/json").with_description("Data by its id.")])
}

pub(crate) fn read(uri: &str) -> Outcome {
    let text = |mime_type: &str, text: String| TextResourceContents::new(text, uri).with_mime_type(mime_type).into();
    let contents = match uri {
        "test://static-text" => text("text/plain", "A text that never changes.".to_owned()),
        "test://static-binary" => BlobResourceContents::new(PNG, uri).with_mime_type("image/png").into(),
        "test://watched-resource" => text("text/plain", "A text that somebody watches.".to_owned()),
        _ => {
            let id = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
            let error = || {
                ErrorObject::new(code::RESOURCE_NOT_FOUND, "there is no such resource")
                    .with_data(JsonObject::new().with("uri", uri))
            };
            let id = id.filter(|id| !id.contains('/')).ok_or_else(error)?;
            text("application/json", JsonObject::new().with("id", id).with("data", "by id").as_str().to_owned())
        }
    };
    outcome(ReadResourceResult::new([contents]))
}
