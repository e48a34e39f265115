//! The index of a run says what it is told, whatever became of its file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_records::{CellState, IndexError, IndexedCell, RunContents, RunIndex};

use crate::games::names;

const PAGE: usize = 4096;

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.sqlite");
    (folder, path)
}

fn done(cell: usize) -> CellState {
    let numbers = [("lines", 10.0 * cell as f64), ("score", 0.1 + cell as f64 / 3.0)];
    CellState::Done { seconds: 1.5, numbers: numbers.map(|(name, value)| (name.to_string(), value)).into() }
}

/// Cells in every state.
fn contents(cells: usize) -> RunContents {
    let cell = |id: usize| IndexedCell {
        id,
        grid: "players".to_string(),
        work: "evaluate".to_string(),
        repetition: id as u64 / 2,
        seed: u64::MAX - 1,
        settings: format!(r#"{{"agent":"{}"}}"#, if id.is_multiple_of(2) { "bcts" } else { "random" }),
        state: match id {
            0 => CellState::Failed { reason: "it rains".to_string() },
            1 => CellState::Running,
            2 => CellState::Waiting,
            id => done(id),
        },
    };
    let facts = BTreeMap::from([("name".to_string(), "players".to_string()), ("seed".to_string(), "7".to_string())]);
    RunContents { facts, cells: (0..cells).map(cell).collect() }
}

fn agreeing(path: &Path, contents: &RunContents) -> RunIndex {
    let index = RunIndex::agreeing(path, contents).unwrap();
    assert_eq!(index.contents().unwrap(), *contents);
    index
}

/// The bytes of a sound file.
fn sound(contents: &RunContents) -> Vec<u8> {
    let (folder, path) = place();
    agreeing(&path, contents).close();
    assert_eq!(names(folder.path()), ["index.sqlite"]);
    fs::read(path).unwrap()
}

#[test]
fn it_is_asked_in_sql() {
    let (_folder, path) = place();
    agreeing(&path, &contents(7)).close();
    let connection = Connection::open(path).unwrap();
    let question = include_str!("../../README.md").split("```sql\n").nth(1).unwrap().split("```").next().unwrap();
    let mut statement = connection.prepare(question).unwrap();
    let rows = statement.query_map([], |row| row.try_into()).unwrap();
    let rows: Vec<(String, i64, f64)> = rows.map(Result::unwrap).collect();
    let mean = |cells: &[f64]| cells.iter().map(|cell| 0.1 + cell / 3.0).sum::<f64>() / cells.len() as f64;
    assert_eq!(rows, [("random".to_string(), 2, mean(&[3.0, 5.0])), ("bcts".to_string(), 2, mean(&[4.0, 6.0]))]);
    let failed: String =
        connection.query_row("SELECT reason FROM cells WHERE state = 'failed'", [], |row| row.get(0)).unwrap();
    assert_eq!(failed, "it rains");
}

#[test]
fn cells_change_all_at_once_or_not_at_all() {
    let (_folder, path) = place();
    let mut contents = contents(5);
    let mut index = agreeing(&path, &contents);
    let changes = [(1, done(1)), (2, CellState::Running), (0, CellState::Running), (3, CellState::Waiting)];
    index.update(&changes).unwrap();
    for (id, state) in changes {
        contents.cells[id].state = state;
    }
    assert_eq!(index.contents().unwrap(), contents);
    let wrong = index.update(&[(4, CellState::Waiting), (5, CellState::Running)]).unwrap_err();
    assert!(matches!(wrong, IndexError::Damaged(_)), "{wrong}");
    assert_eq!(index.contents().unwrap(), contents);
}

#[test]
fn what_agrees_is_left_alone() {
    let (_folder, path) = place();
    agreeing(&path, &contents(50)).close();
    let before = fs::read(&path).unwrap();
    agreeing(&path, &contents(50)).close();
    assert_eq!(contents_only(&fs::read(&path).unwrap()), contents_only(&before));
    agreeing(&path, &contents(60)).close();
    agreeing(&path, &contents(3)).close();
}

/// Without the page that counts changes.
fn contents_only(bytes: &[u8]) -> &[u8] {
    &bytes[PAGE..]
}

/// Random bytes.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(Seed(seed), 0, Stream::Tests);
    (0..length).map(|_| random.next_value() as u8).collect()
}

