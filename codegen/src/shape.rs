//! What the generated module holds: typify's names and types, joined with the facts that only the schema knows.
//!
//! In comes a [`Normal`], out goes a [`Module`]. typify says how a member is called and typed in Rust; wire names,
//! constants, bounds, `null` and what tells the members of a union apart come from the schema.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::Error;
use crate::items::{is_id, renamed, typify_items, unwrapped};
use crate::load::Revision;
use crate::methods::{self, Method};
use crate::names::{Names, pascal};
use crate::normalise::{CONSTANTS, MESSAGE_ROLES, Normal, OPEN, is_required, properties, target, union_members};
use crate::variants::{constant_stem, variant_stems};

/// Everything that one revision's module holds.
#[derive(Clone, Debug)]
pub struct Module {
    /// The revision.
    pub revision: Revision,
    /// Its types, sorted by name.
    pub types: Vec<Type>,
    /// Its requests and notifications, sorted by name and direction.
    pub methods: Vec<Method>,
    /// Whether its `JSONRPCMessage` admits arrays.
    pub batches: bool,
}

/// One public type.
#[derive(Clone, Debug)]
pub struct Type {
    /// The Rust name.
    pub name: String,
    /// The schema's own name, absent for what the schema writes inline.
    pub wire: Option<String>,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of type there are.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Another name for a type.
    Alias(syn::Type, Facts),
    /// An object that names its members.
    Record(Record),
    /// One of a list of strings: wire spelling and variant.
    Choice(Vec<(String, String)>),
    /// One of several types.
    Union(Union),
}

/// An object that names its members.
#[derive(Clone, Debug)]
pub struct Record {
    /// Required members with one value, which are no fields.
    pub constants: BTreeMap<String, Value>,
    /// The fields, sorted by wire name.
    pub members: Vec<Member>,
    /// Whether members that are not named are allowed.
    pub open: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Member {
    /// The wire name.
    pub wire: String,
    /// The field.
    pub field: String,
    /// The Rust type, without `Option`.
    pub ty: syn::Type,
    /// Whether it must be there.
    pub required: bool,
    /// Whether it may be `null`.
    pub nullable: bool,
    /// What the schema demands of its value.
    pub facts: Facts,
    /// What the tolerant reading makes of a value that is not as it should be.
    pub tolerance: Tolerance,
}

/// What the tolerant reading tolerates of one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// Nothing.
    None,
    /// `null` is absent.
    NullIsAbsent,
    /// Absent or malformed reads as the default (R-CACHE-2).
    Default,
    /// Malformed stays among the members that are not named, as raw JSON.
    KeepRaw,
}

/// What a schema demands of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Facts {
    /// Any JSON.
    Any,
    /// Any object.
    Object,
    /// A string.
    String,
    /// `true` or `false`.
    Boolean,
    /// A whole number, not negative if so said.
    Integer {
        /// Whether it starts at 0.
        unsigned: bool,
    },
    /// A number within bounds.
    Number {
        /// The least value.
        minimum: Option<f64>,
        /// The greatest value.
        maximum: Option<f64>,
    },
    /// A request id or a progress token.
    Id,
    /// An array.
    Array(Box<Facts>, Option<u64>),
    /// An object of like values.
    Map(Box<Facts>),
    /// Another type of the module, by Rust name.
    Named(String),
}

/// One of several types.
#[derive(Clone, Debug)]
pub struct Union {
    /// What tells the members apart.
    pub choose: Choose,
    /// The members in the schema's order.
    pub variants: Vec<Variant>,
}

/// What tells the members of a union apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choose {
    /// The constant of this member, which all variants require and none share.
    Tag(String),
    /// The JSON-RPC frame: which of `method`, `id`, `result` and `error` is there (R-JSONRPC-1, 2 and 4).
    Frame,
    /// `resultType` (R-RES-1): `input_required` is the variant at this index, `complete` the others.
    ResultType(usize),
    /// What the members require and name.
    Shape,
}

