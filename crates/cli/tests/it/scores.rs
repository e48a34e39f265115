//! `tetrolab scores`: what it prints, saves and refuses.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::games;
use crate::program::{refusal, tetrolab, text};

const FILE: &str = "games.db";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    games::fill(&folder.path().join(FILE));
    folder
}

/// The command with a database and settings of its own, in English unless it says otherwise.
fn words<'a>(options: &[&'a str]) -> Vec<&'a str> {
    let language = if options.contains(&"--lang") { &[][..] } else { &["--lang", "en"] };
    [&["scores", "--records", FILE, "--settings", "none.toml"], language, options].concat()
}

fn printed(folder: &Path, options: &[&str]) -> String {
    let output = tetrolab(folder, &words(options));
    assert_eq!(output.status.code(), Some(0), "{options:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

fn document(folder: &Path, options: &[&str]) -> Value {
    serde_json::from_str(&printed(folder, &[options, &["--json"]].concat())).unwrap()
}

#[test]
fn the_best_games_are_printed_the_last_played_table_first() {
    let folder = folder();
    let tables = printed(folder.path(), &[]);
    let titles: Vec<&str> = tables.lines().filter(|line| line.contains("Games ")).collect();
    assert_eq!(
        titles,
        [
            "Versus · modern · against bcts, 1.5 pieces/s  Games 1",
            "Ultra 0:03 · guideline  Games 3",
            "Sprint 1 · guideline · Columns 4  Games 20"
        ]
    );
    let rows = |text: &str| text.lines().filter(|line| line.trim_start().starts_with(char::is_numeric)).count();
    assert_eq!(rows(&tables), 1 + 3 + 5);
    assert!(tables.lines().all(|line| line.chars().count() <= 100), "{tables}");
    assert_eq!(rows(&printed(folder.path(), &["--mode", "sprint", "--limit", "30"])), 20);
    assert!(printed(folder.path(), &["--rules", "modern"]).starts_with("Versus"));
    let spanish = printed(folder.path(), &["--mode", "versus", "--lang", "es"]);
    assert!(spanish.starts_with("Duelo · modern · contra bcts, 1.5 piezas/s"), "{spanish}");
}

#[test]
fn places_are_those_among_all_players() {
    let folder = folder();
    let options = ["--mode", "sprint", "--limit", "50"];
    let all = &document(folder.path(), &options)["tables"][0];
    let of_grace = &document(folder.path(), &[&options[..], &["--player", "Grace"]].concat())["tables"][0];
    let best = all["best"].as_array().unwrap();
    let expected: Vec<&Value> = best.iter().filter(|game| game["player"] == "Grace").collect();
    assert_eq!(of_grace["best"].as_array().unwrap().iter().collect::<Vec<_>>(), expected);
    assert_eq!((expected.len(), best.len()), (7, 20));
    let times: Vec<u64> = best.iter().map(|game| game["counts"]["time_ns"].as_u64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert!(best.iter().any(|game| game["seed"].as_u64() > Some(u64::MAX - 1000)));
}

#[test]
fn all_games_are_listed_the_newest_first() {
    let folder = folder();
    let list = printed(folder.path(), &["--all", "--limit", "3"]);
    let marks: Vec<&str> = list.lines().skip(2).map(|line| line.split("  ").last().unwrap().trim()).collect();
    assert!(list.lines().nth(2).unwrap().trim_start().starts_with("28  2023-11-16 02:13"), "{list}");
    assert!(list.ends_with("+ won   - lost   ? with hints   > taken over\n"), "{list}");
    assert!(marks[0].ends_with("?>") && marks[1].ends_with("+?"), "{list}");
    let games = document(folder.path(), &["--all"]);
    let ids: Vec<i64> = games["games"].as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect();
    assert_eq!(ids, (9..=28).rev().collect::<Vec<_>>());
    assert_eq!(games["games"][2]["agent"], "bcts");
}

#[test]
fn statistics_leave_agents_out() {
    let folder = folder();
    let statistics = document(folder.path(), &["--statistics"]);
    let modes = &statistics["statistics"]["modes"];
    assert_eq!(statistics["statistics"]["all"]["games"], 27);
    assert_eq!((&modes["sprint"]["games"], &modes["sprint"]["won"]), (&22.into(), &21.into()));
    assert_eq!(modes["marathon"], Value::Null);
    let text = printed(folder.path(), &["--statistics"]);
    for word in ["All modes", "Sprint", "Ultra", "Versus", "Longest", "/min"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_replay_is_saved_and_can_be_verified() {
    let folder = folder();
    printed(folder.path(), &["--replay", "25", "--out", "duel.replay"]);
    let verified = tetrolab(folder.path(), &["replay", "duel.replay", "--verify"]);
    assert!(text(&verified.stdout).contains("versus mode"), "{}", text(&verified.stderr));
}

#[test]
fn nothing_is_a_sentence_and_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    for options in [&[][..], &["--all"], &["--statistics"], &["--mode", "ultra"]] {
        let output = tetrolab(folder.path(), &words(options));
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        let mode = if options.contains(&"ultra") { "ultra" } else { "sprint" };
        let sentence = format!("There are no such games in games.db yet; play one: tetrolab play {mode}\n");
        assert_eq!((text(&output.stdout), text(&output.stderr)), (sentence, String::new()));
    }
    let output = tetrolab(folder.path(), &words(&["--json"]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["tables"], Value::Array(vec![]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "looking makes no file");
}

#[test]
fn bad_questions_are_refused() {
    let folder = folder();
    for (options, sentence) in [
        (&["--replay", "99", "--out", "a.replay"][..], "there is no game 99"),
        (&["--replay", "25", "--out", FILE], "games.db cannot be read and written at once"),
        (&["--replay", "25"], "the following required arguments were not provided: --out <FILE> (see --help)"),
        (
            &["--limit", "0"],
            "invalid value '0' for '--limit <N>': a whole number from 1 to 1000000 is needed (see --help)",
        ),
    ] {
        assert_eq!(refusal(folder.path(), &words(options)), sentence);
    }
    assert!(refusal(folder.path(), &words(&["--mode", "chess"])).contains("[possible values: marathon, "));
    fs::create_dir(folder.path().join("folder.db")).unwrap();
    assert!(refusal(folder.path(), &["scores", "--records", "folder.db"]).contains("this is not a file"));
}

/// All names in a folder and what is in the files.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<(String, Vec<u8>)> =
        entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn looking_changes_nothing_whatever_the_file_is() {
    let sound = folder();
    let database = fs::read(sound.path().join(FILE)).unwrap();
    fs::remove_file(sound.path().join(format!("{FILE}.lock"))).unwrap();
    let foreign = "games.db: not a tetrolab database, so it was left unchanged; name another file";
    let damaged = "games.db: the database is damaged (";
    for (bytes, refused) in [
        (&database[..], None),
        (b"Chapter 1. In which nothing is lost.\n", Some(foreign)),
        (b"", Some(foreign)),
        (&[b'x'; 5000], Some(foreign)),
        (&database[..database.len() / 2], Some(damaged)),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), bytes).unwrap();
        let before = contents(folder.path());
        for options in [&[][..], &["--all"], &["--statistics", "--json"], &["--replay", "25", "--out", "game.replay"]] {
            match refused {
                Some(sentence) => {
                    let said = refusal(folder.path(), &words(options));
                    assert!(said.contains(sentence), "{said}");
                }
                None => drop(printed(folder.path(), options)),
            }
            if refused.is_none() && options.contains(&"--out") {
                fs::remove_file(folder.path().join("game.replay")).unwrap();
            }
            assert!(contents(folder.path()) == before, "{options:?}");
        }
    }
}
