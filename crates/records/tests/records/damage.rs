//! Files that are not as this program writes them: what was never ours is left alone, and of a damaged database nothing is lost.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_records::{Filter, NewGame, Records, RecordsError};

use crate::games::{RACE, WINNING, add, all_names, at, folder, names, open, played};

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

/// Opens a file with these bytes. Until a game is stored nothing happens; then a copy is made, and the game is in a new database.
fn is_copied_when_a_game_is_stored(bytes: &[u8]) {
    let (folder, path) = folder();
    fs::write(&path, bytes).unwrap();
    let mut records = Records::open(&path).unwrap();
    let damage = records.damage().expect("it is damaged");
    assert_eq!(records.count(&Filter::default()), Err(damage.clone()));
    assert!(matches!(damage, RecordsError::Damaged { .. }));
    assert_eq!((fs::read(&path).unwrap().as_slice(), all_names(folder.path()).len()), (bytes, 1), "it was only read");
    let stored = add(&mut records, &played(RACE, WINNING), 0);
    let copy = stored.damaged.unwrap();
    assert_eq!(copy.copy.file_name().unwrap(), "records.sqlite.damaged-1");
    let sentence = copy.to_string();
    assert!(sentence.lines().count() == 1 && sentence.contains("records.sqlite was damaged ("), "{sentence}");
    assert_eq!(fs::read(&copy.copy).unwrap(), bytes);
    assert_eq!((stored.id, records.damage()), (1, None));
    drop(records);
    assert_eq!(open(&path).count(&Filter::default()), Ok(1));
    assert_eq!(names(folder.path()), ["records.sqlite", "records.sqlite.damaged-1"]);
}

/// Refuses a file with these bytes, to be read and to be written, and leaves it as it is.
fn is_refused(bytes: &[u8]) {
    let (folder, path) = folder();
    let mut before = Records::open(&path).unwrap();
    fs::write(&path, bytes).unwrap();
    let written = fs::metadata(&path).unwrap().modified().unwrap();
    let refused = Records::open(&path).unwrap_err();
    assert!(matches!(refused, RecordsError::Foreign { .. }), "{refused}");
    assert_eq!(before.add(&NewGame::new("Ada", &played(RACE, WINNING), at(0))).unwrap_err(), refused);
    assert_eq!(before.count(&Filter::default()), Err(refused));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written);
    assert_eq!(all_names(folder.path()), ["records.sqlite"], "nothing was made beside it");
}

#[test]
fn files_that_were_never_a_database_of_ours_are_refused() {
    is_refused(b"");
    is_refused(&[0; 3 * PAGE]);
    is_refused(&[0]);
    is_refused(b"These are not the games you are looking for.\n");
    is_refused(&noise(5 * PAGE, 1));
    is_refused(b"SQLite format 3\0");
    is_refused(&sound()[..60]);
    // The text of our tables in a file that is no database, such as a dump.
    let schema = rusqlite::Connection::open(written().1).unwrap();
    let sql: String = schema.query_row("SELECT sql FROM sqlite_schema LIMIT 1", [], |row| row.get(0)).unwrap();
    is_refused(format!("BEGIN;\n{sql};\nCOMMIT;\n").as_bytes());
}

/// A sound database in a folder.
fn written() -> (tempfile::TempDir, PathBuf) {
    let (folder, path) = folder();
    fs::write(&path, sound()).unwrap();
    (folder, path)
}

/// What a program that is killed while it writes would leave, in a folder that has such a database already.
fn kill_while_writing(place: &Path) {
    let (folder, path) = written();
    let writer = rusqlite::Connection::open(path).unwrap();
    writer.execute_batch("PRAGMA cache_size = 1; BEGIN; UPDATE games SET score = 0; DELETE FROM replays").unwrap();
    for name in ["records.sqlite-journal", "records.sqlite"] {
        // Into the same file, which may be open.
        fs::write(place.join(name), fs::read(folder.path().join(name)).unwrap()).unwrap();
    }
}

