//! Which games count, and which is better.

use tetrolab_engine::{Act, End, Replay, Script, Step};
use tetrolab_records::{NewGame, Opponent, Ranking, Records, Rival, Table};

use crate::games::{POINTS, RACE, add, at, begun, folder, open, played, setup};

/// Seeds and games by the time or score that random keys come to.
fn races(seeds: std::ops::Range<u64>) -> Vec<Replay> {
    seeds.map(|seed| played(RACE, seed)).filter(|replay| replay.outcome.end == Some(End::Won)).collect()
}

fn ids(records: &Records, table: &Table) -> Vec<i64> {
    records.best(table, 100).unwrap().iter().map(|game| game.id).collect()
}

#[test]
fn races_are_ranked_by_time_and_the_older_of_equals_is_better() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let mut games = races(0..8);
    games.push(games[0].clone());
    let mut times: Vec<(u64, u64, i64)> = Vec::new();
    // The last one is as fast as the first, and older.
    let moments = (1..games.len() as u64).chain([0]);
    for (replay, moment) in games.iter().zip(moments) {
        let stored = add(&mut records, replay, moment);
        times.push((replay.outcome.time, moment, stored.id));
        times.sort();
        let place = times.iter().position(|time| time.2 == stored.id).unwrap();
        assert_eq!(stored.rank, Some(place as u32 + 1));
    }
    let table = Table::of(&setup(RACE), None);
    let expected: Vec<i64> = times.iter().map(|time| time.2).collect();
    assert!(times.len() > 5);
    assert_eq!(ids(&records, &table), expected);
    assert_eq!(records.best(&table, 2).unwrap().len(), 2);
}

#[test]
fn points_are_ranked_before_time() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let mut games: Vec<Replay> = (0..6).map(|seed| played(POINTS, seed)).collect();
    games.extend((0..3).map(|seed| played("mode ultra\nset time-limit 3s\nset height 3", seed)));
    let mut small: Vec<_> = games.split_off(6);
    small.extend([small[0].clone()]);
    for games in [games, small] {
        let table = Table::of(&games[0].setup, None);
        assert_eq!(table.ranking, Ranking::Score);
        let stored: Vec<i64> = games.iter().map(|replay| add(&mut records, replay, 0).id).collect();
        let mut expected: Vec<usize> = (0..games.len()).collect();
        expected.sort_by_key(|&index| (u64::MAX - games[index].outcome.score, games[index].outcome.time, index));
        let expected: Vec<i64> = expected.into_iter().map(|index| stored[index]).collect();
        assert_eq!(ids(&records, &table), expected);
    }
}

#[test]
fn help_and_unusual_beginnings_do_not_count() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let won = races(0..8).remove(0);
    let fair = NewGame::new("Ada", &won, at(0));
    assert_eq!(records.add(&fair).unwrap().rank, Some(1));
    let mut refused = |new: NewGame<'_>, why: &str| {
        let stored = records.add(&new).unwrap();
        assert_eq!(stored.rank, None, "{why}");
        assert!(!records.game(stored.id).unwrap().ranked, "{why}");
    };
    refused(NewGame { agent: Some("bcts"), ..fair }, "an agent");
    refused(NewGame { hints: true, ..fair }, "a hint");
    refused(NewGame { continued: true, ..fair }, "taken over");
    for more in ["queue IIII", "hold I", "board\n    XXX.\n    XXX.", "piece I east 3 5"] {
        let replay = begun(&format!("{RACE}\n{more}"), 1, 4000).replay();
        assert!(replay.outcome.end.is_some(), "{more}");
        refused(NewGame { replay: &replay, ..fair }, more);
    }
    refused(NewGame { replay: &begun(RACE, 1, 3).replay(), ..fair }, "not over");
    refused(NewGame { replay: &begun(POINTS, 1, 3).replay(), ..fair }, "not over, for points");
    let lost = (0..).map(|seed| played("mode sprint", seed)).find(|replay| replay.outcome.end != Some(End::Won));
    refused(NewGame { replay: &lost.unwrap(), ..fair }, "a race that was lost");

    // Garbage without an opponent is refused; from an opponent it belongs to the game.
    let mut with_garbage = begun(POINTS, 2, 60);
    let now = with_garbage.game().clock();
    with_garbage.step(Step { at: now, act: Act::Garbage(1) }).unwrap();
    with_garbage.step(Step { at: 4_000_000_000, act: Act::Wait }).unwrap();
    refused(NewGame { replay: &with_garbage.replay(), ..fair }, "garbage from nobody");

    let table = Table::of(&setup(RACE), None);
    assert_eq!(ids(&records, &table), [1]);
}

#[test]
fn versus_games_are_compared_by_opponent_and_speed() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    let script: Script = format!("{RACE}\nseed 4").parse().unwrap();
    let games = races(0..8);
    let opponent = |agent, speed| Some(Opponent { agent, speed, replay: None });
    let mut rank = |replay, opponent| {
        records.add(&NewGame { opponent, ..NewGame::new("Ada", replay, at(0)) }).unwrap().rank.unwrap()
    };
    for rival in [None, opponent("bcts", 0.1), opponent("bcts", 0.3), opponent("random", 0.1)] {
        assert_eq!(rank(&games[0], rival), 1);
    }
    assert_eq!(rank(&games[0], opponent("bcts", 0.1)), 2);
    let rival = Some(Rival { agent: "bcts".to_string(), speed: 0.1 });
    assert_eq!(ids(&records, &Table::of(&script.setup, rival)), [2, 5]);
}

#[test]
fn tables_are_listed_the_last_played_first() {
    let (_folder, path) = folder();
    let mut records = open(&path);
    assert_eq!(records.tables(), Ok(vec![]));
    let (races, points) = (races(0..8), played(POINTS, 1));
    add(&mut records, &points, 7);
    add(&mut records, &races[0], 5);
    add(&mut records, &races[1], 9);
    // Games that do not count make no table.
    add(&mut records, &begun("rules modern", 1, 30).replay(), 20);
    let tables = records.tables().unwrap();
    let seen: Vec<_> = tables.iter().map(|table| (table.table.to_string(), table.games, table.last)).collect();
    let expected = [
        ("sprint line-limit=1, guideline width=4".to_string(), 2, at(9)),
        ("ultra time-limit=3.000s, guideline".to_string(), 1, at(7)),
    ];
    assert_eq!(seen, expected);
    let best = races[..2].iter().map(|replay| replay.outcome.time).min().unwrap();
    assert_eq!(tables[0].best.counts.time, best);
    assert_eq!(tables[0].best.table, tables[0].table);
    assert_eq!(tables[1].best.score, points.outcome.score);
}
