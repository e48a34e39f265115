//! The size of the project in figures, to compare before and after a change.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{command, root};

/// Prints the figures of the project as it is, beside those of a commit if one is named.
pub fn count(arguments: &[String]) -> Result<(), String> {
    let now = figures(root())?;
    match arguments {
        [] => now.iter().for_each(|(name, figure)| println!("{figure:>9}  {name}")),
        [commit] => {
            let before = figures(&unpacked(commit)?)?;
            println!("{:>9} {:>9}", "before", "now");
            for ((name, now), (_, before)) in now.iter().zip(before) {
                println!("{before:>9} {now:>9}  {name}");
            }
        }
        _ => return Err("at most one commit".into()),
    }
    Ok(())
}

/// The files of a commit, in a folder.
fn unpacked(commit: &str) -> Result<PathBuf, String> {
    let folder = root().join("target/count").join(commit);
    if !folder.exists() {
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let archive = format!("git archive '{commit}' | tar -x -C '{}'", folder.display());
        crate::run::show(command("sh", &["-c", &archive]))?;
    }
    Ok(folder)
}

fn figures(root: &Path) -> Result<Vec<(&'static str, usize)>, String> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        rust_files(&root.join(folder), &mut files).map_err(|error| format!("{folder}: {error}"))?;
    }
    let texts: BTreeMap<PathBuf, String> =
        files.into_iter().filter_map(|path| Some((path.clone(), fs::read_to_string(path).ok()?))).collect();
    let test_files = test_files(&texts);
    let sources = || texts.iter().filter(|(path, _)| is_source(path) && !test_files.contains(path.as_path()));
    let lines = || texts.values().flat_map(|text| text.lines());
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    lines().filter_map(declared_type).for_each(|name| *names.entry(name).or_default() += 1);
    let tree =
        "cargo tree -p tetrolab -e normal,build --prefix none | sed 's/ (.*//' | sort -u | grep -v -c '^tetrolab'";
    let mut packages = command("sh", &["-c", tree]);
    let packages = packages.current_dir(root).output().map_err(|error| error.to_string())?;
    Ok(vec![
        ("lines of code in crates/*/src and xtask, without blanks, comments and tests", sources().map(code).sum()),
        ("lines of Rust with tests, comments and blanks", lines().count()),
        ("public items", sources().flat_map(|(_, text)| text.lines()).filter(|line| is_public(line)).count()),
        ("declarations of types whose name is declared elsewhere too", names.values().map(|count| count - 1).sum()),
        ("doc comments that only repeat a name", lines().filter(|line| only_names(line)).count()),
        ("lines with odd phrasings", lines().filter(|line| is_odd(line)).count()),
        ("test binaries", texts.keys().filter(|path| is_test_binary(path)).count()),
        (
            "third-party packages of the release build",
            String::from_utf8_lossy(&packages.stdout).trim().parse().unwrap_or_default(),
        ),
    ])
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether it is part of a library or program, not a test, bench or fixture.
fn is_source(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "src")
}

/// Whether Cargo makes a binary of it by itself.
fn is_test_binary(path: &Path) -> bool {
    let parts: Vec<_> = path.components().rev().map(std::path::Component::as_os_str).collect();
    parts[1] == "tests" && !is_source(path) || parts[0] == "main.rs" && parts[2] == "tests"
}

/// Files of modules that are compiled for tests only.
fn test_files(texts: &BTreeMap<PathBuf, String>) -> HashSet<PathBuf> {
    let mut found = HashSet::new();
    for (path, text) in texts {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]") {
            let Some(name) = pair[1].strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) else { continue };
            // Modules of these files lie beside them, those of others in a folder of their name.
            let stem = path.file_stem().unwrap_or_default();
            let folder = if ["lib", "main", "mod"].iter().any(|name| stem == *name) {
                path.with_file_name("")
            } else {
                path.with_extension("")
            };
            found.insert(folder.join(format!("{name}.rs")));
        }
    }
    found
}

/// The lines of code of a file.
fn code((_, text): (&PathBuf, &String)) -> usize {
    let mut count = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            // The item after it ends with its first line, or with a brace that is indented as it is.
            let indent = line.len() - line.trim_start().len();
            let mut first = lines.next().unwrap_or_default();
            while first.trim().starts_with("#[") {
                first = lines.next().unwrap_or_default();
            }
            if !first.ends_with([';', '}']) {
                lines.find(|line| line.trim_start().starts_with('}') && line.len() - line.trim_start().len() == indent);
            }
        } else if !line.trim().is_empty() && !line.trim().starts_with("//") {
            count += 1;
        }
    }
    count
}

fn is_public(line: &str) -> bool {
    let kinds = ["fn ", "struct ", "enum ", "trait ", "const ", "static ", "type ", "unsafe fn ", "async fn "];
    line.trim().strip_prefix("pub ").is_some_and(|item| kinds.iter().any(|kind| item.starts_with(kind)))
}

/// The name of the type that a line declares.
fn declared_type(line: &str) -> Option<&str> {
    let line = line.trim();
    let line = line.strip_prefix("pub").map_or(line, |rest| rest.trim_start_matches(|c| c != ' ').trim());
    let rest = ["struct ", "enum ", "trait "].iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Whether it is a comment such as "Its name.".
fn only_names(line: &str) -> bool {
    let comment = line.trim().strip_prefix("/// ").or_else(|| line.trim().strip_prefix("//! "));
    let rest = comment.and_then(|text| text.strip_prefix("Its ").or_else(|| text.strip_prefix("The ")));
    rest.and_then(|rest| rest.strip_suffix('.')).is_some_and(|word| word.chars().all(|c| c.is_ascii_lowercase()))
}

fn is_odd(line: &str) -> bool {
    let line = line.to_lowercase();
    let words = [["who", "ever"], ["some", "body"], ["no", "body"], ["gone on ", "with"], ["so ", "many "]];
    words.iter().any(|parts| line.contains(&parts.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_comments_and_test_modules_are_no_code() {
        let text =
            "//! About.\n\nfn one() {\n    // Why.\n    two();\n}\n\n#[cfg(test)]\nmod tests {\n    fn three() {}\n}\n";
        assert_eq!(code((&PathBuf::new(), &format!("{text}#[cfg(test)]\nuse four;\nconst FIVE: u8 = 5;\n"))), 4);
    }

    #[test]
    fn declarations_are_recognised() {
        assert_eq!(declared_type("    pub(crate) struct Line<'a> {"), Some("Line"));
        assert_eq!(declared_type("trait Work: Sync {"), Some("Work"));
        assert_eq!(declared_type("let enum_name = 1;"), None);
        assert!(only_names("    /// Its name.") && !only_names("/// Its name, in capitals."));
        assert!(is_public("    pub fn count() {") && !is_public("pub(super) fn count() {"));
    }
}
