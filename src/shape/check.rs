//! Reads text by the table of its shape and collects every fault.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::fault::{Fault, Path, Problem, Segment, expected};
use super::{Member, Record, Shape, Tolerance, Union, Variant, order};
use crate::json::strict::{self, KeySet, TextFault};
use crate::number::{self, WholeFault};
use crate::reading::Reading;
use crate::text::found;

/// Every fault of well-formed JSON `text` as a `shape`; none if it is valid.
pub(crate) fn check(shape: &Shape, text: &str, reading: Reading) -> Vec<Fault> {
    let mut checker = Checker { reading, path: Path::default(), meant: None, faults: Vec::new() };
    checker.value(shape, text);
    checker.faults
}

struct Checker {
    reading: Reading,
    path: Path,
    meant: Option<&'static str>,
    faults: Vec<Fault>,
}

/// Faults beyond this are counted no further: nobody reads them, and a hostile message may have millions.
const ENOUGH: usize = 1000;

impl Checker {
    fn fault(&mut self, problem: Problem) {
        if self.faults.len() < ENOUGH {
            let rule = problem.rule();
            self.faults.push(Fault { path: self.path.clone(), meant: self.meant, problem, rule });
        }
    }

    fn at(&mut self, segment: Segment, inner: impl FnOnce(&mut Self)) {
        let meant = self.meant.take();
        self.path.push(segment);
        inner(self);
        self.path.pop();
        self.meant = meant;
    }

    fn value(&mut self, shape: &Shape, text: &str) {
        let text = text.trim();
        let problem = match shape.resolved() {
            Shape::Any => return self.any(text),
            Shape::Object if text.starts_with('{') => return self.any(text),
            Shape::Record(record) if text.starts_with('{') => return self.record(record, text),
            Shape::Map(values) if text.starts_with('{') => return self.map(values, text),
            Shape::Array(items, limit) if text.starts_with('[') => return self.array(items, *limit, text),
            Shape::Union(union) => return self.union(union, text),
            Shape::Object | Shape::Record(_) | Shape::Map(_) => Some(expected("an object", text)),
            Shape::Array(..) => Some(expected("an array", text)),
            Shape::String => string_of(text).err(),
            Shape::Boolean => (!matches!(text, "true" | "false")).then(|| expected("a boolean", text)),
            Shape::Integer { unsigned } => integer(*unsigned, text),
            Shape::Number { minimum, maximum } => number_in(*minimum, *maximum, text),
            Shape::Id if text.starts_with('"') => string_of(text).err(),
            Shape::Id => match number::whole(text) {
                Ok(_) => None,
                Err(_) => Some(expected("a string or an integer", text)),
            },
            Shape::Text(constant) => not_one_of(&[constant], text),
            Shape::Whole(constant) => {
                let same = number::whole(text) == Ok(i128::from(*constant));
                (!same).then(|| expected(constant.to_string(), text))
            }
            Shape::Choice(known) => not_one_of(known, text),
            Shape::Alias(_) => None,
        };
        if let Some(problem) = problem {
            self.fault(problem);
        }
    }

    /// Any-JSON text is looked into by the strict reading alone.
    fn any(&mut self, text: &str) {
        if !self.reading.is_strict() {
            return;
        }
        if let Err(fault) = strict::check(text) {
            self.fault(match fault {
                TextFault::Duplicate(name) => Problem::Duplicate(name),
                TextFault::TooDeep => Problem::TooDeep,
                TextFault::LoneSurrogate => Problem::LoneSurrogate,
            });
        }
    }

    fn record(&mut self, record: &Record, text: &str) {
        let Some(members) = self.members(text) else { return };
        let outer = self.reading;
        if record.is_envelope() {
            self.reading = Reading::Strict;
        }
        for member in record.members {
            let value = members.iter().find(|(key, _)| key == member.name).map(|(_, value)| *value);
            self.member(member, value);
        }
        self.reading = outer;
        for (key, value) in &members {
            if record.members.iter().any(|member| key == member.name) {
                continue;
            }
            match record.open {
                true => self.at(Segment::Member(key.to_string()), |checker| checker.any(value.get())),
                false => self.fault(Problem::NotAllowed(key.to_string())),
            }
        }
    }

