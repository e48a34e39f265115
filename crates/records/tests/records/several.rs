//! Several threads and programs at once, and programs that are killed.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use tetrolab_records::{Filter, NewGame, Records};

use crate::games::{RACE, WINNING, add, at, folder, names, open, played};

/// Tells the second program what to do: the database, and how many games to store.
const DATABASE: &str = "TETROLAB_TEST_DATABASE";
const GAMES: &str = "TETROLAB_TEST_GAMES";

/// This test program again, storing `games` games.
fn program(path: &Path, games: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "several::stores_games_when_told_to", "--nocapture"])
        .env(DATABASE, path)
        .env(GAMES, games.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The numbers of the games that a program has said to have stored.
fn stored_by(child: &mut Child) -> impl Iterator<Item = i64> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    lines.filter_map(|line| line.strip_prefix("stored ")?.parse().ok())
}

/// Not a test, but what the second program does.
#[test]
fn stores_games_when_told_to() {
    let (Some(path), Ok(games)) = (env::var_os(DATABASE), env::var(GAMES)) else { return };
    let mut records = Records::open(path).unwrap();
    let replay = played(RACE, WINNING);
    let mut stdout = std::io::stdout().lock();
    for _ in 0..games.parse().unwrap() {
        let stored = records.add(&NewGame::new("Bob", &replay, at(0))).unwrap();
        write!(stdout, "\nstored {}\n", stored.id).unwrap();
    }
}

#[test]
fn two_programs_lose_nothing() {
    let (folder, path) = folder();
    let mut children = [program(&path, 100), program(&path, 100)];
    let said: Vec<i64> = children.iter_mut().flat_map(|child| stored_by(child).collect::<Vec<_>>()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let records = open(&path);
    assert_eq!(records.count(&Filter::default()), Ok(200));
    let expected: BTreeSet<i64> = (1..=200).collect();
    assert_eq!(said.len(), 200);
    assert_eq!(said.into_iter().collect::<BTreeSet<_>>(), expected);
    let replay = played(RACE, WINNING);
    assert!((1..=200).all(|id| records.replay(id).unwrap() == replay));
    assert_eq!(names(folder.path()), ["records.sqlite"]);
}

#[test]
fn threads_with_their_own_connections_lose_nothing() {
    let (_folder, path) = folder();
    let replay = played(RACE, WINNING);
    let ranks = thread::scope(|scope| {
        let store = || -> Vec<u32> {
            let mut records = open(&path);
            (0..20).map(|_| add(&mut records, &replay, 0).rank.unwrap()).collect()
        };
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(store)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<BTreeSet<u32>>()
    });
    assert_eq!(ranks, (1..=60).collect());
}

#[test]
fn a_program_that_is_killed_leaves_whole_games() {
    let (folder, path) = folder();
    let replay = played(RACE, WINNING);
    let mut count = 0;
    for kill_after in [1, 7, 23] {
        let mut child = program(&path, 1_000_000);
        let mut said = stored_by(&mut child);
        let last = said.nth(kill_after - 1).unwrap();
        child.kill().unwrap();
        let last = said.last().unwrap_or(last);
        child.wait().unwrap();
        let mut records = open(&path);
        let now = records.count(&Filter::default()).unwrap();
        assert!(now >= count + kill_after as u64);
        // What it had said to be stored is there; at most one more is, which it had no time to speak of.
        assert!((last..=last + 1).contains(&(now as i64)), "{last} {now}");
        assert!((1..=now as i64).all(|id| records.replay(id).unwrap() == replay));
        add(&mut records, &replay, 0);
        count = now + 1;
    }
    assert_eq!(names(folder.path()), ["records.sqlite"]);
}

#[test]
fn many_that_store_in_a_damaged_database_at_once_copy_it_once() {
    let (folder, path) = folder();
    add(&mut open(&path), &played(RACE, WINNING), 0);
    let damaged = fs::read(&path).unwrap()[..5000].to_vec();
    fs::write(&path, &damaged).unwrap();
    let mut children: Vec<Child> = (0..2).map(|_| program(&path, 3)).collect();
    let replay = played(RACE, WINNING);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut records = Records::open(&path).unwrap();
                add(&mut records, &replay, 0);
            });
        }
    });
    for child in &mut children {
        assert_eq!(stored_by(child).count(), 3);
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(names(folder.path()), ["records.sqlite", "records.sqlite.damaged-1"]);
    assert_eq!(fs::read(folder.path().join("records.sqlite.damaged-1")).unwrap(), damaged);
    assert_eq!(open(&path).count(&Filter::default()), Ok(10));
}
