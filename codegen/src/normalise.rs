//! The named rewrites that bring a canonical schema to what typify can read.
//!
//! In comes a [`Schema`], out goes a [`Normal`]: every object, enumeration and union is a definition of its own with a
//! name a person would choose, so that what typify is asked to do is only to name fields and to find their types.
//! Rewrites match by pattern, never by revision.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::Error;
use crate::load::Schema;
use crate::names::Names;

/// A schema that typify can read, with the facts it does not read kept beside.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The revision as the wire spells it.
    pub revision: String,
    /// Every type under its Rust name.
    pub definitions: BTreeMap<String, Value>,
    /// Rust name → the schema's own name, for what the schema itself defines.
    pub wire_names: BTreeMap<String, String>,
    /// How many places each rewrite changed.
    pub applied: BTreeMap<&'static str, usize>,
}

type Definitions = BTreeMap<String, Value>;

/// One quirk of the published schemas, and what is done about it.
struct Rewrite {
    name: &'static str,
    apply: fn(&mut Definitions, &Names) -> Result<usize, Fault>,
}

/// Where in the definitions a rewrite gave up, and why.
struct Fault(String, String);

const REWRITES: &[Rewrite] = &[
    Rewrite { name: "spell_names", apply: spell_names },
    Rewrite { name: "any_json", apply: any_json },
    Rewrite { name: "merge_all_of", apply: merge_all_of },
    Rewrite { name: "open_roles", apply: open_roles },
    Rewrite { name: "inline_roles", apply: inline_roles },
    Rewrite { name: "split_type_lists", apply: split_type_lists },
    Rewrite { name: "name_inline_types", apply: name_inline_types },
    Rewrite { name: "one_of", apply: one_of },
    Rewrite { name: "set_constants_apart", apply: set_constants_apart },
    Rewrite { name: "open_objects", apply: open_objects },
];

/// The definitions that gather all results a side may send. They allow any object, so they are that object.
pub const RESULT_ROLES: [&str; 2] = ["ClientResult", "ServerResult"];

/// The definitions that gather all requests or notifications a side may send.
pub const MESSAGE_ROLES: [&str; 4] = ["ClientNotification", "ClientRequest", "ServerNotification", "ServerRequest"];

/// Where `set_constants_apart` puts an object's required constants.
pub const CONSTANTS: &str = "x-constants";

/// What `open_objects` marks an object with that allows members it does not name.
pub const OPEN: &str = "x-open";

/// The names of all rewrites, in the order in which they run.
pub fn rewrites() -> impl Iterator<Item = &'static str> {
    REWRITES.iter().map(|rewrite| rewrite.name)
}

/// Brings one schema to what typify can read.
///
/// # Errors
///
/// When two inline types that differ would get the same name, or an `allOf` joins what is not an object.
pub fn normalise(schema: Schema, names: &Names) -> Result<Normal, Error> {
    let wire_names = schema.definitions.keys().map(|wire| (names.definition(wire), wire.clone())).collect();
    let mut definitions = schema.definitions;
    let mut applied = BTreeMap::new();
    for rewrite in REWRITES {
        let count = (rewrite.apply)(&mut definitions, names).map_err(|Fault(pointer, reason)| {
            Error::new(&schema.revision, pointer, format!("{}: {reason}", rewrite.name))
        })?;
        applied.insert(rewrite.name, count);
    }
    Ok(Normal { revision: schema.revision, definitions, wire_names, applied })
}

/// The definition that a `$ref` names.
pub fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// A reference to the definition `name`.
fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The members of an `anyOf` or `oneOf`.
pub fn union_members(schema: &Value) -> Option<&Vec<Value>> {
    ["anyOf", "oneOf"].iter().find_map(|keyword| schema.get(keyword)?.as_array())
}

/// The named members of an object, if it names any.
pub fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object().filter(|properties| !properties.is_empty())
}

/// Whether `required` of an object lists `member`.
pub fn is_required(object: &Value, member: &str) -> bool {
    let required = object.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|name| name == member))
}

