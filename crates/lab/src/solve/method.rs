//! Which algorithm, and all its settings.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use crate::solving::check_memory;
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tetrolab_solve::{Hybrid, Plan, Problem, Refiner};

use super::annealing::{self, Annealing};
use super::genetic::{self, Genetic};
use super::record;
use tetrolab_inputs::numbers::{MANY, MOST_THREADS, at_most, count, number, time};
use tetrolab_inputs::parsers::THREADS;
use tetrolab_report::short as numbers;

/// A setting by the name of its option.
pub type Setting = (&'static str, Value);

/// How it is solved.
#[derive(Debug, Args)]
#[command(next_help_heading = "The algorithm")]
pub struct Method {
    /// How it is solved
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub algorithm: Algorithm,
    /// How long it may take: 500ms, 10s, 2min [default: 2s for auto, as long as it needs for the others]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub time: Option<Duration>,
    /// Threads, for ga and hybrid; the others use one [default: one for each processor]
    #[arg(long, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// The first temperature: of the roulette (ga, hybrid) or of the annealing (sa) [default: 100; with --preset paper 100 and 2]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = number)]
    temperature: Option<f64>,
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<WIDEST>)]
    #[arg(help = format!(
        "How many states a beam keeps after each piece; for auto the last and widest beam [default: {WIDTH}, for auto whatever \
         the time allows]"
    ))]
    width: Option<u64>,
    /// A saved solution to begin with (sa): what --out wrote, or records of the experiments
    #[arg(long, value_name = "FILE.json")]
    pub start: Option<PathBuf>,
    #[command(flatten)]
    genetic: Genetic,
    #[command(flatten)]
    annealing: Annealing,
    #[command(flatten)]
    refining: Refining,
}

/// What is said about the hybrid.
#[derive(Debug, Args)]
#[command(next_help_heading = "Hybrid")]
struct Refining {
    /// What refines the best of the population [default: annealing]
    #[arg(long, value_name = "HOW")]
    refine: Option<Refine>,
    #[arg(help = format!("How many generations there are from one refinement to the next [default: {EVERY}]"))]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MANY>)]
    every: Option<u64>,
    #[arg(help = format!("How many of the best are refined, in parallel [default: {REFINED}]"))]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    refined: Option<u64>,
    #[arg(help = format!("The first temperature of the annealing that refines [default: {REFINE_TEMPERATURE}]"))]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = number)]
    refine_temperature: Option<f64>,
    #[arg(help = format!("How many of the last pieces A* may place anew [default: {TAIL}]"))]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<200>)]
    tail: Option<u64>,
    #[arg(help = format!("How many states A* may look at [default: {NODES}]"))]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<10_000_000>)]
    nodes: Option<u64>,
}

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// The genetic algorithm
    Ga,
    /// Simulated annealing
    Sa,
    /// The genetic algorithm, whose best are refined
    Hybrid,
    /// Beam search over distinct placements
    Beam,
    /// Proofs with ever more patience, and wider beams; without --time it takes as long as it takes
    Exact,
    /// Whatever is best within the time, with what can be proved
    Auto,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Refine {
    /// Simulated annealing that begins with it
    Annealing,
    /// Steps to better neighbours until there are none
    Greedy,
    /// The best ends for its last pieces
    AStar,
}

/// How wide a beam is if nothing is said.
const WIDTH: u64 = 1000;
/// How many generations there are from one refinement to the next if nothing is said.
const EVERY: u64 = Hybrid::EVERY;
/// How many of the best are refined.
const REFINED: u64 = Hybrid::REFINED as u64;
/// How hot the annealing that refines is at first.
const REFINE_TEMPERATURE: f64 = Refiner::TEMPERATURE;
/// How many iterations it has at most.
pub const REFINE_ITERATIONS: u64 = Refiner::ITERATIONS;
/// How many of the last pieces A* places anew.
const TAIL: u64 = Refiner::PIECES as u64;
/// How many states it looks at.
const NODES: u64 = Refiner::NODES as u64;
/// No wider beam fits into memory.
const WIDEST: u64 = tetrolab_solve::WIDEST_BEAM as u64;
/// How long auto may take if nothing is said.
const SHORT: Duration = Duration::from_secs(2);

