//! How exactly a message must keep to its schema.

/// How exactly a message must keep to its schema.
///
/// | | [`Strict`](Self::Strict) | [`Tolerant`](Self::Tolerant) |
/// |---|---|---|
/// | T1 | `null` where an optional member may only be absent is refused | it is absent; never in the frame, for `params`, for envelope keys (R-ENV-4), for `resultType` or where any JSON is allowed |
/// | T2 | `ttlMs` and `cacheScope` of a result are required and well formed | absent or malformed reads as 0 and private (R-CACHE-2) |
/// | T3 | an `error` whose `id` is `null` is refused | it is an error without id (R-ERR-5) |
/// | T4 | a malformed `serverInfo` in a result's `_meta` is refused | it stays in `extra`, as raw JSON |
/// | R-JSON | duplicate members, depth beyond 128 and lone surrogates are refused inside any-JSON text too | such text is kept as it came |
///
/// Nothing else differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// For real traffic: tolerates exactly what the table lists.
    #[default]
    Tolerant,
    /// The schema and the rules R-JSON to the letter.
    Strict,
}

impl Reading {
    /// Whether this is [`Reading::Strict`].
    pub const fn is_strict(self) -> bool {
        matches!(self, Self::Strict)
    }
}