/// Runs `visit` on every schema below `schema` and then on itself.
fn walk(schema: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    if let Value::Object(keywords) = schema {
        for (keyword, value) in keywords {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(members)) => {
                    members.iter_mut().for_each(|(_, member)| walk(member, visit));
                }
                ("anyOf" | "oneOf" | "allOf", Value::Array(members)) => {
                    members.iter_mut().for_each(|member| walk(member, visit));
                }
                ("items" | "additionalProperties", value @ Value::Object(_)) => walk(value, visit),
                _ => {}
            }
        }
    }
    visit(schema);
}

/// Spells definitions as Rust types: `JSONRPCRequest` is `JsonRpcRequest`, where typify makes it `JsonrpcRequest`.
fn spell_names(definitions: &mut Definitions, names: &Names) -> Result<usize, Fault> {
    let before = std::mem::take(definitions);
    let mut count = 0;
    for (wire, mut schema) in before {
        walk(&mut schema, &mut |schema| {
            if let Some(name) = target(schema).map(|wire| names.definition(wire)) {
                schema["$ref"] = reference(&name)["$ref"].take();
            }
        });
        let name = names.definition(&wire);
        count += usize::from(name != wire);
        if definitions.insert(name.clone(), schema).is_some() {
            return Err(Fault(format!("/$defs/{wire}"), format!("a second definition is called {name}")));
        }
    }
    Ok(count)
}

/// Reads a type that is defined as "an object of itself, an array of itself or a scalar" as what it is: any JSON.
///
/// typify would make an enum of it that keeps neither digits nor, as published, `null` and fractions.
fn any_json(definitions: &mut Definitions, _: &Names) -> Result<usize, Fault> {
    let any: Vec<String> = definitions
        .iter()
        .filter(|(name, schema)| is_any_json(name, schema, definitions))
        .map(|(name, _)| name.clone())
        .collect();
    for name in &any {
        definitions.insert(name.clone(), json!({}));
    }
    for schema in definitions.values_mut() {
        walk(schema, &mut |schema| {
            if target(schema).is_some_and(|name| any.iter().any(|any| any == name)) {
                *schema = json!({});
            }
        });
    }
    Ok(any.len())
}

fn is_any_json(name: &str, schema: &Value, definitions: &Definitions) -> bool {
    let Some(members) = union_members(schema) else { return false };
    let resolved = || members.iter().map(|member| resolve(member, definitions));
    let of_itself = |keyword| resolved().any(|member| member.get(keyword).and_then(target) == Some(name));
    of_itself("additionalProperties")
        && of_itself("items")
        && resolved().any(|member| member.get("type").is_some_and(Value::is_array))
}

fn resolve<'a>(schema: &'a Value, definitions: &'a Definitions) -> &'a Value {
    let mut schema = schema;
    // A chain longer than the definitions would be a cycle of bare references.
    for _ in 0..=definitions.len() {
        match target(schema).and_then(|name| definitions.get(name)) {
            Some(next) => schema = next,
            None => break,
        }
    }
    schema
}

/// Merges the objects of an `allOf` into one. typify panics on some and flattens others.
fn merge_all_of(definitions: &mut Definitions, _: &Names) -> Result<usize, Fault> {
    let known = definitions.clone();
    let mut count = 0;
    let mut fault = None;
    for (name, schema) in definitions.iter_mut() {
        walk(schema, &mut |schema| {
            let Some(parts) = schema.get("allOf").and_then(Value::as_array) else { return };
            count += 1;
            match merged(parts, &known) {
                Ok(object) => *schema = object,
                Err(reason) => fault = Some(Fault(format!("/$defs/{name}"), reason)),
            }
        });
    }
    fault.map_or(Ok(count), Err)
}

