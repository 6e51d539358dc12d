//! Which shapes of a union a value may be, the one that was meant first.

use std::borrow::Cow;

use super::{Choose, Shape, Tolerance, Union};
use crate::json::walk;
use crate::rt::Slice;

type Members<'a> = [Slice<'a>];

/// The indices of the variants that `text` may be, the one that was meant first.
///
/// A discriminant decides alone. Without one a value that fails the variant that names most of its members falls to
/// the next that the schema still allows, in the schema's order where two name as many.
pub(crate) fn order(union: &Union, text: &str) -> Vec<usize> {
    let text = text.trim_start();
    let is_object = text.starts_with('{');
    let kind = crate::text::kind(text);
    let mut candidates: Vec<usize> =
        (0..union.variants.len()).filter(|&index| may_be(union.variants[index].shape, kind)).collect();
    if !is_object {
        return candidates;
    }
    if let Choose::Tag(tag) = union.choose {
        let value = walk::member(text, tag).and_then(walk::string);
        candidates.retain(|&index| value.as_deref() == Some(union.variants[index].tag));
        return candidates;
    }
    let members: Vec<Slice<'_>> = walk::members(text).filter_map(|(name, value)| Some((name.read()?, value))).collect();
    match union.choose {
        Choose::Tag(_) => {}
        Choose::Frame => {
            let frames = frames(&members);
            let rank = |&index: &usize| frames.iter().position(|wanted| is_frame(union.variants[index].shape, wanted));
            candidates.retain(|index| rank(index).is_some());
            candidates.sort_by_key(rank);
        }
        Choose::ResultType(input_required) => match string_of(&members, "resultType").as_deref() {
            Some("input_required") => candidates.retain(|&index| index == input_required),
            Some("complete") => {
                let lacks_hints = candidates
                    .iter()
                    .any(|&index| index != input_required && lacks_only_hints(union.variants[index].shape, &members));
                candidates.retain(|&index| index != input_required || lacks_hints);
                candidates.sort_by_key(|&index| index == input_required);
            }
            _ => candidates.sort_by_key(|&index| index == input_required),
        },
        Choose::Shape => {
            candidates.sort_by_cached_key(|&index| std::cmp::Reverse(affinity(union.variants[index].shape, &members)));
        }
    }
    candidates
}

/// Whether a shape may be a JSON value of this kind, as [`crate::text::kind`] calls it.
fn may_be(shape: &Shape, kind: &str) -> bool {
    match shape.resolved() {
        Shape::Any => true,
        Shape::Object | Shape::Map(_) | Shape::Record(_) => kind == "an object",
        Shape::Array(..) => kind == "an array",
        Shape::String | Shape::Text(_) | Shape::Choice(_) => kind == "a string",
        Shape::Boolean => kind == "a boolean",
        Shape::Integer { .. } | Shape::Number { .. } | Shape::Whole(_) => kind == "a number",
        Shape::Id => matches!(kind, "a string" | "a number"),
        Shape::Union(union) => union.variants.iter().any(|variant| may_be(variant.shape, kind)),
        Shape::Alias(_) => false,
    }
}

fn string_of<'a>(members: &Members<'a>, name: &str) -> Option<Cow<'a, str>> {
    let (_, value) = members.iter().find(|(key, _)| key == name)?;
    walk::string(value)
}

/// The members by which the frame that was meant is known, and after it those that the schema allows besides; none if
/// the members contradict each other.
///
/// A request whose id is malformed is no notification (R-JSONRPC-2). One whose params are malformed is, to the schema.
fn frames(members: &Members<'_>) -> &'static [&'static [&'static str]] {
    let get = |name: &str| members.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
    let id = get("id").map(|id| crate::RequestId::from_json(id).is_some());
    match (get("method").is_some(), id, get("result").is_some(), get("error").is_some()) {
        (true, Some(true), false, false) => &[&["method", "id"], &["method"]],
        (true, Some(false), false, false) => &[&["method", "id"]],
        (true, None, false, false) => &[&["method"]],
        (false, _, true, false) => &[&["result"]],
        (false, _, false, true) => &[&["error"]],
        _ => &[],
    }
}

/// Whether a shape is the frame that is known by these members.
fn is_frame(shape: &Shape, wanted: &[&str]) -> bool {
    match shape.resolved() {
        Shape::Union(union) => union.variants.iter().any(|variant| is_frame(variant.shape, wanted)),
        shape => {
            let known = wanted.iter().all(|name| shape.names(name));
            known && (wanted != ["method"] || !shape.names("id"))
        }
    }
}

/// Whether all that a shape misses among these members is what the tolerant reading presumes: cache hints (T2).
///
/// To the schema a complete result without them can only be an `InputRequiredResult`, and the specification publishes
/// such an example; a complete result without its content is none (R-RES-1).
fn lacks_only_hints(shape: &Shape, members: &Members<'_>) -> bool {
    let mut missing =
        shape.members().iter().filter(|member| member.required && !members.iter().any(|(key, _)| key == member.name));
    missing.next().is_some_and(|first| {
        first.tolerance == Tolerance::Anything && missing.all(|member| member.tolerance == Tolerance::Anything)
    })
}

/// How many of these members a shape names, with a contradicted constant counting against it.
fn affinity(shape: &Shape, members: &Members<'_>) -> isize {
    match shape.resolved() {
        Shape::Record(record) => {
            let mut count = 0;
            for (key, value) in members {
                let Some(member) = record.members.iter().find(|member| key == member.name) else { continue };
                count += match member.shape.resolved() {
                    Shape::Text(constant) if !is_text(value, constant) => -1000,
                    Shape::Choice(choices)
                        if member.required && !choices.iter().any(|choice| is_text(value, choice)) =>
                    {
                        -1000
                    }
                    _ => 1,
                };
            }
            count
        }
        Shape::Union(union) => {
            let variants = union.variants.iter().map(|variant| affinity(variant.shape, members));
            variants.max().unwrap_or(0)
        }
        _ => 0,
    }
}

fn is_text(value: &str, wanted: &str) -> bool {
    walk::string(value).is_some_and(|text| text == wanted)
}
