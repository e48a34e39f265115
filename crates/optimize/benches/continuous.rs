//! What the genetic algorithm costs for each newcomer: selection, breeding and bookkeeping, without any evaluation.
//!
//! `cargo bench -p tetrolab-optimize`

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tetrolab_optimize::genetic::{Genetic, Settings};
use tetrolab_optimize::genome::{Gene, Space};

/// Breeds a generation and tells it. The fitness costs next to nothing, but is not trivial to sort.
fn generation(genetic: &mut Genetic, genes: &mut Vec<i8>, fitness: &mut Vec<f64>) {
    let length = genetic.space().length();
    let brood = genetic.ask();
    genes.resize(brood.len() * length, 0);
    fitness.clear();
    for (number, genome) in genes.chunks_exact_mut(length).enumerate() {
        let origin = black_box(brood.breed(number, genome));
        fitness.push(f64::from(genome[0]) + 0.25 * f64::from(genome[length - 1]) - origin.shared as f64);
    }
    genetic.tell(genes, fitness).expect("as many as were asked for");
}

fn newcomers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("newcomer");
    for (name, settings) in [("paper", Settings::paper()), ("program", Settings::program())] {
        for population in [10_000, 30_000] {
            for sites in [10, 30] {
                let genes =
                    vec![Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5), Gene::linear(-9, 9), Gene::cyclic(3)];
                let space = Space::new(sites, genes).expect("good genes");
                let settings = Settings { population, ..settings.clone() };
                let mut genetic = Genetic::new(space, settings, 1).expect("good settings");
                let (mut genes, mut fitness) = (Vec::new(), Vec::new());
                for _ in 0..20 {
                    generation(&mut genetic, &mut genes, &mut fitness);
                }
                group.throughput(Throughput::Elements(population as u64 / 2));
                group.bench_function(BenchmarkId::new(name, format!("{population}x{sites}")), |bencher| {
                    bencher.iter(|| generation(&mut genetic, &mut genes, &mut fitness));
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, newcomers);
criterion_main!(benches);
