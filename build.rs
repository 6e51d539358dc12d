//! Writes `OUT_DIR/<module>.rs` for every revision of the schema folder; everything else is done by `mcp-wire-codegen`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_wire_codegen::{emit, load::Folder, module};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=schema");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let folder = Folder::open(Path::new("schema"))?;
    let mut modules = Vec::new();
    for revision in &folder.revisions {
        let module = module(&folder, revision)?;
        let stem = revision.module();
        fs::write(out.join(format!("{stem}_shapes.rs")), emit::shapes(&module).to_string())?;
        if env::var_os(format!("CARGO_FEATURE_{}", stem.to_uppercase())).is_some() {
            let text = format!("{}{}", emit::module_header(&folder, &module), emit::module(&folder, &module));
            fs::write(out.join(format!("{stem}.rs")), text)?;
        }
        modules.push(module);
    }
    fs::write(out.join("tables.rs"), emit::tables(&folder, &modules).to_string())?;
    Ok(())
}
