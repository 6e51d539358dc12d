//! The prompts, and what completes their arguments.

use mcp_wire::v2026_07_28::{
    CompleteRequestParams, CompleteResult, Completion, ContentBlock, EmbeddedResource, GetPromptRequestParams,
    GetPromptResult, ImageContent, ListPromptsResult, Prompt, PromptArgument, PromptMessage, Role, TextContent,
    TextResourceContents,
};
use mcp_wire::{ErrorObject, code};

use crate::connection::{Outcome, outcome};
use crate::input::{answer, ask, texts};
use crate::tools::PNG;

pub(crate) fn list() -> ListPromptsResult {
    let required = |name: &str| PromptArgument::new(name).with_required(true).with_description("A word.");
    let prompt = |name: &str, description: &str| Prompt::new(name).with_description(description);
    ListPromptsResult::new([
        prompt("test_simple_prompt", "One message."),
        prompt("test_prompt_with_arguments", "One message with two words in it.")
            .with_arguments([required("arg1"), required("arg2")]),
        prompt("test_prompt_with_embedded_resource", "A resource and a message about it.")
            .with_arguments([required("resourceUri")]),
        prompt("test_prompt_with_image", "A picture and a message about it."),
        prompt("test_input_required_result_prompt", "A message about what the user says."),
    ])
}

pub(crate) fn get(params: GetPromptRequestParams) -> Outcome {
    let argument = |name: &str| {
        let given = params.arguments.as_ref().and_then(|arguments| arguments.get(name));
        given.ok_or_else(|| ErrorObject::new(code::INVALID_PARAMS, format!("the argument `{name}` is missing")))
    };
    let contents: Vec<ContentBlock> = match params.name.as_str() {
        "test_simple_prompt" => vec![TextContent::new("This is a simple prompt.").into()],
        "test_prompt_with_arguments" => {
            let text = format!("Two words: arg1='{}', arg2='{}'", argument("arg1")?, argument("arg2")?);
            vec![TextContent::new(text).into()]
        }
        "test_prompt_with_embedded_resource" => {
            let resource = TextResourceContents::new("A text in a prompt.", argument("resourceUri")?.as_str());
            let resource = EmbeddedResource::new(resource.with_mime_type("text/plain"));
            vec![resource.into(), TextContent::new("What does the resource say?").into()]
        }
        "test_prompt_with_image" => {
            vec![ImageContent::new(PNG, "image/png").into(), TextContent::new("What is in the picture?").into()]
        }
        "test_input_required_result_prompt" => match answer(params.input_responses.as_ref(), "user_context") {
            Some(context) => vec![TextContent::new(format!("The user says: {context}")).into()],
            None => return ask([("user_context", texts("What is it about?", ["context"]))], None),
        },
        name => return Err(ErrorObject::new(code::INVALID_PARAMS, format!("there is no prompt `{name}`"))),
    };
    let messages: Vec<_> = contents.into_iter().map(|content| PromptMessage::new(content, Role::User)).collect();
    outcome(GetPromptResult::new(messages))
}

pub(crate) fn complete(params: &CompleteRequestParams) -> CompleteResult {
    let words = ["paris", "park", "party", "pier", "quay"].into_iter();
    let values: Vec<_> = words.filter(|word| word.starts_with(&params.argument.value)).map(str::to_owned).collect();
    CompleteResult::new(Completion::new(values).with_has_more(false))
}