/// A member of a union.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The Rust name.
    pub name: String,
    /// What it holds.
    pub ty: syn::Type,
    /// What the schema demands of it.
    pub facts: Facts,
    /// Its value of the tag.
    pub tag: Option<String>,
}

/// The member whose constant marks requests that answer with more than a result of their own.
const INPUT_REQUIRED: &str = "InputRequiredResult";

/// The member of `_meta` that makes it a modern envelope.
const CLAIM: &str = "io.modelcontextprotocol/protocolVersion";

/// Joins what typify makes of `normal` with the facts of `normal`.
///
/// # Errors
///
/// When typify cannot read the schema, does not know a definition or a member, or names two things alike.
pub fn shape(normal: &Normal, revision: &Revision, names: &Names) -> Result<Module, Error> {
    let shaper = Shaper { normal, names, items: typify_items(normal)? };
    let types = normal
        .definitions
        .iter()
        .map(|(name, schema)| shaper.type_of(name, schema))
        .collect::<Result<Vec<_>, Error>>()?;
    let methods = methods::methods(normal, names)?;
    for method in &methods {
        if types.iter().any(|item| item.name == method.marker) {
            let reason = format!("the method's marker and a type are both called {}", method.marker);
            return Err(Error::new(&normal.revision, &method.name, reason));
        }
    }
    let batches = normal.definitions.contains_key("JsonRpcBatchRequest");
    Ok(Module { revision: revision.clone(), types, methods, batches })
}

struct Shaper<'a> {
    normal: &'a Normal,
    names: &'a Names,
    items: BTreeMap<String, syn::Item>,
}

