//! The drops of a piece in the research game from the best to the worst, and why.

mod json;
mod position;

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use serde_json::Value;
use tetrolab_agents::{Agent, Explanation, Lookahead, Player, Ranked};
use tetrolab_engine::Piece;
use tetrolab_inputs::players::Candidate;

pub use self::position::Position;
use crate::moves::pieces;
use crate::players::{Game, Thought};

/// Which piece is dropped where, and who decides.
#[derive(Debug, Args)]
pub struct Place {
    /// A picture of the board, top row first: a file, or the rows themselves with / between them. Or fumen: v115@… or a link,
    /// its first page, or page N with #N at the end. Without --size the board is as wide as the picture [default: empty]
    #[arg(long, value_name = "PICTURE")]
    board: Option<OsString>,
    /// The piece
    #[arg(long, ignore_case = true, value_parser = pieces())]
    piece: Piece,
    /// The piece after it, if it is known
    #[arg(long, value_name = "PIECE", ignore_case = true, value_parser = pieces(), conflicts_with = "lookahead")]
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
    pub top: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// The answer, before it is written.
pub struct Answer {
    /// The board and its rules.
    pub position: Position,
    /// The piece that is dropped.
    pub piece: Piece,
    /// The piece after it, if it is known.
    pub next: Option<Piece>,
    /// The agent or the weights that decide.
    pub candidate: Candidate,
    /// Whether its weights come from a file.
    pub is_file: bool,
    /// The same as a player, ready for the game.
    pub player: Player,
    /// How far it looks ahead.
    pub lookahead: Lookahead,
    /// Every drop, the best first.
    pub ranked: Vec<Ranked>,
}

impl Place {
    /// The answer, by the player that the options name.
    pub fn answer(&self) -> Result<Answer> {
        self.answer_by(match &self.weights {
            Some(file) => Candidate::from_file(file)?,
            None => Candidate::named(&self.agent)?,
        })
    }

    /// The name of the agent that decides.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// What `--json` prints if this one decides.
    pub fn document_by(&self, candidate: Candidate) -> Result<Value> {
        Ok(self.document(&self.answer_by(candidate)?))
    }

    /// What `--json` prints.
    pub fn document(&self, answer: &Answer) -> Value {
        json::document(answer, self.top.unwrap_or(usize::MAX))
    }

    fn answer_by(&self, candidate: Candidate) -> Result<Answer> {
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
    pub fn surviving(&self) -> usize {
        self.ranked.iter().filter(|ranked| !ranked.dropped.outcome.is_lost).count()
    }

    /// Whether a value tells more than the piece at hand.
    pub fn looks_ahead(&self) -> bool {
        self.lookahead != Lookahead::One && self.player.mind().is_some()
    }

    /// What a value consists of.
    pub fn explanation(&self, ranked: &Ranked) -> Option<Explanation> {
        Explanation::new(self.player.mind()?, &ranked.dropped, self.lookahead, self.next)
    }
}
