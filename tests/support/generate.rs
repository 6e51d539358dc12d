//! Instances made by walking a schema: valid ones, and valid ones with one thing changed.

use serde_json::{Map, Value, json};

/// Gives `take` every instance that is made of a revision's definitions: valid ones, and those with one thing changed.
pub fn each_instance(revision: mcp_wire::Revision, schema: &Value, seed: u64, mut take: impl FnMut(&str, &Value)) {
    let mut generator = Generator::new(schema, seed);
    for definition in mcp_wire::catalog::definitions(revision) {
        let instances = generator.valid(definition);
        let instances = generator.random.some(instances, 30);
        for (index, instance) in instances.iter().enumerate() {
            take(definition, instance);
            let places = if index < 3 { 6 } else { 1 };
            for changed in generator.changed(instance, places) {
                take(definition, &changed);
            }
        }
    }
}

/// A small seeded generator of numbers (SplitMix64): the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    /// At most `count` of `items`, the first always among them.
    pub fn some<T>(&mut self, mut items: Vec<T>, count: usize) -> Vec<T> {
        while items.len() > count {
            let index = 1 + self.below(items.len() - 1);
            items.swap_remove(index);
        }
        items
    }
}

/// Makes instances of one schema's definitions.
pub struct Generator<'a> {
    pub schema: &'a Value,
    pub random: Random,
    /// Every constant and enumerated string of the schema, to be put where another belongs.
    pub constants: Vec<Value>,
}

impl<'a> Generator<'a> {
    pub fn new(schema: &'a Value, seed: u64) -> Self {
        let mut constants = Vec::new();
        collect_constants(schema, &mut constants);
        constants.dedup();
        Self { schema, random: Random::new(seed), constants }
    }

    /// Valid instances of a definition: least, fullest, every member of every union, arrays of 0, 1 and 2.
    pub fn valid(&mut self, definition: &str) -> Vec<Value> {
        self.of(&self.schema["$defs"][definition], 0)
    }

