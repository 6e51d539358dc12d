//! What the build wrote: `Revision`, the tables, and one module a revision.

#![allow(
    clippy::large_enum_variant,
    clippy::result_large_err,
    clippy::new_without_default,
    clippy::too_many_arguments,
    clippy::enum_variant_names,
    rustdoc::redundant_explicit_links,
    unreachable_pub,
    unused_qualifications,
    reason = "the shape of generated code follows the schema"
)]

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
