//! Better weights: those with which a beam leaves fewer Blocks, found on some queues and judged on others.

use rayon::prelude::*;
use tetrolab_engine::{Board, Piece, PieceStream, Randomizer, Seed};
use tetrolab_optimize::genetic::{Children, Crossover, Genetic, Mutation, Scope, Selection, Settings};
use tetrolab_optimize::genome::{Gene, Space};
use tetrolab_optimize::mutation::Step;

use crate::beam::BeamSearch;
use crate::fitness::{Fitness, HEURISTICS};
use crate::genotype::{Encoding, Genotype};
use crate::moves::MoveSet;
use crate::problem::{Problem, Setup, SetupError};
use crate::solver::{Control, Progress};
use crate::state::SIZE;

/// What is tuned, and on what.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// What may be done with each piece.
    pub moves: MoveSet,
    /// How many pieces are played.
    pub pieces: usize,
    /// Where the queues come from.
    pub randomizer: Randomizer,
    /// How many queues weights are tried on.
    pub training: usize,
    /// How many other queues the result is judged on.
    pub held_out: usize,
    /// The width of the beam that the weights guide.
    pub width: usize,
    /// How many weights are tried in each generation.
    pub population: usize,
    /// How many generations there are.
    pub generations: u64,
    /// The weights to begin with.
    pub start: Fitness,
}

impl Default for Tuning {
    /// Thirty pieces, one after the other: a wider beam leaves ten Blocks with nearly any weights.
    fn default() -> Tuning {
        Tuning {
            moves: MoveSet::Genotype(Genotype::Simple),
            pieces: 30,
            randomizer: Randomizer::SevenBag,
            training: 100,
            held_out: 300,
            width: 1,
            population: 60,
            generations: 40,
            start: Fitness::PUBLISHED,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The best weights on the training queues.
    pub fitness: Fitness,
    /// The Blocks left on each held-out queue with the weights at the beginning.
    pub before: Vec<u32>,
    /// The same with the tuned ones.
    pub after: Vec<u32>,
    /// The mean of Blocks left on the training queues, at the beginning and after each generation.
    pub training: Vec<f64>,
    /// Whether it was stopped before the last generation.
    pub is_stopped: bool,
}

/// Why it cannot begin.
#[derive(Clone, Debug, PartialEq)]
pub enum TuneError {
    /// The problem itself.
    Setup(SetupError),
    /// Something must be at least one, or two in the case of the population.
    TooFew(&'static str),
    /// A weight to begin with is larger than those that are tried.
    Weight {
        /// Its name in a file.
        name: &'static str,
        /// How large it is.
        value: f64,
    },
}

impl std::fmt::Display for TuneError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TuneError::Setup(error) => error.fmt(f),
            TuneError::TooFew(what) => write!(f, "tuning needs more {what}"),
            TuneError::Weight { name, value } => {
                write!(f, "{name} is {value}, but weights are tuned from {} to {LARGEST}", -LARGEST)
            }
        }
    }
}

impl std::error::Error for TuneError {}

/// Weights are multiples of this.
const GRAIN: f64 = 0.125;
/// The most of them, up or down.
const MOST_GRAINS: i8 = 64;
/// No weight is larger, up or down.
const LARGEST: f64 = MOST_GRAINS as f64 * GRAIN;
/// Nine heuristics and the points.
const WEIGHTS: usize = 10;

fn fitness_of(genes: &[i8], start: &Fitness) -> Fitness {
    let weight = |i: usize| f64::from(genes[i]) * GRAIN;
    Fitness { score: weight(9), weights: std::array::from_fn(weight), ..*start }
}

