//! What is stored is found again, as it was.

use tetrolab_engine::{End, Finesse, ReplayError, Seed};
use tetrolab_records::{Ending, Filter, NewGame, Opponent, PlayedBy, RecordsError, Side};

use crate::games::{POINTS, RACE, WINNING, add, at, begun, folder, open, played};

#[test]
fn a_game_survives_the_round_trip() {
    let (_folder, path) = folder();
    let replay = played("mode ultra\nset time-limit 3s\nhandling competitive\nset cut-delay 10ms\nrandomizer hard", 3);
    let mut records = open(&path);
    let stored = add(&mut records, &replay, 5);
    drop(records);
    let records = open(&path);
    assert_eq!(records.replay(stored.id).unwrap(), replay);
    assert_eq!(records.opponent_replay(stored.id).unwrap(), None);
    let mut finesse = Finesse::default();
    let game = replay.play(|game, events| finesse.watch(game, events)).unwrap();
    let record = records.game(stored.id).unwrap();
    assert_eq!((record.at, record.player.as_str(), record.agent.as_deref()), (at(5), "Ada", None));
    assert_eq!((record.hints, record.continued, record.ranked), (false, false, true));
    assert_eq!(record.table.to_string(), "ultra time-limit=3.000s, guideline randomizer=weighted:1/1/1/1/3/1/3");
    assert_eq!(record.handling, "competitive cut-delay=0.010s");
    assert_eq!((record.randomizer.as_str(), record.seed, record.number), ("weighted:1/1/1/1/3/1/3", Seed(3), 0));
    assert_eq!((record.end, record.score, record.level), (Some(End::TimeUp), game.score(), game.level()));
    let statistics = game.statistics();
    assert_eq!((record.longest_combo, record.longest_chain), (statistics.longest_combo, statistics.longest_chain));
    let counts = record.counts;
    assert_eq!((counts.time, counts.lines), (3_000_000_000, u64::from(game.lines())));
    assert_eq!((counts.pieces, counts.keys), (u64::from(statistics.pieces), statistics.keys));
    assert_eq!(counts.pieces_per_second(), Some(counts.pieces as f64 / 3.0));
    assert!(counts.pieces > 3 && counts.holds > 0 && counts.judged > 0, "{counts:?}");
    assert_eq!((counts.presses, counts.fewest, counts.faults), (finesse.presses, finesse.fewest, finesse.faults));
    assert_eq!((counts.judged, counts.faulty), (finesse.pieces.into(), finesse.faulty.into()));
}

#[test]
fn the_largest_numbers_survive() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let replay = played("mode sprint\nset line-limit 1\nset width 4\ngame 18446744073709551615", u64::MAX);
    let id = add(&mut records, &replay, 0).id;
    let record = records.game(id).unwrap();
    assert_eq!((record.seed, record.number), (Seed(u64::MAX), u64::MAX));
}

#[test]
fn what_was_not_played_is_not_stored() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let mut replay = played(RACE, WINNING);
    replay.outcome.score += 1;
    let error = records.add(&NewGame::new("Ada", &replay, at(0))).unwrap_err();
    let different = matches!(error, RecordsError::NotPlayed { error: ReplayError::Different { .. }, .. });
    assert!(different && error.to_string().starts_with("the game is not stored: "), "{error}");

    replay = played(RACE, WINNING);
    let mut theirs = replay.clone();
    theirs.steps.reverse();
    let opponent = Opponent { agent: "bcts", speed: 1.0, replay: Some(&theirs) };
    let new = NewGame { opponent: Some(opponent), ..NewGame::new("Ada", &replay, at(0)) };
    let error = records.add(&new).unwrap_err();
    assert!(matches!(error, RecordsError::NotPlayed { side: Side::Opponent, .. }), "{error}");

    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let opponent = Opponent { agent: "bcts", speed, replay: None };
        let error = records.add(&NewGame { opponent: Some(opponent), ..new }).unwrap_err();
        assert!(error.to_string().ends_with(&format!("pieces per second, not {speed}")), "{error}");
    }
    assert_eq!(records.count(&Filter::default()), Ok(0));
}

/// What the filter finds is what the games say of themselves, for every way to end.
#[test]
fn games_are_found_by_what_they_came_to() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let lost = played("mode sprint", 3);
    assert_ne!(lost.outcome.end, Some(End::Won));
    for replay in [played(RACE, WINNING), lost, played(POINTS, 1), played("", 1), begun(RACE, 1, 3).replay()] {
        records.add(&NewGame::new("Ada", &replay, at(0))).unwrap();
    }
    let all = records.games(&Filter::default(), 100, 0).unwrap();
    for (ending, expected) in [(Ending::Won, 1), (Ending::Lost, 1)] {
        let filter = Filter { ending: Some(ending), ..Filter::default() };
        let found = records.games(&filter, 100, 0).unwrap();
        let meant: Vec<_> = all.iter().filter(|game| game.ending() == Some(ending)).cloned().collect();
        assert_eq!(found, meant);
        assert_eq!((records.count(&filter), records.totals(&filter).unwrap().games), (Ok(expected), expected));
    }
    assert_eq!(records.players(10).unwrap(), ["Ada"]);
}