fn merged(parts: &[Value], definitions: &Definitions) -> Result<Value, String> {
    let mut properties = Map::new();
    let mut required = BTreeSet::new();
    for part in parts {
        let part = resolve(part, definitions);
        if part.get("type").is_none_or(|kind| kind != "object") {
            return Err("joins something that is not an object".into());
        }
        for (name, schema) in part.get("properties").and_then(Value::as_object).into_iter().flatten() {
            match properties.get_mut(name) {
                None => drop(properties.insert(name.clone(), schema.clone())),
                Some(before) => narrow(before, schema)?,
            }
        }
        let names = part.get("required").and_then(Value::as_array);
        required.extend(names.into_iter().flatten().filter_map(Value::as_str));
    }
    let mut object = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        object["required"] = required.into_iter().collect();
    }
    Ok(object)
}

/// Joins what two parts say of one member: the keywords of both, which may not contradict each other.
fn narrow(before: &mut Value, schema: &Value) -> Result<(), String> {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match before.get(keyword) {
            None => before[keyword.as_str()] = value.clone(),
            Some(same) if same == value => {}
            Some(_) => return Err(format!("two parts say different things of `{keyword}`")),
        }
    }
    Ok(())
}

/// Makes `ServerResult` and `ClientResult`, whose first member admits any result, that first member.
fn open_roles(definitions: &mut Definitions, _: &Names) -> Result<usize, Fault> {
    let mut count = 0;
    for role in RESULT_ROLES {
        let Some(schema) = definitions.get_mut(role) else { continue };
        let open = reference("Result");
        if union_members(schema).is_some_and(|members| members.contains(&open)) {
            *schema = open;
            count += 1;
        }
    }
    Ok(count)
}

/// Makes a role that repeats its one message a union of that one: `ClientNotification` of 2026-07-28.
fn inline_roles(definitions: &mut Definitions, _: &Names) -> Result<usize, Fault> {
    let mut count = 0;
    for role in MESSAGE_ROLES {
        let Some(schema) = definitions.get(role).filter(|schema| properties(schema).is_some()) else {
            continue;
        };
        let same = definitions.iter().find(|(name, other)| *name != role && *other == schema);
        let Some((message, _)) = same else {
            let reason = "neither a union nor a copy of one definition";
            return Err(Fault(format!("/$defs/{role}"), reason.into()));
        };
        let union = json!({ "anyOf": [reference(message)] });
        definitions.insert(role.to_owned(), union);
        count += 1;
    }
    Ok(count)
}

/// Makes a list of types a union, integers before numbers so that `5` stays an integer, `null` set apart as nullable.
fn split_type_lists(definitions: &mut Definitions, _: &Names) -> Result<usize, Fault> {
    const ORDER: [&str; 6] = ["array", "object", "string", "integer", "number", "boolean"];
    let mut count = 0;
    for (name, schema) in definitions.iter_mut() {
        let mut null_among_several = false;
        walk(schema, &mut |schema| {
            let Some(types) = schema.get("type").and_then(Value::as_array) else { return };
            null_among_several |= types.len() > 2 && types.iter().any(|kind| kind == "null");
            let kinds: Vec<Value> = ORDER
                .iter()
                .filter(|kind| types.iter().any(|listed| listed == **kind))
                .map(|kind| json!({ "type": kind }))
                .collect();
            if kinds.len() > 1 {
                *schema = json!({ "anyOf": kinds });
                count += 1;
            }
        });
        walk(schema, &mut flatten_union);
        if null_among_several {
            let reason = "null among several types";
            return Err(Fault(format!("/$defs/{name}"), reason.into()));
        }
    }
    Ok(count)
}

/// A union in a union is one union.
fn flatten_union(schema: &mut Value) {
    let Some(members) = union_members(schema) else { return };
    if members.iter().any(|member| union_members(member).is_some()) {
        let flat = members.iter().flat_map(|member| match union_members(member) {
            Some(inner) => inner.clone(),
            None => vec![member.clone()],
        });
        *schema = json!({ "anyOf": flat.collect::<Vec<_>>() });
    }
}