    fn of(&mut self, schema: &'a Value, depth: usize) -> Vec<Value> {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            return self.of(self.schema.pointer(&target[1..]).unwrap(), depth);
        }
        if let Some(value) = schema.get("const") {
            return vec![value.clone()];
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values.clone();
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(members) = schema.get(keyword).and_then(Value::as_array) {
                return members.iter().flat_map(|member| self.of(member, depth + 1)).collect();
            }
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            return self.all_of(parts, depth);
        }
        match schema.get("type") {
            Some(Value::Array(kinds)) => {
                kinds.iter().flat_map(|kind| self.of_kind(kind.as_str().unwrap(), schema, depth)).collect()
            }
            Some(kind) => self.of_kind(kind.as_str().unwrap(), schema, depth),
            None => vec![json!({"any": [1, 0.25, null]}), Value::Null, json!("text"), json!([{}, -7])],
        }
    }

    /// Objects that satisfy all parts: the members of each, with those of later parts winning.
    fn all_of(&mut self, parts: &'a [Value], depth: usize) -> Vec<Value> {
        let mut merged = vec![json!({})];
        for part in parts {
            let mut next = Vec::new();
            for (index, instance) in self.of(part, depth + 1).into_iter().enumerate().take(6) {
                let mut base = merged[index % merged.len()].clone();
                let members = instance.as_object().unwrap().clone();
                base.as_object_mut().unwrap().extend(members);
                next.push(base);
            }
            merged = next;
        }
        merged
    }

    fn of_kind(&mut self, kind: &str, schema: &'a Value, depth: usize) -> Vec<Value> {
        match kind {
            "string" => vec![json!("text"), json!(""), json!("é\"\\\n\u{1f600}")],
            "integer" => match schema.get("minimum") {
                Some(_) => vec![json!(0), json!(7), json!(3.0)],
                None => vec![json!(7), json!(-3), json!(0), json!(2.0)],
            },
            "number" => match (schema.get("minimum"), schema.get("maximum")) {
                (Some(_), Some(_)) => vec![json!(0.1), json!(0), json!(1), json!(1.0)],
                _ => vec![json!(0.1), json!(12), json!(-2.5e-7), json!(1.7976931348623157e308)],
            },
            "boolean" => vec![json!(true), json!(false)],
            "null" => vec![Value::Null],
            "array" => self.array(schema, depth),
            "object" => self.object(schema, depth),
            other => panic!("unknown type {other}"),
        }
    }

    fn array(&mut self, schema: &'a Value, depth: usize) -> Vec<Value> {
        if depth > 7 {
            return vec![json!([])];
        }
        let items = match schema.get("items") {
            Some(items) => self.of(items, depth + 1),
            None => vec![json!(1)],
        };
        let items = self.random.some(items, 12);
        let mut arrays: Vec<Value> = items.iter().map(|item| json!([item])).collect();
        arrays.push(json!([items[0], items[items.len() - 1]]));
        arrays.push(json!([]));
        arrays
    }

    fn object(&mut self, schema: &'a Value, depth: usize) -> Vec<Value> {
        let named = schema.get("properties").and_then(Value::as_object);
        let required: Vec<&str> = schema["required"]
            .as_array()
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let (mut least, mut fullest) = (Map::new(), Map::new());
        let mut alternatives = Vec::new();
        for (name, member) in named.into_iter().flatten() {
            if depth > 7 && !required.contains(&name.as_str()) {
                continue;
            }
            let values = self.of(member, depth + 1);
            let limit = if depth == 0 { 24 } else { 6 };
            let values = self.random.some(values, limit);
            if required.contains(&name.as_str()) {
                least.insert(name.clone(), values[0].clone());
            }
            fullest.insert(name.clone(), values[0].clone());
            alternatives.extend(values.into_iter().skip(1).map(|value| (name.clone(), value)));
        }
        let mut objects = vec![Value::Object(fullest.clone()), Value::Object(least)];
        for (name, value) in alternatives {
            let mut object = fullest.clone();
            object.insert(name, value);
            objects.push(Value::Object(object));
        }
        let values = schema.get("additionalProperties").filter(|values| values.is_object() && depth <= 7);
        if let Some(values) = values {
            let values = self.of(values, depth + 1);
            let values = self.random.some(values, 8);
            let members: Map<_, _> =
                values.into_iter().enumerate().map(|(index, value)| (format!("key {index}"), value)).collect();
            let mut object = fullest;
            object.extend(members);
            objects.insert(1, Value::Object(object));
        }
        self.random.some(objects, 40)
    }

    /// `instance` with one thing changed, in every way at some of its places.
    pub fn changed(&mut self, instance: &Value, places: usize) -> Vec<Value> {
        let mut pointers = Vec::new();
        gather(instance, &mut String::new(), &mut pointers);
        let pointers = self.random.some(pointers, places);
        let mut changed = Vec::new();
        for pointer in &pointers {
            for replacement in self.replacements() {
                changed.push(with(instance, pointer, replacement));
            }
            match instance.pointer(pointer) {
                Some(Value::Object(members)) => {
                    for name in members.keys() {
                        let mut without = instance.clone();
                        without.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(name);
                        changed.push(without);
                    }
                    let mut more = instance.clone();
                    let object = more.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
                    object.insert("x-unknown".into(), json!({"kept": [1.5, null]}));
                    changed.push(more);
                    changed.push(with(instance, pointer, members.values().cloned().collect()));
                }
                Some(Value::Array(items)) => {
                    let many: Vec<_> =
                        items.iter().cycle().take(if items.is_empty() { 0 } else { 101 }).cloned().collect();
                    changed.push(with(instance, pointer, Value::Array(many)));
                }
                _ => {}
            }
        }
        changed
    }

    fn replacements(&mut self) -> Vec<Value> {
        let swapped = self.constants[self.random.below(self.constants.len())].clone();
        vec![
            Value::Null,
            json!(true),
            json!(0),
            json!(1.0),
            json!(1.5),
            json!(-1),
            json!(9007199254740993_u64),
            json!(u64::MAX),
            json!(1e30),
            json!("x"),
            json!(["x"]),
            json!({}),
            swapped,
        ]
    }
}

fn with(instance: &Value, pointer: &str, replacement: Value) -> Value {
    let mut changed = instance.clone();
    *changed.pointer_mut(pointer).unwrap() = replacement;
    changed
}

/// The pointers to everything in a value, itself first.
fn gather(value: &Value, at: &mut String, pointers: &mut Vec<String>) {
    pointers.push(at.clone());
    let length = at.len();
    let steps: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            members.iter().map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value)).collect()
        }
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (step, value) in steps {
        at.push('/');
        at.push_str(&step);
        gather(value, at, pointers);
        at.truncate(length);
    }
}

fn collect_constants(schema: &Value, constants: &mut Vec<Value>) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match (key.as_str(), value) {
                    ("const", value) => constants.push(value.clone()),
                    ("enum", Value::Array(values)) => constants.extend(values.iter().cloned()),
                    (_, value) => collect_constants(value, constants),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_constants(item, constants)),
        _ => {}
    }
}