#[test]
fn filters_find_what_they_say() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let (race, points) = (played(RACE, WINNING), played(POINTS, 1));
    let longer = played("rules modern\nmode sprint\nset line-limit 2\nset width 4", WINNING);
    let ada = NewGame::new("Ada", &race, at(10));
    let games = [
        ada,
        NewGame { replay: &points, at: at(30), ..ada },
        NewGame { player: "Bob", replay: &longer, at: at(20), ..ada },
        NewGame { agent: Some("bcts"), at: at(20), ..ada },
        NewGame { agent: Some("random"), at: at(5), ..ada },
    ];
    for (index, game) in games.iter().enumerate() {
        assert_eq!(records.add(game).unwrap().id, 1 + index as i64);
    }
    let text = |text: &str| Some(text.to_string());
    let all = Filter::default();
    let cases: [(&[i64], Filter); 11] = [
        (&[2, 4, 3, 1, 5], all.clone()),
        (&[3], Filter { player: text("Bob"), ..all.clone() }),
        (&[], Filter { player: text("bob"), ..all.clone() }),
        (&[4, 3, 1, 5], Filter { mode: text("sprint"), ..all.clone() }),
        (&[4, 1, 5], Filter { mode: text("sprint line-limit=1"), ..all.clone() }),
        (&[], Filter { mode: text("sprin_"), ..all.clone() }),
        (&[3], Filter { rules: text("modern"), ..all.clone() }),
        (&[2, 3, 1], Filter { played_by: PlayedBy::Person, ..all.clone() }),
        (&[4, 5], Filter { played_by: PlayedBy::AnyAgent, ..all.clone() }),
        (&[5], Filter { played_by: PlayedBy::Agent("random".to_string()), ..all.clone() }),
        (&[2, 4, 3], Filter { since: Some(at(20)), ..all.clone() }),
    ];
    for (expected, filter) in cases {
        let ids: Vec<i64> = records.games(&filter, 100, 0).unwrap().iter().map(|game| game.id).collect();
        assert_eq!(ids, expected, "{filter:?}");
        assert_eq!(records.count(&filter), Ok(expected.len() as u64));
    }
    let page: Vec<i64> = records.games(&all, 2, 1).unwrap().iter().map(|game| game.id).collect();
    assert_eq!(page, [4, 3]);

    let totals = records.totals(&all).unwrap();
    let sum = |count: fn(&tetrolab_records::GameRecord) -> u64| {
        records.games(&all, 100, 0).unwrap().iter().map(count).sum::<u64>()
    };
    assert_eq!((totals.games, totals.won), (5, 4));
    assert_eq!(totals.counts.time, sum(|game| game.counts.time));
    assert_eq!(totals.counts.faults, sum(|game| game.counts.faults));
    assert_eq!(totals.counts.lines, sum(|game| game.counts.lines));
    assert_eq!(totals.most_lines, 2.max(records.game(3).unwrap().counts.lines));
    assert_eq!(totals.highest_score, (1..=5).map(|id| records.game(id).unwrap().score).max().unwrap());
    let keys = totals.counts.keys as f64 / totals.counts.pieces as f64;
    assert_eq!(totals.counts.keys_per_piece(), Some(keys));
    let nobody = records.totals(&Filter { player: text("nobody"), ..all }).unwrap();
    assert_eq!(nobody, Default::default());
    assert_eq!(nobody.counts.attack_per_minute(), None);
    assert_eq!(nobody.counts.faults_per_piece(), None);
}

#[test]
fn a_versus_game_keeps_both_sides_and_goes_as_a_whole() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let (ours, theirs) = (played(RACE, WINNING), begun(RACE, 2, 20).replay());
    let opponent = Opponent { agent: "bcts", speed: 0.1, replay: Some(&theirs) };
    let new = NewGame { opponent: Some(opponent), ..NewGame::new("Ada", &ours, at(0)) };
    let id = records.add(&new).unwrap().id;
    assert_eq!(records.replay(id).unwrap(), ours);
    assert_eq!(records.opponent_replay(id).unwrap(), Some(theirs));
    let kept = add(&mut records, &ours, 1).id;

    records.delete(id).unwrap();
    let gone = RecordsError::NoSuchGame { id };
    assert_eq!(records.delete(id).unwrap_err(), gone);
    assert_eq!(records.game(id).unwrap_err(), gone);
    assert_eq!(records.replay(id).unwrap_err(), gone);
    assert_eq!(records.opponent_replay(id).unwrap_err(), gone);
    assert_eq!(gone.to_string(), "there is no game 1");
    assert_eq!(records.replay(kept).unwrap(), ours);
    records.delete(kept).unwrap();
    assert!(add(&mut records, &ours, 2).id > kept, "numbers are not used again");
}

#[test]
fn a_replay_that_cannot_be_read_says_so() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let id = add(&mut records, &played(RACE, WINNING), 0).id;
    let other = rusqlite::Connection::open(&path).unwrap();
    let bytes: Vec<u8> = other.query_row("SELECT bytes FROM replays", [], |row| row.get(0)).unwrap();
    let patched = |place: usize| {
        let mut bytes = bytes.clone();
        bytes[place] += 1;
        other.execute("UPDATE replays SET bytes = ?1", [bytes]).unwrap();
        records.replay(id).unwrap_err()
    };
    let error = patched(8);
    assert!(matches!(error, RecordsError::StoredReplay { error: ReplayError::Version(2), .. }));
    assert_eq!(error.to_string(), "game 1: this replay is of version 2; only version 1 can be read here");
    assert_eq!(patched(30).to_string(), "game 1: this replay is damaged: its checksum does not match");
    assert_eq!(patched(0).to_string(), "game 1: this is not a tetrolab replay");
    other.execute("DELETE FROM replays", []).unwrap();
    assert_eq!(records.replay(id).unwrap_err().to_string(), "game 1: this replay is damaged: it is missing");
    assert!(matches!(records.replay(id), Err(RecordsError::StoredReplay { .. })));
}