#[test]
fn an_open_database_can_be_read_after_another_program_was_killed() {
    let (folder, path) = written();
    let records = open(&path);
    assert_eq!(records.count(&Filter::default()), Ok(GAMES));
    kill_while_writing(folder.path());
    let before = contents(folder.path());
    assert!((1..=GAMES as i64).all(|id| records.replay(id).is_ok()));
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn a_log_that_lost_its_database_is_kept() {
    for name in ["records.sqlite-wal", "records.sqlite-journal"] {
        let (folder, path) = folder();
        fs::write(folder.path().join(name), noise(PAGE, 8)).unwrap();
        let mut records = Records::open(&path).unwrap();
        assert!(records.damage().unwrap().to_string().contains("only its log is left"));
        let before = contents(folder.path());
        assert!(records.count(&Filter::default()).is_err());
        assert_eq!(contents(folder.path()), before);
        assert!(add(&mut records, &played(RACE, WINNING), 0).damaged.is_some());
        let kept = name.replace("sqlite-", "sqlite.damaged-1-");
        assert_eq!(fs::read(folder.path().join(kept)).unwrap(), noise(PAGE, 8));
        assert_eq!(open(&path).count(&Filter::default()), Ok(1));
    }
}

#[test]
fn a_database_that_was_given_a_log_by_hand_is_read_without_a_trace() {
    let (folder, path) = written();
    let other = rusqlite::Connection::open(&path).unwrap();
    let _: String = other.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).unwrap();
    drop(other);
    let before = contents(folder.path());
    assert_eq!(open(&path).count(&Filter::default()), Ok(GAMES));
    assert_eq!(contents(folder.path()), before);
}

