//! What the conformance suite's client scenarios want to see.

use mcp_wire::client::{Received, retry};
use mcp_wire::v2026_07_28::{
    CallTool, CallToolRequestParams, GetPrompt, ListPrompts, ListResources, ReadResource, Tool,
};
use mcp_wire::{Json, JsonObject};
use serde::Deserialize;
use serde_json::json;

use crate::Failure;
use crate::calls::tools;
use crate::fulfil::fulfil;
use crate::talk::Talk;

/// Does what a scenario is about. Most want every tool called; those that are not here want no more than a list.
pub(crate) fn run(scenario: &str, talk: &mut Talk) -> Result<(), Failure> {
    if scenario == "elicitation-sep1034-client-defaults" {
        talk.open()?;
    }
    let listed = tools(talk)?;
    match scenario {
        "tools_call" => call(talk, "add_numbers", json!({ "a": 2, "b": 3 })),
        "elicitation-sep1034-client-defaults" | "sse-retry" => call_all(talk, &listed),
        "http-invalid-tool-headers" => {
            listed.iter().try_for_each(|tool| call(talk, &tool.name, json!({ "region": "eu-north" })))
        }
        "http-standard-headers" => {
            call_all(talk, &listed)?;
            for resource in talk.call::<ListResources>(&())?.resources {
                talk.call::<ReadResource>(&ReadResource::params(resource.uri))?;
            }
            for prompt in talk.call::<ListPrompts>(&())?.prompts {
                talk.call::<GetPrompt>(&GetPrompt::params(prompt.name))?;
            }
            Ok(())
        }
        "http-custom-headers" => {
            let context: Context = serde_json::from_str(&std::env::var("MCP_CONFORMANCE_CONTEXT")?)?;
            context.calls.iter().try_for_each(|call| talk.call::<CallTool>(call).map(drop))
        }
        "sep-2322-client-request-state" => rounds(talk),
        "json-schema-2020-12-preservation" => {
            let schema = listed.first().map(|tool| &tool.input_schema).ok_or("no tool")?;
            call(talk, "json_schema_echo", json!({ "schema": schema }))
        }
        _ => Ok(()),
    }
}

/// The calls that a scenario wants made, as they are.
#[derive(Deserialize)]
struct Context {
    #[serde(rename = "toolCalls")]
    calls: Vec<JsonObject>,
}

fn call(talk: &mut Talk, name: &str, arguments: serde_json::Value) -> Result<(), Failure> {
    let params = CallTool::params(name).with_arguments(JsonObject::of(&arguments)?);
    let result = talk.call::<CallTool>(&params)?;
    println!("ok tools/call {name}: {}", Json::of(&result.content)?.as_str());
    Ok(())
}

fn call_all(talk: &mut Talk, tools: &[Tool]) -> Result<(), Failure> {
    tools.iter().try_for_each(|tool| call(talk, &tool.name, json!({})))
}

/// One call is left open while another is made, and is then taken up again.
fn rounds(talk: &mut Talk) -> Result<(), Failure> {
    let params = JsonObject::of(&CallToolRequestParams::new("test_mrtr_echo_state"))?;
    let Received::InputRequired(asked) = talk.once::<CallTool>(&params)? else { return Err("no question".into()) };
    call(talk, "test_mrtr_unrelated", json!({}))?;
    let answers = asked.requests().map(|(key, request)| Ok((key, Json::of(&fulfil(&request.decode()?))?)));
    let answers = answers.collect::<Result<JsonObject, Failure>>()?;
    talk.call::<CallTool>(&retry(params, &asked, answers)?)?;
    call(talk, "test_mrtr_no_state", json!({}))?;
    // A modern result without `resultType` is invalid, and so is not acted on (R-RES-2).
    match call(talk, "test_mrtr_no_result_type", json!({})) {
        Err(invalid) => println!("ok test_mrtr_no_result_type: {invalid}"),
        Ok(()) => return Err("a result without `resultType` was taken".into()),
    }
    Ok(())
}