/// Gives every object, enumeration and union that is written inline a definition of its own.
///
/// typify would call the result code of an error `UnsupportedProtocolVersionErrorErrorCode`, and the same cache scope
/// by five names.
fn name_inline_types(definitions: &mut Definitions, names: &Names) -> Result<usize, Fault> {
    let mut hoist = Hoist { names, known: definitions.clone(), found: BTreeMap::new() };
    for (name, schema) in definitions.iter_mut() {
        hoist.definition(name, schema)?;
    }
    let count = hoist.found.len();
    for (name, schema) in hoist.found {
        match definitions.get(&name) {
            Some(defined) if *defined != schema => {
                let reason = format!("an inline type that differs would be called {name} too");
                return Err(Fault(format!("/$defs/{name}"), reason));
            }
            _ => drop(definitions.insert(name, schema)),
        }
    }
    Ok(count)
}

struct Hoist<'a> {
    names: &'a Names,
    known: Definitions,
    found: Definitions,
}

impl Hoist<'_> {
    /// Hoists what stands below a definition, which itself stays where it is.
    fn definition(&mut self, name: &str, schema: &mut Value) -> Result<(), Fault> {
        if let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            for (member, schema) in members {
                self.place(name, member, schema)?;
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            for member in schema.get_mut(keyword).and_then(Value::as_array_mut).into_iter().flatten() {
                let kind = member.get("type").and_then(Value::as_str).unwrap_or("union").to_owned();
                self.place(name, &kind, member)?;
            }
        }
        self.below(name, schema)
    }

    /// Items and map values of a schema that itself has no name to offer.
    fn below(&mut self, name: &str, schema: &mut Value) -> Result<(), Fault> {
        for (keyword, suffix) in [("items", "Item"), ("additionalProperties", "Value")] {
            if let Some(inner) = schema.get_mut(keyword).filter(|inner| inner.is_object()) {
                self.place(name, suffix, inner)?;
            }
        }
        Ok(())
    }

    fn place(&mut self, owner: &str, member: &str, schema: &mut Value) -> Result<(), Fault> {
        let name = self.names.inline(owner, member);
        if !wants_name(schema) {
            // A batch, written out where it is also a definition.
            let is_batch = schema.get("items").is_some_and(wants_name);
            match self.known.iter().find(|(_, known)| is_batch && *known == schema) {
                Some((known, _)) => *schema = reference(known),
                None => self.below(&name, schema)?,
            }
            return Ok(());
        }
        self.definition(&name, schema)?;
        let schema = std::mem::replace(schema, reference(&name));
        match self.found.get(&name) {
            Some(before) if *before != schema => {
                let reason = format!("a second inline type that differs would be called {name}");
                Err(Fault(format!("/$defs/{owner}/properties/{member}"), reason))
            }
            _ => {
                self.found.insert(name, schema);
                Ok(())
            }
        }
    }
}

fn wants_name(schema: &Value) -> bool {
    properties(schema).is_some() || union_members(schema).is_some() || schema.get("enum").is_some()
}

/// Says `oneOf` where the schema says `anyOf`. typify makes a struct of options of an `anyOf` whose members overlap;
/// which member a value is, the generated code decides anyway.
fn one_of(definitions: &mut Definitions, _: &Names) -> Result<usize, Fault> {
    let mut count = 0;
    for schema in definitions.values_mut() {
        walk(schema, &mut |schema| {
            if let Some(members) = schema.as_object_mut().and_then(|keywords| keywords.remove("anyOf")) {
                schema["oneOf"] = members;
                count += 1;
            }
        });
    }
    Ok(count)
}

/// Takes members that have one value out of the fields, since they cost a user nothing; typify ignores `const`.
///
/// An optional constant keeps a field, an enumeration of one: whether it was there must not be lost.
fn set_constants_apart(definitions: &mut Definitions, names: &Names) -> Result<usize, Fault> {
    let mut count = 0;
    let mut enumerations = Definitions::new();
    for (owner, schema) in definitions.iter_mut() {
        let constants: Map<String, Value> = properties(schema)
            .into_iter()
            .flatten()
            .filter_map(|(name, member)| Some((name.clone(), member.get("const")?.clone())))
            .collect();
        for (member, value) in constants {
            count += 1;
            if is_required(schema, &member) {
                let properties = schema["properties"].as_object_mut().into_iter();
                properties.for_each(|properties| drop(properties.remove(&member)));
                let required = schema["required"].as_array_mut().into_iter();
                required.for_each(|required| required.retain(|name| *name != member));
                schema[CONSTANTS][member] = value;
            } else if value.is_string() {
                let name = names.inline(owner, &member);
                enumerations.insert(name.clone(), json!({ "type": "string", "enum": [value] }));
                schema["properties"][member] = reference(&name);
            } else {
                let reason = "an optional constant that is not a string";
                return Err(Fault(format!("/$defs/{owner}/properties/{member}"), reason.into()));
            }
        }
    }
    definitions.extend(enumerations);
    Ok(count)
}

