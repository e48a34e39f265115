//! `tetrolab assist`: plays a sequence piece by piece, says where each goes and by which steps, and asks whether to go on.

mod answer;
mod json;
mod map;
mod sequence;
mod text;

use std::ffi::OsString;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};
use clap::Args;
use tetrolab_agents::Agent;
use tetrolab_agents::assisted::{Game, Mind, Turn};
use tetrolab_agents::path::{ALGORITHMS, Algorithm, LETTERINGS, Lettering, TURNINGS, Turning};
use tetrolab_engine::{Blocks, MAX_HEIGHT, MAX_WIDTH, Piece, Seed, Size};

use self::answer::{Asker, Reply};
use self::map::Map;
use self::sequence::{Pieces, Sequence};
use super::interrupt::stop_on_interrupt;
use tetrolab_inputs::numbers::quoted;
use tetrolab_inputs::parsers::named;
use tetrolab_inputs::players::Candidate;
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::texts::Language;

/// Rows of the board, if nothing is said: as many as in part 3 of the course.
const ROWS: u8 = 22;
/// Columns of the board, if nothing is said.
const WIDTH: u8 = 10;
/// Every piece fits at the top of a board with this many rows and columns, in every rotation.
const LEAST: i64 = 4;

/// How steps are written, unless it is said.
const LETTERS: &str = "sevilla";

#[derive(Debug, Args)]
#[command(
    after_help = "Answers: S, SI, SÍ, SIM, Y or YES go on, N, NO or NÃO end the game. docs/assist.md explains the rest."
)]
pub struct Assist {
    #[command(flatten)]
    pieces: Pieces,
    /// A picture of the board to begin with, top row first: a file, or the rows themselves with / between them; or fumen: v115@…
    /// or a link, its first page, or page N with #N at the end [default: empty]
    #[arg(long, value_name = "PICTURE|FUMEN")]
    board: Option<OsString>,
    /// Rows of the board [default: 22, or those of the picture if they are more]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(LEAST..=i64::from(MAX_HEIGHT)))]
    #[arg(allow_negative_numbers = true)]
    rows: Option<u8>,
    /// Columns of the board [default: those of the picture, or 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(LEAST..=i64::from(MAX_WIDTH)))]
    #[arg(allow_negative_numbers = true)]
    width: Option<u8>,
    /// Who decides; tetrolab agents lists them; or a file of weights
    #[arg(long, value_name = "NAME|FILE", default_value = "sevilla")]
    agent: String,
    /// How pieces turn
    #[arg(long, value_name = "RULE", default_value = "sevilla", value_parser = named(&TURNINGS, |turning| turning.name))]
    rotation: Turning,
    /// How the steps are searched
    #[arg(long, value_name = "NAME", default_value = "breadth-first", value_parser = named(&ALGORITHMS, |one| one.name))]
    algorithm: Algorithm,
    /// How steps are written
    #[arg(long, value_name = "HOW", default_value = LETTERS, value_parser = named(&LETTERINGS, |letters| letters.name))]
    letters: Lettering,
    /// How the map is shown: drawn, or as the course prints it, 0 for an empty cell and 1 for a filled one
    #[arg(long, value_name = "HOW", default_value = "picture", value_parser = named(&Map::ALL, Map::name))]
    map: Map,
    /// Ask nothing and go on to the end
    #[arg(long)]
    auto: bool,
    /// The language: en, es or pt [default: that of the settings, or else of LANG]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// Print one JSON document; asks nothing
    #[arg(long)]
    json: bool,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The answer was no, or there were no more answers.
    Answer,
    /// The user interrupted it.
    Interrupt,
    /// There are no more pieces.
    Sequence,
    /// As many pieces were placed as were asked for.
    Limit,
    /// This piece does not fit at the top.
    Lost(Piece),
}

/// A game with its pieces.
struct Session {
    /// The name of the agent, or of the file.
    agent: String,
    is_file: bool,
    sequence: Sequence,
    /// The Blocks to begin with.
    start: Blocks,
    game: Game,
}