#[test]
fn whatever_is_there_is_made_to_agree() {
    let contents = contents(60);
    let sound = sound(&contents);
    let cuts = [0, 1, 15, 16, 100, 511, PAGE - 1, PAGE, PAGE + 1, sound.len() - PAGE, sound.len() - 1];
    let cut = cuts.into_iter().map(|length| sound[..length].to_vec());
    let spoilt = (0..sound.len() / PAGE).map(|page| {
        let mut bytes = sound.clone();
        bytes[page * PAGE..][..PAGE].copy_from_slice(&noise(PAGE, page as u64));
        bytes
    });
    let others = [b"no database".to_vec(), noise(3 * PAGE, 1), vec![0; 2 * PAGE]];
    for bytes in cut.chain(spoilt).chain(others) {
        let (folder, path) = place();
        fs::write(&path, bytes).unwrap();
        agreeing(&path, &contents).close();
        assert_eq!(names(folder.path()), ["index.sqlite"]);
    }
    for change in [
        "UPDATE cells SET seconds = 2 WHERE id = 7",
        "UPDATE cells SET state = 'lost' WHERE id = 2",
        "UPDATE cells SET seed = 'x'",
        "UPDATE numbers SET value = -1 WHERE cell = 9",
        "INSERT INTO numbers VALUES (2, 'score', 1)",
        "DELETE FROM cells WHERE id = 3",
        "DELETE FROM facts",
        "DROP TABLE numbers",
        "PRAGMA user_version = 99",
        "PRAGMA application_id = 7",
    ] {
        let (_folder, path) = place();
        fs::write(&path, &sound).unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&format!("PRAGMA foreign_keys = off; {change}")).unwrap();
        drop(connection);
        agreeing(&path, &contents).close();
    }
}

/// The files as they are when the program is killed at some moment: the log may end anywhere.
#[test]
fn a_log_that_was_torn_does_not_matter() {
    let (folder, path) = place();
    let contents = contents(20);
    let mut index = agreeing(&path, &contents);
    index.update(&[(2, done(2))]).unwrap();
    let log = fs::read(folder.path().join("index.sqlite-wal")).unwrap();
    assert!(log.len() > PAGE);
    for length in [0, 1, 32, 33, PAGE, PAGE + 56, log.len() - PAGE, log.len() - 1, log.len()] {
        let (other, copy) = place();
        fs::copy(&path, &copy).unwrap();
        fs::write(other.path().join("index.sqlite-wal"), &log[..length]).unwrap();
        agreeing(&copy, &contents).close();
        assert_eq!(names(other.path()), ["index.sqlite"]);
        // Only the log is left.
        fs::remove_file(&copy).unwrap();
        fs::write(other.path().join("index.sqlite-wal"), &log[..length]).unwrap();
        agreeing(&copy, &contents).close();
    }
}

#[test]
fn who_reads_stands_in_nobodys_way_and_who_writes_is_waited_for() {
    let (folder, path) = place();
    let contents = contents(5);
    let mut index = agreeing(&path, &contents);
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN; SELECT count(*) FROM cells").unwrap();
    index.update(&[(2, CellState::Running)]).unwrap();
    other.execute_batch("COMMIT; BEGIN IMMEDIATE").unwrap();
    assert_eq!(index.update(&[(2, done(2))]), Err(IndexError::Busy));
    other.execute_batch("COMMIT").unwrap();
    index.update(&[(2, done(2))]).unwrap();
    // It is in order although somebody else has it open.
    index.close();
    drop(other);
    agreeing(&path, &contents).close();
    assert_eq!(names(folder.path()), ["index.sqlite"]);
}

#[test]
fn what_cannot_be_written_is_said() {
    let (folder, path) = place();
    fs::create_dir(&path).unwrap();
    let refused = RunIndex::agreeing(&path, &contents(3)).unwrap_err();
    assert_eq!(refused.to_string(), "it is not a plain file");
    let nowhere = RunIndex::agreeing(&folder.path().join("no/index.sqlite"), &contents(3)).unwrap_err();
    assert!(nowhere.to_string().starts_with("unable to open database file"), "{nowhere}");
}
