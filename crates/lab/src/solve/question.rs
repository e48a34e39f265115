//! What is to be solved: pieces, moves, a board and what counts.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::solving::{Asked, Dealt, Plan, Settings, document, weights_of};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use tetrolab_engine::{Blocks, Piece, PieceStream, Randomizer, Seed};
use tetrolab_solve::{Encoding, Fitness, MOST_PIECES, MoveSet, Problem, SIZE, Setup};

use tetrolab_inputs::board::FullRow;
use tetrolab_inputs::numbers::{count, quoted};
use tetrolab_inputs::parsers::named;
use tetrolab_report::short::counted;
use tetrolab_runs::files;

/// What is to be solved.
#[derive(Debug, Args)]
#[command(next_help_heading = "The problem")]
pub struct Options {
    /// The pieces in their order, such as TILZJOSTZLI
    #[arg(long, value_name = "PIECES", value_parser = queue)]
    queue: Option<Queue>,
    /// So many bags of the seven pieces, shuffled by --seed
    #[arg(long, value_name = "N", conflicts_with = "queue", allow_negative_numbers = true, value_parser = count::<100>)]
    bag: Option<u64>,
    /// As many random pieces as are needed: 7-bag, uniform, hard or weighted:I/J/L/O/S/T/Z [default: 7-bag]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["queue", "bag"])]
    randomizer: Option<Randomizer>,
    /// The number of the game among those of a seed
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "queue")]
    game: u64,
    /// What is random follows from it: the queue, if none is given, and the algorithm
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many pieces are played: a number; all of --queue or --bag; or tetris-solver, the rule of the Tetris Solver's program: all
    /// but the last, which only Hold brings into play [default: all of --queue, or else 10]
    #[arg(long, value_name = "N|all|tetris-solver", allow_negative_numbers = true, value_parser = played)]
    pieces: Option<Played>,
    /// What may be done with each piece: the four genotypes of the Tetris Solver, or every reachable place; swap is with Hold
    #[arg(long, value_name = "NAME", default_value = "swap-double", value_parser = named(&MoveSet::ALL, MoveSet::name))]
    genotype: MoveSet,
    /// How genes are read and how algorithms are set: as the program of the Tetris Solver does, or as its paper says
    #[arg(long, value_name = "NAME", default_value = "program", value_parser = named(&Encoding::ALL, Encoding::name))]
    preset: Encoding,
    /// A picture of the board to begin with, top row first: a file, or the rows themselves with / between them; or fumen: v115@…
    /// or a link [default: empty]
    #[arg(long, value_name = "PICTURE|FUMEN")]
    board: Option<OsString>,
    /// The weights of the fitness, as docs/solve.md describes them [default: as published]
    #[arg(long, value_name = "FILE.toml")]
    pub fitness: Option<PathBuf>,
}

/// How many pieces are played.
#[derive(Clone, Copy, Debug)]
enum Played {
    Number(u64),
    /// All that are given.
    All,
    /// All that are given, less one where there is Hold.
    TetrisSolver,
}

fn played(text: &str) -> Result<Played, String> {
    match text {
        "all" => Ok(Played::All),
        "tetris-solver" => Ok(Played::TetrisSolver),
        number => count::<{ MOST_PIECES as u64 }>(number)
            .map(Played::Number)
            .map_err(|expected| expected.replace(" is needed", ", all or tetris-solver is needed")),
    }
}

#[derive(Clone, Debug)]
struct Queue(Vec<Piece>);

fn queue(text: &str) -> Result<Queue, String> {
    match tetrolab_inputs::numbers::pieces(text)? {
        pieces if pieces.is_empty() => Err("there is no piece in it".to_string()),
        pieces => Ok(Queue(pieces)),
    }
}

/// Where the queue is from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// It was given.
    Given,
    /// This many whole bags.
    Bags(u64),
    /// As many pieces as are needed.
    Random(Randomizer),
}

/// A problem, and how to ask it again.
#[derive(Debug)]
pub struct Question {
    pub problem: Problem,
    pub origin: Origin,
    pub game: u64,
    pub seed: u64,
    /// The Blocks to begin with.
    pub blocks: Blocks,
    /// What was typed for the board and the fitness.
    board: Option<OsString>,
    fitness: Option<PathBuf>,
}