/// The weights that are tuned, with their names.
fn weights_of(fitness: &Fitness) -> [(&'static str, f64); WEIGHTS] {
    std::array::from_fn(|i| if i < 9 { (HEURISTICS[i], fitness.weights[i]) } else { ("score", fitness.score) })
}

/// The nearest genes, if no weight is too large.
fn genes_of(fitness: &Fitness) -> Result<[i8; WEIGHTS], TuneError> {
    let weights = weights_of(fitness);
    match weights.into_iter().find(|(_, weight)| weight.is_nan() || weight.abs() > LARGEST) {
        Some((name, value)) => Err(TuneError::Weight { name, value }),
        None => Ok(weights.map(|(_, weight)| (weight / GRAIN).round() as i8)),
    }
}

impl Tuning {
    fn queue(&self, seed: u64, number: u64) -> Vec<Piece> {
        let stream = PieceStream::new(self.randomizer, Seed(seed), number, &[]);
        stream.take(self.pieces + usize::from(self.moves.has_hold())).collect()
    }

    /// The Blocks that a beam leaves on one queue.
    fn blocks(&self, fitness: &Fitness, queue: &[Piece]) -> Result<u32, SetupError> {
        let problem = Problem::new(&Setup {
            queue: queue.to_vec(),
            pieces: self.pieces,
            moves: self.moves,
            encoding: Encoding::default(),
            fitness: *fitness,
            board: Board::empty(SIZE),
        })?;
        Ok(BeamSearch::new(&problem, self.width).blocks())
    }

    fn all_blocks(&self, fitness: &Fitness, queues: &[Vec<Piece>]) -> Result<Vec<u32>, SetupError> {
        queues.par_iter().map(|queue| self.blocks(fitness, queue)).collect()
    }
}

/// The mean of Blocks left.
pub fn mean(blocks: &[u32]) -> f64 {
    f64::from(blocks.iter().sum::<u32>()) / blocks.len() as f64
}

/// Tunes weights on the threads of the current pool. What comes of it does not depend on them.
pub fn tune(tuning: &Tuning, seed: u64, control: &mut Control<'_>) -> Result<Tuned, TuneError> {
    for (count, least, what) in [
        (tuning.training, 1, "training queues"),
        (tuning.held_out, 1, "held-out queues"),
        (tuning.width, 1, "states in the beam"),
        (tuning.population, 4, "weights in each generation (4 at least)"),
    ] {
        if count < least {
            return Err(TuneError::TooFew(what));
        }
    }
    let start = genes_of(&tuning.start)?;
    let queues = |from: usize, count: usize| -> Vec<Vec<Piece>> {
        (from..from + count).map(|number| tuning.queue(seed, number as u64)).collect()
    };
    let (training, held_out) = (queues(0, tuning.training), queues(tuning.training, tuning.held_out));
    let before = tuning.all_blocks(&tuning.start, &held_out).map_err(TuneError::Setup)?;
    let first = mean(&tuning.all_blocks(&tuning.start, &training).map_err(TuneError::Setup)?);
    let settings = Settings {
        population: tuning.population,
        selection: Selection::Elitist { elite: (tuning.population / 4).max(1) },
        crossover: Crossover::Alternating,
        children: Children::Two,
        immigrants: 0,
        mutation: Mutation { probability: 0.25, scope: Scope::PerSite, step: Step::Total },
        generations: tuning.generations.max(1),
        patience: u64::MAX,
    };
    // Weights keep the sign they are known for, so that half of the space need not be searched.
    let signs = [-1, -1, 1, -1, -1, -1, -1, -1, -1, 1];
    let space = Space::new(WEIGHTS, vec![Gene::linear(-MOST_GRAINS, MOST_GRAINS)]).expect("a good range");
    let mut genetic = Genetic::new(space, settings, seed).expect("good settings");
    let (mut genes, mut values) = (Vec::new(), Vec::new());
    let (mut history, mut evaluations, mut is_stopped) = (vec![first], 0, false);
    while genetic.stop().is_none() {
        if control.is_stopped() {
            is_stopped = true;
            break;
        }
        let brood = genetic.ask();
        genes.resize(brood.len() * WEIGHTS, 0);
        for (number, genome) in genes.chunks_mut(WEIGHTS).enumerate() {
            brood.breed(number, genome);
            for (gene, sign) in genome.iter_mut().zip(signs) {
                *gene = gene.abs() * sign;
            }
        }
        if genetic.generation() == 0 {
            genes[..WEIGHTS].copy_from_slice(&start);
        }
        values.clear();
        for genome in genes.chunks(WEIGHTS) {
            let fitness = fitness_of(genome, &tuning.start);
            values.push(-mean(&tuning.all_blocks(&fitness, &training).map_err(TuneError::Setup)?));
        }
        evaluations += (values.len() * training.len()) as u64;
        genetic.tell(&genes, &values).expect("what was bred is in the space, and every mean is finite");
        let best = -genetic.best().expect("a generation was told").fitness;
        history.push(best);
        (control.watch)(&Progress {
            stage: "tune",
            fitness: Some(-best),
            blocks: None,
            least_blocks: 0,
            count: genetic.generation(),
            limit: Some(tuning.generations),
            temperature: None,
            current: None,
            evaluations,
        });
    }
    let tuned = match genetic.best() {
        Some(best) if -best.fitness < first => fitness_of(best.genes, &tuning.start),
        _ => tuning.start,
    };
    let after = tuning.all_blocks(&tuned, &held_out).map_err(TuneError::Setup)?;
    Ok(Tuned { fitness: tuned, before, after, training: history, is_stopped })
}
