//! The settings of the annealing: the preset's, and what is said otherwise.

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use tetrolab_optimize::annealing::{Neighbourhood, Problem, Settings};
use tetrolab_optimize::genome::Space;
use tetrolab_optimize::mutation::Step;
use tetrolab_solve::{Encoding, Genotype, Variant};

use super::method::{REFINE_ITERATIONS, Setting};
use tetrolab_inputs::numbers::{MANY, at_most, count, number};
use tetrolab_inputs::parsers::named;
use tetrolab_report::short as numbers;

/// What is said about the annealing.
#[derive(Debug, Args)]
#[command(next_help_heading = "Simulated annealing (sa, and hybrid with --refine annealing)")]
pub struct Annealing {
    /// As the program of the Tetris Solver does it, with its two defects, or without them [default: mended]
    #[arg(long, value_name = "VARIANT", value_parser = named(&Variant::ALL, Variant::name))]
    variant: Option<Variant>,
    /// Which solutions are tried [default: indexed]
    #[arg(long, value_name = "WHICH")]
    neighbours: Option<Neighbours>,
    /// The share by which the temperature falls each time [default: 0.0005]
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, value_parser = number)]
    cooling: Option<f64>,
    /// How many of the last solutions are not tried again [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<10_000_000>)]
    tabu: Option<u64>,
    #[arg(help = format!("How many iterations there are at most [default: 100000, with hybrid {REFINE_ITERATIONS} for each]"))]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MANY>)]
    iterations: Option<u64>,
    /// How many iterations without a new best there are at most [default: 10000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MANY>)]
    stagnation: Option<u64>,
    /// How many iterations without success there are before it becomes warmer [default: as many as there are neighbours]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MANY>)]
    heat_patience: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Neighbours {
    /// All that differ in one value, one after the other
    Indexed,
    /// A random gene gets any value
    Random,
    /// A random gene becomes one more or one less
    Near,
}

impl Annealing {
    /// The names of the options that are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            ("--variant", self.variant.is_some()),
            ("--neighbours", self.neighbours.is_some()),
            ("--cooling", self.cooling.is_some()),
            ("--tabu", self.tabu.is_some()),
            ("--iterations", self.iterations.is_some()),
            ("--stagnation", self.stagnation.is_some()),
            ("--heat-patience", self.heat_patience.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The settings, with this first temperature if one is given.
    pub fn settings(&self, genotype: Genotype, preset: Encoding, temperature: Option<f64>) -> Result<Settings> {
        let variant = self.variant.unwrap_or_default();
        let mut settings = variant.settings(genotype, preset);
        let neighbours = self.neighbours.unwrap_or(Neighbours::Indexed);
        ensure!(
            variant == Variant::Mended || neighbours == Neighbours::Indexed,
            "--variant published numbers its neighbours; --neighbours is for the mended one"
        );
        settings.neighbourhood = match neighbours {
            Neighbours::Indexed => settings.neighbourhood,
            Neighbours::Random => Neighbourhood::Random { step: Step::Total },
            Neighbours::Near => Neighbourhood::Random { step: Step::Near },
        };
        settings.temperature = temperature.unwrap_or(settings.temperature);
        settings.cooling = self.cooling.unwrap_or(settings.cooling);
        settings.tabu = self.tabu.map_or(settings.tabu, |size| size as usize);
        settings.iterations = self.iterations.unwrap_or(settings.iterations);
        settings.stagnation = self.stagnation.unwrap_or(settings.stagnation);
        settings.patience = self.heat_patience.or(settings.patience);
        Ok(settings)
    }

    /// How many iterations there are at most, if that is said.
    pub const fn iterations(&self) -> Option<u64> {
        self.iterations
    }
}

/// Refuses settings with which nothing can be annealed, and names their options.
pub fn check(settings: &Settings, space: &Space, temperature: &str) -> Result<()> {
    let sentences: Vec<String> = settings
        .problems(space)
        .into_iter()
        .map(|problem| match problem {
            Problem::Temperature(value) => format!("{temperature} {value}: it is a finite number above 0"),
            Problem::Cooling(value) => format!("--cooling {value}: it is from 0 to below 1"),
            other => other.to_string(),
        })
        .collect();
    ensure!(sentences.is_empty(), "{}", sentences.join("; "));
    Ok(())
}

/// The settings by the names of their options, but for the temperature.
pub fn described(settings: &Settings) -> Vec<Setting> {
    let (variant, neighbours) = match settings.neighbourhood {
        Neighbourhood::Listed { .. } => (Variant::Published, "indexed"),
        Neighbourhood::Complete => (Variant::Mended, "indexed"),
        Neighbourhood::Random { step: Step::Near } => (Variant::Mended, "near"),
        Neighbourhood::Random { .. } => (Variant::Mended, "random"),
    };
    let mut list = vec![
        ("variant", json!(variant.name())),
        ("neighbours", json!(neighbours)),
        ("cooling", numbers::json(settings.cooling)),
        ("tabu", json!(settings.tabu)),
        ("iterations", json!(settings.iterations)),
        ("stagnation", json!(settings.stagnation)),
    ];
    list.extend(settings.patience.map(|patience| ("heat-patience", json!(patience))));
    list
}
