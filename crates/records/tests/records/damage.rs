//! Damaged databases are moved aside, once, and never overwritten.

use std::fs;
use std::path::Path;

use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_records::{Filter, Opened, Records, RecordsError};

use crate::games::{RACE, WINNING, add, folder, names, open, played};

const PAGE: usize = 4096;
const GAMES: u64 = 30;

/// A sound database with some games in it.
fn sound() -> Vec<u8> {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let replay = played(RACE, WINNING);
    (0..GAMES).for_each(|second| drop(add(&mut records, &replay, second)));
    drop(records);
    fs::read(path).unwrap()
}

/// Random bytes.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(Seed(seed), 0, Stream::Tests);
    (0..length).map(|_| random.next_value() as u8).collect()
}

/// Opens a file with these bytes, which must be moved aside as they are; a game can be stored in the new one.
fn is_moved_aside(bytes: &[u8]) {
    let (folder, path) = folder();
    fs::write(&path, bytes).unwrap();
    let Opened { mut records, moved_aside } = Records::open(&path).unwrap();
    let moved = moved_aside.expect("it is damaged");
    assert_eq!(moved.to.file_name().unwrap(), "records.sqlite.damaged-1");
    let sentence = moved.to_string();
    assert!(sentence.lines().count() == 1 && sentence.contains("records.sqlite is damaged ("), "{sentence}");
    assert_eq!(fs::read(&moved.to).unwrap(), bytes);
    assert_eq!(add(&mut records, &played(RACE, WINNING), 0).id, 1);
    drop(records);
    assert_eq!(open(&path).count(&Filter::default()), Ok(1));
    assert_eq!(names(folder.path()), ["records.sqlite", "records.sqlite.damaged-1"]);
}

#[test]
fn other_files_are_moved_aside() {
    is_moved_aside(&[0; 3 * PAGE]);
    is_moved_aside(&[0]);
    is_moved_aside(b"These are not the games you are looking for.\n");
    is_moved_aside(&noise(5 * PAGE, 1));
    is_moved_aside(b"SQLite format 3\0");
}

#[test]
fn a_file_that_was_cut_short_is_moved_aside() {
    let sound = sound();
    let cuts = [1, 15, 16, 50, 99, 100, 511, 512, 1024, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE];
    for length in cuts.into_iter().chain([sound.len() - PAGE]) {
        is_moved_aside(&sound[..length]);
    }
    for missing in [1, 100, 2000] {
        is_found_or_hurts_one_replay(&sound[..sound.len() - missing]);
    }
}

/// Opens a file with these bytes, which differ in one page from the sound ones. It is moved aside; unless they are the bytes of a
/// replay, which only its own checksum knows. Returns whether it was moved.
fn is_found_or_hurts_one_replay(bytes: &[u8]) -> bool {
    let (folder, path) = folder();
    fs::write(&path, bytes).unwrap();
    let Opened { records, moved_aside } = Records::open(&path).unwrap();
    if let Some(aside) = moved_aside {
        assert_eq!(fs::read(aside.to).unwrap(), bytes);
        assert_eq!(records.count(&Filter::default()), Ok(0));
        return true;
    }
    assert_eq!(names(folder.path()), ["records.sqlite"]);
    assert_eq!(records.games(&Filter::default(), 100, 0).unwrap().len() as u64, GAMES);
    let replay = played(RACE, WINNING);
    let is_hurt = |id: &i64| match records.replay(*id) {
        Ok(read) => {
            assert_eq!(read, replay);
            false
        }
        Err(error) => matches!(error, RecordsError::StoredReplay { .. }),
    };
    assert!((1..=GAMES as i64).filter(is_hurt).count() <= 1);
    false
}

#[test]
fn noise_on_any_page_is_found_or_hurts_one_replay() {
    let sound = sound();
    let is_found: Vec<bool> = (0..sound.len() / PAGE)
        .map(|page| {
            let mut bytes = sound.clone();
            bytes[page * PAGE..][..PAGE].copy_from_slice(&noise(PAGE, page as u64));
            is_found_or_hurts_one_replay(&bytes)
        })
        .collect();
    assert!(is_found[0] && is_found.iter().filter(|found| **found).count() > 5, "{is_found:?}");
}

#[test]
fn what_this_program_does_not_write_is_damage() {
    let changes = [
        "DROP TABLE replays",
        "DROP TABLE games",
        "ALTER TABLE games RENAME COLUMN score TO points",
        "UPDATE games SET score = -1",
        "UPDATE games SET seed = 'seven'",
        "UPDATE games SET player = CAST(x'ff' AS TEXT)",
    ];
    for change in changes {
        let (_folder, path) = folder();
        add(&mut open(&path), &played(RACE, WINNING), 0);
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch(&format!("PRAGMA foreign_keys = off; {change}")).unwrap();
        drop(connection);
        let moved = Records::open(&path).unwrap().moved_aside.expect(change);
        assert!(!moved.reason.contains("INSERT"), "{moved}");
    }
}

