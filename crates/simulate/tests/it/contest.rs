//! Contests can be interrupted and resumed at any piece.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use tetrolab_agents::{Agent, Lookahead, Player};
use tetrolab_engine::{Deal, DropRules, Random, Randomizer, Seed, Stream};
use tetrolab_simulate::{Contest, Cpu, EvaluateError, Evaluator, Games, Goal, Stop, Tally, Watch};

const NAMES: [&str; 3] = ["dellacherie", "lee", "bcts"];

fn games(size: &str, count: u64) -> Games {
    let deal = Deal { randomizer: Randomizer::HARD, seed: Seed(5), given: Vec::new() };
    Games { rules: size.parse().unwrap(), deal, first: 40, stop: Stop::Games(count) }
}

fn players(rules: DropRules) -> Vec<Player> {
    let player = |name| Player::new(Agent::named(name).unwrap().weights(), rules, Lookahead::One).unwrap();
    NAMES.map(player).to_vec()
}

fn contest(threads: usize, games: &Games) -> Contest {
    let cpu = Cpu { threads: NonZero::new(threads).unwrap() };
    Contest::new(cpu, players(games.rules), games.clone()).unwrap()
}

/// Stops the contest after this many pieces.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn played(&self, _: usize, more: Tally) {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(more.pieces), Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn games_to_their_end_are_those_of_the_evaluator() {
    let games = games("10x10", 30);
    let mut contest = contest(2, &games);
    assert!(contest.play(&[Some(Goal::Games(30)); 3], &()));
    let records = Cpu::default().evaluate(&players(games.rules), &games, &()).unwrap();
    for (number, record) in records.iter().enumerate() {
        assert_eq!(contest.tally(number), record.tally);
    }
}

/// Contests are interrupted again and again, saved as JSON, and resumed with another number of threads.
#[test]
fn interruptions_change_nothing() {
    let games = games("10x20", 7);
    for goal in [Goal::Games(7), Goal::Games(5), Goal::Pieces(40_000)] {
        let goals = [Some(goal), None, Some(goal)];
        let mut whole = contest(2, &games);
        assert!(whole.play(&goals, &()));
        let mut random = Random::new(Seed(1), 0, Stream::Tests);
        let mut parts = contest(1, &games);
        let mut count = 0;
        loop {
            let patience = Patience(AtomicU64::new(1 + u64::from(random.below(20_000))));
            let is_done = parts.play(&goals, &patience);
            let saved = serde_json::to_string(&parts.save()).unwrap();
            parts = contest(1 + count % 3, &games);
            assert!(parts.restore(&serde_json::from_str::<Vec<_>>(&saved).unwrap()));
            count += 1;
            if is_done {
                break;
            }
        }
        assert!(count > 3, "{count} parts");
        assert_eq!(parts.save(), whole.save());
        assert_eq!(parts.tally(1), Tally::default(), "without a goal it rests");
        // Goals that are reached are reached.
        assert!(parts.play(&goals, &Patience(AtomicU64::new(0))));
    }
}

#[test]
fn what_was_not_saved_by_it_is_refused() {
    let games = games("10x10", 3);
    let mut contest = contest(1, &games);
    contest.play(&[Some(Goal::Pieces(500)); 3], &());
    let saved = contest.save();
    let mut fresh = self::contest(1, &games);
    let before = fresh.save();
    let spoil: [fn(&mut Vec<Vec<tetrolab_simulate::SavedLane>>); 13] = [
        |saved| drop(saved.pop()),
        |saved| drop(saved[1].pop()),
        |saved| saved[0][0].game += 1,
        |saved| saved[0][1].game = 0,
        |saved| saved[2][0].pieces += 1,
        |saved| saved[0][0].columns.truncate(9),
        |saved| saved[0][0].columns[3] |= 1 << 60,
        |saved| saved[1][2].tally.pieces = 0,
        |saved| saved[1][2].tally.lines *= 3,
        |saved| saved[1][2].tally.deaths += 1,
        |saved| saved[0][0].game += 3,
        |saved| saved[0][0].tally.pieces = u64::MAX,
        |saved| saved[0][0].game = u64::MAX / 3 * 3,
    ];
    for (number, spoil) in spoil.iter().enumerate() {
        let mut spoilt = saved.clone();
        spoil(&mut spoilt);
        assert!(!fresh.restore(&spoilt), "{number}");
        assert_eq!(fresh.save(), before);
    }
    assert!(fresh.restore(&saved));
}

#[test]
fn what_cannot_be_left_is_refused() {
    let games = games("10x10", 3);
    let random = Player::new(None, games.rules, Lookahead::One).unwrap();
    assert!(matches!(Contest::new(Cpu::default(), vec![random], games.clone()), Err(EvaluateError::Unavailable(_))));
    let other = Games { rules: "10x9".parse().unwrap(), ..games.clone() };
    let refused = Contest::new(Cpu::default(), players(games.rules), other);
    assert_eq!(refused.err(), Some(EvaluateError::OtherRules(0)));
    for (randomizer, stop) in [(Randomizer::Mdptetris, games.stop), (Randomizer::Uniform, Stop::Deaths(3))] {
        let deal = Deal { randomizer, ..games.deal.clone() };
        let games = Games { deal, stop, ..games.clone() };
        assert!(Contest::new(Cpu::default(), players(games.rules), games).is_err());
    }
}