impl Algorithm {
    /// That of a plan.
    pub const fn of(plan: &Plan) -> Algorithm {
        match plan {
            Plan::Genetic(_) => Algorithm::Ga,
            Plan::Annealing { .. } => Algorithm::Sa,
            Plan::Hybrid(_) => Algorithm::Hybrid,
            Plan::Beam { .. } => Algorithm::Beam,
            Plan::Exact => Algorithm::Exact,
            Plan::Auto { .. } => Algorithm::Auto,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Ga => "ga",
            Algorithm::Sa => "sa",
            Algorithm::Hybrid => "hybrid",
            Algorithm::Beam => "beam",
            Algorithm::Exact => "exact",
            Algorithm::Auto => "auto",
        }
    }
}

impl Method {
    /// On how many threads populations are valued; one for each processor if nothing is said.
    pub fn threads(&self) -> Option<NonZero<usize>> {
        self.threads.and_then(|threads| NonZero::new(threads as usize))
    }

    /// How long it may take.
    pub fn limit(&self) -> Option<Duration> {
        self.time.or((self.algorithm == Algorithm::Auto).then_some(SHORT))
    }

    /// The algorithm with its settings.
    pub fn plan(&self, problem: &Problem) -> Result<Plan> {
        self.check_options()?;
        let preset = problem.encoding();
        // The library says so too, but only when it begins.
        let genotype = || {
            let missing =
                format!("the algorithm {} needs a genotype; reachable placements have no genes", self.algorithm.name());
            problem.moves().genotype().context(missing)
        };
        Ok(match self.algorithm {
            Algorithm::Ga => {
                genotype()?;
                Plan::Genetic(self.population(problem)?)
            }
            Algorithm::Sa => {
                let settings = self.annealing.settings(genotype()?, preset, self.temperature)?;
                annealing::check(&settings, &problem.space(), "--temperature")?;
                let start = self.start.as_ref().map(|file| record::start(file, problem)).transpose()?;
                Plan::Annealing { settings, start }
            }
            Algorithm::Hybrid => {
                let refiner = self.refiner(genotype()?, problem)?;
                let (every, refined) =
                    (self.refining.every.unwrap_or(EVERY), self.refining.refined.unwrap_or(REFINED) as usize);
                let genetic = self.population(problem)?;
                let population = genetic.population;
                ensure!(
                    refined > 0 && 2 * refined <= population,
                    "--refined {refined}: it is from 1 up to half of the population of {population}"
                );
                Plan::Hybrid(Hybrid { genetic, refiner, every, refined })
            }
            Algorithm::Beam => Plan::Beam { width: self.width.unwrap_or(WIDTH) as usize },
            Algorithm::Exact => Plan::Exact,
            Algorithm::Auto => self.width.map_or(Plan::AUTO, |width| Plan::Auto { widest: width as usize }),
        })
    }

    fn population(&self, problem: &Problem) -> Result<tetrolab_optimize::genetic::Settings> {
        let settings = self.genetic.settings(problem.encoding(), self.temperature)?;
        check_memory(problem, settings.population).map_err(|reason| anyhow!(reason))?;
        genetic::check(&settings)?;
        Ok(settings)
    }

    fn refiner(&self, genotype: tetrolab_solve::Genotype, problem: &Problem) -> Result<Refiner> {
        Ok(match self.refining.refine.unwrap_or(Refine::Annealing) {
            Refine::Annealing => {
                let temperature = self.refining.refine_temperature.unwrap_or(REFINE_TEMPERATURE);
                let mut settings = self.annealing.settings(genotype, problem.encoding(), Some(temperature))?;
                settings.iterations = self.annealing.iterations().unwrap_or(REFINE_ITERATIONS);
                let wild = matches!(settings.neighbourhood, tetrolab_optimize::annealing::Neighbourhood::Listed { .. });
                ensure!(!wild, "--variant published makes genes that no population has; hybrid needs the mended one");
                annealing::check(&settings, &problem.space(), "--refine-temperature")?;
                Refiner::Annealing(settings)
            }
            Refine::Greedy => Refiner::Greedy,
            Refine::AStar => {
                let (pieces, nodes) = (self.refining.tail.unwrap_or(TAIL), self.refining.nodes.unwrap_or(NODES));
                Refiner::AStar { pieces: pieces as usize, nodes: nodes as usize }
            }
        })
    }

