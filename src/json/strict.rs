//! What the strict reading demands of any-JSON text (R-JSON-1 to R-JSON-3).

use std::borrow::Cow;
use std::collections::HashSet;

use super::events::{Event, Events};

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

/// Checks well-formed JSON text against what the strict reading demands.
pub(crate) fn check(text: &str) -> Result<(), TextFault> {
    let mut open: Vec<Option<KeySet<'_>>> = Vec::new();
    for event in Events::of(text) {
        match event {
            Event::ObjectStart => open.push(Some(KeySet::default())),
            Event::ArrayStart => open.push(None),
            Event::ObjectEnd | Event::ArrayEnd => drop(open.pop()),
            Event::Key(quoted) => {
                let key = unescaped(quoted)?;
                if let Some(Some(keys)) = open.last_mut()
                    && let Err(key) = keys.insert(key)
                {
                    return Err(TextFault::Duplicate(key.into_owned()));
                }
            }
            Event::Text(quoted) => drop(unescaped_if_needed(quoted)?),
            Event::Scalar(_) => {}
        }
        if open.len() > MAX_DEPTH {
            return Err(TextFault::TooDeep);
        }
    }
    Ok(())
}

fn unescaped(quoted: &str) -> Result<Cow<'_, str>, TextFault> {
    Ok(match unescaped_if_needed(quoted)? {
        Some(text) => Cow::Owned(text),
        None => Cow::Borrowed(quoted.get(1..quoted.len() - 1).unwrap_or_default()),
    })
}

fn unescaped_if_needed(quoted: &str) -> Result<Option<String>, TextFault> {
    match quoted.contains('\\') {
        true => serde_json::from_str(quoted).map(Some).map_err(|_| TextFault::LoneSurrogate),
        false => Ok(None),
    }
}

/// The names seen in one object: a few in place, many in a hash set.
#[derive(Debug, Default)]
pub(crate) struct KeySet<'a> {
    few: [Option<Cow<'a, str>>; 8],
    many: Option<HashSet<Cow<'a, str>>>,
}

impl<'a> KeySet<'a> {
    /// Adds `key`, or gives it back if it is there already.
    pub(crate) fn insert(&mut self, key: Cow<'a, str>) -> Result<(), Cow<'a, str>> {
        if let Some(many) = &mut self.many {
            if many.contains(&key) {
                return Err(key);
            }
            many.insert(key);
            return Ok(());
        }
        for place in &mut self.few {
            match place {
                Some(known) if *known == key => return Err(key),
                Some(_) => {}
                None => {
                    *place = Some(key);
                    return Ok(());
                }
            }
        }
        let mut many: HashSet<_> = self.few.iter_mut().filter_map(Option::take).collect();
        many.insert(key);
        self.many = Some(many);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_are_found_at_any_depth_after_unescaping() {
        let found = check(r#"[{"x":{"a":1,"\u0061":2}}]"#);
        assert_eq!(found, Err(TextFault::Duplicate("a".into())));
        assert_eq!(check(r#"[{"a":1},{"a":2},{"b":{"a":1},"a":1}]"#), Ok(()));
    }

    #[test]
    fn the_twentieth_of_many_names_is_still_compared() {
        let names: Vec<String> = (0..20).map(|index| format!("\"m{index}\":0")).collect();
        assert_eq!(check(&format!("{{{}}}", names.join(","))), Ok(()));
        let twice = format!("{{{},\"m3\":0}}", names.join(","));
        assert_eq!(check(&twice), Err(TextFault::Duplicate("m3".into())));
    }

    #[test]
    fn depth_128_is_allowed_and_129_is_not() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(check(&nested(128)), Ok(()));
        assert_eq!(check(&nested(129)), Err(TextFault::TooDeep));
    }

    #[test]
    fn half_a_surrogate_pair_is_found() {
        assert_eq!(check(r#"{"a":"\ud83d"}"#), Err(TextFault::LoneSurrogate));
        assert_eq!(check(r#"{"a":"\ud83d\ude00"}"#), Ok(()));
    }
}
