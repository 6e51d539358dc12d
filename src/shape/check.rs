//! Reads text by the table of its shape and collects every fault.

use std::borrow::Cow;

use super::fault::{Fault, Path, Problem, Segment, expected};
use super::{Member, Record, Shape, Tolerance, Union, Variant, order};
use crate::json::MAX_DEPTH;
use crate::json::strict::{self, TextFault, twice};
use crate::json::walk::{self, Walk};
use crate::number::{self, WholeFault};
use crate::reading::Reading;
use crate::text::found;

/// Every fault of well-formed JSON `text` as a `shape`; none if it is valid.
pub(crate) fn check(shape: &Shape, text: &str, reading: Reading) -> Vec<Fault> {
    check_next(shape, &mut Walk::of(text), reading)
}

/// The same for the value that comes next, which is stepped over.
pub(crate) fn check_next(shape: &Shape, walk: &mut Walk<'_>, reading: Reading) -> Vec<Fault> {
    let mut checker = Checker { reading, names: Vec::new(), faults: Vec::new() };
    checker.value(shape, walk, &Place::TOP);
    checker.faults
}

struct Checker<'a> {
    reading: Reading,
    /// The names that the open objects have besides those of their types, one object after the other.
    names: Vec<Cow<'a, str>>,
    faults: Vec<Fault>,
}

/// Where a value is, of which only a fault makes a [`Path`].
#[derive(Clone)]
struct Place<'p, 'a> {
    above: Option<&'p Place<'p, 'a>>,
    step: Step<'a>,
    /// The member of a union that was meant here.
    meant: Option<&'static str>,
}

#[derive(Clone)]
enum Step<'a> {
    Member(Cow<'a, str>),
    Index(usize),
}

impl<'a> Place<'_, 'a> {
    const TOP: Self = Self { above: None, step: Step::Index(0), meant: None };

    fn below(&self, step: Step<'a>) -> Place<'_, 'a> {
        Place { above: Some(self), step, meant: None }
    }

    fn member(&self, name: &'static str) -> Place<'_, 'a> {
        self.below(Step::Member(Cow::Borrowed(name)))
    }

    fn path(&self) -> Path {
        let Some(above) = self.above else { return Path::default() };
        let mut path = above.path();
        path.push(match &self.step {
            Step::Member(name) => Segment::Member(name.to_string()),
            Step::Index(index) => Segment::Index(*index),
        });
        path
    }

    fn depth(&self) -> usize {
        self.above.map_or(0, |above| above.depth() + 1)
    }
}

/// Faults beyond this are counted no further: nobody reads them, and a hostile message may have millions.
const ENOUGH: usize = 1000;

impl<'a> Checker<'a> {
    fn fault(&mut self, place: &Place<'_, 'a>, problem: Problem) {
        if self.faults.len() < ENOUGH {
            let rule = problem.rule();
            self.faults.push(Fault { path: place.path(), meant: place.meant, problem, rule });
        }
    }

    /// Checks the value that comes next, and steps over it.
    fn value(&mut self, shape: &Shape, walk: &mut Walk<'a>, place: &Place<'_, 'a>) {
        match (shape.resolved(), walk.peek()) {
            (Shape::Any, _) | (Shape::Object, b'{') => self.any(walk.value(), place),
            (Shape::Record(record), b'{') => self.record(record, walk, place),
            (Shape::Map(values), b'{') => self.map(values, walk, place),
            (Shape::Array(items, limit), b'[') => self.array(items, *limit, walk, place),
            (Shape::Union(union), _) => self.union(union, walk.value(), place),
            (shape, _) => {
                if let Some(problem) = refused(shape, walk.value()) {
                    self.fault(place, problem);
                }
            }
        }
    }

    /// Any-JSON text is looked into by the strict reading alone.
    fn any(&mut self, text: &str, place: &Place<'_, 'a>) {
        if !self.reading.is_strict() {
            return;
        }
        if let Err(fault) = strict::check(text, MAX_DEPTH) {
            let problem = match fault {
                TextFault::Duplicate(name) => Problem::Duplicate(name),
                TextFault::TooDeep => Problem::TooDeep,
                TextFault::LoneSurrogate => Problem::LoneSurrogate,
            };
            self.fault(place, problem);
        }
    }

