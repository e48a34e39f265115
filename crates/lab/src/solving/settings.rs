//! What a solver run needs to know.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tetrolab_engine::{Blocks, Picture, pieces_from_letters};
use tetrolab_optimize::{
    annealing::{self, Neighbourhood},
    genetic,
};
use tetrolab_solve::{
    Encoding, Fitness, HEURISTICS, MoveSet, Plan as Algorithm, Problem, Refiner, SIZE, Setup, State, WIDEST_BEAM,
    can_be_empty,
};

use crate::problems::SettingsError;

/// Everything a solver run needs to know. Anything goes here; [`Plan::new`] checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What is solved.
    pub problem: Asked,
    /// How.
    pub algorithm: Algorithm,
    /// What is random in it follows from this.
    pub seed: u64,
    /// How many seconds it may work in all. Such a run is not reproducible: what it finds depends on the machine.
    pub time_limit: Option<f64>,
    /// Whether it ends as soon as the board is empty, or is known never to be.
    pub until_empty: bool,
    /// What was typed where only the contents count; it is there to be told again.
    pub typed: Typed,
}

/// What is solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The letters of the pieces.
    pub queue: String,
    /// Who dealt them, if they were not given.
    pub dealt: Option<Dealt>,
    /// How many are played.
    pub pieces: usize,
    /// What may be done with each: the name of a set of moves.
    pub genotype: String,
    /// How genes are read: `program` or `paper`.
    pub encoding: String,
    /// The rows of the board to begin with, from the top down; none if it is empty.
    pub board: Vec<String>,
    /// The factors and weights of the fitness by name.
    pub fitness: BTreeMap<String, f64>,
}

/// Where pieces came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dealt {
    pub randomizer: String,
    /// How many whole bags, if they were counted so.
    pub bags: Option<u64>,
    /// The number of the game among those of the seed.
    pub game: u64,
}

/// What was typed for things that are files or drawings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    pub board: Option<String>,
    pub fitness: Option<String>,
    /// The solution that the annealing begins with.
    pub start: Option<String>,
}

impl Settings {
    /// The pieces of a queue by the rule of the Tetris Solver (where there is Hold, all but the last), on the empty board, with the
    /// published fitness.
    pub fn tetris_solver(queue: &str, moves: MoveSet, algorithm: Algorithm, seed: u64) -> Settings {
        let problem = Asked {
            queue: queue.to_string(),
            dealt: None,
            pieces: queue.len().saturating_sub(usize::from(moves.has_hold())),
            genotype: moves.name().to_string(),
            encoding: Encoding::default().name().to_string(),
            board: Vec::new(),
            fitness: weights_of(&Fitness::default()),
        };
        Settings { problem, algorithm, seed, time_limit: None, until_empty: false, typed: Typed::default() }
    }
}

/// The names of the factors that are no heuristics.
const FACTORS: [&str; 3] = ["penalty", "score", "heuristics"];

/// The factors and weights of a fitness by name.
pub fn weights_of(fitness: &Fitness) -> BTreeMap<String, f64> {
    let factors = FACTORS.into_iter().zip([fitness.penalty, fitness.score, fitness.heuristics]);
    factors
        .chain(HEURISTICS.into_iter().zip(fitness.weights))
        .map(|(name, weight)| (name.to_string(), weight))
        .collect()
}

/// The fitness with these factors and weights, all of which must be there.
fn fitness_of(weights: &BTreeMap<String, f64>) -> Result<Fitness, String> {
    let names: Vec<&str> = FACTORS.into_iter().chain(HEURISTICS).collect();
    if let Some(unknown) = weights.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("the fitness has no weight {unknown:?}"));
    }
    let weight = |name: &str| weights.get(name).copied().ok_or(format!("the fitness lacks the weight of {name}"));
    let mut fitness = Fitness {
        penalty: weight("penalty")?,
        score: weight("score")?,
        heuristics: weight("heuristics")?,
        ..Fitness::default()
    };
    for (of, name) in fitness.weights.iter_mut().zip(HEURISTICS) {
        *of = weight(name)?;
    }
    Ok(fitness)
}

/// Settings that make sense.
#[derive(Debug)]
pub struct Plan {
    settings: Settings,
    problem: Problem,
    blocks: Blocks,
    limit: Option<Duration>,
}

/// Populations that need more memory are refused.
const MOST_MEMORY: usize = 8 << 30;
/// No run works longer: 10 000 minutes.
const LONGEST: f64 = 600_000.0;

