//! What optimisers of real vectors cost for each generation: to ask and to be told, without any evaluation.
//!
//! `cargo bench -p tetrolab-optimize --bench continuous`

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tetrolab_optimize::continuous::{OPTIMIZERS, Settings, restore};

/// This many generations are told before one is measured, so that the axes are no longer those of the start.
const BEFORE: usize = 20;

/// λ of the published runs.
const POPULATION: usize = 30;

fn score(point: &[f64]) -> f64 {
    -point.iter().map(|x| x * x).sum::<f64>()
}

fn generations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generation");
    for entry in OPTIMIZERS {
        for dimension in [8, 30] {
            let settings = Settings { population: Some(POPULATION), ..Settings::new(vec![1.0; dimension], 0.5, 1) };
            let mut optimizer = (entry.start)(&settings).expect("good settings");
            for _ in 0..BEFORE {
                let points = optimizer.ask();
                let scores: Vec<f64> = points.iter().map(|point| score(point)).collect();
                optimizer.tell(&points, &scores).expect("as many as were asked for");
            }
            let state = optimizer.state();
            group.bench_function(BenchmarkId::new(entry.name, dimension), |bencher| {
                bencher.iter_batched_ref(
                    || restore(state.clone()).expect("a good state"),
                    |optimizer| {
                        let points = optimizer.ask();
                        let scores: Vec<f64> = points.iter().map(|point| score(point)).collect();
                        optimizer.tell(&points, &scores).expect("as many as were asked for");
                    },
                    criterion::BatchSize::SmallInput,
                );
            });
        }
    }
    group.finish();
}

criterion_group!(benches, generations);
criterion_main!(benches);