    /// The settings that are given, and whose they are.
    fn given(&self) -> Vec<(&'static str, &'static [Algorithm])> {
        use Algorithm::{Auto, Beam, Ga, Hybrid, Sa};
        let Refining { refine, every, refined, refine_temperature, tail, nodes } = self.refining;
        let others = [
            ("--temperature", self.temperature.is_some(), &[Ga, Sa, Hybrid][..]),
            ("--start", self.start.is_some(), &[Sa]),
            ("--width", self.width.is_some(), &[Beam, Auto]),
            ("--refine", refine.is_some(), &[Hybrid]),
            ("--every", every.is_some(), &[Hybrid]),
            ("--refined", refined.is_some(), &[Hybrid]),
            ("--refine-temperature", refine_temperature.is_some(), &[Hybrid]),
            ("--tail", tail.is_some(), &[Hybrid]),
            ("--nodes", nodes.is_some(), &[Hybrid]),
        ];
        let genetic = self.genetic.given().map(|option| (option, &[Ga, Hybrid][..]));
        let annealing = self.annealing.given().map(|option| (option, &[Sa, Hybrid][..]));
        let others = others.into_iter().filter(|other| other.1).map(|(option, _, users)| (option, users));
        genetic.chain(annealing).chain(others).collect()
    }

    /// Refuses all settings, where nothing is solved.
    pub fn check_unused(&self) -> Result<()> {
        match self.given().first() {
            Some((option, _)) => bail!("{option} has no meaning where nothing is solved"),
            None => Ok(()),
        }
    }

    /// Refuses settings of other algorithms.
    fn check_options(&self) -> Result<()> {
        if let Some((option, users)) = self.given().iter().find(|(_, users)| !users.contains(&self.algorithm)) {
            let users: Vec<&str> = users.iter().map(|user| user.name()).collect();
            bail!("{option} is a setting of {}, not of {}", users.join(" and "), self.algorithm.name());
        }
        if self.algorithm != Algorithm::Hybrid {
            return Ok(());
        }
        let Refining { refine, refine_temperature, tail, nodes, .. } = self.refining;
        let refine = refine.unwrap_or(Refine::Annealing);
        let cold = self.annealing.given().chain(refine_temperature.map(|_| "--refine-temperature")).next();
        if let Some(option) = cold.filter(|_| refine != Refine::Annealing) {
            bail!("{option} is a setting of --refine annealing");
        }
        let far = tail.map(|_| "--tail").or(nodes.map(|_| "--nodes"));
        if let Some(option) = far.filter(|_| refine != Refine::AStar) {
            bail!("{option} is a setting of --refine a-star");
        }
        Ok(())
    }
}

/// The settings of a plan by the names of their options.
pub fn described(plan: &Plan) -> Vec<Setting> {
    match plan {
        Plan::Genetic(settings) => genetic::described(settings),
        Plan::Annealing { settings, .. } => {
            let mut list = annealing::described(settings);
            list.insert(2, ("temperature", numbers::json(settings.temperature)));
            list
        }
        Plan::Hybrid(hybrid) => {
            let mut list = genetic::described(&hybrid.genetic);
            list.extend([
                ("refine", json!(hybrid.refiner.name())),
                ("every", json!(hybrid.every)),
                ("refined", json!(hybrid.refined)),
            ]);
            match &hybrid.refiner {
                Refiner::Annealing(settings) => {
                    list.push(("refine-temperature", numbers::json(settings.temperature)));
                    list.extend(annealing::described(settings));
                }
                Refiner::Greedy => {}
                Refiner::AStar { pieces, nodes } => list.extend([("tail", json!(pieces)), ("nodes", json!(nodes))]),
            }
            list
        }
        Plan::Beam { width } => vec![("width", json!(width))],
        Plan::Auto { widest } if *widest as u64 != WIDEST => vec![("width", json!(widest))],
        Plan::Exact | Plan::Auto { .. } => Vec::new(),
    }
}
