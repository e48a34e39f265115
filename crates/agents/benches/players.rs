//! Instructions per decision of the research game's players, counted by Callgrind: `cargo xtask bench`.
//!
//! Each benchmark plays 1000 pieces, so instructions per piece are the count divided by 1000. Callgrind does not know AVX-512;
//! `tetrolab bench --players` times it beside the others.

#[cfg(target_os = "linux")]
#[expect(unused_qualifications, reason = "the benchmark macros write them")]
mod benches {
    use std::hint::black_box;

    use gungraun::{library_benchmark, library_benchmark_group, main};
    use tetrolab_agents::{Agent, Linear, Weights};
    use tetrolab_engine::{Deal, DropGame, DropRules, Instructions, Seed};

    const PIECES: u64 = 1_000;

    fn weights(name: &str) -> Weights {
        Agent::named(name).expect("an agent").weights().expect("one with weights")
    }

    fn linear(name: &str, instructions: Instructions) -> Linear {
        Linear::new(weights(name), DropRules::STANDARD).expect("one number each").instructions(instructions)
    }

    /// The features of bcts and a formula.
    fn with_formula(instructions: Instructions) -> Linear {
        let formula = "sum(max(0, min(left, right) - height))".parse().expect("a formula");
        let terms =
            weights("bcts").general().iter().map(|term| (term.measure.clone(), term.weight)).collect::<Vec<_>>();
        let weights = Weights::from_measures([terms, vec![(formula, -0.05)]].concat()).expect("nothing is there twice");
        Linear::new(weights, DropRules::STANDARD).expect("one number each").instructions(instructions)
    }

    #[library_benchmark]
    #[bench::bcts_avx2(linear("bcts", Instructions::Avx2))]
    #[bench::bcts_portable(linear("bcts", Instructions::Portable))]
    #[bench::bcts_one_by_one(linear("bcts", Instructions::Portable).one_by_one())]
    #[bench::dt_20_avx2(linear("dt-20", Instructions::Avx2))]
    #[bench::lee_avx2(linear("lee", Instructions::Avx2))]
    #[bench::tetris_solver_avx2(linear("tetris-solver", Instructions::Avx2))]
    #[bench::tetris_solver(linear("tetris-solver", Instructions::Portable))]
    #[bench::formula_avx2(with_formula(Instructions::Avx2))]
    #[bench::formula_portable(with_formula(Instructions::Portable))]
    #[bench::formula_one_by_one(with_formula(Instructions::Portable).one_by_one())]
    fn pieces(linear: Linear) -> u64 {
        let mut number = 0;
        let mut game = DropGame::new(DropRules::STANDARD, &Deal::uniform(Seed(1)), number);
        for _ in 0..PIECES {
            if game.piece().is_none() {
                number += 1;
                game = DropGame::new(DropRules::STANDARD, &Deal::uniform(Seed(1)), number);
            }
            let piece = game.piece().expect("a new game has a piece");
            game.play(linear.choose(black_box(game.board()), piece).0);
        }
        black_box(game.lines())
    }

    library_benchmark_group!(name = players; benchmarks = pieces);
    main!(library_benchmark_groups = players);

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
