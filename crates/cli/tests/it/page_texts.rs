//! Scripts and texts of the page belong together: whatever is said has a text, and every text is said somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Sections of the texts from which scripts take words.
const SECTIONS: [&str; 16] = [
    "page",
    "game",
    "keys",
    "pause",
    "over",
    "replay",
    "hint",
    "choosing",
    "menu",
    "common",
    "settings",
    "games",
    "statistics",
    "scores",
    "watch",
    "modes",
];
/// What looks like the name of a text and is what the server is asked for.
const TOPICS: [&str; 2] = ["game.delete", "game.file"];
/// Words that the server sends; a test of the tables that they come from is below.
const WORDS: &str = "page.word.";
/// Words in tables of numbers, which the server sends too.
const HEADINGS: &str = "page.heading.";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The texts of all files with this ending in a folder and those below it.
fn sources(folder: &Path, ending: &str) -> String {
    let mut text = String::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            text += &sources(&entry, ending);
        } else if entry.extension().is_some_and(|extension| extension == ending) {
            text += &fs::read_to_string(&entry).unwrap();
        }
    }
    text
}

/// The names of all texts, such as `page.play.start`.
fn names() -> BTreeSet<String> {
    fn walk(name: &str, value: &toml::Value, names: &mut BTreeSet<String>) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                    walk(&name, value, names);
                }
            }
            _ => drop(names.insert(name.to_string())),
        }
    }
    let english: toml::Value =
        toml::from_str(&fs::read_to_string(folder("../sessions/texts/en.toml")).unwrap()).unwrap();
    let mut names = BTreeSet::new();
    walk("", &english, &mut names);
    names
}

/// Everything between quotes or backticks in scripts, as far as it could be the name of a text.
fn literals(scripts: &str) -> BTreeSet<&str> {
    let is_name =
        |text: &&str| !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || "._-".contains(sign));
    scripts.split(['"', '`', '}']).filter(is_name).collect()
}

#[test]
fn everything_that_scripts_say_has_a_text() {
    let scripts = sources(&folder("../server/web/script"), "js");
    let names = names();
    let is_text = |name: &&&str| {
        name.split_once('.')
            .is_some_and(|(section, rest)| SECTIONS.contains(&section) && !rest.is_empty() && !TOPICS.contains(*name))
    };
    let literals = literals(&scripts);
    let said: Vec<&&str> = literals.iter().filter(is_text).collect();
    assert!(said.len() > 300, "{} names were found", said.len());
    for name in said {
        assert!(names.contains(*name), "there is no text {name}");
    }
}

#[test]
fn every_text_of_the_page_is_said() {
    let scripts = sources(&folder("../server/web/script"), "js");
    let literals = literals(&scripts);
    // `page.learn.state_${` of a template that is filled by the server's words, and `page.ask.${` of one that is filled by the script's.
    let templates: Vec<&str> =
        scripts.split("${").map(|before| before.rsplit(['`', '"']).next().unwrap_or_default()).collect();
    let templates: Vec<&str> = templates.into_iter().filter(|template| template.starts_with("page.")).collect();
    let is_written = |word: &str| {
        literals.contains(word)
            || literals.contains(word.replace('_', "-").as_str())
            || scripts.contains(&format!("{word}: "))
    };
    for name in names()
        .iter()
        .filter(|name| name.starts_with("page.") && ![WORDS, HEADINGS].iter().any(|words| name.starts_with(words)))
    {
        let by_template = templates.iter().any(|template| match name.strip_prefix(template) {
            Some(rest) if template.ends_with('.') => {
                // Some names have two parts, such as `page.ask.${section}_${name}`.
                let parts = rest.match_indices('_').map(|(at, _)| (&rest[..at], &rest[at + 1..]));
                is_written(rest)
                    || parts.into_iter().any(|(one, other)| is_written(one) && (other == "name" || is_written(other)))
            }
            Some(rest) => !rest.is_empty(),
            None => false,
        });
        assert!(literals.contains(name.as_str()) || by_template, "nobody says {name}");
    }
}

#[test]
fn every_refusal_is_used() {
    let server = sources(&folder("../server/src"), "rs");
    for name in names().iter().filter_map(|name| name.strip_prefix("refused.")) {
        assert!(server.contains(&format!("refused.{name}")), "nothing is refused with {name}");
    }
}

#[test]
fn words_of_the_tables_have_names() {
    let names = names();
    let optimizers = tetrolab_optimize::continuous::OPTIMIZERS.iter().map(|entry| entry.name);
    let genotypes = tetrolab_solve::MoveSet::ALL.map(tetrolab_solve::MoveSet::name);
    let others = ["ga", "sa", "hybrid", "beam", "exact", "auto", "perfect clears", "boards", "points", "in_vain"];
    let ends = ["interrupted", "empty", "never empty", "time", "complete", "unproven", "limit", "patience", "stuck"];
    for word in optimizers.chain(genotypes).chain(others).chain(ends) {
        let name = format!("{WORDS}{}", word.replace([' ', '-'], "_"));
        assert!(names.contains(&name), "{name}");
    }
}
