//! What a careful programmer writes by hand with serde's derive, for the same members as the schema's types: once owned,
//! with any JSON as `Value`, and once borrowed, with any JSON left as text. Unlike ours they drop unknown members, read
//! `null` as absent everywhere, and check no envelope, gate or duplicate.

#![allow(missing_docs, reason = "the names are the schema's")]

/// Owned, any JSON as a tree.
pub mod owned {
    use serde::{Deserialize, Serialize};
    use serde_json::Value;

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(untagged)]
    pub enum Id {
        Number(i64),
        Text(String),
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Call {
        pub jsonrpc: String,
        pub id: Id,
        pub method: String,
        pub params: CallParams,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct CallParams {
        #[serde(rename = "_meta")]
        pub meta: RequestMeta,
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub arguments: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub input_responses: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub request_state: Option<String>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct RequestMeta {
        #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
        pub protocol_version: String,
        #[serde(rename = "io.modelcontextprotocol/clientInfo", default, skip_serializing_if = "Option::is_none")]
        pub client_info: Option<Implementation>,
        #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
        pub client_capabilities: ClientCapabilities,
        #[serde(rename = "io.modelcontextprotocol/logLevel", default, skip_serializing_if = "Option::is_none")]
        pub log_level: Option<String>,
        #[serde(rename = "progressToken", default, skip_serializing_if = "Option::is_none")]
        pub progress_token: Option<Id>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Implementation {
        pub name: String,
        pub version: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub icons: Option<Vec<Icon>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub website_url: Option<String>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ClientCapabilities {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub elicitation: Option<Elicitation>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub experimental: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub extensions: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub roots: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sampling: Option<Sampling>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Elicitation {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub form: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub url: Option<Value>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Sampling {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub context: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tools: Option<Value>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Icon {
        pub src: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mime_type: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sizes: Option<Vec<String>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub theme: Option<String>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    pub struct Answer<T> {
        pub jsonrpc: String,
        pub id: Id,
        pub result: T,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ToolList {
        #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<Value>,
        pub cache_scope: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub next_cursor: Option<String>,
        pub result_type: String,
        pub tools: Vec<Tool>,
        pub ttl_ms: u64,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Tool {
        #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub annotations: Option<ToolAnnotations>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub icons: Option<Vec<Icon>>,
        pub input_schema: Value,
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub output_schema: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ToolAnnotations {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub read_only_hint: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub destructive_hint: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub idempotent_hint: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub open_world_hint: Option<bool>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ResourceList {
        #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<Value>,
        pub cache_scope: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub next_cursor: Option<String>,
        pub result_type: String,
        pub resources: Vec<Resource>,
        pub ttl_ms: u64,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Resource {
        #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub annotations: Option<Annotations>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub icons: Option<Vec<Icon>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mime_type: Option<String>,
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        pub uri: String,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Role {
        User,
        Assistant,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Annotations {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub audience: Option<Vec<Role>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub last_modified: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub priority: Option<f64>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ToolResult {
        #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<Value>,
        pub content: Vec<Block>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
        pub result_type: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub structured_content: Option<Value>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
    pub enum Block {
        Text {
            text: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations>,
            #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
            meta: Option<Value>,
        },
        Image {
            data: String,
            mime_type: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations>,
            #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
            meta: Option<Value>,
        },
        Audio {
            data: String,
            mime_type: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations>,
            #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
            meta: Option<Value>,
        },
        Resource {
            resource: Value,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations>,
            #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
            meta: Option<Value>,
        },
        ResourceLink {
            uri: String,
            name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            title: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            description: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            mime_type: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            size: Option<i64>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations>,
            #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
            meta: Option<Value>,
        },
    }
}

/// Borrowed, any JSON as text.
pub mod borrowed {
    use std::borrow::Cow;

    use serde::{Deserialize, Serialize};
    use serde_json::value::RawValue;

    use super::owned::Role;

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(untagged)]
    pub enum Id<'a> {
        Number(i64),
        #[serde(borrow)]
        Text(Cow<'a, str>),
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Call<'a> {
        #[serde(borrow)]
        pub jsonrpc: Cow<'a, str>,
        #[serde(borrow)]
        pub id: Id<'a>,
        #[serde(borrow)]
        pub method: Cow<'a, str>,
        #[serde(borrow)]
        pub params: CallParams<'a>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct CallParams<'a> {
        #[serde(rename = "_meta", borrow)]
        pub meta: RequestMeta<'a>,
        #[serde(borrow)]
        pub name: Cow<'a, str>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub arguments: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub input_responses: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub request_state: Option<Cow<'a, str>>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct RequestMeta<'a> {
        #[serde(rename = "io.modelcontextprotocol/protocolVersion", borrow)]
        pub protocol_version: Cow<'a, str>,
        #[serde(
            rename = "io.modelcontextprotocol/clientInfo",
            borrow,
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub client_info: Option<Implementation<'a>>,
        #[serde(rename = "io.modelcontextprotocol/clientCapabilities", borrow)]
        pub client_capabilities: ClientCapabilities<'a>,
        #[serde(rename = "io.modelcontextprotocol/logLevel", borrow, default, skip_serializing_if = "Option::is_none")]
        pub log_level: Option<Cow<'a, str>>,
        #[serde(rename = "progressToken", borrow, default, skip_serializing_if = "Option::is_none")]
        pub progress_token: Option<Id<'a>>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Implementation<'a> {
        #[serde(borrow)]
        pub name: Cow<'a, str>,
        #[serde(borrow)]
        pub version: Cow<'a, str>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub title: Option<Cow<'a, str>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub description: Option<Cow<'a, str>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub icons: Option<Vec<Icon<'a>>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub website_url: Option<Cow<'a, str>>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ClientCapabilities<'a> {
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub elicitation: Option<Elicitation<'a>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub experimental: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub extensions: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub roots: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub sampling: Option<Sampling<'a>>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Elicitation<'a> {
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub form: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub url: Option<&'a RawValue>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Sampling<'a> {
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub context: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub tools: Option<&'a RawValue>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Icon<'a> {
        #[serde(borrow)]
        pub src: Cow<'a, str>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub mime_type: Option<Cow<'a, str>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub sizes: Option<Vec<Cow<'a, str>>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub theme: Option<Cow<'a, str>>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    pub struct Answer<'a, T> {
        #[serde(borrow)]
        pub jsonrpc: Cow<'a, str>,
        #[serde(borrow)]
        pub id: Id<'a>,
        pub result: T,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ToolList<'a> {
        #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<&'a RawValue>,
        #[serde(borrow)]
        pub cache_scope: Cow<'a, str>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub next_cursor: Option<Cow<'a, str>>,
        #[serde(borrow)]
        pub result_type: Cow<'a, str>,
        #[serde(borrow)]
        pub tools: Vec<Tool<'a>>,
        pub ttl_ms: u64,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Tool<'a> {
        #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub annotations: Option<ToolAnnotations<'a>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub description: Option<Cow<'a, str>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub icons: Option<Vec<Icon<'a>>>,
        #[serde(borrow)]
        pub input_schema: &'a RawValue,
        #[serde(borrow)]
        pub name: Cow<'a, str>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub output_schema: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub title: Option<Cow<'a, str>>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ToolAnnotations<'a> {
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub title: Option<Cow<'a, str>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub read_only_hint: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub destructive_hint: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub idempotent_hint: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub open_world_hint: Option<bool>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ResourceList<'a> {
        #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<&'a RawValue>,
        #[serde(borrow)]
        pub cache_scope: Cow<'a, str>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub next_cursor: Option<Cow<'a, str>>,
        #[serde(borrow)]
        pub result_type: Cow<'a, str>,
        #[serde(borrow)]
        pub resources: Vec<Resource<'a>>,
        pub ttl_ms: u64,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Resource<'a> {
        #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<&'a RawValue>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub annotations: Option<Annotations<'a>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub description: Option<Cow<'a, str>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub icons: Option<Vec<Icon<'a>>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub mime_type: Option<Cow<'a, str>>,
        #[serde(borrow)]
        pub name: Cow<'a, str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<i64>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub title: Option<Cow<'a, str>>,
        #[serde(borrow)]
        pub uri: Cow<'a, str>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Annotations<'a> {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub audience: Option<Vec<Role>>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub last_modified: Option<Cow<'a, str>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub priority: Option<f64>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ToolResult<'a> {
        #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
        pub meta: Option<&'a RawValue>,
        #[serde(borrow)]
        pub content: Vec<Block<'a>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
        #[serde(borrow)]
        pub result_type: Cow<'a, str>,
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        pub structured_content: Option<&'a RawValue>,
    }

    #[derive(Debug, Deserialize, Serialize)]
    #[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
    pub enum Block<'a> {
        Text {
            #[serde(borrow)]
            text: Cow<'a, str>,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations<'a>>,
            #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
            meta: Option<&'a RawValue>,
        },
        Image {
            #[serde(borrow)]
            data: Cow<'a, str>,
            #[serde(borrow)]
            mime_type: Cow<'a, str>,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations<'a>>,
            #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
            meta: Option<&'a RawValue>,
        },
        Audio {
            #[serde(borrow)]
            data: Cow<'a, str>,
            #[serde(borrow)]
            mime_type: Cow<'a, str>,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations<'a>>,
            #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
            meta: Option<&'a RawValue>,
        },
        Resource {
            #[serde(borrow)]
            resource: &'a RawValue,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations<'a>>,
            #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
            meta: Option<&'a RawValue>,
        },
        ResourceLink {
            #[serde(borrow)]
            uri: Cow<'a, str>,
            #[serde(borrow)]
            name: Cow<'a, str>,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            title: Option<Cow<'a, str>>,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            description: Option<Cow<'a, str>>,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            mime_type: Option<Cow<'a, str>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            size: Option<i64>,
            #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
            annotations: Option<Annotations<'a>>,
            #[serde(rename = "_meta", borrow, default, skip_serializing_if = "Option::is_none")]
            meta: Option<&'a RawValue>,
        },
    }
}