    fn record(&mut self, record: &Record, walk: &mut Walk<'a>, place: &Place<'_, 'a>) {
        let (outer, first) = (self.reading, self.faults.len());
        let reading = if record.is_envelope() { Reading::Strict } else { outer };
        let mut seen = Seen::default();
        self.members(walk, place, |checker, name, walk| {
            match record.members.iter().position(|member| name == member.name) {
                Some(index) if seen.insert(index) => {
                    checker.reading = reading;
                    checker.member(&record.members[index], walk, place);
                    checker.reading = outer;
                }
                Some(_) => {
                    walk.value();
                    checker.fault(place, Problem::Duplicate(name.into_owned()));
                }
                None => {
                    let value = walk.value();
                    checker.names.push(name.clone());
                    match record.open {
                        true => checker.any(value, &place.below(Step::Member(name))),
                        false => checker.fault(place, Problem::NotAllowed(name.into_owned())),
                    }
                }
            }
        });
        for (index, member) in record.members.iter().enumerate() {
            let is_presumed = !self.reading.is_strict() && member.tolerance == Tolerance::Anything;
            if member.required && !is_presumed && !seen.contains(index) {
                self.fault(place, Problem::Missing(member.name));
            }
        }
        if self.faults.len() > first + 1 {
            self.sort(first, record, place.depth());
        }
    }

    /// Has `each` step over the value of every member, and looks at the names that it leaves in `names`.
    fn members(
        &mut self,
        walk: &mut Walk<'a>,
        place: &Place<'_, 'a>,
        mut each: impl FnMut(&mut Self, Cow<'a, str>, &mut Walk<'a>),
    ) {
        let (first, before) = (self.names.len(), self.faults.len());
        let mut are_readable = true;
        walk.step();
        while walk.peek() == b'"' {
            match walk.string().read() {
                Some(name) => each(self, name, walk),
                None => {
                    walk.value();
                    are_readable = false;
                }
            }
        }
        walk.step();
        if let Some(name) = twice(self.names[first..].iter().map(|name| &**name)) {
            let problem = Problem::Duplicate(name.to_owned());
            self.fault(place, problem);
        }
        self.names.truncate(first);
        if !are_readable {
            self.faults.truncate(before);
            self.fault(place, Problem::LoneSurrogate);
        }
    }

    /// Puts the faults of a record in the order of its type's members, names that are there twice before them.
    fn sort(&mut self, first: usize, record: &Record, depth: usize) {
        let place = |name: &str| record.members.iter().position(|member| member.name == name);
        self.faults[first..].sort_by_key(|fault| {
            let place = match (fault.path.segments().get(depth), &fault.problem) {
                (None, Problem::Duplicate(_) | Problem::LoneSurrogate) => return 0,
                (None, Problem::Missing(name)) => place(name),
                (Some(Segment::Member(name)), _) => place(name),
                _ => None,
            };
            place.map_or(usize::MAX, |place| place + 1)
        });
    }

    fn member(&mut self, member: &Member, walk: &mut Walk<'a>, place: &Place<'_, 'a>) {
        let is_null = walk.peek() == b'n';
        let tolerated = !self.reading.is_strict()
            && match member.tolerance {
                Tolerance::Nothing => false,
                Tolerance::NullIsAbsent => is_null,
                Tolerance::Anything => true,
            };
        match (member.nullable && is_null) || tolerated {
            true => drop(walk.value()),
            false => self.value(member.shape, walk, &place.member(member.name)),
        }
    }

    fn map(&mut self, values: &Shape, walk: &mut Walk<'a>, place: &Place<'_, 'a>) {
        self.members(walk, place, |checker, name, walk| {
            checker.names.push(name.clone());
            checker.value(values, walk, &place.below(Step::Member(name)));
        });
    }

