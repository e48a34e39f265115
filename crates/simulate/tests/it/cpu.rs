//! The contract of the evaluator, and the scores of published players.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use tetrolab_agents::{AGENTS, Agent, Lookahead, Player};
use tetrolab_engine::{Deal, DropGame, DropRules, Piece, Random, Randomizer, Seed, Stream};
use tetrolab_simulate::{Cpu, EvaluateError, Evaluator, Games, Record, Stop, Tally, Watch};
use tetrolab_statistics::Design;

fn cpu(threads: usize) -> Cpu {
    Cpu { threads: NonZero::new(threads).unwrap() }
}

fn player(name: &str, rules: DropRules, lookahead: Lookahead) -> Player {
    Player::new(Agent::named(name).unwrap().weights(), rules, lookahead).unwrap()
}

fn games(size: &str, stop: Stop) -> Games {
    Games { rules: size.parse().unwrap(), deal: Deal::uniform(Seed(1)), first: 0, stop }
}

fn evaluate(names: &[&str], games: &Games, threads: usize) -> Vec<Record> {
    let players: Vec<Player> = names.iter().map(|name| player(name, games.rules, Lookahead::One)).collect();
    cpu(threads).evaluate(&players, games, &()).unwrap()
}

#[test]
fn threads_and_company_change_nothing() {
    for stop in [Stop::Games(60), Stop::Deaths(300), Stop::Pieces(200_000)] {
        for randomizer in [Randomizer::Uniform, Randomizer::HARD, Randomizer::SevenBag, Randomizer::Mdptetris] {
            let mut games = games("10x6", stop);
            games.deal.randomizer = randomizer;
            let names = ["dellacherie", "lee", "random", "bcts"];
            let one = evaluate(&names, &games, 1);
            for threads in [2, 3, 7] {
                assert_eq!(evaluate(&names, &games, threads), one, "{stop:?} {randomizer}");
            }
            for (name, record) in names.iter().zip(&one) {
                assert_eq!(&evaluate(&[name], &games, 2)[0], record, "{stop:?} {randomizer} {name}");
            }
        }
    }
}

#[test]
fn other_rules_are_refused() {
    let players = ["10x6", "10x7"].map(|size| player("bcts", size.parse().unwrap(), Lookahead::One));
    let games = games("10x6", Stop::Games(1));
    assert_eq!(cpu(1).evaluate(&players, &games, &()), Err(EvaluateError::OtherRules(1)));
}

/// Game `i` is the same as when it is played alone, with the pieces of game `i`.
#[test]
fn games_are_those_of_their_numbers() {
    let mut games = games("10x6", Stop::Games(20));
    games.first = 1_000;
    let record = &evaluate(&["bcts"], &games, 2)[0];
    let player = player("bcts", games.rules, Lookahead::One);
    let mut tally = Tally::default();
    for (number, &score) in (1_000..).zip(&record.scores) {
        let mut game = DropGame::new(games.rules, &games.deal, number);
        let mut random = Random::new(Seed(1), number, Stream::Decisions);
        while let Some(piece) = game.piece() {
            game.play(player.choose(game.board(), piece, game.next(), &mut random).0);
        }
        assert_eq!(game.lines(), score);
        tally += Tally { pieces: game.pieces(), lines: game.lines(), deaths: 1 };
    }
    assert_eq!((record.tally, record.scores.len(), record.games), (tally, 20, 20));
    assert_eq!((record.design, record.is_interrupted), (Design::Complete, false));
}

#[test]
fn deaths_and_pieces_stop_where_they_should() {
    // Short games, which are played to their end, and long ones side by side.
    for (name, size, deaths) in [("dellacherie", "10x6", 500), ("bcts", "10x12", 12)] {
        let record = &evaluate(&[name], &games(size, Stop::Deaths(deaths)), 2)[0];
        assert_eq!(record.tally.deaths, deaths);
        assert_eq!((record.design, record.is_interrupted), (Design::Deaths, false));
        let is_short = record.games == deaths;
        assert_eq!(is_short, size == "10x6", "{record:?}");
        assert!(record.played > record.tally.pieces, "warming up is not counted");
    }
    let by_pieces = &evaluate(&["dellacherie"], &games("10x6", Stop::Pieces(123_457)), 2)[0];
    assert_eq!((by_pieces.tally.pieces, by_pieces.design), (123_457, Design::Exposure));
    assert!(!by_pieces.is_interrupted);
}