impl Assist {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let mut session = self.session()?;
        let interrupted = stop_on_interrupt()?;
        if self.json {
            json::write(out, &self, &mut session, &interrupted)?;
            return Ok(ExitCode::SUCCESS);
        }
        let language = match self.lang {
            Some(language) => language,
            None => Preferences::load()?.effective_language(),
        };
        let texts = &language.texts().assist;
        let text = text::Transcript::new(texts, &self);
        let asker = if self.auto { None } else { Some(Asker::new()?) };
        text.welcome(out, &session)?;
        let end = loop {
            let ask = || match &asker {
                // What is printed so far can be seen.
                None => out.flush().map(|()| unasked(&interrupted)),
                Some(asker) => asker.ask(out, texts, &interrupted),
            };
            match session.next(ask)? {
                ControlFlow::Continue(turn) => text.turn(out, &turn)?,
                ControlFlow::Break(end) => break end,
            }
        };
        text.end(out, &session, end, &self.command(&session))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Reads everything and says what is wrong with it.
    fn session(&self) -> Result<Session> {
        let candidate = Candidate::named(&self.agent)?;
        let is_file = Agent::named(&self.agent).is_err();
        let start = self.blocks()?;
        let sequence = self.pieces.sequence(candidate.weights.is_none());
        let (size, seed) = (start.board().size(), Seed(sequence.seed.unwrap_or_default()));
        let mind = Mind::new(&candidate.name, candidate.weights, size, seed).with_context(|| candidate.name.clone())?;
        let game = Game::new(start, self.rotation, self.algorithm, mind);
        Ok(Session { agent: candidate.name, is_file, sequence, start, game })
    }

    /// The board to begin with.
    fn blocks(&self) -> Result<Blocks> {
        let Some(argument) = &self.board else {
            let size = Size { width: self.width.unwrap_or(WIDTH), height: self.rows.unwrap_or(ROWS), buffer: 0 };
            return Ok(Blocks::empty(size));
        };
        let (drawing, mut picture) = tetrolab_inputs::board::read(argument, self.width, self.rows, 0)?;
        let drawn = picture.blocks.board().size();
        if self.rows.is_none() && drawn.height < ROWS {
            picture = drawing.picture(Size { height: ROWS, ..drawn })?;
        }
        let blocks = drawing.blocks(&picture)?;
        let (name, full) = (&drawing.name, blocks.board().full_rows());
        ensure!(full == 0, "{name}: row {} from the floor is full already; leave it out", full.trailing_zeros() + 1);
        Ok(blocks)
    }

    /// The command that plays the same again.
    fn command(&self, session: &Session) -> String {
        let size = session.start.board().size();
        let mut words = vec!["tetrolab assist".to_string()];
        words.extend(self.pieces.options(session.sequence.seed));
        words.extend(self.board.as_ref().map(|board| format!("--board {}", quoted(&board.to_string_lossy()))));
        words.push(format!("--rows {} --width {}", size.height, size.width));
        words.push(format!("--agent {}", quoted(&self.agent)));
        words.push(format!("--rotation {} --algorithm {}", self.rotation.name, self.algorithm.name));
        // How it looks is only said where it was asked for.
        if self.letters.name != LETTERS {
            words.push(format!("--letters {}", self.letters.name));
        }
        if self.map != Map::Picture {
            words.push(format!("--map {}", self.map.name()));
        }
        words.extend(self.lang.map(|language| format!("--lang {}", language.code())));
        words.join(" ")
    }
}

impl Session {
    /// The next piece where it goes, or why there is none. `ask` is asked first.
    fn next<E>(&mut self, ask: impl FnOnce() -> Result<Reply, E>) -> Result<ControlFlow<End, Turn>, E> {
        if self.sequence.limit.is_some_and(|limit| self.game.pieces() >= limit) {
            return Ok(ControlFlow::Break(End::Limit));
        }
        let Some(piece) = self.sequence.pieces.next() else { return Ok(ControlFlow::Break(End::Sequence)) };
        Ok(match ask()? {
            Reply::No => ControlFlow::Break(End::Answer),
            Reply::Interrupted => ControlFlow::Break(End::Interrupt),
            Reply::Yes => match self.game.play(piece) {
                Some(turn) => ControlFlow::Continue(turn),
                None => ControlFlow::Break(End::Lost(piece)),
            },
        })
    }
}

/// The reply where nothing is asked: yes until the user wants to stop.
fn unasked(interrupted: &AtomicBool) -> Reply {
    if interrupted.load(Ordering::Relaxed) { Reply::Interrupted } else { Reply::Yes }
}
