//! The tools. Each is one arm of [`call`]; those that need the client ask it with an input-required result, which the
//! library turns into requests where the client is a legacy one.

use std::time::Duration;

use mcp_wire::v2026_07_28::{
    AudioContent, BooleanSchema, CallToolRequestParams, CallToolResult, ContentBlock, EmbeddedResource, EnumOption,
    ImageContent, InputRequest, LegacyTitledEnumSchema, ListToolsResult, NumberSchema, NumberType, PromptListChanged,
    ResourceUpdated, ResourceUpdatedNotificationParams, StringSchema, TextContent, TextResourceContents,
    TitledMultiSelectEnumSchema, TitledMultiSelectEnumSchemaItems, TitledSingleSelectEnumSchema, Tool, ToolInputSchema,
    ToolListChanged, UntitledMultiSelectEnumSchema, UntitledMultiSelectEnumSchemaItems, UntitledSingleSelectEnumSchema,
};
use mcp_wire::{ErrorObject, Json, LogLevel, code};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::connection::{Context, Outcome, outcome};
use crate::input::{answer, ask, form, roots, sampling, texts};

/// A picture of one dot, in Base64.
pub(crate) const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/// A sound of no length, in Base64.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const PAUSE: Duration = Duration::from_millis(50);

/// Every tool: its name, what it does, and its input schema.
fn tools() -> Vec<(&'static str, &'static str, Value)> {
    let none = || json!({ "type": "object" });
    let text =
        |name: &str| json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name] });
    vec![
        ("json_schema_2020_12_tool", "Has a schema of many keywords.", rich_schema()),
        ("test_audio_content", "Answers with a sound.", none()),
        (
            "test_custom_header",
            "Has an argument that a header mirrors.",
            json!({
                "type": "object",
                "properties": { "region": { "type": "string", "x-mcp-header": "Region" } },
            }),
        ),
        ("test_elicitation", "Asks the user.", text("message")),
        ("test_elicitation_sep1034_defaults", "Asks with a form that has defaults.", none()),
        ("test_elicitation_sep1330_enums", "Asks with a form that has choices.", none()),
        ("test_embedded_resource", "Answers with a resource.", none()),
        ("test_error_handling", "Fails.", none()),
        ("test_image_content", "Answers with a picture.", none()),
        ("test_input_required_result_capabilities", "Asks for what the client can give.", none()),
        ("test_input_required_result_elicitation", "Asks for a name.", none()),
        ("test_input_required_result_list_roots", "Asks for the roots.", none()),
        ("test_input_required_result_multi_round", "Asks twice.", none()),
        ("test_input_required_result_multiple_inputs", "Asks for three things at once.", none()),
        ("test_input_required_result_request_state", "Asks, and remembers it in state.", none()),
        ("test_input_required_result_sampling", "Asks the client's model.", none()),
        ("test_input_required_result_tampered_state", "Asks, and trusts no state but its own.", none()),
        ("test_logging_tool", "Logs.", none()),
        ("test_missing_capability", "Asks the client's model, whatever was declared.", none()),
        ("test_multiple_content_types", "Answers with a text, a picture and a resource.", none()),
        ("test_reconnection", "Loses its connection before it answers.", none()),
        ("test_sampling", "Asks the client's model.", text("prompt")),
        ("test_simple_text", "Answers with a text.", none()),
        ("test_streaming_elicitation", "Asks the user.", none()),
        ("test_tool_with_logging", "Logs as it works.", none()),
        ("test_tool_with_progress", "Tells how far it is.", none()),
        ("test_trigger_prompt_change", "Says that the prompts changed.", none()),
        ("test_trigger_resource_change", "Says that the watched resource changed.", none()),
        ("test_trigger_tool_change", "Says that the tools changed.", none()),
    ]
}

