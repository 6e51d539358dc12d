//! What the strict reading demands of any-JSON text (R-JSON-1 to R-JSON-3).

use std::borrow::Cow;
use std::collections::HashSet;

use super::walk::{Quoted, Walk, string};

/// The deepest nesting that is decoded (R-JSON-2).
pub const MAX_DEPTH: usize = 128;

/// Why any-JSON text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextFault {
    /// An object names this member twice.
    Duplicate(String),
    /// Nesting goes beyond [`MAX_DEPTH`].
    TooDeep,
    /// A string holds half a surrogate pair.
    LoneSurrogate,
}

/// Checks well-formed JSON text against what the strict reading demands, at most `limit` levels deep.
pub(crate) fn check(text: &str, limit: usize) -> Result<(), TextFault> {
    // The names of all open objects, in their quotes, and of each open value where its names begin.
    let (mut names, mut open, mut depth) = (Vec::new(), [0_u32; MAX_DEPTH + 1], 0);
    let mut any_escaped = false;
    let mut walk = Walk::of(text);
    loop {
        match walk.peek() {
            b'"' => {
                let Quoted { text, escaped } = walk.string();
                if escaped {
                    any_escaped = true;
                    string(text).ok_or(TextFault::LoneSurrogate)?;
                }
                if walk.is_at_colon() {
                    if names.capacity() == 0 {
                        names.reserve(16);
                    }
                    names.push(text);
                }
                continue;
            }
            b'{' | b'[' => {
                let place = open.get_mut(depth).filter(|_| depth < limit).ok_or(TextFault::TooDeep)?;
                *place = names.len() as u32;
                depth += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                let start = open[depth] as usize;
                if names.len() > start + 1 {
                    all_different(&names[start..], any_escaped)?;
                }
                names.truncate(start);
            }
            0 => return Ok(()),
            _ => {
                walk.scalar();
                continue;
            }
        }
        walk.step();
    }
}

fn all_different(names: &[&str], any_escaped: bool) -> Result<(), TextFault> {
    let found = match any_escaped {
        true => {
            let names: Vec<_> = names.iter().filter_map(|name| string(name)).collect();
            twice(names.iter().map(|name| &**name)).map(str::to_owned)
        }
        false => twice(names.iter().copied()).and_then(string).map(Cow::into_owned),
    };
    found.map_or(Ok(()), |name| Err(TextFault::Duplicate(name)))
}

/// A name that is there twice: a few are compared with each other, many through a hash set.
pub(crate) fn twice<'n>(mut names: impl ExactSizeIterator<Item = &'n str> + Clone) -> Option<&'n str> {
    if names.len() > 8 {
        let mut seen = HashSet::with_capacity(names.len());
        return names.find(|name| !seen.insert(*name));
    }
    let all = names.clone();
    let is_before = |index, name| all.clone().take(index).any(|before| before == name);
    names.enumerate().find(|(index, name)| is_before(*index, *name)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Result<(), TextFault> {
        check(text, MAX_DEPTH)
    }

    #[test]
    fn duplicates_are_found_at_any_depth_after_unescaping() {
        let found = checked(r#"[{"x":{"a":1,"\u0061":2}}]"#);
        assert_eq!(found, Err(TextFault::Duplicate("a".into())));
        assert_eq!(checked(r#"[{"a":1},{"a":2},{"b":{"a":1},"a":1}]"#), Ok(()));
    }

    #[test]
    fn the_twentieth_of_many_names_is_still_compared() {
        let names: Vec<String> = (0..20).map(|index| format!("\"m{index}\":0")).collect();
        assert_eq!(checked(&format!("{{{}}}", names.join(","))), Ok(()));
        let twice = format!("{{{},\"m3\":0}}", names.join(","));
        assert_eq!(checked(&twice), Err(TextFault::Duplicate("m3".into())));
    }

    #[test]
    fn depth_128_is_allowed_and_129_is_not() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(checked(&nested(128)), Ok(()));
        assert_eq!(checked(&nested(129)), Err(TextFault::TooDeep));
    }

    #[test]
    fn half_a_surrogate_pair_is_found() {
        assert_eq!(checked(r#"{"a":"\ud83d"}"#), Err(TextFault::LoneSurrogate));
        assert_eq!(checked(r#"{"a":"\ud83d\ude00"}"#), Ok(()));
    }
}
