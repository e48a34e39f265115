//! `tetrolab place`: the drops of a piece in the research game from the best to the worst, and why.

mod bars;
mod drawing;
mod json;
mod position;
mod reasons;
mod text;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use serde_json::Value;
use tetrolab_agents::{Agent, Explanation, Lookahead, Player, Ranked};
use tetrolab_engine::Piece;

use self::position::Position;
use super::page::Page;
use super::players::{Game, Thought};
use tetrolab_inputs::players::Candidate;

#[derive(Debug, Args)]
pub struct Place {
    /// A picture of the board, top row first: a file, or the rows themselves with / between them. Or fumen: v115@… or a link,
    /// its first page, or page N with #N at the end. Without --size the board is as wide as the picture [default: empty]
    #[arg(long, value_name = "PICTURE")]
    board: Option<OsString>,
    /// The piece
    #[arg(long, ignore_case = true, value_parser = super::board::pieces())]
    piece: Piece,
    /// The piece after it, if it is known
    #[arg(long, value_name = "PIECE", ignore_case = true, value_parser = super::board::pieces(), conflicts_with = "lookahead")]
    next: Option<Piece>,
    /// Who decides; tetrolab agents lists them; or a file of weights
    #[arg(long, value_name = "NAME", default_value = "bcts")]
    agent: String,
    /// Decide by the weights of this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "agent")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    thought: Thought,
    #[command(flatten)]
    game: Game,
    /// How many drops are listed [default: 5, all with --json]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// How many drops are listed as text.
const LISTED: usize = 5;

/// The answer, before it is written.
struct Answer {
    position: Position,
    piece: Piece,
    next: Option<Piece>,
    candidate: Candidate,
    is_file: bool,
    player: Player,
    lookahead: Lookahead,
    /// Every drop, the best first.
    ranked: Vec<Ranked>,
}

impl Place {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let candidate = match &self.weights {
            Some(file) => Candidate::from_file(file)?,
            None => Candidate::named(&self.agent)?,
        };
        let answer = self.answer(candidate)?;
        if self.json {
            writeln!(out, "{:#}", self.written(&answer))?;
        } else {
            text::write(out, Page::standard(), &answer, self.top.unwrap_or(LISTED))?;
        }
        Ok(if answer.surviving() == 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    /// The name of who decides.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// What `--json` prints if this one decides.
    pub fn document(&self, candidate: Candidate) -> Result<Value> {
        Ok(self.written(&self.answer(candidate)?))
    }

    fn written(&self, answer: &Answer) -> Value {
        json::document(answer, self.top.unwrap_or(usize::MAX))
    }

    fn answer(&self, candidate: Candidate) -> Result<Answer> {
        ensure!(self.top != Some(0), "--top 0 leaves nothing to list");
        let position = Position::new(self.board.as_deref(), &self.game)?;
        let lookahead = if self.next.is_some() { Lookahead::Two } else { self.thought.lookahead() };
        let player = candidate.player(position.rules, lookahead)?;
        let ranked = player.ranked(position.blocks.board(), self.piece, self.next);
        let is_file = self.weights.is_some() || Agent::named(&self.agent).is_err();
        let (piece, next) = (self.piece, self.next);
        Ok(Answer { position, piece, next, candidate, is_file, player, lookahead, ranked })
    }
}

impl Answer {
    /// How many drops do not lose the game.
    fn surviving(&self) -> usize {
        self.ranked.iter().filter(|ranked| !ranked.dropped.outcome.is_lost).count()
    }

    /// Whether a value tells more than the piece at hand.
    fn looks_ahead(&self) -> bool {
        self.lookahead != Lookahead::One && self.player.mind().is_some()
    }

    /// What a value consists of.
    fn explanation(&self, ranked: &Ranked) -> Option<Explanation> {
        Explanation::new(self.player.mind()?, &ranked.dropped, self.lookahead, self.next)
    }
}