/// How many pieces are played if no queue is given.
const PIECES: u64 = 10;

impl Options {
    /// Reads everything and says what is wrong with it.
    pub fn question(&self) -> Result<Question> {
        let (moves, hold) = (self.genotype, u64::from(self.genotype.has_hold()));
        let given = self.queue.as_ref().map(|queue| queue.0.len() as u64);
        let of_given = |less: u64| match given.or(self.bag.map(|bags| 7 * bags)) {
            Some(given) => Ok(given.saturating_sub(less)),
            None => Err(anyhow!("--pieces all and tetris-solver need --queue or --bag, which say how many there are")),
        };
        let pieces = match self.pieces {
            Some(Played::Number(number)) => number,
            Some(Played::All) => of_given(0)?,
            Some(Played::TetrisSolver) => of_given(hold)?,
            None => given.unwrap_or(PIECES),
        };
        let origin = match (&self.queue, self.bag) {
            (Some(_), _) => Origin::Given,
            (None, Some(bags)) => Origin::Bags(bags),
            (None, None) => Origin::Random(self.randomizer.unwrap_or_default()),
        };
        let (randomizer, length) = match origin {
            Origin::Given => (Randomizer::Nothing, u64::MAX),
            Origin::Bags(bags) => (Randomizer::SevenBag, 7 * bags),
            Origin::Random(randomizer) => (dealing(randomizer)?, pieces + hold),
        };
        let queue = self.queue.as_ref().map_or(&[][..], |queue| &queue.0);
        let stream = PieceStream::new(randomizer, Seed(self.seed), self.game, queue);
        let queue: Vec<Piece> = stream.take(usize::try_from(length).unwrap_or(usize::MAX)).collect();
        let fitness = match &self.fitness {
            None => Fitness::default(),
            Some(file) => fitness(file)?,
        };
        let blocks = self.board.as_deref().map_or_else(|| Ok(Blocks::empty(SIZE)), blocks)?;
        let problem = Problem::new(&Setup {
            pieces: pieces as usize,
            encoding: self.preset,
            fitness,
            board: *blocks.board(),
            ..Setup::new(&queue, moves)
        })?;
        let (game, seed) = (self.game, self.seed);
        Ok(Question { problem, origin, game, seed, blocks, board: self.board.clone(), fitness: self.fitness.clone() })
    }

    /// The files that are read.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.board.iter().map(PathBuf::from).chain(self.fitness.clone())
    }
}

/// A randomizer that deals as many pieces as anyone wants, from a seed and the number of a game.
pub fn dealing(randomizer: Randomizer) -> Result<Randomizer> {
    match randomizer {
        Randomizer::Repeat | Randomizer::Nothing | Randomizer::Mdptetris => {
            bail!("--randomizer is 7-bag, uniform, hard or weighted:I/J/L/O/S/T/Z here")
        }
        dealing => Ok(dealing),
    }
}

/// The weights of a file.
pub fn fitness(file: &std::path::Path) -> Result<Fitness> {
    files::read_text(file)?.parse().with_context(|| files::name(file))
}

/// The Blocks of a picture on the board of the Tetris Solver.
fn blocks(argument: &OsStr) -> Result<Blocks> {
    let drawing = tetrolab_inputs::board::drawing(argument)?;
    let blocks = drawing.blocks(&drawing.picture(SIZE)?)?;
    match FullRow::of(blocks.board()) {
        Some(full) => Err(full).context(drawing.name),
        None => Ok(blocks),
    }
}

impl Question {
    /// What a run has in its manifest.
    pub fn of(run: &Plan) -> Result<Question> {
        let Settings { problem: asked, seed, typed, .. } = run.settings();
        let (setup, blocks) = asked.setup().map_err(|reasons| anyhow!(reasons.join("; ")))?;
        let origin = match &asked.dealt {
            None => Origin::Given,
            Some(Dealt { bags: Some(bags), .. }) => Origin::Bags(*bags),
            Some(Dealt { randomizer, .. }) => {
                Origin::Random(randomizer.parse().map_err(|reason: String| anyhow!(reason))?)
            }
        };
        Ok(Question {
            problem: Problem::new(&setup)?,
            origin,
            game: asked.dealt.as_ref().map_or(0, |dealt| dealt.game),
            seed: *seed,
            blocks,
            board: typed.board.as_ref().map(OsString::from),
            fitness: typed.fitness.as_ref().map(PathBuf::from),
        })
    }

