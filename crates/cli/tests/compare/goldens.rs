//! Recorded results, which are moved but not changed.

use std::collections::HashSet;
use std::process::Command;

use super::programs::{Programs, project};

/// Every data file that tests compare with is still there as it was, perhaps elsewhere. What `goldens: PATH => (dropped)` in
/// `renames.txt` names was given up on purpose.
#[test]
#[ignore = "cargo xtask compare"]
fn goldens() {
    let programs = Programs::get();
    let tree = |commit: &str| {
        let listed = Command::new("git").args(["ls-tree", "-r", commit]).current_dir(project()).output().unwrap();
        String::from_utf8(listed.stdout).unwrap()
    };
    // Lines such as `100644 blob 1f2e… <tab>path`.
    let files = |listed: &str| -> Vec<(String, String)> {
        let file = |line: &str| {
            let (entry, path) = line.split_once('\t')?;
            Some((entry.split(' ').nth(2)?.to_string(), path.to_string()))
        };
        listed.lines().filter_map(file).collect()
    };
    let now = files(&tree("HEAD"));
    let (contents, paths): (HashSet<&str>, HashSet<&str>) =
        now.iter().map(|(content, path)| (content.as_str(), path.as_str())).unzip();
    let is_golden = |path: &str| {
        let is_data = [".rs", ".md", ".py", ".html"].iter().all(|kind| !path.ends_with(kind));
        path.starts_with("crates/") && (path.contains("/tests/") || path.contains("/catalogue/")) && is_data
    };
    let old = files(&tree(&programs.commit));
    let old: Vec<_> = old.iter().filter(|(_, path)| is_golden(path) && !programs.renames.drops(path)).collect();
    assert!(old.len() > 50, "{} data files", old.len());
    let changed: Vec<String> = old
        .iter()
        .filter(|(content, _)| !contents.contains(content.as_str()))
        .map(|(_, path)| format!("{path}{}", if paths.contains(path.as_str()) { "" } else { " (moved or removed)" }))
        .collect();
    assert!(changed.is_empty(), "no longer as recorded:\n{}", changed.join("\n"));
}
