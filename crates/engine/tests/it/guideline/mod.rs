//! A test for each statement of the guideline that the engine can show. `README.md` lists all of them.

mod actions;
mod falling;
mod game_over;
mod generation;
mod levels;
mod lock_down;
mod matrix;
mod movement;
mod queues;
mod scoring;
mod support;
mod t_spins;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The words of a text that are names of tests.
fn test_names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("statement_")).collect()
}

/// Its number, from `statement_NN_…`.
fn number(name: &str) -> usize {
    name.split('_').nth(1).and_then(|digits| digits.parse().ok()).unwrap_or_else(|| panic!("{name} has no number"))
}

#[test]
fn every_statement_has_its_row() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/guideline");
    let mut sources = String::new();
    for file in fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|extension| extension == "rs") && !file.ends_with("mod.rs") {
            sources += &fs::read_to_string(file).unwrap();
        }
    }
    // Only what is marked as a test counts.
    let functions = sources.split("#[test]\nfn ").skip(1);
    let functions: BTreeSet<&str> = functions.flat_map(|rest| rest.split('(').next()).collect();
    let tests: BTreeSet<&str> = functions.into_iter().filter(|name| name.starts_with("statement_")).collect();
    assert_eq!(sources.matches("fn statement_").count(), tests.len(), "every statement_ function is a test");

    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let rows: Vec<Vec<&str>> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").collect())
        .filter(|cells: &Vec<&str>| cells[0].starts_with(|first: char| first.is_ascii_digit()))
        .collect();
    let numbers: Vec<usize> = rows.iter().map(|cells| cells[0].split_once(". ").unwrap().0.parse().unwrap()).collect();
    assert_eq!(numbers, (1..=98).collect::<Vec<_>>());
    for (cells, statement) in rows.iter().zip(1..) {
        let [_, decision, shown] = cells[..] else { panic!("row {statement} has {} cells", cells.len()) };
        assert!(!decision.is_empty(), "row {statement} says no decision");
        let named = test_names(shown);
        assert!(named.is_subset(&tests), "row {statement} names a test that is not there: {named:?}");
        let own: BTreeSet<&str> = tests.iter().copied().filter(|name| number(name) == statement).collect();
        assert!(own.is_subset(&named), "row {statement} does not name all of {own:?}");
        assert!(
            !named.is_empty() || shown.contains("screen") || shown.contains("not testable: "),
            "row {statement} has no test and does not say why"
        );
    }
    assert!(tests.iter().all(|name| (1..=98).contains(&number(name))), "a test has a number that is no statement");
}