/// Three ways to stop, one mean: burn-in has taken the bias away.
#[test]
fn all_ways_to_stop_estimate_the_same_mean() {
    let names = ["boumaza-8"];
    let complete = evaluate(&names, &games("10x7", Stop::Games(4_000)), 2)[0].estimate();
    let by_pieces = &evaluate(&names, &games("10x7", Stop::Pieces(complete.lines * 5 / 2)), 2)[0];
    let ratio = by_pieces.estimate().mean().unwrap() / complete.mean().unwrap();
    // Three standard errors of a ratio of two means of 4000 exponential scores.
    assert!((ratio - 1.0).abs() < 3.0 * f64::sqrt(2.0 / 4_000.0), "{ratio}");
    // Few deaths, often, where about half of the runs lose a game while they warm up.
    let mut total = (0, 0);
    for seed in 0..100 {
        let mut games = games("10x9", Stop::Deaths(8));
        games.deal.seed = Seed(seed);
        let record = &evaluate(&names, &games, 2)[0];
        total = (total.0 + record.tally.lines, total.1 + record.tally.deaths);
    }
    let complete = evaluate(&names, &games("10x9", Stop::Games(2_000)), 2)[0].estimate();
    let ratio = total.0 as f64 / total.1 as f64 / complete.mean().unwrap();
    assert!((ratio - 1.0).abs() < 3.0 * f64::sqrt(1.0 / 800.0 + 1.0 / 2_000.0), "{ratio}");
}

/// Short games: few deaths do not favour the shorter ones.
#[test]
fn few_deaths_of_short_games_are_not_biased() {
    let mut total = (0, 0);
    for seed in 0..300 {
        let mut games = games("10x10", Stop::Deaths(5));
        games.deal.seed = Seed(seed);
        let record = &evaluate(&["aveiro"], &games, 1)[0];
        total = (total.0 + record.tally.lines, total.1 + record.tally.deaths);
    }
    let complete = evaluate(&["aveiro"], &games("10x10", Stop::Games(20_000)), 2)[0].estimate();
    let ratio = total.0 as f64 / total.1 as f64 / complete.mean().unwrap();
    assert!((ratio - 1.0).abs() < 3.0 / f64::sqrt(1_500.0), "{ratio}");
}

/// Means that a GPU measured on 101 376 games each. The whole table is checked by `cargo xtask scores`.
#[test]
fn published_players_score_what_was_measured() {
    for (name, size, randomizer, mean) in
        [("dellacherie", "10x10", Randomizer::Uniform, 2_347.0), ("boumaza-6", "10x20", Randomizer::HARD, 1_505.0)]
    {
        let mut games = games(size, Stop::Games(1_500));
        games.deal.randomizer = randomizer;
        let record = &evaluate(&[name], &games, 2)[0];
        let found = record.estimate().mean().unwrap();
        // Three standard errors of a mean of exponential scores, and what was measured is known to 0.6 %.
        let tolerance = 3.0 / f64::sqrt(1_500.0) + 0.006;
        assert!((found / mean - 1.0).abs() < tolerance, "{name} {size}: {found}");
    }
}

