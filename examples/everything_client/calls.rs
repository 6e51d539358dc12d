//! Calls from a file, one a line: `{"method": …, "params": …}`, perhaps with the revision `since` which a server has it, or
//! with `fails` for one that is to be answered with an error, or in words (`"error"` and `"isError"`).

use std::io::{BufRead, BufReader};

use mcp_wire::header;
use mcp_wire::v2025_11_25::{Ping, SetLevel, Subscribe, Unsubscribe};
use mcp_wire::v2026_07_28::{
    CallTool, Complete, GetPrompt, ListPrompts, ListResourceTemplates, ListResources, ListTools, ReadResource, Tool,
};
use mcp_wire::{JsonObject, Revision};
use serde::Deserialize;

use crate::Failure;
use crate::talk::Talk;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    method: String,
    #[serde(default)]
    params: JsonObject,
    since: Option<String>,
    until: Option<String>,
    fails: Option<String>,
    /// The notification that must have come by now.
    tells: Option<String>,
}

/// Makes every call of a file that the revision has; fails if one goes otherwise than the file says.
pub(crate) fn run(path: &str, talk: &mut Talk) -> Result<(), Failure> {
    list(talk)?;
    let mut failures = 0;
    for line in BufReader::new(std::fs::File::open(path)?).lines() {
        let line = line?;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let call: Call = serde_json::from_str(&line)?;
        let revision = talk.peer.revision();
        let parse = |bound: &Option<String>| bound.as_deref().map(str::parse::<Revision>).transpose();
        if parse(&call.since)?.is_some_and(|since| revision < since)
            || parse(&call.until)?.is_some_and(|until| revision > until)
        {
            continue;
        }
        let name = ["name", "uri"].iter().find_map(|member| call.params.get(member)).map_or("", |name| name.get());
        let failed = made(&call, talk).err().map(|failure| failure.to_string());
        match (&call.fails, failed) {
            (None, None) => println!("ok {} {name}", call.method),
            (Some(wanted), Some(failed)) if failed.contains(wanted) => println!("ok {} {name}: {failed}", call.method),
            (_, failed) => {
                failures += 1;
                println!("FAIL {} {name}: {}", call.method, failed.unwrap_or_else(|| "no failure".to_owned()));
            }
        }
    }
    match failures {
        0 => Ok(()),
        failures => Err(format!("{failures} calls failed").into()),
    }
}

fn made(call: &Call, talk: &mut Talk) -> Result<(), Failure> {
    let params = &call.params;
    match call.method.as_str() {
        "tools/call" => {
            let result = talk.call::<CallTool>(params)?;
            if result.is_error == Some(true) {
                return Err(format!("isError: {:?}", result.content).into());
            }
        }
        "prompts/get" => drop(talk.call::<GetPrompt>(params)?),
        "resources/read" => drop(talk.call::<ReadResource>(params)?),
        "completion/complete" => drop(talk.call::<Complete>(params)?),
        "ping" => drop(talk.call::<Ping>(params)?),
        "logging/setLevel" => drop(talk.call::<SetLevel>(params)?),
        "resources/subscribe" => drop(talk.call::<Subscribe>(params)?),
        "resources/unsubscribe" => drop(talk.call::<Unsubscribe>(params)?),
        "subscriptions/listen" => talk.listen(params)?,
        method => return Err(format!("no call of {method} is known here").into()),
    }
    call.tells.iter().try_for_each(|method| talk.hear(method))
}

/// Lists what the server offers, and learns which headers mirror what; a tool whose annotations are invalid is none
/// (R-HDR-9).
pub(crate) fn list(talk: &mut Talk) -> Result<Vec<Tool>, Failure> {
    let offers = |talk: &Talk, name: &str| mcp_wire::json::member(talk.peer.capabilities().as_raw(), name).is_some();
    if offers(talk, "prompts") {
        println!("ok prompts/list: {}", talk.call::<ListPrompts>(&())?.prompts.len());
    }
    if offers(talk, "resources") {
        println!("ok resources/list: {}", talk.call::<ListResources>(&())?.resources.len());
        let templates = talk.call::<ListResourceTemplates>(&())?.resource_templates;
        println!("ok resources/templates/list: {}", templates.len());
    }
    tools(talk)
}

pub(crate) fn tools(talk: &mut Talk) -> Result<Vec<Tool>, Failure> {
    let mut tools = talk.call::<ListTools>(&())?.tools;
    tools.retain(|tool| match header::annotations(&serde_json::to_value(&tool.input_schema).unwrap_or_default()) {
        Ok(annotations) => {
            talk.annotations.insert(tool.name.clone(), annotations);
            true
        }
        Err(error) => {
            println!("left out {}: {error}", tool.name);
            false
        }
    });
    println!("ok tools/list: {}", tools.len());
    Ok(tools)
}
