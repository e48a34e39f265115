//! Evaluations per second inside the genetic algorithm, one thread.

use std::time::Instant;

use tetrolab_engine::{PieceStream, Randomizer, Seed};
use tetrolab_optimize::genetic::Settings;
use tetrolab_solve::{Evolution, Genotype, Problem, Setup};

/// Seconds this thread has run, so that other load on the machine counts less; elapsed time where the system does not tell.
fn seconds(start: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = ran.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The fastest of many short measurements: the machine may be busy with other things in between.
const ROUNDS: usize = 60;
const ROUND: f64 = 0.1;

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for genotype in [Genotype::SwapDouble, Genotype::Simple] {
            for pieces in [10, 20, 30] {
                let mut stream = PieceStream::new(Randomizer::SevenBag, Seed(1), 0, &[]);
                let queue: Vec<_> = (0..=pieces).map(|_| stream.next().unwrap()).collect();
                let problem = Problem::new(&Setup { pieces, ..Setup::new(&queue, genotype) }).unwrap();
                let mut evolution = Evolution::new(&problem, Settings::program(), 42).unwrap();
                let mut rates = Vec::new();
                for _ in 0..ROUNDS {
                    let (start, before) = (Instant::now(), evolution.genetic().evaluations());
                    let began = seconds(start);
                    while seconds(start) - began < ROUND {
                        evolution.step();
                    }
                    let done = (evolution.genetic().evaluations() - before) as f64;
                    rates.push(done / (seconds(start) - began) / 1e6);
                }
                rates.sort_by(f64::total_cmp);
                let (median, best) = (rates[ROUNDS / 2], rates[ROUNDS - 1]);
                println!("{genotype} {pieces} pieces: {best:.2} million evaluations a second, median {median:.2}");
            }
        }
    });
}