    /// The same as settings of a run.
    pub fn asked(&self) -> Asked {
        let (problem, game) = (&self.problem, self.game);
        let dealt = |randomizer: Randomizer, bags| Some(Dealt { randomizer: randomizer.to_string(), bags, game });
        Asked {
            queue: self.letters(),
            dealt: match self.origin {
                Origin::Given => None,
                Origin::Bags(bags) => dealt(Randomizer::SevenBag, Some(bags)),
                Origin::Random(randomizer) => dealt(randomizer, None),
            },
            pieces: problem.pieces(),
            genotype: problem.moves().name().to_string(),
            encoding: problem.encoding().name().to_string(),
            board: document::rows(&self.blocks),
            fitness: weights_of(problem.fitness()),
        }
    }

    /// What was typed for the board and the fitness.
    pub fn typed(&self) -> (Option<String>, Option<String>) {
        let board = self.board.as_ref().map(|board| board.to_string_lossy().into_owned());
        (board, self.fitness.as_ref().map(|file| file.to_string_lossy().into_owned()))
    }

    /// The letters of the pieces that can be taken.
    pub fn letters(&self) -> String {
        self.problem.queue().iter().map(|piece| piece.letter()).collect()
    }

    /// What is asked, in a line.
    pub fn title(&self) -> String {
        let (problem, count) = (&self.problem, self.problem.pieces());
        let solutions = match problem.moves().genotype() {
            Some(genotype) => format!("{} solutions", genotype.search_space(count)),
            None => "every reachable place".to_string(),
        };
        let board = match problem.start().blocks() {
            0 => String::new(),
            blocks => format!(" on a board with {}", counted(blocks.into(), "Block")),
        };
        let pieces = counted(count as u64, "piece");
        format!("{pieces}{board}, {}: {solutions}", problem.moves().name())
    }

    /// The pieces, and where they are from.
    pub fn pieces(&self) -> String {
        let (letters, seed, game) = (self.letters(), self.seed, self.game);
        match self.origin {
            Origin::Given => letters,
            Origin::Bags(_) => format!("{letters} (7-bag, seed {seed}, game {game})"),
            Origin::Random(randomizer) => format!("{letters} ({randomizer}, seed {seed}, game {game})"),
        }
    }

    /// The options that ask it again.
    pub fn options(&self) -> Vec<String> {
        let (problem, game) = (&self.problem, self.game);
        let mut options = match self.origin {
            Origin::Given => vec![format!("--queue {}", self.letters())],
            Origin::Bags(bags) => vec![format!("--bag {bags}"), format!("--game {game}")],
            Origin::Random(randomizer) => vec![format!("--randomizer {randomizer}"), format!("--game {game}")],
        };
        options.push(format!("--seed {}", self.seed));
        options.push(format!("--pieces {}", problem.pieces()));
        options.push(format!("--genotype {}", problem.moves().name()));
        options.push(format!("--preset {}", problem.encoding().name()));
        options.extend(self.board.as_ref().map(|board| format!("--board {}", quoted(&board.to_string_lossy()))));
        options.extend(self.fitness.as_ref().map(|file| format!("--fitness {}", quoted(&file.to_string_lossy()))));
        options
    }

    /// Why the board cannot be emptied, if the number of Blocks forbids it.
    pub fn never_empty(&self) -> Option<String> {
        let (before, pieces) = (self.problem.start().blocks(), self.problem.pieces() as u32);
        let all = before + 4 * pieces;
        let add = if pieces == 1 { "adds" } else { "add" };
        let played = counted(pieces.into(), "piece");
        (!tetrolab_solve::can_be_empty(&self.problem)).then(|| match before {
            0 => format!(
                "{played} {add} {all} Blocks and every line takes ten, so some are always left; it takes a \
                 multiple of 5 pieces"
            ),
            _ => format!(
                "the board has {before} Blocks, {played} {add} {}, and every line takes ten, so some are \
                 always left",
                4 * pieces
            ),
        })
    }
}
