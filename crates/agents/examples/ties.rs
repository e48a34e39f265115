//! What the rule for ties is worth: a player of the research game takes the first of equally good drops, as the rules say, the last, or any.
//!
//! `cargo run --release -p tetrolab-agents --example ties -- dellacherie 10x10 20000 7`: player, board, games, seed. It looks at drops one by one, so it is slow.

use std::env;
use std::error::Error;

use tetrolab_agents::{Agent, Dropped, Linear};
use tetrolab_engine::{Deal, Drop, DropGame, DropRules, Random, Seed, Stream};

/// Which of equally good drops is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    First,
    Last,
    Any,
}

/// What came of some games.
#[derive(Default)]
struct Sums {
    lines: u64,
    decisions: u64,
    ties: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, size, games, seed] = arguments.as_slice() else {
        return Err("it takes a player, a board, the number of games and a seed: dellacherie 10x10 20000 7".into());
    };
    let rules: DropRules = size.parse()?;
    let (games, seed): (u64, u64) = (games.parse()?, seed.parse()?);
    let weights = Agent::named(name)?.weights().ok_or("a player that weighs nothing has no ties")?;
    let linear = Linear::new(weights, rules)?;
    println!("{name}, MDPTetris rules, {size}, uniform pieces, {games} games, seed {seed}");
    for rule in [Rule::First, Rule::Last, Rule::Any] {
        let mut sums = Sums::default();
        for game in 0..games {
            play(&linear, rules, rule, Seed(seed), game, &mut sums);
        }
        let mean = sums.lines as f64 / games as f64;
        // Scores are close to exponential.
        let error = 1.96 * mean / (games as f64).sqrt();
        let share = 100.0 * sums.ties as f64 / sums.decisions as f64;
        println!("{rule:?}: {mean:.0} ± {error:.0} lines; several are best in {share:.1} % of decisions");
    }
    Ok(())
}

/// Plays a game to its end.
fn play(linear: &Linear, rules: DropRules, rule: Rule, seed: Seed, number: u64, sums: &mut Sums) {
    let mut game = DropGame::new(rules, &Deal::uniform(seed), number);
    let mut random = Random::new(seed, number, Stream::Decisions);
    while let Some(piece) = game.piece() {
        let mut best: Option<(f64, Drop)> = None;
        let mut equals = 0;
        for drop in rules.drops(piece) {
            let Some(dropped) = Dropped::new(rules, game.board(), drop) else { continue };
            let value = linear.value(&dropped);
            let difference = best.map_or(f64::INFINITY, |(best, _)| value - best);
            equals = if difference > 0.0 { 1 } else { equals + u32::from(difference == 0.0) };
            let is_taken = match rule {
                _ if difference != 0.0 => difference > 0.0,
                Rule::First => false,
                Rule::Last => true,
                Rule::Any => random.below(equals) == 0,
            };
            if is_taken {
                best = Some((value, drop));
            }
        }
        let Some((_, drop)) = best else { break };
        sums.decisions += 1;
        sums.ties += u64::from(equals > 1);
        game.play(drop);
    }
    sums.lines += game.lines();
}
