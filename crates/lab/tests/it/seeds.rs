//! The seeds of every cell of the catalogue at every scale, as recorded: whatever settings are called and wherever they are declared,
//! an experiment gives the same results.

use std::fmt::Write;
use std::path::Path;

use tetrolab_engine::Digest;
use tetrolab_lab::catalogue::CATALOGUE;
use tetrolab_lab::grid::{Experiment, Scale};

/// A line for each grid: how many cells it has, and a digest of their seeds in order.
fn seeds() -> String {
    let mut lines = String::new();
    for entry in CATALOGUE {
        for scale in Scale::ALL {
            let experiment = Experiment::read(entry.text, scale, None).unwrap();
            for (number, grid) in experiment.grids.iter().enumerate() {
                let (mut digest, mut count) = (Digest::default(), 0);
                for cell in experiment.cells.iter().filter(|cell| cell.grid == number) {
                    digest.add(&cell.shared_seed().to_le_bytes());
                    digest.add(&cell.own_seed().to_le_bytes());
                    count += 1;
                }
                writeln!(lines, "{} {scale} {} {count} {:016x}", entry.name, grid.name, digest.value()).unwrap();
            }
        }
    }
    lines
}

#[test]
fn seeds_are_as_recorded() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/seeds.txt");
    let seeds = seeds();
    if std::env::var_os("TETROLAB_WRITE_SEEDS").is_some() {
        std::fs::write(&file, &seeds).unwrap();
    }
    let recorded = std::fs::read_to_string(file).unwrap();
    for (now, then) in seeds.lines().zip(recorded.lines()) {
        assert_eq!(now, then, "all results of this experiment would change");
    }
    assert_eq!(
        seeds.lines().count(),
        recorded.lines().count(),
        "TETROLAB_WRITE_SEEDS=1 adds the seeds of new experiments"
    );
}