    fn array(&mut self, items: &Shape, limit: Option<usize>, walk: &mut Walk<'a>, place: &Place<'_, 'a>) {
        let first = self.faults.len();
        let mut found = 0;
        walk.step();
        while !walk.is_done() {
            self.value(items, walk, &place.below(Step::Index(found)));
            found += 1;
        }
        walk.step();
        if let Some(limit) = limit.filter(|limit| found > *limit) {
            self.fault(place, Problem::TooMany { limit, found });
            self.faults[first..].rotate_right(1);
        }
    }

    fn union(&mut self, union: &Union, text: &'a str, place: &Place<'_, 'a>) {
        let first = self.faults.len();
        let mut meant: Option<Vec<Fault>> = None;
        for index in order(union, text) {
            let variant = &union.variants[index];
            let trial = Place { meant: Some(label(variant)), ..place.clone() };
            self.value(variant.shape, &mut Walk::of(text), &trial);
            if self.faults.len() == first {
                return;
            }
            let faults = self.faults.split_off(first);
            meant.get_or_insert(faults);
        }
        match meant {
            Some(faults) => self.faults.extend(faults),
            None => self.no_variant(union, text, place),
        }
    }

    fn no_variant(&mut self, union: &Union, text: &str, place: &Place<'_, 'a>) {
        let known = || union.variants.iter().map(|variant| variant.tag).collect();
        match union.choose {
            super::Choose::Tag(tag) if text.starts_with('{') => match walk::member(text, tag) {
                Some(value) => {
                    let problem = Problem::NotOneOf { known: known(), found: found(value) };
                    self.fault(&place.member(tag), problem);
                }
                None => self.fault(place, Problem::Missing(tag)),
            },
            super::Choose::Frame if text.starts_with('{') => {
                let reason = "one of `method`, `result` and `error` is needed, and only one is allowed";
                self.fault(place, Problem::Contradiction(reason));
            }
            _ => {
                let names: Vec<_> = union.variants.iter().map(|variant| variant.name).collect();
                self.fault(place, expected(format!("one of {}", names.join(", ")), text));
            }
        }
    }
}

/// Which of a record's members were there: a bit each, as far as the bits go.
#[derive(Default)]
struct Seen {
    few: u64,
    more: Vec<usize>,
}

impl Seen {
    /// Adds a member, unless it is there already.
    fn insert(&mut self, index: usize) -> bool {
        let is_new = !self.contains(index);
        match bit(index) {
            Some(bit) => self.few |= bit,
            None => self.more.push(index),
        }
        is_new
    }

    fn contains(&self, index: usize) -> bool {
        match bit(index) {
            Some(bit) => self.few & bit != 0,
            None => self.more.contains(&index),
        }
    }
}

fn bit(index: usize) -> Option<u64> {
    1_u64.checked_shl(u32::try_from(index).ok()?)
}

/// What is wrong with a value that no other value is part of, or that is of the wrong kind.
fn refused(shape: &Shape, text: &str) -> Option<Problem> {
    match shape {
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
        Shape::Any | Shape::Union(_) | Shape::Alias(_) => None,
    }
}

/// What a message calls a variant: its tag where that is shorter to read, else its name.
fn label(variant: &Variant) -> &'static str {
    if variant.tag.is_empty() { variant.name } else { variant.tag }
}

fn string_of(text: &str) -> Result<Cow<'_, str>, Problem> {
    match text.starts_with('"') {
        true => walk::string(text).ok_or(Problem::LoneSurrogate),
        false => Err(expected("a string", text)),
    }
}

fn not_one_of(known: &[&'static str], text: &str) -> Option<Problem> {
    match string_of(text) {
        Ok(value) if known.contains(&&*value) => None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_beyond_the_bits_are_seen_too() {
        let mut seen = Seen::default();
        for index in [0, 63, 64, 200] {
            assert!(!seen.contains(index) && seen.insert(index), "{index}");
            assert!(seen.contains(index) && !seen.insert(index), "{index}");
        }
        assert!(!seen.contains(1) && !seen.contains(128));
    }
}
