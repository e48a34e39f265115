//! Learns the weights of our player of the course's game by CMA-ES: `cargo run --release -p tetrolab-protocols --example tune_aveiro -- [GENERATIONS]
//! [SEED]`.
//!
//! The score of a candidate is its mean score in games in lock-step. All candidates of a generation play the same games, and every
//! generation plays others. Nothing but the seed is random; it is printed with the weights.

use rayon::prelude::*;
use tetrolab_optimize::continuous::{Entry, Settings};
use tetrolab_protocols::aveiro::search::{Search, Value, WEIGHTS};
use tetrolab_protocols::aveiro::{Game, Pieces, Reach, Stack};

/// Games of a candidate in a generation.
const GAMES: u64 = 6;
/// Pieces after which a game is broken off.
const PIECES: u64 = 2000;
/// Stacks kept after each piece: fewer than in play, so that more games can be played.
const WIDTH: usize = 6;
/// Pieces looked at beside the one in play.
const LOOKAHEAD: usize = 3;

/// Where the search begins, and how far a step of it goes in each weight.
const START: [(f64, f64); WEIGHTS] = [
    (-8.0, 2.0),
    (-0.5, 0.3),
    (-4.0, 1.5),
    (-1.5, 0.5),
    (-3.0, 1.0),
    (-1.0, 0.4),
    (-1.5, 0.4),
    (0.2, 0.3),
    (1.5, 0.8),
    (1.0, 0.5),
    (-0.1, 0.1),
    (-0.5, 0.5),
    (-2.0, 1.0),
    (-6.0, 2.0),
    (0.5, 1.0),
    (-6.0, 3.0),
    (-4.0, 3.0),
    (0.0, 4.0),
    (24.0, 6.0),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let generations: u64 = words.next().map_or(Ok(100), |word| word.parse())?;
    let seed: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let mut optimizer =
        (Entry::named("cma-es").expect("it is in the table").start)(&Settings::new(vec![0.0; WEIGHTS], 0.5, seed))?;
    while optimizer.generation() < generations && optimizer.stop().is_none() {
        let points = optimizer.ask();
        let first = 1_000_000 * seed + GAMES * optimizer.generation();
        let tasks: Vec<(usize, u64)> =
            (0..points.len()).flat_map(|point| (first..first + GAMES).map(move |game| (point, game))).collect();
        let played: Vec<u64> = tasks.par_iter().map(|&(point, game)| play(&weights(&points[point]), game)).collect();
        let scores: Vec<f64> =
            played.chunks(GAMES as usize).map(|scores| scores.iter().sum::<u64>() as f64 / GAMES as f64).collect();
        optimizer.tell(&points, &scores)?;
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let best = scores.iter().copied().fold(0.0, f64::max);
        println!(
            "generation {} mean {mean:.0} best {best:.0} sigma {:.3}",
            optimizer.generation(),
            optimizer.spread().sigma
        );
        if optimizer.generation() % 10 == 0 {
            println!("seed {seed}: {:.3?}", weights(optimizer.mean()).to_vector());
        }
    }
    println!("seed {seed}: {:.3?}", weights(optimizer.mean()).to_vector());
    Ok(())
}

/// The weights of a point.
fn weights(point: &[f64]) -> Value {
    Value::from_vector(&std::array::from_fn(|index| START[index].0 + START[index].1 * point[index]))
}

/// The score of a game in lock-step.
fn play(value: &Value, seed: u64) -> u64 {
    let mut game = Game::new(Pieces::seeded(seed));
    let mut search = Search::default();
    while game.is_running() && game.dealt() < PIECES {
        game.tick(None);
        let Some(piece) = game.in_play() else { continue };
        let stack = Stack::from(game.field());
        let Some(goal) = search.choose(value, &stack, piece, &game.next()[..LOOKAHEAD], WIDTH) else { continue };
        let way = Reach::new(&stack, piece).way(goal).expect("a place in reach");
        for &key in way.keys() {
            game.tick(key);
        }
        game.tick(None);
        debug_assert!(game.in_play().is_none(), "it has locked");
    }
    game.score()
}
