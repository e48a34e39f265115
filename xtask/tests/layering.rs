//! Which crate may use which: arrows only point up this table.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Crate, and the crates of this project it may use. The order is from the bottom to the top.
const LAYERS: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("optimize", &[]),
    ("runs", &[]),
    // For the random numbers, which are specified to the bit.
    ("statistics", &["engine"]),
    ("report", &["statistics"]),
    ("agents", &["engine"]),
    ("bot", &["engine", "agents"]),
    ("simulate", &["engine", "agents", "statistics"]),
    ("solve", &["engine", "agents", "optimize"]),
    ("records", &["engine"]),
    ("protocols", &["engine", "agents", "bot"]),
    ("inputs", &["engine", "agents", "bot", "protocols", "runs"]),
    ("queries", &["engine", "agents", "bot", "solve", "protocols", "inputs", "report", "runs"]),
    ("sessions", &["engine", "agents", "bot", "solve", "records", "inputs", "report", "runs"]),
    (
        "lab",
        &[
            "engine",
            "optimize",
            "agents",
            "bot",
            "simulate",
            "solve",
            "protocols",
            "runs",
            "report",
            "statistics",
            "inputs",
        ],
    ),
    ("host", &["engine", "agents", "bot", "protocols", "inputs", "runs", "report", "lab"]),
    ("tui", &["engine", "agents", "records", "inputs", "runs", "sessions"]),
    (
        "server",
        &[
            "engine",
            "optimize",
            "agents",
            "bot",
            "simulate",
            "solve",
            "records",
            "protocols",
            "statistics",
            "runs",
            "report",
            "inputs",
            "queries",
            "sessions",
            "lab",
            "host",
        ],
    ),
    // The program: everything.
    ("cli", &["*"]),
    ("xtask", &[]),
];

/// Crates from elsewhere that a crate may not use, however useful they seem.
const FORBIDDEN: [(&str, &[&str]); 3] =
    [("optimize", &["tetrolab-engine"]), ("agents", &["rayon"]), ("protocols", &["tokio", "axum"])];

/// The tables of dependencies that are part of a program.
const OF_PROGRAMS: &[&str] = &["dependencies", "build-dependencies"];

/// These, and what only tests use.
const ALL: &[&str] = &["dependencies", "build-dependencies", "dev-dependencies"];

/// What stands in these tables of a manifest and of its targets.
fn dependencies(manifest: &toml::Table, tables: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for &key in tables {
        names.extend(
            manifest.get(key).and_then(toml::Value::as_table).into_iter().flat_map(|table| table.keys().cloned()),
        );
    }
    for target in manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values) {
        names.extend(target.as_table().into_iter().flat_map(|target| dependencies(target, tables)));
    }
    names
}

fn manifests() -> Vec<(String, toml::Table)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    crates
        .chain([root.join("xtask")])
        .map(|folder| {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            (name, text.parse().unwrap())
        })
        .collect()
}

#[test]
fn arrows_point_up() {
    let manifests = manifests();
    assert!(manifests.len() >= 3, "engine, cli and xtask at least");
    for (name, manifest) in manifests {
        let (_, allowed) = LAYERS.iter().find(|layer| layer.0 == name).unwrap_or_else(|| panic!("{name} has no layer"));
        let forbidden = FORBIDDEN.iter().find(|rule| rule.0 == name).map_or(&[][..], |rule| rule.1);
        let place = |name: &str| LAYERS.iter().position(|layer| layer.0 == name);
        assert!(
            allowed.iter().all(|ours| *ours == "*" || place(ours) < place(&name)),
            "{name} stands too high in the table"
        );
        for dependency in dependencies(&manifest, OF_PROGRAMS) {
            if let Some(ours) = dependency.strip_prefix("tetrolab-") {
                assert!(allowed.contains(&ours) || allowed == &["*"], "{name} must not use {ours}");
            }
            assert!(!forbidden.contains(&dependency.as_str()), "{name} must not use {dependency}");
        }
    }
}

#[test]
fn the_engine_stands_alone() {
    let (_, engine) = manifests().into_iter().find(|(name, _)| name == "engine").unwrap();
    for dependency in dependencies(&engine, OF_PROGRAMS) {
        assert!(["serde", "arbitrary"].contains(&dependency.as_str()), "the engine must not use {dependency}");
    }
}

/// The table of `CONTRIBUTING.md` says what each crate from elsewhere is for, and has none that nothing uses.
#[test]
fn every_dependency_is_explained() {
    let used: BTreeSet<String> = manifests()
        .iter()
        .flat_map(|(_, manifest)| dependencies(manifest, ALL))
        .filter(|name| !name.starts_with("tetrolab"))
        .collect();
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../CONTRIBUTING.md")).unwrap();
    let (_, table) = document.split_once("| Crate | What it is for |\n| --- | --- |\n").unwrap();
    let rows = table.lines().map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let explained: Vec<&str> = rows.map(|(name, _)| name).collect();
    assert_eq!(explained, Vec::from_iter(&used));
}

#[test]
fn versions_and_lints_live_in_the_workspace() {
    for (name, manifest) in manifests() {
        let workspace =
            |table: &str, key: &str| manifest[table].get(key).and_then(|value| value.get("workspace")).is_some();
        for key in ["version", "edition", "rust-version", "license"] {
            assert!(workspace("package", key), "{name}: {key}");
        }
        assert_eq!(manifest["lints"]["workspace"].as_bool(), Some(true), "{name}");
        for (dependency, value) in manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten() {
            assert!(value.get("workspace").is_some(), "{name}: the version of {dependency} belongs into the workspace");
        }
    }
}

/// Every file that ARCHITECTURE.md names is there; `a/{b,c}.rs` names two.
#[test]
fn the_map_names_files_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    assert!(text.lines().count() <= 150, "the map has {} lines", text.lines().count());
    let mut count = 0;
    for quoted in text.split('`').skip(1).step_by(2).filter(|quoted| quoted.starts_with("crates/")) {
        let (start, names, end) = match quoted.split_once('{').zip(quoted.split_once('}')) {
            Some(((start, rest), (_, end))) => (start, rest.split('}').next().unwrap().split(',').collect(), end),
            None => (quoted, vec![""], ""),
        };
        for path in names.iter().map(|name| format!("{start}{name}{end}").replace("NAME", "boumaza-learning")) {
            assert!(root.join(&path).exists(), "ARCHITECTURE.md names {path}");
            count += 1;
        }
    }
    assert!(count > 100, "{count} files");
}