    /// The members of an object; their names are looked at here.
    fn members<'a>(&mut self, text: &'a str) -> Option<Vec<(Cow<'a, str>, &'a RawValue)>> {
        let members = crate::json::members(text);
        if members.is_empty() && text.contains('"') {
            // The one way in which well-formed text has names that cannot be read.
            self.fault(Problem::LoneSurrogate);
            return None;
        }
        let mut seen = KeySet::default();
        for (key, _) in &members {
            if let Err(twice) = seen.insert(Cow::Borrowed(key)) {
                self.fault(Problem::Duplicate(twice.into_owned()));
            }
        }
        Some(members)
    }

    fn member(&mut self, member: &Member, value: Option<&RawValue>) {
        let tolerant = !self.reading.is_strict();
        let Some(value) = value else {
            if member.required && !(tolerant && member.tolerance == Tolerance::Anything) {
                self.fault(Problem::Missing(member.name));
            }
            return;
        };
        let is_null = value.get() == "null";
        let tolerated = match member.tolerance {
            Tolerance::Nothing => false,
            Tolerance::NullIsAbsent => is_null,
            Tolerance::Anything => true,
        };
        if (member.nullable && is_null) || (tolerant && tolerated) {
            return;
        }
        self.at(Segment::Member(member.name.to_owned()), |checker| {
            checker.value(member.shape, value.get());
        });
    }

    fn map(&mut self, values: &Shape, text: &str) {
        for (key, value) in self.members(text).into_iter().flatten() {
            self.at(Segment::Member(key.into_owned()), |checker| checker.value(values, value.get()));
        }
    }

    fn array(&mut self, items: &Shape, limit: Option<usize>, text: &str) {
        let values: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
        if let Some(limit) = limit.filter(|limit| values.len() > *limit) {
            self.fault(Problem::TooMany { limit, found: values.len() });
        }
        for (index, value) in values.into_iter().enumerate() {
            self.at(Segment::Index(index), |checker| checker.value(items, value.get()));
        }
    }

    fn union(&mut self, union: &Union, text: &str) {
        let candidates = order(union, text);
        let mut meant: Option<Self> = None;
        for index in candidates {
            let variant = &union.variants[index];
            let mut trial = Self {
                reading: self.reading,
                path: self.path.clone(),
                meant: Some(label(variant)),
                faults: Vec::new(),
            };
            trial.value(variant.shape, text);
            if trial.faults.is_empty() {
                return;
            }
            meant.get_or_insert(trial);
        }
        match meant {
            Some(trial) => self.faults.extend(trial.faults),
            None => self.no_variant(union, text),
        }
    }

    fn no_variant(&mut self, union: &Union, text: &str) {
        let known = || union.variants.iter().map(|variant| variant.tag).collect();
        match union.choose {
            super::Choose::Tag(tag) if text.starts_with('{') => {
                let members = crate::json::members(text);
                let value = members.iter().find(|(key, _)| key == tag).map(|(_, value)| *value);
                match value {
                    Some(value) => {
                        let problem = Problem::NotOneOf { known: known(), found: found(value.get()) };
                        self.at(Segment::Member(tag.to_owned()), |checker| checker.fault(problem));
                    }
                    None => self.fault(Problem::Missing(tag)),
                }
            }
            super::Choose::Frame if text.starts_with('{') => self.fault(Problem::Contradiction(
                "one of `method`, `result` and `error` is needed, and only one is allowed",
            )),
            _ => {
                let names: Vec<_> = union.variants.iter().map(|variant| variant.name).collect();
                self.fault(expected(format!("one of {}", names.join(", ")), text));
            }
        }
    }
}

/// What a message calls a variant: its tag where that is shorter to read, else its name.
fn label(variant: &Variant) -> &'static str {
    if variant.tag.is_empty() { variant.name } else { variant.tag }
}

fn string_of(text: &str) -> Result<String, Problem> {
    match text.starts_with('"') {
        true => serde_json::from_str(text).map_err(|_| Problem::LoneSurrogate),
        false => Err(expected("a string", text)),
    }
}

fn not_one_of(known: &[&'static str], text: &str) -> Option<Problem> {
    match string_of(text) {
        Ok(value) if known.contains(&value.as_str()) => None,
        Err(problem @ Problem::LoneSurrogate) => Some(problem),
        _ => Some(Problem::NotOneOf { known: known.to_vec(), found: found(text) }),
    }
}

fn integer(unsigned: bool, text: &str) -> Option<Problem> {
    let range = if unsigned { 0..=i128::from(u64::MAX) } else { i128::from(i64::MIN)..=i128::from(i64::MAX) };
    match number::whole(text) {
        Ok(value) if range.contains(&value) => None,
        Ok(_) | Err(WholeFault::OutOfRange) => {
            Some(expected(format!("an integer from {} to {}", range.start(), range.end()), text))
        }
        Err(WholeFault::NotWhole) => Some(expected("an integer", text)),
    }
}

fn number_in(minimum: Option<f64>, maximum: Option<f64>, text: &str) -> Option<Problem> {
    match number::float(text) {
        Some(value) if minimum.is_none_or(|least| value >= least) && maximum.is_none_or(|most| value <= most) => None,
        _ => Some(match (minimum, maximum) {
            (Some(least), Some(most)) => expected(format!("a number from {least} to {most}"), text),
            (Some(least), None) => expected(format!("a number of at least {least}"), text),
            (None, Some(most)) => expected(format!("a number of at most {most}"), text),
            (None, None) => expected("a number", text),
        }),
    }
}
