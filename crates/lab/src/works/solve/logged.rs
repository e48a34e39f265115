//! The published runs whose queues are known.

use std::sync::LazyLock;

use serde::Deserialize;

/// A run of the published program, as its log says it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logged {
    /// How many pieces were played.
    pub pieces: u64,
    /// What could be done with each.
    pub genotype: String,
    /// How many solutions lived at once.
    pub population: usize,
    /// How probable mutations were.
    pub mutation: f64,
    /// The letters of the pieces.
    pub queue: String,
    /// The best fitness.
    pub fitness: f64,
    /// How many generations there were.
    pub generations: u64,
    /// How long it took, on the author's machine.
    pub seconds: f64,
}

/// All of them: one that was broken off is left out.
static LOGGED: LazyLock<Vec<Logged>> = LazyLock::new(|| {
    let lines = include_str!("logged.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("it is part of the program")).collect()
});

/// Runs with this many pieces and this genotype, in the order in which they were made.
pub fn runs(pieces: u64, genotype: &str) -> Vec<&'static Logged> {
    LOGGED.iter().filter(|run| run.pieces == pieces && run.genotype == genotype).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value as Json;
    use tetrolab_solve::Genotype;

    use super::*;
    use crate::catalogue::Entry;
    use crate::grid::{Experiment, Filter, Scale, Value};

    /// The file is a part of what the solver's own tests have.
    #[test]
    fn they_are_those_of_the_logs() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../solve/tests/data/solver_sequences.json");
        let records: Vec<Json> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let of_record = |record: &Json| {
            let genotype: Genotype = record["genotype"].as_str().unwrap().parse().unwrap();
            let number = |name: &str| record[name].as_f64().unwrap();
            Logged {
                pieces: number("n") as u64,
                genotype: genotype.name().to_string(),
                population: number("pop") as usize,
                mutation: number("mut"),
                queue: record["queue"].as_str().unwrap().to_string(),
                fitness: number("final_best"),
                generations: number("generations") as u64,
                seconds: number("seconds"),
            }
        };
        let is_whole = |record: &&Json| record["algo"] == "GA" && record["finished"] == true;
        let records: Vec<Logged> = records.iter().filter(is_whole).map(of_record).collect();
        assert_eq!((records.len(), LOGGED.len()), (63, 63));
        assert!(records.iter().all(|record| LOGGED.contains(record)));
    }

    #[test]
    fn there_are_some_for_each_size_and_genotype() {
        let counts = [10, 20, 30].map(|pieces| Genotype::ALL.map(|genotype| runs(pieces, genotype.name()).len()));
        assert_eq!(counts, [[7, 5, 5, 7], [5, 3, 3, 4], [2, 3, 5, 14]]);
        assert!(runs(5, "simple").is_empty());
    }

    /// The catalogue has each of them once.
    #[test]
    fn the_catalogue_has_them_all() {
        for name in ["solver-genetic", "solver-methods"] {
            let experiment = Experiment::read(Entry::named(name).unwrap().text, Scale::Paper, None).unwrap();
            let published = Filter(vec![("queues".to_string(), vec![Value::Text("published".to_string())])]);
            let grid = experiment.grids.iter().position(|grid| grid.name == "logged").unwrap();
            let mut counts = BTreeMap::new();
            for cell in experiment.cells_of(grid, &published) {
                let (settings, pieces) = (&cell.settings, cell.settings.count("pieces"));
                assert!(cell.repetition < runs(pieces, settings.text("genotype")).len() as u64, "{name}");
                *counts.entry(settings.text("algorithm")).or_insert(0) += 1;
            }
            assert!(!counts.is_empty() && counts.values().all(|&count| count == LOGGED.len()), "{name}: {counts:?}");
        }
    }
}