/// Every mean that was measured, with as many games as show it: `cargo xtask scores`.
#[test]
#[ignore = "plays some thousand million pieces: cargo xtask scores"]
fn the_whole_table_of_measured_means() {
    let uniform = Randomizer::Uniform;
    let hard = Randomizer::HARD;
    let table = [
        ("dellacherie", "10x10", uniform, false, 20_000, 2_347.0, 0.025),
        ("boumaza-8", "10x10", uniform, false, 20_000, 3_858.0, 0.025),
        ("bcts", "10x10", uniform, false, 20_000, 3_900.0, 0.025),
        ("dt-10", "10x10", uniform, false, 20_000, 5_016.0, 0.025),
        ("dt-20", "10x10", uniform, false, 20_000, 4_384.0, 0.025),
        ("boumaza-6", "10x20", hard, false, 20_000, 1_505.0, 0.025),
        ("boumaza-8", "10x20", hard, false, 20_000, 1_941.0, 0.025),
        ("boumaza-8", "10x20", hard, true, 20_000, 1_960.0, 0.025),
        ("bcts", "10x20", hard, false, 20_000, 1_758.0, 0.025),
        ("bcts", "10x20", hard, true, 20_000, 1_771.0, 0.025),
        ("dellacherie", "10x16", uniform, false, 1_500, 2.80e5, 0.08),
        ("boumaza-6", "10x16", uniform, false, 700, 5.22e5, 0.12),
        ("bcts", "10x16", uniform, false, 500, 9.04e5, 0.14),
    ];
    let mut wrong = 0;
    for (name, size, randomizer, lines_after_overflow, count, mean, tolerance) in table {
        let mut games = games(size, Stop::Games(count));
        games.deal.randomizer = randomizer;
        games.rules.lines_after_overflow = lines_after_overflow;
        let start = std::time::Instant::now();
        let player = player(name, games.rules, Lookahead::One);
        let record = &Cpu::default().evaluate(&[player], &games, &()).unwrap()[0];
        let rate = record.tally.pieces as f64 / start.elapsed().as_secs_f64();
        let found = record.estimate().mean().unwrap();
        let off = found / mean - 1.0;
        let verdict = if off.abs() < tolerance { "agrees" } else { "DIFFERS" };
        wrong += usize::from(off.abs() >= tolerance);
        println!(
            "{name:12} {size} {:24} overflow {lines_after_overflow:5} {count:>6} games: {found:>9.0}, measured \
             {mean:>7.0}, {:+.2} %, {verdict} ({:.2} million pieces per second)",
            randomizer.to_string(),
            off * 100.0,
            rate / 1e6
        );
    }
    assert_eq!(wrong, 0);
}

/// Stops the evaluation after this many pieces.
struct Impatient {
    left: AtomicU64,
}

impl Watch for Impatient {
    fn played(&self, _: usize, more: Tally) {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(more.pieces), Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn what_is_known_is_returned_when_stopped() {
    for stop in [Stop::Games(1_000_000), Stop::Deaths(1_000_000), Stop::Pieces(1_000_000_000_000)] {
        let games = games("10x6", stop);
        let watch = Impatient { left: AtomicU64::new(300_000) };
        let players = [player("bcts", games.rules, Lookahead::One)];
        let record = &cpu(2).evaluate(&players, &games, &watch).unwrap()[0];
        assert!(record.is_interrupted && record.design == Design::Exposure, "{stop:?}");
        assert!((100_000..2_000_000).contains(&record.tally.pieces), "{stop:?}: {:?}", record.tally);
        assert!(record.tally.deaths > 10 && record.tally.lines > 10_000, "{stop:?}: {:?}", record.tally);
    }
}

/// More lookahead plays better.
#[test]
fn looking_ahead_pays() {
    let mut games = games("10x6", Stop::Games(40));
    let mut mean = |lookahead, randomizer| {
        games.deal.randomizer = randomizer;
        let players = [player("dellacherie", games.rules, lookahead)];
        cpu(2).evaluate(&players, &games, &()).unwrap()[0].estimate().mean().unwrap()
    };
    let one = mean(Lookahead::One, Randomizer::HARD);
    let two = mean(Lookahead::Two, Randomizer::HARD);
    let hard = Lookahead::Expected([1.0, 1.0, 1.0, 1.0, 3.0, 1.0, 3.0]);
    let expected = mean(hard, Randomizer::HARD);
    assert!(two > 3.0 * one, "{two} and {one}");
    assert!(expected > 1.5 * one, "{expected} and {one}");
}

#[test]
fn every_agent_plays_every_randomizer() {
    for agent in AGENTS {
        for randomizer in [
            Randomizer::Uniform,
            Randomizer::SevenBag,
            Randomizer::HARD,
            Randomizer::Mdptetris,
            Randomizer::Repeat,
            Randomizer::Nothing,
        ] {
            let mut games = games("12x5", Stop::Games(3));
            games.deal.randomizer = randomizer;
            games.deal.given = vec![Piece::S, Piece::Z, Piece::T];
            let record = &evaluate(&[agent.name], &games, 1)[0];
            if randomizer == Randomizer::Nothing {
                assert_eq!((record.tally.pieces, record.tally.deaths), (9, 0), "{}", agent.name);
                assert_eq!((record.design, record.is_interrupted), (Design::Exposure, false));
            } else {
                assert_eq!(record.tally.deaths, 3, "{} {randomizer}", agent.name);
            }
        }
    }
}