fn rich_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": { "$anchor": "home", "type": "object", "properties": { "street": { "type": "string" } } } },
        "properties": {
            "address": { "$ref": "#/$defs/address" },
            "by": { "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "by": { "const": "phone" } } },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

pub(crate) fn input_schema(name: &str) -> Option<Json> {
    tools().into_iter().find(|(known, ..)| *known == name).map(|(.., schema)| schema.into())
}

pub(crate) fn list() -> ListToolsResult {
    let tool = |(name, description, schema): (&str, &str, Value)| {
        let schema = serde_json::from_value::<ToolInputSchema>(schema).unwrap_or_default();
        Tool::new(schema, name).with_description(description)
    };
    ListToolsResult::new(tools().into_iter().map(tool).collect::<Vec<_>>())
}

pub(crate) async fn call(call: CallToolRequestParams, context: Context<'_>) -> Outcome {
    let answers = call.input_responses.as_ref();
    let arguments = call.arguments.clone().unwrap_or_default();
    let argument = |name: &str| -> Result<String, ErrorObject> {
        let given = arguments.get(name).and_then(|given| serde_json::from_str(given.get()).ok());
        given.ok_or_else(|| ErrorObject::new(code::INVALID_PARAMS, format!("the argument `{name}` is no text")))
    };
    // Answers with what the client says to one question, once it was asked.
    let once = |key: &str, question, words: &str| match answer(answers, key) {
        Some(answer) => text(format!("{words}{answer}")),
        None => ask([(key, question)], None),
    };
    let seal = &context.server.seal;
    let state = call.request_state.as_deref().map(|state| seal.open(state));
    match call.name.as_str() {
        "json_schema_2020_12_tool" | "test_custom_header" => text(arguments.as_str()),
        "test_simple_text" => text("A simple text."),
        "test_image_content" => content([ImageContent::new(PNG, "image/png").into()]),
        "test_audio_content" => content([AudioContent::new(WAV, "audio/wav").into()]),
        "test_embedded_resource" => {
            content([resource("test://embedded-resource", "text/plain", "A text in a result.")])
        }
        "test_multiple_content_types" => content([
            TextContent::new("A text, a picture and a resource:").into(),
            ImageContent::new(PNG, "image/png").into(),
            resource("test://mixed-content-resource", "application/json", r#"{"value":123}"#),
        ]),
        "test_error_handling" => {
            outcome(CallToolResult::new([TextContent::new("This tool always fails.").into()]).with_is_error(true))
        }
        "test_tool_with_logging" | "test_logging_tool" => {
            for step in ["started", "still at it", "done"] {
                context.out.send(context.reply.log(LogLevel::Info, None, step));
                sleep(PAUSE).await;
            }
            text("Logged three times.")
        }
        "test_tool_with_progress" => {
            for progress in [0.0, 50.0, 100.0] {
                context.out.send(context.reply.progress(progress, Some(100.0), None));
                sleep(PAUSE).await;
            }
            text("Came all the way.")
        }
        "test_reconnection" => {
            context.out.cut();
            sleep(2 * PAUSE).await;
            text("Answered after the connection was lost.")
        }
        "test_trigger_tool_change" => {
            context.server.tell::<ToolListChanged>(&None);
            text("The tools are said to have changed.")
        }
        "test_trigger_prompt_change" => {
            context.server.tell::<PromptListChanged>(&None);
            text("The prompts are said to have changed.")
        }
        "test_trigger_resource_change" => {
            context.server.tell::<ResourceUpdated>(&ResourceUpdatedNotificationParams::new("test://watched-resource"));
            text("The watched resource is said to have changed.")
        }
        "test_sampling" => once("reply", sampling(&argument("prompt")?), "The model says: "),
        "test_missing_capability" => once("reply", sampling("Say something."), ""),
        "test_input_required_result_sampling" => once("capital_question", sampling("Name a city on the Seine."), ""),
        "test_elicitation" => once("answer", texts(&argument("message")?, ["username", "email"]), "The user says: "),
        "test_streaming_elicitation" => once("answer", texts("Who are you?", ["name"]), "The user says: "),
        "test_elicitation_sep1034_defaults" => once("answer", defaults(), "The user says: "),
        "test_elicitation_sep1330_enums" => once("answer", choices(), "The user says: "),
        "test_input_required_result_elicitation" => once("user_name", texts("What is your name?", ["name"]), "Hello, "),
        "test_input_required_result_list_roots" => once("client_roots", roots(), "The roots: "),
        "test_input_required_result_request_state" | "test_input_required_result_tampered_state" => {
            match (answer(answers, "confirm"), state.transpose()?) {
                (Some(_), Some("asked")) => text("state-ok"),
                _ => {
                    let question = form("Shall it be so?", [("ok", BooleanSchema::new().into())]);
                    ask([("confirm", question)], Some(seal.close("asked")))
                }
            }
        }
        "test_input_required_result_multi_round" => {
            let step = |key, question, state| ask([(key, question)], Some(seal.close(state)));
            match (state.transpose()?, answer(answers, "step1"), answer(answers, "step2")) {
                (Some("named"), _, Some(color)) => text(color),
                (Some("named"), _, None) | (Some("asked"), Some(_), _) => {
                    step("step2", texts("Then, which color do you like?", ["color"]), "named")
                }
                _ => step("step1", texts("First, your name?", ["name"]), "asked"),
            }
        }
        "test_input_required_result_multiple_inputs" => {
            let keys = ["user_name", "greeting", "client_roots"];
            let questions = [texts("What is your name?", ["name"]), sampling("Greet somebody."), roots()];
            match keys.iter().all(|key| answer(answers, key).is_some()) {
                true => text("Three answers."),
                false => ask(keys.into_iter().zip(questions), Some(seal.close("asked"))),
            }
        }
        "test_input_required_result_capabilities" => {
            let can = &call.meta.client_capabilities;
            let name = can.elicitation.is_some().then(|| ("user_name", texts("What is your name?", ["name"])));
            let reply = can.sampling.is_some().then(|| ("reply", sampling("Say something.")));
            match (name.is_none() && reply.is_none()) || answers.is_some() {
                true => text("Nothing to ask."),
                false => ask(name.into_iter().chain(reply), None),
            }
        }
        name => Err(ErrorObject::new(code::INVALID_PARAMS, format!("there is no tool `{name}`"))),
    }
}

fn text(text: impl Into<String>) -> Outcome {
    content([TextContent::new(text).into()])
}

fn content<const N: usize>(content: [ContentBlock; N]) -> Outcome {
    outcome(CallToolResult::new(content))
}

fn resource(uri: &str, mime_type: &str, text: &str) -> ContentBlock {
    EmbeddedResource::new(TextResourceContents::new(text, uri).with_mime_type(mime_type)).into()
}

fn defaults() -> InputRequest {
    let states = ["active", "inactive", "pending"].map(str::to_owned);
    form(
        "Is this right?",
        [
            ("name", StringSchema::new().with_default("John Doe").into()),
            ("age", NumberSchema::new(NumberType::Integer).with_default(30.0).into()),
            ("score", NumberSchema::new(NumberType::Number).with_default(95.5).into()),
            ("status", UntitledSingleSelectEnumSchema::new(states).with_default("active").into()),
            ("verified", BooleanSchema::new().with_default(true).into()),
        ],
    )
}

fn choices() -> InputRequest {
    let plain = || ["option1", "option2", "option3"].map(str::to_owned);
    let titled = || ["first", "second", "third"].map(|nth| EnumOption::new(nth, format!("The {nth} one")));
    let names = ["One", "Two", "Three"].map(str::to_owned);
    form(
        "Which ones?",
        [
            ("untitledSingle", UntitledSingleSelectEnumSchema::new(plain()).into()),
            ("titledSingle", TitledSingleSelectEnumSchema::new(titled()).into()),
            ("legacyEnum", LegacyTitledEnumSchema::new(plain()).with_enum_names(names).into()),
            (
                "untitledMulti",
                UntitledMultiSelectEnumSchema::new(UntitledMultiSelectEnumSchemaItems::new(plain())).into(),
            ),
            ("titledMulti", TitledMultiSelectEnumSchema::new(TitledMultiSelectEnumSchemaItems::new(titled())).into()),
        ],
    )
}
