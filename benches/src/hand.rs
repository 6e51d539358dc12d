//! What a careful programmer writes by hand with serde's derive, for the same members as the schema's types: once owned,
//! with any JSON as `Value`, and once borrowed, with any JSON left as text. Unlike ours they drop unknown members, read
//! `null` as absent everywhere, and check no envelope, gate or duplicate.

#![allow(missing_docs, reason = "the names are the schema's")]

macro_rules! structs {
    ($(#[$doc:meta])* $module:ident, $text:ty, $any:ty $(, $life:lifetime $borrow:ident)?) => {
        $(#[$doc])*
        pub mod $module {
            use serde::{Deserialize, Serialize};

            use super::Role;

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(untagged)]
            pub enum Id$(<$life>)? {
                Number(i64),
                $(#[serde($borrow)])?
                Text($text),
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Call$(<$life>)? {
                $(#[serde($borrow)])?
                pub jsonrpc: $text,
                $(#[serde($borrow)])?
                pub id: Id$(<$life>)?,
                $(#[serde($borrow)])?
                pub method: $text,
                $(#[serde($borrow)])?
                pub params: CallParams$(<$life>)?,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct CallParams$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(rename = "_meta")]
                pub meta: RequestMeta$(<$life>)?,
                $(#[serde($borrow)])?
                pub name: $text,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub arguments: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub input_responses: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub request_state: Option<$text>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct RequestMeta$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
                pub protocol_version: $text,
                $(#[serde($borrow)])?
                #[serde(rename = "io.modelcontextprotocol/clientInfo", default, skip_serializing_if = "Option::is_none")]
                pub client_info: Option<Implementation$(<$life>)?>,
                $(#[serde($borrow)])?
                #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
                pub client_capabilities: ClientCapabilities$(<$life>)?,
                $(#[serde($borrow)])?
                #[serde(rename = "io.modelcontextprotocol/logLevel", default, skip_serializing_if = "Option::is_none")]
                pub log_level: Option<$text>,
                $(#[serde($borrow)])?
                #[serde(rename = "progressToken", default, skip_serializing_if = "Option::is_none")]
                pub progress_token: Option<Id$(<$life>)?>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Implementation$(<$life>)? {
                $(#[serde($borrow)])?
                pub name: $text,
                $(#[serde($borrow)])?
                pub version: $text,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub title: Option<$text>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub description: Option<$text>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub icons: Option<Vec<Icon$(<$life>)?>>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub website_url: Option<$text>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct ClientCapabilities$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub elicitation: Option<Elicitation$(<$life>)?>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub experimental: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub extensions: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub roots: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub sampling: Option<Sampling$(<$life>)?>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Elicitation$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub form: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub url: Option<$any>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Sampling$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub context: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub tools: Option<$any>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Icon$(<$life>)? {
                $(#[serde($borrow)])?
                pub src: $text,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub mime_type: Option<$text>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub sizes: Option<Vec<$text>>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub theme: Option<$text>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            pub struct Answer<$($life,)? T> {
                $(#[serde($borrow)])?
                pub jsonrpc: $text,
                $(#[serde($borrow)])?
                pub id: Id$(<$life>)?,
                pub result: T,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct ToolList$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                pub meta: Option<$any>,
                $(#[serde($borrow)])?
                pub cache_scope: $text,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub next_cursor: Option<$text>,
                $(#[serde($borrow)])?
                pub result_type: $text,
                $(#[serde($borrow)])?
                pub tools: Vec<Tool$(<$life>)?>,
                pub ttl_ms: u64,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Tool$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                pub meta: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub annotations: Option<ToolAnnotations$(<$life>)?>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub description: Option<$text>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub icons: Option<Vec<Icon$(<$life>)?>>,
                $(#[serde($borrow)])?
                pub input_schema: $any,
                $(#[serde($borrow)])?
                pub name: $text,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub output_schema: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub title: Option<$text>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct ToolAnnotations$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub title: Option<$text>,
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
            pub struct ResourceList$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                pub meta: Option<$any>,
                $(#[serde($borrow)])?
                pub cache_scope: $text,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub next_cursor: Option<$text>,
                $(#[serde($borrow)])?
                pub result_type: $text,
                $(#[serde($borrow)])?
                pub resources: Vec<Resource$(<$life>)?>,
                pub ttl_ms: u64,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Resource$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                pub meta: Option<$any>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub annotations: Option<Annotations$(<$life>)?>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub description: Option<$text>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub icons: Option<Vec<Icon$(<$life>)?>>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub mime_type: Option<$text>,
                $(#[serde($borrow)])?
                pub name: $text,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub size: Option<i64>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub title: Option<$text>,
                $(#[serde($borrow)])?
                pub uri: $text,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Annotations$(<$life>)? {
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub audience: Option<Vec<Role>>,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub last_modified: Option<$text>,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub priority: Option<f64>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct ToolResult$(<$life>)? {
                $(#[serde($borrow)])?
                #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                pub meta: Option<$any>,
                $(#[serde($borrow)])?
                pub content: Vec<Block$(<$life>)?>,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub is_error: Option<bool>,
                $(#[serde($borrow)])?
                pub result_type: $text,
                $(#[serde($borrow)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub structured_content: Option<$any>,
            }

            #[derive(Debug, Deserialize, Serialize)]
            #[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
            pub enum Block$(<$life>)? {
                Text {
                    $(#[serde($borrow)])?
                    text: $text,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    annotations: Option<Annotations$(<$life>)?>,
                    $(#[serde($borrow)])?
                    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                    meta: Option<$any>,
                },
                Image {
                    $(#[serde($borrow)])?
                    data: $text,
                    $(#[serde($borrow)])?
                    mime_type: $text,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    annotations: Option<Annotations$(<$life>)?>,
                    $(#[serde($borrow)])?
                    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                    meta: Option<$any>,
                },
                Audio {
                    $(#[serde($borrow)])?
                    data: $text,
                    $(#[serde($borrow)])?
                    mime_type: $text,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    annotations: Option<Annotations$(<$life>)?>,
                    $(#[serde($borrow)])?
                    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                    meta: Option<$any>,
                },
                Resource {
                    $(#[serde($borrow)])?
                    resource: $any,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    annotations: Option<Annotations$(<$life>)?>,
                    $(#[serde($borrow)])?
                    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                    meta: Option<$any>,
                },
                ResourceLink {
                    $(#[serde($borrow)])?
                    uri: $text,
                    $(#[serde($borrow)])?
                    name: $text,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    title: Option<$text>,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    description: Option<$text>,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    mime_type: Option<$text>,
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    size: Option<i64>,
                    $(#[serde($borrow)])?
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    annotations: Option<Annotations$(<$life>)?>,
                    $(#[serde($borrow)])?
                    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
                    meta: Option<$any>,
                },
            }
        }
    };
}

#[derive(Debug, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    User,
    Assistant,
}

structs! {
    /// Owned, any JSON as a tree.
    owned, String, serde_json::Value
}

structs! {
    /// Borrowed, any JSON as text.
    borrowed, std::borrow::Cow<'a, str>, &'a serde_json::value::RawValue, 'a borrow
}
