//! The shapes of all types as tables, and the slow, careful reading that finds every fault.
//!
//! The generated code decides fast; where it refuses, [`check`] reads the same text again by these tables and says what
//! is wrong, where, and what was expected. Both ask [`order`] which members of a union a value may be.

mod check;
mod choose;
mod fault;

pub(crate) use check::{check, check_next};
pub(crate) use choose::order;
pub use fault::{DecodeError, Fault, Path, Problem, Segment};

/// What a type demands of a JSON value.
#[derive(Debug)]
pub enum Shape {
    /// Any JSON.
    Any,
    /// Any object.
    Object,
    /// A string.
    String,
    /// `true` or `false`.
    Boolean,
    /// A whole number in the range of its type (R-JSON-4).
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
    /// A string or a whole number: a request id or a progress token.
    Id,
    /// One value, a string.
    Text(&'static str),
    /// One value, a whole number.
    Whole(i64),
    /// An array, of at most so many items.
    Array(&'static Shape, Option<usize>),
    /// An object of like values.
    Map(&'static Shape),
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// An object that names its members.
    Record(&'static Record),
    /// One of several shapes.
    Union(&'static Union),
    /// Another name for a shape.
    Alias(&'static Shape),
}

/// A definition of a schema.
#[derive(Debug)]
pub struct Definition {
    /// The schema's name for it.
    pub name: &'static str,
    /// What it demands.
    pub shape: &'static Shape,
}

/// An object that names its members.
#[derive(Debug)]
pub struct Record {
    /// The type's name.
    pub name: &'static str,
    /// The members it names.
    pub members: &'static [Member],
    /// Whether others are allowed.
    pub open: bool,
}

/// A named member.
#[derive(Debug)]
pub struct Member {
    /// The wire name.
    pub name: &'static str,
    /// What its value must be.
    pub shape: &'static Shape,
    /// Whether it must be there.
    pub required: bool,
    /// Whether it may be `null` besides.
    pub nullable: bool,
    /// What the tolerant reading tolerates.
    pub tolerance: Tolerance,
}

/// What the tolerant reading tolerates of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// Nothing.
    Nothing,
    /// `null` is absent (T1, T3).
    NullIsAbsent,
    /// Absent or malformed reads as a default (T2), malformed stays as raw JSON (T4).
    Anything,
}

/// One of several shapes.
#[derive(Debug)]
pub struct Union {
    /// The type's name.
    pub name: &'static str,
    /// What tells them apart.
    pub choose: Choose,
    /// The shapes in the schema's order.
    pub variants: &'static [Variant],
}

/// A shape of a union.
#[derive(Debug)]
pub struct Variant {
    /// Its short name, for messages.
    pub name: &'static str,
    /// Its value of the tag, empty where there is no tag.
    pub tag: &'static str,
    /// The shape.
    pub shape: &'static Shape,
}

/// What tells the shapes of a union apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// The constant of this member.
    Tag(&'static str),
    /// Which of `method`, `id`, `result` and `error` is there.
    Frame,
    /// `resultType`: `input_required` is the variant at this index.
    ResultType(usize),
    /// The members they require and name.
    Shape,
}

impl Record {
    /// Whether it is the `_meta` of a modern request, of which nothing is tolerated (R-ENV-4, R-ENV-5).
    pub(crate) fn is_envelope(&self) -> bool {
        self.members.iter().any(|member| member.name == crate::envelope::PROTOCOL_VERSION)
    }
}

impl Shape {
    /// The shape behind other names for it.
    pub(crate) fn resolved(&self) -> &Self {
        let mut shape = self;
        while let Self::Alias(target) = shape {
            shape = target;
        }
        shape
    }

    /// The members it names, if it is an object that does.
    pub(crate) fn members(&self) -> &'static [Member] {
        match self.resolved() {
            Self::Record(record) => record.members,
            _ => &[],
        }
    }

    /// Whether it names a member.
    pub(crate) fn names(&self, member: &str) -> bool {
        self.members().iter().any(|known| known.name == member)
    }
}
