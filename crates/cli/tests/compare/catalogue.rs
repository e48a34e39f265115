//! Every experiment of the catalogue at smoke scale: events with the seed of every cell, tables, figures, reports.

use super::cases::{Case, Step};
use super::programs::Programs;

/// Whole runs: what is written depends on the settings and seeds alone, but for times.
#[test]
#[ignore = "cargo xtask compare"]
fn catalogue() {
    let programs = Programs::get();
    let list = Step::parse("experiment list --json").run(&programs.old, &programs.folder("experiment-list")).stdout;
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let experiments = list["experiments"].as_array().unwrap_or_else(|| list.as_array().unwrap());
    let names: Vec<&str> = experiments.iter().map(|experiment| experiment["name"].as_str().unwrap()).collect();
    assert!(names.len() >= 18);
    let case = |name: &&str| {
        let run = format!("experiment run {name} --scale smoke --threads 1 --out run");
        Case::of("experiment", Step::parse(&run))
    };
    programs.compare("catalogue", &names.iter().map(case).collect::<Vec<_>>());
}