impl Plan {
    /// Checks everything and lists all that is wrong.
    pub fn new(settings: Settings) -> Result<Plan, SettingsError> {
        let mut problems = Vec::new();
        let limit = settings.time_limit.map(|seconds| {
            let limit = Duration::try_from_secs_f64(seconds).ok().filter(|_| (0.001..=LONGEST).contains(&seconds));
            limit.ok_or_else(|| format!("a limit of {seconds} seconds: it is from 0.001 to {LONGEST}"))
        });
        let limit = limit.transpose().map_err(|reason| problems.push(reason)).unwrap_or_default();
        let asked = settings.problem.checked().map_err(|mut reasons| problems.append(&mut reasons)).ok();
        if let Some((problem, _)) = &asked {
            problems.extend(problems_of(&settings.algorithm, problem));
            if settings.until_empty && !can_be_empty(problem) {
                problems.push(
                    "the board cannot be emptied: every line takes ten Blocks, so some are always left".to_string(),
                );
            }
        }
        match asked {
            Some((problem, blocks)) if problems.is_empty() => Ok(Plan { settings, problem, blocks, limit }),
            _ => Err(SettingsError(problems)),
        }
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The piece sequence and what may be done with it.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The Blocks to begin with, with their colours.
    pub const fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// How long it may work in all.
    pub const fn limit(&self) -> Option<Duration> {
        self.limit
    }
}

impl Asked {
    /// As plain data for [`Problem::new`], with the Blocks to begin with.
    pub fn setup(&self) -> Result<(Setup, Blocks), Vec<String>> {
        let mut problems = Vec::new();
        let queue = pieces_from_letters(&self.queue).map_err(|(index, letter)| {
            problems.push(format!("the queue: {letter:?} in place {} is none of the pieces IJLOSTZ", index + 1));
        });
        let moves = MoveSet::ALL.into_iter().find(|moves| moves.name() == self.genotype);
        if moves.is_none() {
            let names = MoveSet::ALL.map(MoveSet::name).join(", ");
            problems.push(format!("{:?} is none of the genotypes {names}", self.genotype));
        }
        let encoding = Encoding::ALL.into_iter().find(|encoding| encoding.name() == self.encoding);
        if encoding.is_none() {
            problems.push(format!("the encoding is program or paper, not {:?}", self.encoding));
        }
        let fitness = fitness_of(&self.fitness).map_err(|reason| problems.push(reason));
        let blocks = self.blocks().map_err(|reason| problems.push(reason));
        match (queue, moves, encoding, fitness, blocks) {
            (Ok(queue), Some(moves), Some(encoding), Ok(fitness), Ok(blocks)) => {
                let (pieces, board) = (self.pieces, *blocks.board());
                Ok((Setup { pieces, encoding, fitness, board, ..Setup::new(&queue, moves) }, blocks))
            }
            _ => Err(problems),
        }
    }

    fn checked(&self) -> Result<(Problem, Blocks), Vec<String>> {
        let (setup, blocks) = self.setup()?;
        Problem::new(&setup).map(|problem| (problem, blocks)).map_err(|error| vec![error.to_string()])
    }

    fn blocks(&self) -> Result<Blocks, String> {
        if self.board.is_empty() {
            return Ok(Blocks::empty(SIZE));
        }
        let picture = Picture::parse(&self.board.join("\n"), SIZE).map_err(|error| format!("the board: {error}"))?;
        match (picture.in_play, picture.blocks.board().full_rows()) {
            (Some(_), _) => Err("the board shows a piece in play (small letters)".to_string()),
            (None, 0) => Ok(picture.blocks),
            (None, _) => Err("the board has a full row".to_string()),
        }
    }
}

/// Refuses populations that need too much memory.
pub fn check_memory(problem: &Problem, population: usize) -> Result<(), String> {
    // Each solution keeps its state after every piece at most, and there is room for newcomers.
    let memory = size_of::<State>().saturating_mul(problem.pieces()).saturating_mul(population / 2 * 3);
    if memory <= MOST_MEMORY || population > genetic::MAX_POPULATION {
        return Ok(());
    }
    let (pieces, needed, most) = (problem.pieces(), memory.div_ceil(1 << 30), MOST_MEMORY >> 30);
    Err(format!(
        "a population of {population} with {pieces} pieces needs {needed} GiB of memory; at most {most} GiB are taken"
    ))
}

/// What is wrong with an algorithm for a problem.
fn problems_of(algorithm: &Algorithm, problem: &Problem) -> Vec<String> {
    if algorithm.needs_genes() && problem.moves().genotype().is_none() {
        return vec![format!(
            "the algorithm {} needs a genotype; reachable placements have no genes",
            algorithm.name()
        )];
    }
    let sentences = |problems: Vec<annealing::Problem>| problems.iter().map(ToString::to_string).collect();
    match algorithm {
        Algorithm::Genetic(settings) => problems_of_population(settings, problem),
        Algorithm::Annealing { settings, start } => {
            let mut problems: Vec<String> = sentences(settings.problems(&problem.space()));
            let wrong = start.as_ref().and_then(|genes| problem.check(genes).err());
            problems.extend(wrong.map(|error| format!("the solution to begin with: {error}")));
            problems
        }
        Algorithm::Hybrid(hybrid) => {
            let mut problems = problems_of_population(&hybrid.genetic, problem);
            if hybrid.every == 0 || hybrid.refined == 0 || hybrid.refined > hybrid.genetic.population / 2 {
                let rule = "from 1 up to half of the population are refined, every 1 or more generations";
                problems.push(rule.to_string());
            }
            if let Refiner::Annealing(settings) = &hybrid.refiner {
                problems.extend::<Vec<String>>(sentences(settings.problems(&problem.space())));
                if matches!(settings.neighbourhood, Neighbourhood::Listed { .. }) {
                    problems.push("the published annealing makes genes that no population has".to_string());
                }
            }
            problems
        }
        Algorithm::Beam { width } | Algorithm::Auto { widest: width } if !(1..=WIDEST_BEAM).contains(width) => {
            vec![format!("a beam of {width} states: it is from 1 to {WIDEST_BEAM}")]
        }
        Algorithm::Beam { .. } | Algorithm::Auto { .. } | Algorithm::Exact => Vec::new(),
    }
}

fn problems_of_population(settings: &genetic::Settings, problem: &Problem) -> Vec<String> {
    let problems = settings.problems().into_iter().map(|problem| problem.to_string());
    problems.chain(check_memory(problem, settings.population).err()).collect()
}
