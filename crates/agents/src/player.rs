//! A player: what decides, and how far it looks ahead.

use tetrolab_engine::{Board, Drop, DropRules, Piece, Random};

use crate::features::Dropped;
use crate::linear::{LOST, Linear, SLIGHT, WidthError};
use crate::weights::Weights;

/// How far a player looks ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lookahead {
    /// The piece at hand.
    One,
    /// The piece at hand and the next one, where that is known.
    Two,
    /// The piece at hand and every piece that may come next, each with its chance, in the order IJLOSTZ.
    Expected([f64; 7]),
}

impl Lookahead {
    /// Every piece may come next with the same chance.
    pub const EQUAL: Lookahead = Lookahead::Expected([1.0; 7]);

    /// The chance of each next piece that is looked at; `None` if only the piece at hand is.
    pub(crate) fn chances(self, next: Option<Piece>) -> Option<[f64; 7]> {
        match self {
            Lookahead::One => None,
            Lookahead::Two => next.map(|next| Piece::ALL.map(|piece| f64::from(piece == next))),
            Lookahead::Expected(chances) => Some(chances),
        }
    }
}

/// A player made ready for one kind of game.
#[derive(Clone, Debug)]
pub struct Player {
    rules: DropRules,
    mind: Option<Linear>,
    lookahead: Lookahead,
}

/// A drop and what a player thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The drop and what comes of it.
    pub dropped: Dropped,
    /// The chance that whatever is done with the next piece loses the game; 2 if this drop loses it already. The smallest is
    /// the best. A player that looks at one piece sees no danger: there a lost game has its value.
    pub danger: f64,
    /// The value, which decides between drops of the same danger.
    pub value: f64,
}

impl Ranked {
    fn is_better_than(&self, other: &Ranked) -> bool {
        self.danger < other.danger || self.danger == other.danger && self.value - other.value > SLIGHT
    }
}

impl Player {
    /// A player by weights; without them it plays at random.
    pub fn new(weights: Option<Weights>, rules: DropRules, lookahead: Lookahead) -> Result<Player, WidthError> {
        let mind = weights.map(|weights| Linear::new(weights, rules)).transpose()?;
        Ok(Player { rules, mind, lookahead })
    }

    /// A player that looks at the piece at hand.
    pub fn of(linear: Linear) -> Player {
        Player { rules: linear.rules(), mind: Some(linear), lookahead: Lookahead::One }
    }

    /// The rules it is ready for.
    pub const fn rules(&self) -> DropRules {
        self.rules
    }

    /// How far it looks ahead.
    pub const fn lookahead(&self) -> Lookahead {
        self.lookahead
    }

    /// What it weighs; `None` if it plays at random.
    pub const fn mind(&self) -> Option<&Linear> {
        self.mind.as_ref()
    }

    /// The drop to play, and how many drops it tried that would not lose the game ([`DropGame::tried`] wants to know).
    ///
    /// [`DropGame::tried`]: tetrolab_engine::DropGame::tried
    #[inline]
    pub fn choose(&self, board: &Board, piece: Piece, next: Option<Piece>, random: &mut Random) -> (Drop, u32) {
        match (&self.mind, self.lookahead.chances(next)) {
            (None, _) => {
                let mut drops = self.rules.drops(piece);
                let number = random.below(self.rules.drops(piece).count() as u32);
                (drops.nth(number as usize).expect("a number below their count"), 0)
            }
            (Some(linear), None) => linear.choose(board, piece),
            (Some(linear), Some(_)) => {
                let (mut best, mut surviving): (Option<Ranked>, u32) = (None, 0);
                for ranked in self.all(linear, board, piece, next) {
                    surviving += u32::from(!ranked.dropped.outcome.is_lost);
                    if best.is_none_or(|best| ranked.is_better_than(&best)) {
                        best = Some(ranked);
                    }
                }
                (best.map_or(Drop { piece, orientation: 0, column: 0 }, |best| best.dropped.drop), surviving)
            }
        }
    }

    /// Every drop, best first; equally good ones in the order in which they are tried. Drops that would lie above all rows
    /// are left out. A player that plays at random thinks the same of all.
    pub fn ranked(&self, board: &Board, piece: Piece, next: Option<Piece>) -> Vec<Ranked> {
        let Some(linear) = &self.mind else {
            let dropped = self.rules.drops(piece).filter_map(|drop| Dropped::new(self.rules, board, drop));
            return dropped.map(|dropped| Ranked { dropped, danger: 0.0, value: 0.0 }).collect();
        };
        let mut left: Vec<Ranked> = self.all(linear, board, piece, next).collect();
        // One by one, as they are chosen: the rule for a better one does not make an order in which one could sort.
        let mut ranked = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let mut best = 0;
            for place in 1..left.len() {
                if left[place].is_better_than(&left[best]) {
                    best = place;
                }
            }
            ranked.push(left.remove(best));
        }
        ranked
    }

    fn all<'a>(
        &'a self,
        linear: &'a Linear,
        board: &'a Board,
        piece: Piece,
        next: Option<Piece>,
    ) -> impl Iterator<Item = Ranked> + 'a {
        let dropped = self.rules.drops(piece).filter_map(move |drop| Dropped::new(self.rules, board, drop));
        dropped.map(move |dropped| self.rank(linear, dropped, next))
    }

    fn rank(&self, linear: &Linear, dropped: Dropped, next: Option<Piece>) -> Ranked {
        let Some(chances) = self.lookahead.chances(next) else {
            return Ranked { dropped, danger: 0.0, value: linear.value(&dropped) };
        };
        if dropped.outcome.is_lost {
            return Ranked { dropped, danger: 2.0, value: LOST };
        }
        let (mut survived, mut lost, mut sum) = (0.0, 0.0, 0.0);
        for (piece, chance) in Piece::ALL.into_iter().zip(chances) {
            if chance == 0.0 {
                continue;
            }
            let best = linear.best(&dropped.after, piece);
            if best.surviving == 0 {
                lost += chance;
            } else {
                survived += chance;
                sum += chance * best.value;
            }
        }
        let value =
            if survived == 0.0 { linear.value(&dropped) } else { linear.value_of_move(&dropped) + sum / survived };
        Ranked { dropped, danger: lost / (lost + survived), value }
    }
}
