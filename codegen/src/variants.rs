//! How the variants of a union are called.

use serde_json::Value;

use crate::names::{camel_words, pascal};
use crate::normalise::CONSTANTS;

/// The variant names of a union: what sets its members' names apart, else their constants.
pub(crate) fn variant_stems(members: &[&str]) -> Option<Vec<String>> {
    let words: Vec<Vec<&str>> = members.iter().map(|name| camel_words(name)).collect();
    let shortest = words.iter().map(Vec::len).min()?;
    let common = |at: &dyn Fn(&[&'_ str], usize) -> String| {
        (0..shortest).take_while(|&index| words.iter().all(|name| at(name, index) == at(&words[0], index))).count()
    };
    let front = common(&|name, index| name[index].to_owned());
    let back = common(&|name, index| name[name.len() - 1 - index].to_owned());
    if members.len() < 2 || front + back == 0 || front + back >= shortest {
        return None;
    }
    Some(words.iter().map(|name| name[front..name.len() - back].concat()).collect())
}

/// The variant a constant suggests: `resource_link` → `ResourceLink`.
pub(crate) fn constant_stem(schema: &Value) -> Option<String> {
    let constants = schema.get(CONSTANTS)?.as_object()?;
    Some(pascal(constants.get("type")?.as_str()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_called_by_what_sets_them_apart() {
        let stems = |members: &[&str]| variant_stems(members);
        assert_eq!(stems(&["TextContent", "ToolUseContent"]).unwrap(), ["Text", "ToolUse"]);
        assert_eq!(stems(&["TextContent", "ResourceLink"]), None);
    }
}
