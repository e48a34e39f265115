//! Golden games: each script in `playthroughs/` is a whole game, and its log lies beside it. `cargo xtask playthroughs`
//! writes the logs anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tetrolab_engine::{End, LockDown, Log, Outcome, Recorder, Replay, Script};

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut scripts: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    scripts.sort();
    scripts
}

fn read(path: &Path) -> Script {
    fs::read_to_string(path).unwrap().parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every event, the final board and the result.
fn log(script: &Script) -> String {
    let mut recorder = Recorder::new(script.setup.clone()).unwrap();
    let mut log = Log::new(recorder.game());
    let mut text = String::new();
    for &step in &script.steps {
        let events = recorder.step(step).unwrap().to_vec();
        for entry in log.entries(recorder.game(), &events) {
            writeln!(text, "{entry}").unwrap();
        }
    }
    let game = recorder.game();
    let mut statistics = format!("{:?}", game.statistics());
    if game.garbage_left().is_none() {
        // Where rows dug do not win, logs do not say how many: most are older than this count.
        statistics = statistics.replace(&format!(", dug: {}", game.statistics().dug), "");
    }
    writeln!(text, "\n{}\n{}\n{statistics}", game.picture(), Outcome::of(game)).unwrap();
    writeln!(text, "digest {:016x}", game.digest()).unwrap();
    text
}

#[test]
fn every_game_plays_as_its_log_says() {
    let update = std::env::var_os("TETROLAB_UPDATE").is_some();
    for path in scripts() {
        let found = log(&read(&path));
        let golden = path.with_extension("log");
        if update {
            fs::write(&golden, found).unwrap();
            continue;
        }
        let expected = fs::read_to_string(&golden).unwrap().replace("\r\n", "\n");
        for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
            assert_eq!(found, expected, "{} line {}", golden.display(), number + 1);
        }
        assert_eq!(found.lines().count(), expected.lines().count(), "{}", golden.display());
    }
}

#[test]
fn every_game_survives_being_a_replay() {
    for path in scripts() {
        let script = read(&path);
        let mut recorder = Recorder::new(script.setup.clone()).unwrap();
        for &step in &script.steps {
            recorder.step(step).unwrap();
        }
        let replay = Replay::from_bytes(&recorder.replay().to_bytes()).unwrap();
        assert_eq!(replay.setup, script.setup);
        let again = replay.play(|_, _| {}).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(again.digest(), recorder.game().digest());
    }
}

#[test]
fn at_least_twenty_whole_games_cover_presets_lock_downs_and_ends() {
    let mut whole = 0;
    let (mut presets, mut lock_downs, mut ends) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for path in scripts() {
        let script = read(&path);
        let game = script.play(|_, _| {}).unwrap();
        let Some(end) = game.end() else { continue };
        whole += 1;
        presets.insert(script.setup.rules.name);
        lock_downs.insert(match script.setup.rules.lock_down {
            LockDown::Extended => "extended",
            LockDown::Infinite => "infinite",
            LockDown::Classic => "classic",
        });
        ends.insert(end.name());
    }
    assert!(whole >= 20, "{whole}");
    assert_eq!((presets.len(), lock_downs.len()), (3, 3));
    assert_eq!(ends, End::ALL.map(End::name).into());
}
