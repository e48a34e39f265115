//! The J case of the course at Seville with every algorithm.
//!
//! `cargo bench -p tetrolab-agents`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tetrolab_agents::path::{ALGORITHMS, ESTIMATES, Options, Order, Place, Problem, Space, Turning};
use tetrolab_engine::{Board, Piece, Size};

fn j_case(criterion: &mut Criterion) {
    let board = Board::empty(Size { width: 10, height: 20, buffer: 0 });
    let start = Place::top(Piece::J, 10);
    let goal: Place = "17,4 18,4 19,3 19,4".parse().expect("four cells");
    let space = Space::new(board, Piece::J, &start, Turning::SEVILLA, Order::default()).expect("a good start");
    let problem = Problem::new(space, &[goal]).expect("a good goal");
    let mut group = criterion.benchmark_group("J case");
    for algorithm in &ALGORITHMS {
        for estimate in ESTIMATES {
            let options = Options { estimate, ..Options::default() };
            let name = match algorithm.uses_estimate {
                true => format!("{}, {}", algorithm.name, estimate.name),
                false => algorithm.name.to_string(),
            };
            if algorithm.uses_estimate || estimate.name == ESTIMATES[0].name {
                group.bench_function(name, |bencher| bencher.iter(|| algorithm.solve(black_box(&problem), &options)));
            }
        }
    }
    group.finish();
}

criterion_group!(benches, j_case);
criterion_main!(benches);
