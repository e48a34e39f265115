//! Where the pieces come from.

use tetrolab_engine::{Piece, PieceStream, Randomizer, Seed};

use super::logged::{Logged, runs};
use crate::grid::Cell;

/// Where the pieces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Bags that all cells of a repetition have in common, so that what is compared has the same pieces.
    Shared,
    /// Bags of each cell's own, as in the published experiments.
    Own,
    /// The queues of the published runs.
    Published,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 3] = [Source::Shared, Source::Own, Source::Published];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["shared", "own", "published"][self as usize]
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.name() == name)
    }

    /// The pieces of a cell, with one more for Hold, and the published run that had them.
    pub fn queue(self, cell: &Cell) -> Result<(String, Option<&'static Logged>), String> {
        let (settings, pieces) = (&cell.settings, cell.settings.count("pieces"));
        let bags = |seed: u64| {
            let stream = PieceStream::new(Randomizer::SevenBag, Seed(seed), 0, &[]);
            stream.take(pieces as usize + 1).map(Piece::letter).collect()
        };
        match self {
            Source::Shared => Ok((bags(cell.shared_seed()), None)),
            Source::Own => Ok((bags(cell.own_seed()), None)),
            Source::Published => {
                let runs = runs(pieces, settings.text("genotype"));
                // Further repetitions are further runs on the same queues.
                let number = cell.repetition.checked_rem(runs.len() as u64).ok_or_else(|| nothing(cell))?;
                let run = runs[number as usize];
                Ok((run.queue.clone(), Some(run)))
            }
        }
    }
}

fn nothing(cell: &Cell) -> String {
    let (pieces, genotype) = (cell.settings.count("pieces"), cell.settings.text("genotype"));
    format!("there is no published queue for {pieces} pieces with {genotype}")
}
