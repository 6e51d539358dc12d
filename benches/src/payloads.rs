//! Messages of known sizes, for benches and for the test that counts allocations. All are of revision 2026-07-28.

use std::fmt::Write;

/// (a) A `tools/call` request with structured arguments, of 547 bytes.
pub const CALL: &str = concat!(
    r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":{"#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"wire-bench","version":"1.4.2"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"sampling":{}},"#,
    r#""progressToken":"p-7"},"name":"search_issues","arguments":{"query":"is:open label:bug sort by last update and tell me more","#,
    r#""repository":"harbour/tides","limit":25,"labels":["bug","regression"],"#,
    r#""between":{"from":"2026-01-01","to":"2026-06-30"},"archived":false}}}"#,
);

/// The headers that go with [`CALL`] over HTTP.
pub const CALL_HEADERS: [(&str, &str); 5] = [
    ("content-type", "application/json"),
    ("accept", "application/json, text/event-stream"),
    ("mcp-protocol-version", "2026-07-28"),
    ("mcp-method", "tools/call"),
    ("mcp-name", "search_issues"),
];

/// (b) The answer to `tools/list`, about 930 bytes a tool.
pub fn tool_list(tools: usize) -> String {
    result(tools, r#""cacheScope":"public","resultType":"complete","ttlMs":60000,"tools":["#, "]", tool)
}

fn tool(text: &mut String, index: usize) {
    write!(
        text,
        concat!(
            r#"{{"name":"tool_{i}","title":"Tool number {i}","description":"Looks up what the harbour office knows "#,
            r#"about berth {i}, its tides, its depth and the vessels that are due there within the next hours. Times "#,
            r#"are UTC, depths are metres below chart datum, and a vessel without a name is shown by its number.","#,
            r#""inputSchema":{{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{{"#,
            r#""berth":{{"type":"integer","minimum":1,"description":"The number of the berth."}},"#,
            r#""from":{{"type":"string","format":"date-time","description":"From when on, UTC."}},"#,
            r#""until":{{"type":"string","format":"date-time","description":"Until when, UTC."}},"#,
            r#""with_vessels":{{"type":"boolean","default":true}}}},"required":["berth","from"]}},"#,
            r#""outputSchema":{{"type":"object","properties":{{"depth":{{"type":"number"}},"vessels":{{"type":"array","#,
            r#""items":{{"type":"string"}}}}}},"required":["depth"]}},"#,
            r#""annotations":{{"readOnlyHint":true,"openWorldHint":false}}}}"#,
        ),
        i = index
    )
    .expect("a string takes all");
}

/// (c) The result of a tool with an image, `bytes` long in Base64.
pub fn image(bytes: usize) -> String {
    let data: String = ('A'..='Z').chain('a'..='z').chain('0'..='9').cycle().take(bytes).collect();
    result(
        1,
        r#""resultType":"complete","content":[{"type":"text","text":"The berth as the camera sees it."},"#,
        "]",
        |text, _| write!(text, r#"{{"type":"image","data":"{data}","mimeType":"image/png"}}"#).expect("as above"),
    )
}

/// (d) The answer to `resources/list`, about 275 bytes a resource.
pub fn resource_list(resources: usize) -> String {
    result(
        resources,
        r#""cacheScope":"private","resultType":"complete","ttlMs":0,"resources":["#,
        "]",
        |text, index| {
            write!(
            text,
            concat!(
                r#"{{"uri":"file:///harbour/log/{i}.md","name":"log_{i}","title":"Log of berth {i}","#,
                r#""description":"Who came, who went, and what the water did.","mimeType":"text/markdown","size":{size},"#,
                r#""annotations":{{"audience":["user","assistant"],"priority":0.5,"lastModified":"2026-05-01T12:00:00Z"}}}}"#,
            ),
            i = index,
            size = 1000 + index * 37
        )
        .expect("as above");
        },
    )
}

/// (f) A `tools/call` request of about that many bytes, nearly all of them structured arguments.
pub fn large_call(bytes: usize) -> String {
    let mut rows = String::new();
    while rows.len() < bytes {
        let row = rows.len();
        let comma = if rows.is_empty() { "" } else { "," };
        write!(rows, r#"{comma}{{"row":{row},"berth":"b-{row}","depth":[4.25,3.5,{row}],"open":true,"note":null}}"#)
            .expect("as above");
    }
    let start = CALL.find(r#""query""#).expect("it is there");
    format!(r#"{}"rows":[{rows}],{}"#, &CALL[..start], &CALL[start..])
}

/// The result of a tool: `blocks` blocks of text, members in the order that every SDK writes.
pub fn text_blocks(blocks: usize) -> String {
    content(blocks, |text, index| {
        write!(text, r#"{{"type":"text","text":"Berth {index} is free from noon.","annotations":{{"priority":1}}}}"#)
            .expect("as above");
    })
}

/// What a peer may send to make a reader work, each of about as many bytes as `text_blocks(blocks)`, with its name.
pub fn hostile(blocks: usize) -> Vec<(&'static str, String)> {
    let size = text_blocks(blocks).len();
    let discriminant_last = content(blocks, |text, index| {
        write!(text, r#"{{"text":"Berth {index} is free from noon.","annotations":{{"priority":1}},"type":"text"}}"#)
            .expect("as above");
    });
    let unknown_members = content(blocks, |text, index| {
        write!(text, r#"{{"type":"text","text":"","a{index}":1,"b{index}":[2],"c{index}":{{"d":3}},"e{index}":null}}"#)
            .expect("as above");
    });
    let wide: String = (0..size / 16).map(|index| format!(r#","m{index:08}":0"#)).collect();
    let long_keys: String = (0..size / 1024).map(|index| format!(r#","{}{index:08}":0"#, "k".repeat(1000))).collect();
    let escaped_keys: String = (0..size / 40).map(|index| format!(r#","\u006b\u0065\u0079{index:08}\n":0"#)).collect();
    let deep = (0..size / 200).map(|_| format!("{}0{}", "[".repeat(100), "]".repeat(100)));
    let deep = deep.collect::<Vec<_>>().join(",");
    let bare = |members: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"resultType":"complete","content":[]{members}}}}}"#)
    };
    vec![
        ("discriminant last in every block", discriminant_last),
        ("every member unknown", unknown_members),
        ("wide: unknown members in one object", bare(&wide)),
        ("long keys", bare(&long_keys)),
        ("escaped keys", bare(&escaped_keys)),
        ("deep: nested to 100 levels", bare(&format!(r#","structuredContent":[{deep}]"#))),
    ]
}

fn content(blocks: usize, block: impl Fn(&mut String, usize)) -> String {
    result(blocks, r#""resultType":"complete","content":["#, "]", block)
}

/// An answer whose result has a list of so many items.
fn result(items: usize, before: &str, after: &str, item: impl Fn(&mut String, usize)) -> String {
    let mut text = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{{before}"#);
    for index in 0..items {
        if index > 0 {
            text.push(',');
        }
        item(&mut text, index);
    }
    text + after + "}}"
}
