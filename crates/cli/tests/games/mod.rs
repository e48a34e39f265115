//! Games to look at: played by random keys from fixed seeds, and stored with fixed times.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tetrolab_engine::{Act, End, Input, RandomKeys, Recorder, Replay, Script, Seed, Setup, Step};
use tetrolab_records::{NewGame, Opponent, Records};

/// A race that random keys win soon: one line on a narrow board.
const RACE: &str = "mode sprint\nset line-limit 1\nset width 4";
/// Points in three seconds.
const POINTS: &str = "mode ultra\nset time-limit 3s";
const VERSUS: &str = "rules modern\nmode versus";
/// More than any of the games has.
const MOST_INPUTS: usize = 4000;

/// A game played by `inputs` random keys, or until it is over.
fn begun(lines: &str, seed: u64, inputs: usize) -> Recorder {
    let setup = Setup { seed: Seed(seed), ..lines.parse::<Script>().unwrap().setup };
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

fn played(lines: &str, seed: u64) -> Replay {
    let replay = begun(lines, seed, MOST_INPUTS).replay();
    assert!(replay.outcome.end.is_some(), "{lines} with seed {seed}");
    replay
}

fn won(seed: u64) -> Option<Replay> {
    Some(played(RACE, seed)).filter(|replay| replay.outcome.end == Some(End::Won))
}

/// A time `hours` hours after a fixed moment.
fn at(hours: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_700_000_000 + 3600 * hours)
}

/// A game whose time is set later.
fn new<'a>(player: &'a str, replay: &'a Replay) -> NewGame<'a> {
    NewGame::new(player, replay, at(0))
}

/// Fills a new database: 20 races that were won, one of them from the largest seed, and one that was lost; three games for
/// points; a game against an agent; and games of an agent, with hints, and taken over from a replay.
pub fn fill(path: &Path) {
    let mut records = Records::open(path).unwrap();
    let mut hours = 0;
    let mut add = |game: NewGame<'_>| {
        hours += 1;
        records.add(&NewGame { at: at(hours), ..game }).unwrap();
    };
    let races: Vec<Replay> = (1..).filter_map(won).take(19).collect();
    for (index, race) in races.iter().enumerate() {
        add(new(if index % 3 == 0 { "Grace" } else { "Ada" }, race));
    }
    let farthest = (0..).find_map(|less| won(u64::MAX - less)).unwrap();
    add(new("Ada Augusta Lovelace", &farthest));
    add(new("Ada", &played("mode sprint", 3)));
    for seed in 1..=3 {
        add(new("Ada", &played(POINTS, seed)));
    }
    let mut duel = begun(VERSUS, 5, 300);
    let now = duel.game().clock();
    duel.step(Step { at: now, act: Act::Win }).unwrap();
    let theirs = begun(VERSUS, 5, 200).replay();
    let opponent = Opponent { agent: "bcts", speed: 1.5, replay: Some(&theirs) };
    add(NewGame { opponent: Some(opponent), ..new("Ada", &duel.replay()) });
    add(NewGame { agent: Some("bcts"), ..new("Ada", &races[0]) });
    add(NewGame { hints: true, ..new("Ada", &races[1]) });
    add(NewGame { continued: true, hints: true, ..new("Ada", &played(POINTS, 4)) });
}
