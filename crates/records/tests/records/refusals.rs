//! Files and folders that cannot be used: one sentence each, and nothing is touched.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use tetrolab_records::{NewGame, Records, RecordsError, SCHEMA_VERSION};

use crate::games::{RACE, WINNING, add, at, folder, names, open, played};

fn refused(path: &Path) -> RecordsError {
    let error = Records::open(path).unwrap_err();
    let sentence = error.to_string();
    assert!(sentence.lines().count() == 1 && sentence.contains(&*path.to_string_lossy()), "{sentence}");
    error
}

#[test]
fn a_newer_database_is_left_alone() {
    let (folder, path) = folder();
    add(&mut open(&path), &played(RACE, WINNING), 0);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    let before = fs::read(&path).unwrap();
    let error = refused(&path);
    assert_eq!(error, RecordsError::Newer { path: path.canonicalize().unwrap(), version: SCHEMA_VERSION + 1 });
    assert!(error.to_string().ends_with("use a newer tetrolab"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(names(folder.path()), ["records.sqlite"]);
}

#[test]
fn a_newer_database_keeps_its_log_too() {
    let (_folder, path) = folder();
    let (main, log) = (path.clone(), path.with_extension("sqlite-wal"));
    // A program that was killed leaves its log behind: this is a copy of what it had on the disk.
    let (copied, copy) = folder();
    add(&mut open(&path), &played(RACE, WINNING), 0);
    let writer = Connection::open(&path).unwrap();
    let _: String = writer.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).unwrap();
    writer.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    let copied_log = copied.path().join("records.sqlite-wal");
    let _: u64 = fs::copy(&main, &copy).unwrap();
    let _: u64 = fs::copy(&log, &copied_log).unwrap();
    let before = (fs::read(&copy).unwrap(), fs::read(&copied_log).unwrap());
    assert!(!before.1.is_empty());
    assert!(matches!(refused(&copy), RecordsError::Newer { .. }));
    assert_eq!((fs::read(&copy).unwrap(), fs::read(&copied_log).unwrap()), before);
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let (folder, path) = folder();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE notes (note); INSERT INTO notes VALUES (1)").unwrap();
    let before = fs::read(&path).unwrap();
    assert!(matches!(refused(&path), RecordsError::Foreign { .. }));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(names(folder.path()), ["records.sqlite"]);
}

#[test]
fn paths_that_cannot_be_are_named() {
    let (folder, path) = folder();
    assert!(matches!(refused(&folder.path().canonicalize().unwrap()), RecordsError::NotReadable { .. }));
    #[cfg(unix)]
    {
        fs::write(&path, "").unwrap();
        let below = path.join("deeper/records.sqlite");
        let error = Records::open(&below).unwrap_err();
        assert!(matches!(error, RecordsError::NotReadable { .. }), "{error}");
        assert!(error.to_string().contains("deeper/records.sqlite: stored games cannot be read: "), "{error}");
    }
    assert!(matches!(Records::open("").unwrap_err(), RecordsError::NotReadable { .. }));
    #[cfg(unix)]
    assert!(refused(Path::new("/dev/null")).to_string().ends_with("this is not a file"));
}

#[test]
fn missing_folders_are_made_and_links_followed() {
    let (folder, _) = folder();
    let path = folder.path().join("a/b/records.sqlite");
    add(&mut open(&path), &played(RACE, WINNING), 0);
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert_eq!(open(&link).path(), path.canonicalize().unwrap());
        assert!(open(&link).game(1).is_ok());
        // A link to a file that is still to be made.
        let (new, link) = (folder.path().join("a/new.sqlite"), folder.path().join("early"));
        std::os::unix::fs::symlink("a/new.sqlite", &link).unwrap();
        add(&mut open(&link), &played(RACE, WINNING), 0);
        assert!(link.is_symlink() && new.is_file() && open(&link).game(1).is_ok());
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_read_only_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = folder();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // Permissions do not stop root.
    if fs::write(folder.path().join("probe"), "").is_err() {
        let mut records = open(&path);
        assert!(matches!(records.check_writable(), Err(RecordsError::NotWritable { .. })));
        let error = records.add(&NewGame::new("Ada", &played(RACE, WINNING), at(0))).unwrap_err();
        assert!(matches!(error, RecordsError::NotWritable { .. }), "{error}");
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}