impl Shaper<'_> {
    fn type_of(&self, name: &str, schema: &Value) -> Result<Type, Error> {
        let kind = if is_id(schema) {
            Kind::Alias(syn::parse_quote!(rt::RequestId), Facts::Id)
        } else if schema.get(CONSTANTS).is_some() || properties(schema).is_some() {
            Kind::Record(self.record(name, schema)?)
        } else if schema.get("enum").is_some() {
            Kind::Choice(self.choice(name)?)
        } else if let Some(members) = union_members(schema) {
            Kind::Union(self.union(name, members)?)
        } else {
            Kind::Alias(self.alias(name, schema)?, self.facts(name, schema)?)
        };
        let wire = self.normal.wire_names.get(name).cloned();
        Ok(Type { name: name.to_owned(), wire, kind })
    }

    fn wrong(&self, name: &str, reason: impl Into<String>) -> Error {
        Error::new(&self.normal.revision, format!("/$defs/{name}"), reason)
    }

    fn alias(&self, name: &str, schema: &Value) -> Result<syn::Type, Error> {
        if schema.as_object().is_some_and(|keywords| keywords.is_empty()) {
            return Ok(syn::parse_quote!(rt::Json));
        }
        match self.items.get(name) {
            Some(syn::Item::Struct(item)) => match &item.fields {
                syn::Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(fields.unnamed[0].ty.clone()),
                _ => Err(self.wrong(name, "typify made fields of what has no named members")),
            },
            _ => Err(self.wrong(name, "typify made no type of this")),
        }
    }

    fn choice(&self, name: &str) -> Result<Vec<(String, String)>, Error> {
        let Some(syn::Item::Enum(item)) = self.items.get(name) else {
            return Err(self.wrong(name, "typify made no enumeration of this"));
        };
        let variant = |variant: &syn::Variant| {
            let ident = variant.ident.to_string();
            (renamed(&variant.attrs).unwrap_or_else(|| ident.clone()), self.names.variant(name, &ident))
        };
        let found: Vec<_> = item.variants.iter().map(variant).collect();
        let listed = self.normal.definitions[name]["enum"].as_array();
        let known = |wire: &Value| found.iter().any(|(name, _)| wire == name);
        match listed.is_some_and(|listed| listed.len() == found.len() && listed.iter().all(known)) {
            true => Ok(found),
            false => Err(self.wrong(name, "typify's variants are not the schema's values")),
        }
    }

    fn record(&self, name: &str, schema: &Value) -> Result<Record, Error> {
        let Some(syn::Item::Struct(item)) = self.items.get(name) else {
            return Err(self.wrong(name, "typify made no struct of this"));
        };
        let fields: BTreeMap<String, &syn::Field> = item
            .fields
            .iter()
            .filter_map(|field| {
                let ident = field.ident.as_ref()?.to_string();
                Some((renamed(&field.attrs).unwrap_or(ident), field))
            })
            .collect();
        let named = properties(schema);
        let members = named.into_iter().flatten().map(|(wire, member)| {
            let field = fields.get(wire).copied();
            let field = field.ok_or_else(|| self.wrong(name, format!("typify lost `{wire}`")))?;
            self.member(name, schema, wire, member, field)
        });
        let mut members = members.collect::<Result<Vec<_>, Error>>()?;
        members.sort_by(|a, b| a.wire.cmp(&b.wire));
        let constants = schema.get(CONSTANTS).and_then(Value::as_object).cloned();
        Ok(Record { members, constants: constants.into_iter().flatten().collect(), open: schema.get(OPEN).is_some() })
    }

    fn member(
        &self,
        owner: &str,
        object: &Value,
        wire: &str,
        schema: &Value,
        field: &syn::Field,
    ) -> Result<Member, Error> {
        let derived = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        let required = is_required(object, wire);
        let listed = schema.get("type").and_then(Value::as_array);
        let nullable = listed.is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"));
        let mut ty = field.ty.clone();
        while let Some(inner) = unwrapped(&ty, "Option") {
            ty = inner;
        }
        let facts = self.facts(owner, schema)?;
        let tolerance = tolerance(object, wire, required, nullable, &facts);
        let field = self.names.field(wire).unwrap_or(derived);
        Ok(Member { wire: wire.to_owned(), field, ty, required, nullable, facts, tolerance })
    }

    fn facts(&self, owner: &str, schema: &Value) -> Result<Facts, Error> {
        if let Some(name) = target(schema) {
            return Ok(match self.normal.definitions.get(name) {
                Some(_) => Facts::Named(name.to_owned()),
                None => return Err(self.wrong(owner, format!("refers to {name}, which is not defined"))),
            });
        }
        let kind = match schema.get("type") {
            None => return Ok(Facts::Any),
            Some(Value::Array(kinds)) => kinds.iter().find(|kind| *kind != "null").and_then(Value::as_str),
            Some(kind) => kind.as_str(),
        };
        let number = |keyword| schema.get(keyword).and_then(Value::as_f64);
        match kind {
            Some("string") => Ok(Facts::String),
            Some("boolean") => Ok(Facts::Boolean),
            Some("integer") => match (number("minimum"), number("maximum")) {
                (None, None) => Ok(Facts::Integer { unsigned: false }),
                (Some(0.0), None) => Ok(Facts::Integer { unsigned: true }),
                _ => Err(self.wrong(owner, "an integer with bounds that no type here has")),
            },
            Some("number") => Ok(Facts::Number { minimum: number("minimum"), maximum: number("maximum") }),
            Some("array") => {
                let items = schema.get("items").cloned().unwrap_or_else(|| serde_json::json!({}));
                let items = self.facts(owner, &items)?;
                Ok(Facts::Array(items.into(), schema.get("maxItems").and_then(Value::as_u64)))
            }
            Some("object") => match schema.get("additionalProperties") {
                Some(Value::Object(values)) if !values.is_empty() => {
                    Ok(Facts::Map(self.facts(owner, &schema["additionalProperties"])?.into()))
                }
                _ => Ok(Facts::Object),
            },
            other => Err(self.wrong(owner, format!("a type that is not known: {other:?}"))),
        }
    }

    fn union(&self, name: &str, members: &[Value]) -> Result<Union, Error> {
        let types = self.variant_types(name)?;
        if types.len() != members.len() {
            return Err(self.wrong(name, "typify's variants are not the schema's members"));
        }
        let choose = self.choose(members);
        let stems = self.stems(name, members);
        let variants = members.iter().zip(types).zip(stems).map(|((member, ty), stem)| {
            let tag = match &choose {
                Choose::Tag(tag) => self.constant(member, tag).map(str::to_owned),
                _ => None,
            };
            let facts = self.facts(name, member)?;
            Ok(Variant { name: self.names.variant(name, &stem), ty, facts, tag })
        });
        Ok(Union { variants: variants.collect::<Result<_, Error>>()?, choose })
    }

    fn variant_types(&self, name: &str) -> Result<Vec<syn::Type>, Error> {
        match self.items.get(name) {
            Some(syn::Item::Enum(item)) => {
                Ok(item.variants.iter().filter_map(|variant| Some(variant.fields.iter().next()?.ty.clone())).collect())
            }
            // A union of one is a newtype to typify.
            _ => Ok(vec![self.alias(name, &self.normal.definitions[name])?]),
        }
    }

    fn stems(&self, union: &str, members: &[Value]) -> Vec<String> {
        let targets: Vec<&str> = members.iter().filter_map(target).collect();
        let apart = variant_stems(&targets).filter(|_| !MESSAGE_ROLES.contains(&union));
        let mut apart = apart.into_iter().flatten();
        let stem = |member: &Value| match target(member) {
            None => pascal(member.get("type").and_then(Value::as_str).unwrap_or("other")),
            Some(name) => match apart.next() {
                Some(stem) => stem,
                None if MESSAGE_ROLES.contains(&union) => self.names.marker(name),
                None => constant_stem(&self.normal.definitions[name]).unwrap_or_else(|| name.to_owned()),
            },
        };
        members.iter().map(stem).collect()
    }

    /// The string constant that the object behind `member` requires at `key`.
    fn constant(&self, member: &Value, key: &str) -> Option<&str> {
        self.normal.definitions.get(target(member)?)?.get(CONSTANTS)?.get(key)?.as_str()
    }

    fn choose(&self, members: &[Value]) -> Choose {
        for tag in ["type", "method"] {
            let mut values: Vec<_> = members.iter().filter_map(|member| self.constant(member, tag)).collect();
            values.sort_unstable();
            values.dedup();
            if values.len() == members.len() {
                return Choose::Tag(tag.to_owned());
            }
        }
        let objects: Vec<_> = members.iter().filter(|member| target(member).is_some()).collect();
        if !objects.is_empty() && objects.iter().all(|member| self.is_frame(member)) {
            return Choose::Frame;
        }
        let input_required = members.iter().position(|member| target(member) == Some(INPUT_REQUIRED));
        input_required.map_or(Choose::Shape, Choose::ResultType)
    }

    /// Whether the object behind `member` is a JSON-RPC frame without a method of its own, or a batch of such.
    fn is_frame(&self, member: &Value) -> bool {
        let definition = target(member).and_then(|name| self.normal.definitions.get(name));
        definition.is_some_and(|definition| {
            let constants = definition.get(CONSTANTS);
            constants.is_some_and(|constants| constants.get("jsonrpc").is_some() && constants.get("method").is_none())
        })
    }
}

/// The table of what the tolerant reading tolerates, T1 to T4 of the documentation of `Reading`.
fn tolerance(object: &Value, wire: &str, required: bool, nullable: bool, facts: &Facts) -> Tolerance {
    let constants = object.get(CONSTANTS);
    let is_frame = constants
        .is_some_and(|constants| constants.get("jsonrpc").is_some() || constants.get("method").is_some())
        || is_required(object, "method");
    let is_envelope = properties(object).is_some_and(|members| members.contains_key(CLAIM));
    let is_result = properties(object).is_some_and(|members| members.contains_key("resultType"));
    match wire {
        "ttlMs" | "cacheScope" if is_result => Tolerance::Default,
        "io.modelcontextprotocol/serverInfo" => Tolerance::KeepRaw,
        // T3: an error whose `id` is `null` is one without.
        "id" if !required && properties(object).is_some_and(|members| members.contains_key("error")) => {
            Tolerance::NullIsAbsent
        }
        "params" | "resultType" => Tolerance::None,
        _ if required || nullable || is_frame || is_envelope || *facts == Facts::Any => Tolerance::None,
        _ => Tolerance::NullIsAbsent,
    }
}
