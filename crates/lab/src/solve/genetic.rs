//! The settings of the genetic algorithm: the preset's, and what is said otherwise.

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use tetrolab_optimize::genetic::{
    Children, Crossover, MAX_POPULATION, Mutation, Problem, Schedule, Scope, Selection, Settings, Temper,
};
use tetrolab_optimize::mutation::Step;
use tetrolab_solve::Encoding;

use super::method::Setting;
use tetrolab_inputs::numbers::{MANY, at_most, count, number};
use tetrolab_report::short as numbers;

/// What is said about the genetic algorithm.
#[derive(Debug, Args)]
#[command(next_help_heading = "Genetic algorithm (ga, hybrid)")]
pub struct Genetic {
    /// How many solutions there are; half of them give way each generation [default: 10000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    population: Option<u64>,
    /// How probable a mutation is [default: 0.25]
    #[arg(long, value_name = "P", allow_hyphen_values = true, value_parser = number)]
    mutation: Option<f64>,
    /// What mutates with this probability [default: piece, genome with --preset paper]
    #[arg(long, value_name = "WHAT")]
    mutation_scope: Option<MutationScope>,
    /// What a gene becomes [default: program, total with --preset paper]
    #[arg(long, value_name = "STEP")]
    mutation_step: Option<MutationStep>,
    /// How parents are chosen [default: roulette]
    #[arg(long, value_name = "HOW")]
    selection: Option<Choice>,
    /// What becomes of the temperature of the roulette [default: falling]
    #[arg(long, value_name = "HOW")]
    schedule: Option<Falling>,
    /// How many of the best are parents in elitist selection [default: a tenth]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    elite: Option<u64>,
    /// What a child has of each parent [default: 4/5, half with --preset paper]
    #[arg(long, value_name = "HOW")]
    crossover: Option<Crossing>,
    /// How many children a pair has [default: 2]
    #[arg(long, value_name = "N", value_parser = ["1", "2"])]
    children: Option<String>,
    /// How many random solutions come in each generation instead of children [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    immigrants: Option<u64>,
    /// How many generations there are at most [default: 3000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MANY>)]
    generations: Option<u64>,
    /// How many generations without a new best there are at most [default: 400]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MANY>)]
    patience: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MutationScope {
    /// A child: one of its genes
    Genome,
    /// Each piece on its own: one of its genes
    Piece,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MutationStep {
    /// Any value
    Total,
    /// One more or one less
    Near,
    /// Hold changes, turns are one more or one less, moves are anything
    Program,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// By exp(fitness / temperature)
    Roulette,
    /// By exp(fitness)
    Softmax,
    /// From the best, all alike
    Elitist,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Falling {
    /// The first one divided by ln(generation + 2), but at least 0.1
    Falling,
    /// It stays
    Constant,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Crossing {
    /// The first half of one, the rest of the other
    Half,
    /// The first four fifths of one, the rest of the other
    #[value(name = "4/5")]
    FourFifths,
    /// Piece by piece in turn
    Alternating,
    /// Everything of one
    None,
}

impl Genetic {
    /// The names of the options that are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            ("--population", self.population.is_some()),
            ("--mutation", self.mutation.is_some()),
            ("--mutation-scope", self.mutation_scope.is_some()),
            ("--mutation-step", self.mutation_step.is_some()),
            ("--selection", self.selection.is_some()),
            ("--schedule", self.schedule.is_some()),
            ("--elite", self.elite.is_some()),
            ("--crossover", self.crossover.is_some()),
            ("--children", self.children.is_some()),
            ("--immigrants", self.immigrants.is_some()),
            ("--generations", self.generations.is_some()),
            ("--patience", self.patience.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The settings, with this first temperature if one is given.
    pub fn settings(&self, preset: Encoding, temperature: Option<f64>) -> Result<Settings> {
        let mut settings = match preset {
            Encoding::Program => Settings::program(),
            Encoding::Paper => Settings::paper(),
        };
        if let Some(population) = self.population {
            settings.population = population as usize;
        }
        settings.selection = self.selection(&settings, temperature)?;
        settings.crossover = match self.crossover {
            None => settings.crossover,
            Some(Crossing::Half) => Crossover::Share { own: 1, of: 2 },
            Some(Crossing::FourFifths) => Crossover::Share { own: 4, of: 5 },
            Some(Crossing::Alternating) => Crossover::Alternating,
            Some(Crossing::None) => Crossover::None,
        };
        settings.children = match self.children.as_deref() {
            None => settings.children,
            Some("1") => Children::One,
            Some(_) => Children::Two,
        };
        settings.mutation = Mutation {
            probability: self.mutation.unwrap_or(settings.mutation.probability),
            scope: match self.mutation_scope {
                None => settings.mutation.scope,
                Some(MutationScope::Genome) => Scope::PerGenome,
                Some(MutationScope::Piece) => Scope::PerSite,
            },
            step: match self.mutation_step {
                None => settings.mutation.step,
                Some(MutationStep::Total) => Step::Total,
                Some(MutationStep::Near) => Step::Near,
                Some(MutationStep::Program) => Step::ByKind,
            },
        };
        settings.immigrants = self.immigrants.map_or(settings.immigrants, |number| number as usize);
        settings.generations = self.generations.unwrap_or(settings.generations);
        settings.patience = self.patience.unwrap_or(settings.patience);
        Ok(settings)
    }

    fn selection(&self, settings: &Settings, temperature: Option<f64>) -> Result<Selection> {
        let choice = self.selection.unwrap_or(Choice::Roulette);
        let name = choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
        ensure!(
            temperature.is_none() || choice == Choice::Roulette,
            "--temperature is for roulette selection; {name} selection has none"
        );
        ensure!(self.schedule.is_none() || choice == Choice::Roulette, "--schedule is for --selection roulette");
        ensure!(self.elite.is_none() || choice == Choice::Elitist, "--elite is for --selection elitist");
        Ok(match (choice, settings.selection) {
            (Choice::Roulette, Selection::Roulette { temper: Temper::Temperature { initial, schedule } }) => {
                let initial = temperature.unwrap_or(initial);
                let schedule = match self.schedule {
                    None => schedule,
                    Some(Falling::Falling) => Schedule::Logarithmic,
                    Some(Falling::Constant) => Schedule::Constant,
                };
                Selection::Roulette { temper: Temper::Temperature { initial, schedule } }
            }
            (Choice::Roulette, other) => other,
            (Choice::Softmax, _) => Selection::Roulette { temper: Temper::Pure },
            (Choice::Elitist, _) => {
                let tenth = (settings.population / 10).max(1);
                Selection::Elitist { elite: self.elite.map_or(tenth, |elite| elite as usize) }
            }
        })
    }
}

/// Refuses settings with which nothing can evolve, and names their options.
pub fn check(settings: &Settings) -> Result<()> {
    let (population, newcomers) = (settings.population, settings.newcomers());
    let sentences: Vec<String> = settings
        .problems()
        .into_iter()
        .map(|problem| match problem {
            Problem::Population(size) => format!("--population {size}: it is from 2 to {MAX_POPULATION}"),
            Problem::Elite(elite) => format!("--elite {elite}: it is from 1 to {population}, the population"),
            Problem::Temperature(value) => format!("--temperature {value}: it is a finite number above 0"),
            Problem::Immigrants(count) => {
                format!("--immigrants {count}: it is at most {newcomers}, the newcomers of a generation")
            }
            Problem::Probability(value) => format!("--mutation {value}: it is from 0 to 1"),
            other => other.to_string(),
        })
        .collect();
    ensure!(sentences.is_empty(), "{}", sentences.join("; "));
    Ok(())
}

/// The settings by the names of their options.
pub fn described(settings: &Settings) -> Vec<Setting> {
    let mut list = vec![("population", json!(settings.population))];
    list.extend(match settings.selection {
        Selection::Roulette { temper: Temper::Temperature { initial, schedule } } => {
            let schedule = match schedule {
                Schedule::Logarithmic => "falling",
                Schedule::Constant => "constant",
            };
            vec![
                ("selection", json!("roulette")),
                ("temperature", numbers::json(initial)),
                ("schedule", json!(schedule)),
            ]
        }
        Selection::Roulette { temper: Temper::Pure } => vec![("selection", json!("softmax"))],
        Selection::Elitist { elite } => vec![("selection", json!("elitist")), ("elite", json!(elite))],
    });
    let crossover = match settings.crossover {
        Crossover::Share { own: 1, of: 2 } => "half".to_string(),
        Crossover::Share { own, of } => format!("{own}/{of}"),
        Crossover::Alternating => "alternating".to_string(),
        Crossover::None => "none".to_string(),
    };
    let scope = match settings.mutation.scope {
        Scope::PerGenome => "genome",
        Scope::PerSite => "piece",
    };
    list.extend([
        ("crossover", json!(crossover)),
        ("children", json!(if settings.children == Children::One { 1 } else { 2 })),
        ("immigrants", json!(settings.immigrants)),
        ("mutation", numbers::json(settings.mutation.probability)),
        ("mutation-scope", json!(scope)),
        ("mutation-step", json!(step_name(settings.mutation.step))),
        ("generations", json!(settings.generations)),
        ("patience", json!(settings.patience)),
    ]);
    list
}

const fn step_name(step: Step) -> &'static str {
    match step {
        Step::Total => "total",
        Step::Near => "near",
        Step::ByKind => "program",
    }
}