#[cfg(unix)]
#[test]
fn a_private_database_stays_private() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = folder();
    fs::write(&path, &sound()[..PAGE]).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    add(&mut Records::open(&path).unwrap(), &played(RACE, WINNING), 0);
    for name in names(folder.path()) {
        let mode = fs::metadata(folder.path().join(&name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_file_that_was_cut_short_is_damaged() {
    let sound = sound();
    let cuts = [100, 511, 512, 1024, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE];
    for length in cuts.into_iter().chain([sound.len() - PAGE]) {
        is_copied_when_a_game_is_stored(&sound[..length]);
    }
    for missing in [1, 100, 2000] {
        is_found_or_hurts_one_replay(&sound[..sound.len() - missing]);
    }
}

#[test]
fn a_database_without_its_header_is_recognised() {
    let mut bytes = sound();
    bytes[..100].copy_from_slice(&noise(100, 6));
    is_copied_when_a_game_is_stored(&bytes);
}

/// Opens a file with these bytes, which differ in one page from the sound ones, but for the first. That is found; unless they are
/// the bytes of a replay, which only its own checksum knows. Returns whether it was found.
fn is_found_or_hurts_one_replay(bytes: &[u8]) -> bool {
    let (folder, path) = folder();
    fs::write(&path, bytes).unwrap();
    let records = Records::open(&path).unwrap();
    assert_eq!(all_names(folder.path()), ["records.sqlite"]);
    if records.damage().is_some() {
        assert_eq!(fs::read(path).unwrap(), bytes);
        return true;
    }
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
    is_refused(&[noise(PAGE, 0), sound[PAGE..].to_vec()].concat());
    let is_found: Vec<bool> = (1..sound.len() / PAGE)
        .map(|page| {
            let mut bytes = sound.clone();
            bytes[page * PAGE..][..PAGE].copy_from_slice(&noise(PAGE, page as u64));
            is_found_or_hurts_one_replay(&bytes)
        })
        .collect();
    assert!(is_found.iter().filter(|found| **found).count() > 5, "{is_found:?}");
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
        let damage = Records::open(&path).unwrap().damage().expect(change).to_string();
        assert!(!damage.contains("INSERT"), "{damage}");
    }
}

#[test]
fn names_that_are_taken_are_not_overwritten() {
    let (folder, path) = folder();
    let sound = sound();
    let copy = |number: u32| folder.path().join(format!("records.sqlite.damaged-{number}"));
    fs::write(copy(1), "kept").unwrap();
    fs::write(folder.path().join("records.sqlite.damaged-2-wal"), "kept").unwrap();
    for number in 3..6 {
        fs::write(&path, &sound[..PAGE * number as usize]).unwrap();
        let stored = add(&mut Records::open(&path).unwrap(), &played(RACE, WINNING), 0);
        assert!(stored.damaged.unwrap().copy.ends_with(format!("records.sqlite.damaged-{number}")));
    }
    assert_eq!(fs::read_to_string(copy(1)).unwrap(), "kept");
    assert!(!copy(2).exists());
    for number in 3..6 {
        assert_eq!(fs::read(copy(number)).unwrap(), sound[..PAGE * number as usize]);
    }
}

/// A database as the first version of its schema left it: with a write-ahead log, in which the last game is.
fn with_log(place: &Path) {
    let (origin, path) = folder();
    let mut records = open(&path);
    let replay = played(RACE, WINNING);
    add(&mut records, &replay, 0);
    drop(records);
    let old = rusqlite::Connection::open(&path).unwrap();
    let _: String = old.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).unwrap();
    let copy = "INSERT INTO games SELECT 2, at + 1000, version, 'Bob', agent, hints, continued, mode, rules, opponent,
        opponent_speed, ranking, ranked, handling, randomizer, seed, number, end, score, level, longest_combo, longest_chain, time,
        pieces, keys, holds, lines, attack, garbage, perfect_clears, undos, judged, presses, fewest, faults, faulty FROM games;
        INSERT INTO replays SELECT 2, side, bytes FROM replays";
    old.execute_batch("PRAGMA user_version = 1").unwrap();
    old.execute_batch(copy).unwrap();
    // What a program that is killed now would leave.
    for name in ["records.sqlite", "records.sqlite-wal"] {
        fs::copy(origin.path().join(name), place.join(name)).unwrap();
    }
}

/// All files with their lengths and a number for what is in them.
fn contents(folder: &Path) -> Vec<(String, usize, u64)> {
    let file = |name: String| {
        let bytes = fs::read(folder.join(&name)).unwrap();
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        (name, bytes.len(), hasher.finish())
    };
    all_names(folder).into_iter().map(file).collect()
}

#[test]
fn a_log_of_an_older_version_is_read_without_a_trace_and_goes_when_a_game_is_stored() {
    let (folder, path) = folder();
    with_log(folder.path());
    let before = contents(folder.path());
    let mut records = open(&path);
    let players: Vec<String> =
        records.games(&Filter::default(), 9, 0).unwrap().into_iter().map(|game| game.player).collect();
    assert_eq!(players, ["Bob", "Ada"]);
    assert_eq!(records.replay(2).unwrap(), played(RACE, WINNING));
    assert_eq!(contents(folder.path()), before);
    add(&mut records, &played(RACE, WINNING), 9);
    assert_eq!(names(folder.path()), ["records.sqlite"]);
    assert_eq!(open(&path).count(&Filter::default()), Ok(3));
}

#[test]
fn a_journal_of_a_killed_program_is_rolled_back_without_a_trace() {
    let (other, copy) = folder();
    // A change that has reached the file, but was not committed.
    kill_while_writing(other.path());
    let before = contents(other.path());
    assert!(before[1].1 > 0, "there is a journal");
    let records = open(&copy);
    assert!(records.games(&Filter::default(), 100, 0).unwrap().iter().all(|game| game.counts.lines > 0));
    assert!((1..=GAMES as i64).all(|id| records.replay(id).is_ok()));
    assert_eq!(contents(other.path()), before);
}

#[test]
fn a_log_is_copied_with_its_database() {
    let (folder, path) = folder();
    with_log(folder.path());
    let damaged = &fs::read(&path).unwrap()[..PAGE];
    fs::write(&path, damaged).unwrap();
    fs::write(folder.path().join("records.sqlite-wal"), noise(PAGE, 4)).unwrap();
    let stored = add(&mut Records::open(&path).unwrap(), &played(RACE, WINNING), 0);
    assert_eq!(fs::read(stored.damaged.unwrap().copy).unwrap(), damaged);
    assert_eq!(fs::read(folder.path().join("records.sqlite.damaged-1-wal")).unwrap(), noise(PAGE, 4));
    assert_eq!(open(&path).count(&Filter::default()), Ok(1), "the old log is not taken for that of the new database");
}

#[test]
fn reading_makes_no_file_and_works_where_none_can_be_made() {
    let (folder, path) = folder();
    fs::write(&path, sound()).unwrap();
    let before = contents(folder.path());
    let records = open(&path);
    assert_eq!(records.count(&Filter::default()), Ok(GAMES));
    assert_eq!(contents(folder.path()), before);
    drop(records);
    assert_eq!(contents(folder.path()), before);
    let missing = folder.path().join("not/there.sqlite");
    assert_eq!(open(&missing).count(&Filter::default()), Ok(0));
    assert_eq!(open(&missing).delete(1), Err(RecordsError::NoSuchGame { id: 1 }));
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn damage_that_comes_later_is_told_and_the_next_game_is_kept() {
    let (folder, path) = folder();
    fs::write(&path, sound()).unwrap();
    let mut records = open(&path);
    // A change by another program, so that what was read before has to be read again.
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("UPDATE games SET player = 'Bob'").unwrap();
    drop(other);
    let length = fs::metadata(&path).unwrap().len() as usize;
    // Beside SQLite, not through it: all pages but the first.
    let damaged = [&fs::read(&path).unwrap()[..PAGE], &noise(length - PAGE, 9)].concat();
    fs::write(&path, &damaged).unwrap();
    let error = records.games(&Filter::default(), 100, 0).unwrap_err();
    assert!(matches!(error, RecordsError::Damaged { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), damaged);
    let stored = add(&mut records, &played(RACE, WINNING), 0);
    assert_eq!(fs::read(stored.damaged.unwrap().copy).unwrap(), damaged);
    assert_eq!(records.count(&Filter::default()), Ok(1));
    assert_eq!(names(folder.path()), ["records.sqlite", "records.sqlite.damaged-1"]);
}

#[test]
fn what_is_written_over_an_open_database_is_left_alone() {
    let (folder, path) = folder();
    let mut records = open(&path);
    let replay = played(RACE, WINNING);
    add(&mut records, &replay, 0);
    // Into the same file, as copying over it does.
    fs::write(&path, "A thesis.\n".repeat(5000)).unwrap();
    let refused = records.add(&NewGame::new("Ada", &replay, at(1))).unwrap_err();
    assert!(matches!(refused, RecordsError::Foreign { .. }), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "A thesis.\n".repeat(5000));
    assert_eq!(names(folder.path()), ["records.sqlite"]);
}

#[test]
fn a_database_that_another_program_moved_is_noticed() {
    let (folder, path) = folder();
    let mut first = open(&path);
    let replay = played(RACE, WINNING);
    add(&mut first, &replay, 0);
    fs::rename(&path, folder.path().join("old.sqlite")).unwrap();
    assert_eq!(first.game(1).unwrap_err(), RecordsError::NoSuchGame { id: 1 });
    let mut second = open(&path);
    add(&mut second, &replay, 1);
    assert_eq!(add(&mut first, &replay, 2).id, 2);
    assert_eq!(second.count(&Filter::default()), Ok(2));
    assert_eq!(open(&folder.path().join("old.sqlite")).count(&Filter::default()), Ok(1));
}
