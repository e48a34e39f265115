//! Players that add up weighted features and take the best drop.

use std::error::Error;
use std::fmt;

use tetrolab_engine::{Board, Drop, DropRules, Instructions, Piece};

use crate::features::Dropped;
use crate::forms::Available;
use crate::kernel::Kernel;
use crate::weights::{Lost, Weight, Weights};

/// The value of a drop that loses the game.
pub const LOST: f64 = -1e100;

/// A value must be larger by more than this to be better: the rule of MDPTetris.
pub(crate) const SLIGHT: f64 = 1e-30;

/// The best drop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Which.
    pub drop: Drop,
    pub value: f64,
    /// How many drops of this piece do not lose the game.
    pub surviving: u32,
}

/// A feature with one weight for each column does not fit the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WidthError {
    feature: &'static str,
    weights: usize,
    needed: usize,
    width: u8,
}

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WidthError { feature, weights, needed, width } = self;
        write!(f, "{feature} has {weights} weights, but a board of {width} columns needs {needed}")
    }
}

impl Error for WidthError {}

/// Weights made ready for one kind of game.
///
/// ```
/// use tetrolab_agents::{Agent, Linear};
/// use tetrolab_engine::{DropRules, Piece};
///
/// let rules = DropRules::STANDARD;
/// let player = Linear::new(Agent::named("bcts")?.weights().unwrap(), rules)?;
/// let best = player.best(&rules.empty(), Piece::O);
/// assert_eq!((best.drop.orientation, best.drop.column), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Linear {
    rules: DropRules,
    weights: Weights,
    kernel: Option<Kernel>,
    available: Available,
}

impl Linear {
    /// Makes weights ready.
    pub fn new(weights: Weights, rules: DropRules) -> Result<Linear, WidthError> {
        let width = rules.size().width;
        for terms in Piece::ALL.map(|piece| weights.terms(piece)) {
            for feature in terms.iter().filter_map(|weight| weight.measure.feature()) {
                let given = terms.iter().filter(|weight| weight.measure.feature() == Some(feature)).count();
                let needed = feature.count.on(width);
                if given != needed {
                    return Err(WidthError { feature: feature.name, weights: given, needed, width });
                }
            }
        }
        let kernel = Kernel::new(&weights, rules);
        Ok(Linear { rules, weights, kernel, available: Available::new(Instructions::best()) })
    }

    /// The same with other instructions, if the processor has them. The decisions are the same.
    pub fn instructions(mut self, instructions: Instructions) -> Linear {
        self.available = Available::new(instructions);
        self
    }

    /// The same without looking at many drops at once. The decisions are the same.
    pub fn one_by_one(mut self) -> Linear {
        self.kernel = None;
        self
    }

    /// Whether many drops are looked at at once, which is fast; not so if there is a formula, a feature is not made for it, a weight
    /// is tiny, a lost game is worth what its features say, or the board has more than 27 rows.
    pub fn is_side_by_side(&self) -> bool {
        self.kernel.as_ref().is_some_and(Kernel::is_for_many)
    }

    /// The rules it is ready for.
    pub const fn rules(&self) -> DropRules {
        self.rules
    }

    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The value of a drop.
    pub fn value(&self, dropped: &Dropped) -> f64 {
        match self.weights.lost {
            _ if !dropped.outcome.is_lost => {}
            Lost::Worst => return LOST,
            Lost::Zero => return 0.0,
            Lost::Features => {}
        }
        let sum = self.contributions(dropped).map(|(_, contribution)| contribution).fold(0.0, |sum, part| sum + part);
        self.weights.reward.of(dropped.outcome.lines) + sum
    }

    /// What each weight adds to the value, in order.
    pub fn contributions(&self, dropped: &Dropped) -> impl Iterator<Item = (&Weight, f64)> {
        let terms = self.weights.terms(dropped.drop.piece).iter();
        let dropped = *dropped;
        terms.map(move |term| (term, term.measure.value(&dropped) * term.weight))
    }

    /// The part of the value that adds up over several moves: the reward and the features that are about a move.
    pub(crate) fn value_of_move(&self, dropped: &Dropped) -> f64 {
        let parts = self.contributions(dropped).filter(|(term, _)| term.measure.adds_up());
        self.weights.reward.of(dropped.outcome.lines) + parts.fold(0.0, |sum, (_, part)| sum + part)
    }

    /// The best drop. Orientations are tried in order, columns from the left to the right, and the first of the best is
    /// taken.
    pub fn best(&self, board: &Board, piece: Piece) -> Best {
        self.find(board, piece, true)
    }

    /// The drop that [`Linear::best`] would take, and how many do not lose the game. Its value need not be known for that.
    #[inline]
    pub fn choose(&self, board: &Board, piece: Piece) -> (Drop, u32) {
        let best = self.find(board, piece, false);
        (best.drop, best.surviving)
    }

    #[inline]
    fn find(&self, board: &Board, piece: Piece, valued: bool) -> Best {
        let kernel = self.kernel.as_ref().filter(|kernel| kernel.fits(board));
        let best = kernel.and_then(|kernel| self.available.best(kernel, board, piece, valued));
        best.unwrap_or_else(|| self.best_one_by_one(board, piece))
    }

    fn best_one_by_one(&self, board: &Board, piece: Piece) -> Best {
        let mut best = Best { drop: Drop { piece, orientation: 0, column: 0 }, value: f64::NEG_INFINITY, surviving: 0 };
        for drop in self.rules.drops(piece) {
            // A drop that leads above all rows is lost.
            let dropped = Dropped::new(self.rules, board, drop);
            let value = dropped.map_or(LOST, |dropped| self.value(&dropped));
            best.surviving += u32::from(dropped.is_some_and(|dropped| !dropped.outcome.is_lost));
            if value - best.value > SLIGHT {
                (best.drop, best.value) = (drop, value);
            }
        }
        best
    }
}
