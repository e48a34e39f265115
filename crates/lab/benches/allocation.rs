//! How many pieces learning needs for the same final quality, with games allocated in different ways.
//!
//! `cargo bench -p tetrolab-lab --bench allocation -- [SIZE [RUNS [GENERATIONS [GAMES [FIRST-RUN]]]]]` learns the
//! weights of `boumaza-8` on hard games, once with a fixed number of games per candidate and once by racing, with the
//! same seeds. The final centre of every run is judged on held-out games.

use std::time::Instant;

use tetrolab_agents::{Agent, Player};
use tetrolab_lab::train::record::{Score, found, pieces};
use tetrolab_lab::train::{Allocation, Plan, Settings, average, learn};
use tetrolab_simulate::{Cpu, Evaluator};
use tetrolab_statistics::Comparison;
use tetrolab_statistics::distribution::f;

/// Games by which each result is judged.
const JUDGING: u64 = 1000;

struct Learned {
    /// Mean lines of the final centre of each run.
    scores: Vec<f64>,
    pieces: u64,
    average: Vec<f64>,
    average_score: Score,
}

fn learned(
    allocation: Allocation,
    size: &str,
    runs: std::ops::RangeInclusive<u64>,
    generations: u64,
    games: u64,
) -> Learned {
    let boumaza = Agent::named("boumaza-8").expect("an agent").weights().expect("with weights");
    let features = boumaza.general().iter().map(|term| term.measure.name().to_string()).collect();
    let mut settings = Settings::published("cma-es", features);
    settings.game.size = size.to_string();
    settings.game.randomizer = "hard".to_string();
    (settings.generations, settings.games, settings.centre_games) = (generations, games, games);
    (settings.allocation, settings.judging_games) = (allocation, JUDGING);
    let plan = Plan::new(settings).expect("settings that make sense");
    let cpu = Cpu::default();
    let start = Instant::now();
    let mut means = Vec::new();
    let mut played = 0;
    for run in runs {
        let generations = learn(&plan, run, cpu, &()).expect("games").expect("nobody says stop");
        played += pieces(&generations);
        means.push(found(&generations).to_vec());
    }
    let seconds = start.elapsed().as_secs_f64();
    let average = average(&means.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let players: Vec<Player> = means.iter().chain([&average]).map(|mean| plan.player(mean)).collect();
    let records = cpu.evaluate(&players, &plan.judging_games(), &()).expect("games");
    let scores: Vec<Score> = records.iter().map(Score::from).collect();
    let learned = Learned {
        scores: scores[..means.len()].iter().map(Score::mean).collect(),
        pieces: played,
        average,
        average_score: scores[means.len()],
    };
    let logs: Vec<f64> = learned.scores.iter().map(|score| score.ln()).collect();
    let (mean, error) = mean_and_error(&logs);
    let interval = learned.average_score.estimate().interval(0.95);
    println!(
        "{:<7} {:>10.3e} pieces {seconds:>7.1} s   runs {:>7.1} (x/÷ {:.3})   average {:>7.1} ({:.0} to {:.0})",
        allocation.name(),
        played as f64,
        mean.exp(),
        (1.96 * error).exp(),
        learned.average_score.mean(),
        interval.lower,
        interval.upper.unwrap_or(f64::INFINITY)
    );
    learned
}

/// The mean and its standard error.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

fn main() {
    // Cargo passes --bench.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let number =
        |place: usize, default: u64| arguments.get(place).map_or(default, |word| word.parse().expect("a number"));
    let size = arguments.first().map_or("10x12", String::as_str);
    let (runs, generations, games, first) = (number(1, 20), number(2, 50), number(3, 100), number(4, 1));
    println!("hard {size}, {runs} runs of {generations} generations, {games} games, judged by {JUDGING} games each");
    let runs = first..=first + runs - 1;
    let fixed = learned(Allocation::Fixed, size, runs.clone(), generations, games);
    let racing = learned(Allocation::Racing, size, runs, generations, games);
    let logs = |learned: &Learned| learned.scores.iter().map(|score| score.ln()).collect::<Vec<f64>>();
    let ((a, a_error), (b, b_error)) = (mean_and_error(&logs(&fixed)), mean_and_error(&logs(&racing)));
    // Welch's test; the square of Student's variable is one of F.
    let variance = a_error.powi(2) + b_error.powi(2);
    let count = fixed.scores.len() as f64 - 1.0;
    let degrees = variance.powi(2) / ((a_error.powi(4) + b_error.powi(4)) / count);
    let p = f(1.0, degrees, (b - a).powi(2) / variance).above;
    let averages = Comparison { first: racing.average_score.estimate(), second: fixed.average_score.estimate() };
    let interval = averages.ratio_interval(0.95);
    println!(
        "racing / fixed: {:.3} of the pieces, {:.3} of the score of a run (p = {p:.3}), {:.3} ({:.3} to {:.3}) of the score of the average",
        racing.pieces as f64 / fixed.pieces as f64,
        (b - a).exp(),
        averages.ratio().unwrap_or(f64::NAN),
        interval.lower,
        interval.upper.unwrap_or(f64::INFINITY)
    );
    println!("averages {:?}\n         {:?}", fixed.average, racing.average);
}
