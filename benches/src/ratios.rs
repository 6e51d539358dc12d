//! Prints what criterion measured last as tables of ratios.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_wire_benches::OWNED;
use serde_json::Value;

/// What the others of a group are compared with.
const BASES: [&str; 4] = [OWNED, "one ignoring pass", "default", "mcp-wire, decode"];

/// Groups whose members are each a message of its own: they are compared by the time a byte.
const SERIES: [(&str, &str); 2] = [("growth: ", "10 tools"), ("hostile: ", "ordinary")];

/// The fastest sample of one subject.
struct Measured {
    group: String,
    subject: String,
    nanoseconds: f64,
    bytes: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| project().join("target"), PathBuf::from);
    let mut all = Vec::new();
    gather(&target.join("criterion"), &mut all)?;
    let mut groups: BTreeMap<&str, Vec<&Measured>> = BTreeMap::new();
    for measured in &all {
        let series = SERIES.iter().find(|(name, _)| measured.group.starts_with(name));
        groups.entry(series.map_or(&measured.group, |(name, _)| name)).or_default().push(measured);
    }
    for (name, members) in groups {
        match SERIES.iter().find(|(series, _)| *series == name) {
            Some((series, base)) => print_series(series, base, members),
            None => print_group(name, members),
        }
    }
    Ok(())
}

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Everything below a folder that was measured.
fn gather(folder: &Path, all: &mut Vec<Measured>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry?.path();
        let about = path.join("new").join("benchmark.json");
        match about.is_file() {
            true => all.push(measured(&about, &path.join("new").join("sample.json"))?),
            false if path.is_dir() => gather(&path, all)?,
            false => {}
        }
    }
    Ok(())
}

fn measured(about: &Path, sample: &Path) -> Result<Measured, Box<dyn Error>> {
    let [about, sample] = [about, sample].map(fs::read_to_string);
    let (about, sample): (Value, Value) = (serde_json::from_str(&about?)?, serde_json::from_str(&sample?)?);
    let numbers = |name: &str| sample[name].as_array().cloned().unwrap_or_default().into_iter();
    let each = numbers("times").zip(numbers("iters"));
    let each = each.filter_map(|(time, count)| Some(time.as_f64()? / count.as_f64()?));
    Ok(Measured {
        group: about["group_id"].as_str().unwrap_or_default().to_owned(),
        subject: about["function_id"].as_str().unwrap_or_default().to_owned(),
        nanoseconds: each.fold(f64::INFINITY, f64::min),
        bytes: about["throughput"]["Bytes"].as_f64().unwrap_or(f64::NAN),
    })
}

fn print_group(name: &str, mut members: Vec<&Measured>) {
    let base = BASES.iter().find_map(|base| members.iter().find(|measured| measured.subject == *base));
    let Some(base) = base.copied() else { return };
    members.sort_by(|left, right| left.nanoseconds.total_cmp(&right.nanoseconds));
    println!("\n{name}, {} bytes\n\n| subject | time | ratio |\n|---|---:|---:|", base.bytes);
    for member in members {
        let ratio = member.nanoseconds / base.nanoseconds;
        println!("| {} | {} | {ratio:.2} |", member.subject, time(member.nanoseconds));
    }
}

fn print_series(name: &str, base: &str, mut members: Vec<&Measured>) {
    let per_byte = |measured: &Measured| measured.nanoseconds / measured.bytes;
    let base = members.iter().find(|measured| measured.group.ends_with(base) && measured.subject == "mcp-wire");
    let Some(base) = base.map(|base| per_byte(base)) else { return };
    members.sort_by(|left, right| per_byte(left).total_cmp(&per_byte(right)));
    println!("\n{name}time a byte\n\n| message | subject | bytes | time | ratio |\n|---|---|---:|---:|---:|");
    for member in members {
        let (message, ratio) = (member.group.trim_start_matches(name), per_byte(member) / base);
        println!("| {message} | {} | {} | {} | {ratio:.2} |", member.subject, member.bytes, time(member.nanoseconds));
    }
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        few if few < 1e4 => format!("{few:.0} ns"),
        more if more < 1e7 => format!("{:.0} µs", more / 1e3),
        most => format!("{:.1} ms", most / 1e6),
    }
}
