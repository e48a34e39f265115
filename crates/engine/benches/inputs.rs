//! Instructions per input of the timed game, counted by Callgrind: `cargo xtask bench`.
//!
//! Each benchmark plays 10 000 random inputs, so instructions per input are the count divided by 10 000.

#[cfg(target_os = "linux")]
#[expect(unused_qualifications, reason = "the benchmark macros write them")]
mod benches {
    use std::hint::black_box;

    use gungraun::{library_benchmark, library_benchmark_group, main};
    use tetrolab_engine::{Handling, Rules, Setup, Workload, play_random_keys};

    const INPUTS: u64 = 10_000;

    fn setup(rules: Rules, handling: Handling) -> Setup {
        Setup { handling, ..Setup::new(rules) }
    }

    #[library_benchmark]
    #[bench::guideline(setup(Rules::GUIDELINE, Handling::GUIDELINE))]
    #[bench::modern(setup(Rules::MODERN, Handling::COMPETITIVE))]
    #[bench::solver(setup(Rules::SOLVER, Handling::GUIDELINE))]
    fn random_keys(setup: Setup) -> Workload {
        black_box(play_random_keys(black_box(&setup), INPUTS).expect("presets are sound"))
    }

    library_benchmark_group!(name = inputs; benchmarks = random_keys);
    main!(library_benchmark_groups = inputs);

    /// The generated entry point is private to this module.
    pub fn run() {
        main();
    }
}

#[cfg(target_os = "linux")]
fn main() {
    benches::run();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("instructions are counted with Valgrind, on Linux");
}
