//! Whether two JSON texts say the same, to the last digit.

use super::walk::{Event, Quoted, Walk};

/// Whether two well-formed JSON texts have equal values: objects by member set, numbers by mathematical value.
pub(crate) fn equal(left: &str, right: &str) -> bool {
    left == right || canonical(left) == canonical(right)
}

/// The text in a form that is the same for equal values. Walks without recursion, since any-JSON text may be of any
/// depth; an object is written again only where its members are not in order already.
pub(crate) fn canonical(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Of every open array or object: where its text begins, and where each member of an object does.
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut after_key = false;
    for event in Walk::of(text) {
        if !matches!(event, Event::ObjectEnd | Event::ArrayEnd) && !std::mem::take(&mut after_key) {
            if out.ends_with(|last| !matches!(last, '[' | '{')) {
                out.push(',');
            }
            if let (Event::Key(_), Some((_, members))) = (event, open.last_mut()) {
                members.push(out.len());
            }
        }
        match event {
            Event::ObjectStart | Event::ArrayStart => {
                open.push((out.len(), Vec::new()));
                out.push(if event == Event::ObjectStart { '{' } else { '[' });
            }
            Event::Key(key) => {
                out += &string(key);
                out.push(':');
                after_key = true;
            }
            Event::ArrayEnd => {
                open.pop();
                out.push(']');
            }
            Event::ObjectEnd => {
                if let Some((start, members)) = open.pop() {
                    sort(&mut out, start, &members);
                }
                out.push('}');
            }
            Event::Text(text) => out += &string(text),
            Event::Scalar(scalar) => out += &number(scalar),
        }
    }
    out
}

/// Sorts the members of the object that begins at `start` and ends with the text.
fn sort(out: &mut String, start: usize, members: &[usize]) {
    let ends = members.iter().skip(1).map(|next| next - 1).chain([out.len()]);
    let texts: Vec<&str> = members.iter().zip(ends).map(|(&from, to)| &out[from..to]).collect();
    if !texts.is_sorted() {
        let mut sorted = texts;
        sorted.sort_unstable();
        let sorted = sorted.join(",");
        out.truncate(start + 1);
        out.push_str(&sorted);
    }
}

/// A string with its escapes read, where they can be: a lone surrogate is equal to itself only.
fn string(quoted: Quoted<'_>) -> String {
    match quoted.read().filter(|_| quoted.escaped) {
        Some(text) => serde_json::to_string(&text).unwrap_or_default(),
        None if quoted.escaped => quoted.text.to_ascii_lowercase(),
        None => quoted.text.to_owned(),
    }
}

/// A number as its significant digits and a power of ten; anything else as it is.
fn number(scalar: &str) -> String {
    let (sign, digits) = match scalar.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", scalar),
    };
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return scalar.to_owned();
    }
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let Ok(exponent) = exponent.parse::<i64>() else { return scalar.to_owned() };
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let short = significant.trim_end_matches('0');
    if short.is_empty() {
        return "0".to_owned();
    }
    let dropped = (significant.len() - short.len()) as i64;
    let power = exponent.saturating_sub(fraction.len() as i64).saturating_add(dropped);
    format!("{sign}{short}e{power}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: &str, right: &str, expected: bool) {
        assert_eq!(equal(left, right), expected, "{left} and {right}");
    }

    #[test]
    fn numbers_are_equal_by_value_to_the_last_digit() {
        check("1", "1.0", true);
        check("1e3", "1000", true);
        check("-0.50", "-5e-1", true);
        check("184467440737095516160001", "184467440737095516160002", false);
        check("0", "-0", true);
    }

    #[test]
    fn objects_are_equal_by_member_set_and_arrays_by_order() {
        check(r#"{"a":1,"b":[1,2]}"#, r#"{ "b" : [1, 2.0], "\u0061":1}"#, true);
        check("[1,2]", "[2,1]", false);
        check(r#"{"a":null}"#, "{}", false);
        check("[]", "{}", false);
    }

    #[test]
    fn depth_does_not_matter() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        check(&deep, &format!(" {deep}"), true);
    }
}