#[test]
fn an_empty_file_is_a_new_database() {
    let (folder, path) = folder();
    fs::write(&path, "").unwrap();
    add(&mut open(&path), &played(RACE, WINNING), 0);
    assert_eq!(names(folder.path()), ["records.sqlite"]);
}

#[test]
fn names_that_are_taken_are_not_overwritten() {
    let (folder, path) = folder();
    let aside = |number: u32| folder.path().join(format!("records.sqlite.damaged-{number}"));
    fs::write(aside(1), "kept").unwrap();
    fs::write(folder.path().join("records.sqlite.damaged-2-wal"), "kept").unwrap();
    for number in 3..6 {
        fs::write(&path, format!("damage {number}")).unwrap();
        let moved = Records::open(&path).unwrap().moved_aside.unwrap();
        assert!(moved.to.ends_with(format!("records.sqlite.damaged-{number}")));
    }
    assert_eq!(fs::read_to_string(aside(1)).unwrap(), "kept");
    assert!(!aside(2).exists());
    for number in 3..6 {
        assert_eq!(fs::read_to_string(aside(number)).unwrap(), format!("damage {number}"));
    }
}

fn log_of(path: &Path) -> std::path::PathBuf {
    path.with_extension("sqlite-wal")
}

#[test]
fn noise_in_the_log_does_not_hurt_what_is_in_the_database() {
    let (folder, path) = folder();
    fs::write(&path, sound()).unwrap();
    fs::write(log_of(&path), noise(3 * PAGE, 3)).unwrap();
    let mut records = open(&path);
    add(&mut records, &played(RACE, WINNING), 0);
    drop(records);
    assert_eq!(open(&path).count(&Filter::default()), Ok(GAMES + 1));
    assert_eq!(names(folder.path()), ["records.sqlite"]);
}

#[test]
fn a_log_goes_with_its_database() {
    for bytes in [&[][..], &[3; PAGE]] {
        let (folder, path) = folder();
        fs::write(&path, bytes).unwrap();
        fs::write(log_of(&path), noise(PAGE, 4)).unwrap();
        let moved = Records::open(&path).unwrap().moved_aside.unwrap();
        assert_eq!(fs::read(&moved.to).unwrap(), bytes);
        assert_eq!(fs::read(folder.path().join("records.sqlite.damaged-1-wal")).unwrap(), noise(PAGE, 4));
    }
}

#[test]
fn damage_that_comes_later_is_told_and_the_next_game_is_kept() {
    let (folder, path) = folder();
    fs::write(&path, sound()).unwrap();
    let mut records = open(&path);
    // A change by another program, so that what was read before has to be read again.
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("UPDATE games SET player = 'Bob'; PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(other);
    let length = fs::metadata(&path).unwrap().len() as usize;
    // Beside SQLite, not through it: all pages but the first.
    let damaged = [&fs::read(&path).unwrap()[..PAGE], &noise(length - PAGE, 9)].concat();
    fs::write(&path, &damaged).unwrap();
    let error = records.games(&Filter::default(), 100, 0).unwrap_err();
    assert!(matches!(error, RecordsError::Damaged { .. }) && error.needs_reopening(), "{error}");
    let stored = add(&mut records, &played(RACE, WINNING), 0);
    assert_eq!(fs::read(stored.moved_aside.unwrap().to).unwrap(), damaged);
    assert_eq!(records.count(&Filter::default()), Ok(1));
    assert_eq!(names(folder.path()), ["records.sqlite", "records.sqlite.damaged-1"]);
}

#[test]
fn a_database_that_another_program_moved_is_noticed() {
    let (folder, path) = folder();
    let mut first = open(&path);
    let replay = played(RACE, WINNING);
    add(&mut first, &replay, 0);
    for name in ["records.sqlite", "records.sqlite-wal", "records.sqlite-shm"] {
        fs::rename(folder.path().join(name), folder.path().join(format!("old-{name}"))).unwrap();
    }
    assert!(matches!(first.game(1).unwrap_err(), RecordsError::Replaced { .. }));
    let mut second = open(&path);
    add(&mut second, &replay, 1);
    assert_eq!(add(&mut first, &replay, 2).id, 2);
    assert_eq!(second.count(&Filter::default()), Ok(2));
    // Without its database the log is of no use to SQLite, but it may be to somebody.
    fs::remove_file(&path).unwrap();
    assert_eq!(first.reopen().unwrap().unwrap().reason, "only its log is left");
    assert_eq!(first.count(&Filter::default()), Ok(0));
}
