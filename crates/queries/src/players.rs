//! The options that commands about players of the research game share.

use clap::Args;
use tetrolab_agents::Lookahead;
use tetrolab_engine::DropRules;

/// Which game is played.
#[derive(Debug, Args)]
pub struct Game {
    /// Columns and rows of the board [default: 10x20]
    #[arg(long, value_name = "COLUMNSxROWS")]
    pub size: Option<DropRules>,
    /// Remove full rows even if the piece reaches above the board
    #[arg(long)]
    pub lines_after_overflow: bool,
}

/// How far players look ahead.
#[derive(Debug, Args)]
pub struct Thought {
    /// Look at every piece that may come next, each with the same chance
    #[arg(long)]
    pub lookahead: bool,
}

impl Thought {
    /// With the option every next piece, otherwise the piece at hand.
    pub const fn lookahead(&self) -> Lookahead {
        if self.lookahead { Lookahead::EQUAL } else { Lookahead::One }
    }
}