/// Opens every object that names its members, so that typify keeps the ones it does not know.
///
/// The published schemas leave `additionalProperties` out, which means open; typify reads it as closed.
fn open_objects(definitions: &mut Definitions, _: &Names) -> Result<usize, Fault> {
    let mut count = 0;
    for (name, schema) in definitions.iter_mut() {
        if schema.get("properties").is_none() {
            continue;
        }
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            None | Some(Value::Bool(true)) => {
                count += 1;
                schema["additionalProperties"] = json!({});
                schema[OPEN] = true.into();
            }
            Some(Value::Object(keywords)) if keywords.is_empty() => schema[OPEN] = true.into(),
            Some(_) => {
                let reason = "typed further members beside named ones";
                return Err(Fault(format!("/$defs/{name}"), reason.into()));
            }
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(definitions: Value) -> Definitions {
        let names = Names::parse(&json!({"words": {"JSON": "Json"}})).unwrap();
        let schema = Schema::from_canonical("test", json!({ "$defs": definitions })).unwrap();
        normalise(schema, &names).unwrap().definitions
    }

    #[test]
    fn an_object_that_says_nothing_of_further_members_is_open() {
        let found = run(json!({"A": {"type": "object", "properties": {"x": {"type": "string"}}}}));
        assert_eq!(found["A"]["additionalProperties"], json!({}));
    }

    #[test]
    fn a_constant_leaves_the_fields_and_an_optional_one_becomes_an_enumeration() {
        let found = run(json!({"A": {"type": "object", "required": ["k"], "properties": {
            "k": {"type": "string", "const": "a"}, "mode": {"type": "string", "const": "form"}}}}));
        assert_eq!(found["A"][CONSTANTS], json!({"k": "a"}));
        assert_eq!(found["A"]["properties"], json!({"mode": {"$ref": "#/$defs/AMode"}}));
        assert_eq!(found["AMode"]["enum"], json!(["form"]));
    }

    #[test]
    fn a_recursive_type_of_everything_is_any_json() {
        let found = run(json!({
            "JSONValue": {"anyOf": [{"$ref": "#/$defs/JSONObject"}, {"type": "array", "items": {"$ref": "#/$defs/JSONValue"}},
                {"type": ["string", "integer", "boolean"]}]},
            "JSONObject": {"type": "object", "additionalProperties": {"$ref": "#/$defs/JSONValue"}}}));
        assert_eq!(found["JsonValue"], json!({}));
        assert_eq!(found["JsonObject"]["additionalProperties"], json!({}));
    }

    #[test]
    fn parts_of_an_all_of_become_one_object() {
        let found = run(json!({
            "Base": {"type": "object", "required": ["code"], "properties": {"code": {"type": "integer"}}},
            "A": {"allOf": [{"$ref": "#/$defs/Base"}, {"type": "object", "properties": {"code": {"type": "integer", "const": 7}}}]}}));
        assert_eq!(found["A"][CONSTANTS], json!({"code": 7}));
    }

    #[test]
    fn inline_types_that_differ_may_not_share_a_name() {
        let names = Names::parse(&json!({"types": {"*.s": "S"}})).unwrap();
        let object = |kind: &str| json!({"type": "object", "properties": {"s": {"enum": [kind]}}});
        let schema = json!({"$defs": {"A": object("x"), "B": object("y")}});
        let schema = Schema::from_canonical("test", schema).unwrap();
        let error = normalise(schema, &names).unwrap_err().to_string();
        assert!(error.contains("would be called S"), "{error}");
    }
}
