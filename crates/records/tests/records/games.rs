//! Games to store, played by random keys from fixed seeds.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use tetrolab_engine::{Act, Input, RandomKeys, Recorder, Replay, Script, Seed, Setup, Step};
use tetrolab_records::{NewGame, Records, Stored};

/// A race that random keys win soon: one line on a narrow board.
pub const RACE: &str = "mode sprint\nset line-limit 1\nset width 4";
/// A seed with which they do.
pub const WINNING: u64 = 7;
/// Points in three seconds.
pub const POINTS: &str = "mode ultra\nset time-limit 3s";
/// More than any of the games has.
const MOST_INPUTS: usize = 4000;

/// What these lines of a script say.
pub fn setup(lines: &str) -> Setup {
    lines.parse::<Script>().unwrap().setup
}

/// A game played by random keys until it is over.
pub fn played(lines: &str, seed: u64) -> Replay {
    let mut recorder = begun(lines, seed, MOST_INPUTS);
    let at = recorder.game().clock();
    recorder.step(Step { at, act: Act::Wait }).unwrap();
    assert!(recorder.game().is_over(), "{lines} with seed {seed}");
    recorder.replay()
}

/// A game played by `inputs` random keys, or until it is over.
pub fn begun(lines: &str, seed: u64, inputs: usize) -> Recorder {
    let setup = Setup { seed: Seed(seed), ..setup(lines) };
    let mut keys = RandomKeys::new(setup.seed, 0);
    let mut recorder = Recorder::new(setup).unwrap();
    for at in (0..).step_by(RandomKeys::STEP as usize).take(inputs) {
        let act = match keys.next_input() {
            Input::Press(button) => Act::Press(button),
            Input::Release(button) => Act::Release(button),
        };
        recorder.step(Step { at, act }).unwrap();
        if recorder.game().is_over() {
            break;
        }
    }
    recorder
}

/// A time `seconds` seconds after a fixed moment.
pub fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_700_000_000 + seconds)
}

/// A folder that goes away, and the path of a database in it.
pub fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.sqlite");
    (folder, path)
}

/// Opens a database that is sound or not there yet.
pub fn open(path: &Path) -> Records {
    let records = Records::open(path).unwrap();
    assert_eq!(records.damage(), None);
    records
}

/// Stores a game of Ada's.
pub fn add(records: &mut Records, replay: &Replay, seconds: u64) -> Stored {
    records.add(&NewGame::new("Ada", replay, at(seconds))).unwrap()
}

/// The names in a folder, sorted, without that of the lock, which writers leave.
pub fn names(folder: &Path) -> Vec<String> {
    all_names(folder).into_iter().filter(|name| !name.ends_with(".lock")).collect()
}

/// All names in a folder, sorted.
pub fn all_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
