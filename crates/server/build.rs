//! Lists the files of the page, so that `src/assets.rs` has them inside the program.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).expect("Cargo sets it");
    let root = variable("CARGO_MANIFEST_DIR").join("web");
    println!("cargo::rerun-if-changed=web");
    let mut table = String::from("&[\n");
    list(&root, "", &mut table)?;
    table.push(']');
    fs::write(variable("OUT_DIR").join("web.rs"), table)
}

/// Adds what lies in a folder, by its name in the page.
fn list(folder: &Path, prefix: &str, table: &mut String) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let name = format!("{prefix}{}", name.display());
        if path.is_dir() {
            list(&path, &format!("{name}/"), table)?;
        } else {
            table.push_str(&format!("    ({name:?}, include_bytes!({path:?})),\n"));
        }
    }
    Ok(())
}
