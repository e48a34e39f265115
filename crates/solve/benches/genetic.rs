//! Evaluations per second inside the genetic algorithm, one thread.

use std::time::Instant;

use tetrolab_engine::{PieceStream, Randomizer, Seed};
use tetrolab_optimize::genetic::Settings;
use tetrolab_solve::{Evolution, Genotype, Problem, Setup};

/// Seconds this thread has run, so that others on the machine count less; or by the clock, where nobody can tell.
fn seconds(start: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = ran.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for genotype in [Genotype::SwapDouble, Genotype::Simple] {
            for pieces in [10, 20, 30] {
                let mut best = 0.0f64;
                for round in 0..3 {
                    let mut stream = PieceStream::new(Randomizer::SevenBag, Seed(1), round, &[]);
                    let queue: Vec<_> = (0..=pieces).map(|_| stream.next().unwrap()).collect();
                    let problem = Problem::new(&Setup { pieces, ..Setup::new(&queue, genotype) }).unwrap();
                    let mut evolution = Evolution::new(&problem, Settings::program(), 42).unwrap();
                    evolution.step();
                    let (start, before) = (Instant::now(), evolution.genetic().evaluations());
                    let began = seconds(start);
                    while seconds(start) - began < 1.5 {
                        evolution.step();
                    }
                    let rate = (evolution.genetic().evaluations() - before) as f64 / (seconds(start) - began);
                    best = best.max(rate);
                }
                println!("{genotype} {pieces} pieces: {:.2} million evaluations a second", best / 1e6);
            }
        }
    });
}
