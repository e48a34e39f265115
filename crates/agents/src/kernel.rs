//! All drops of an orientation at once: lane `x` is the drop with its left edge over column `x`.
//!
//! A drop changes at most four columns, all above their surface. So what a drop does to most features follows from the gaps
//! it leaves below itself, and the rest from the columns it touches and their neighbours:
//!
//! - a gap below a Mino adds two column transitions, its cells are new holes, and its rows are rows with holes;
//! - Minos over a hole, old or new, add to the hole depth;
//! - row transitions change where the shape's own edges are: minus one where there was an edge already, plus one elsewhere;
//! - wells are counted again in the touched columns and their two neighbours.
//!
//! Values are first added up roughly, in 32 bits, without what all drops have in common. Only drops whose rough value is so near
//! the best that they might be the best are valued exactly, and only if there are several. Drops that fill a row are always valued
//! exactly: each on its own, with the columns of its board as lanes. An exact value is added up in the order of the weights, one
//! multiplication and one addition at a time, never fused.

mod look;
mod scene;
mod slot;
mod stamp;
mod terms;
mod wells;
mod whole;

use tetrolab_engine::{Board, Drop, DropRules, Piece};

use crate::lanes::Lanes;
use crate::linear::{Best, LOST};
pub(crate) use look::{common, exact, look};
pub(crate) use scene::Scene;
pub(crate) use stamp::Stamp;
use terms::{ANY, EIGHT, NINE, Set, Terms};

/// The tallest board whose columns fit a lane: four hidden rows, and one bit above them.
const TALLEST: u8 = 27;

/// A player made ready for one size of board.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    rules: DropRules,
    /// For each piece.
    terms: [Terms; 7],
    stamps: [[Stamp; 4]; 7],
    /// What a drop with so many lines is worth besides its features.
    rewards: [f64; 5],
    lost: f64,
}

impl Kernel {
    /// Nothing if a feature has no slot, or the board is too high.
    pub(crate) fn new(rules: DropRules, terms: [&[(&str, f64)]; 7], rewards: [f64; 5], lost: f64) -> Option<Kernel> {
        if rules.size().height > TALLEST {
            return None;
        }
        let terms: Option<Vec<Terms>> = terms.iter().map(|terms| Terms::new(terms, rules, rewards)).collect();
        let terms = <[Terms; 7]>::try_from(terms?).ok()?;
        Some(Kernel { rules, terms, stamps: Piece::ALL.map(Stamp::all), rewards, lost })
    }

    /// Whether this is the size of its boards.
    #[inline]
    pub(crate) fn fits(&self, board: &Board) -> bool {
        board.size() == self.rules.size()
    }
}

/// Lanes with the parts of the kernel compiled for them, each a function of its own.
pub(crate) trait Form: Lanes {
    /// Whether sets of slots have kernels of their own.
    const SETS: bool;
    /// As [`look()`].
    fn look<const W: usize, const SET: u32>(
        scene: &Scene<'_, Self, SET>,
        stamp: &Stamp,
        orientation: usize,
        choice: &mut Choice<Self>,
    );
    /// As [`exact`].
    fn exact<const SET: u32>(
        scene: &Scene<'_, Self, SET>,
        stamp: &Stamp,
        column: usize,
        row: u32,
        rows: u32,
    ) -> Option<f64>;
    /// As [`common`].
    fn common<const SET: u32>(scene: &Scene<'_, Self, SET>) -> f64;
}

/// The best drop of a piece on a board that fits; nothing if its stack reaches above the board. The value is only right if it is
/// `valued`.
#[inline(always)]
pub(crate) fn best<L: Form>(kernel: &Kernel, board: &Board, piece: Piece, valued: bool) -> Option<Best> {
    match kernel.terms[piece as usize].set {
        Set::Eight if L::SETS => best_in::<L, EIGHT>(kernel, board, piece, valued),
        Set::Nine if L::SETS => best_in::<L, NINE>(kernel, board, piece, valued),
        _ => best_in::<L, ANY>(kernel, board, piece, valued),
    }
}

#[inline(always)]
fn best_in<L: Form, const SET: u32>(kernel: &Kernel, board: &Board, piece: Piece, valued: bool) -> Option<Best> {
    let scene = Scene::<L, SET>::new(kernel, &kernel.terms[piece as usize], board)?;
    let stamps = &kernel.stamps[piece as usize];
    let mut choice =
        Choice { rough: [L::every_rough(f32::NEG_INFINITY); 4], best: (f64::NEG_INFINITY, u32::MAX), surviving: 0 };
    macro_rules! look {
        ($($orientation:literal: $width:literal)*) => {{
            $(
                debug_assert_eq!(stamps[$orientation].width, $width);
                L::look::<$width, SET>(&scene, &stamps[$orientation], $orientation, &mut choice);
            )*
        }};
    }
    // Orientations and their widths.
    match piece {
        Piece::I => look!(0: 1 1: 4),
        Piece::O => look!(0: 2),
        Piece::S | Piece::Z => look!(0: 2 1: 3),
        Piece::T => look!(0: 2 1: 3 2: 2 3: 3),
        Piece::J | Piece::L => look!(0: 3 1: 2 2: 3 3: 2),
    }
    Some(choice.decide(&scene, piece, valued))
}

/// What has been seen of the drops so far.
pub(crate) struct Choice<L: Lanes> {
    /// The rough values of those that fill no row, by orientation.
    rough: [L::Rough; 4],
    /// The best of those that are valued exactly, as value and code.
    best: (f64, u32),
    surviving: u32,
}

/// A drop as a number: the first by orientation and column has the smallest.
#[inline(always)]
const fn code(orientation: u32, column: u32) -> u32 {
    orientation << 4 | column
}

/// No drop has this code.
const NO_DROP: u32 = u32::MAX;

impl<L: Form> Choice<L> {
    #[inline(always)]
    fn offer(&mut self, value: f64, code: u32) {
        let (best, first) = self.best;
        if value > best || value == best && code < first {
            self.best = (value, code);
        }
    }

    /// The largest value, and the first drop that has it. The value is only right if it is asked for.
    #[inline(always)]
    fn decide<const SET: u32>(mut self, scene: &Scene<'_, L, SET>, piece: Piece, valued: bool) -> Best {
        let rough =
            L::rough_max(L::rough_max(self.rough[0], self.rough[1]), L::rough_max(self.rough[2], self.rough[3]));
        let largest = L::largest_rough(rough);
        if largest != f32::NEG_INFINITY {
            self.compare(scene, piece, valued, largest);
        }
        let (value, code) = self.best;
        Best {
            drop: Drop { piece, orientation: (code >> 4) as u8, column: (code & 15) as u8 },
            value,
            surviving: self.surviving,
        }
    }

    /// Compares the drops that are only valued roughly with the best of the others.
    #[inline(always)]
    fn compare<const SET: u32>(&mut self, scene: &Scene<'_, L, SET>, piece: Piece, valued: bool, largest: f32) {
        // What is lost is worse than anything, whatever the drops have in common.
        if self.best.0 <= LOST {
            self.best = (f64::NEG_INFINITY, NO_DROP);
        }
        let mut limit = largest - scene.terms.margin;
        if self.best.1 != NO_DROP {
            let exact = (self.best.0 - L::common(scene)) as f32;
            limit = limit.max(exact - scene.terms.margin);
            if exact < limit {
                self.best = (f64::NEG_INFINITY, NO_DROP);
            }
        }
        // Above what stands for no drop.
        let limit = limit.max(f32::MIN);
        let mut near = 0u64;
        let mut orientation = 4;
        while orientation > 0 {
            orientation -= 1;
            near = near << 16 | u64::from(L::at_least(self.rough[orientation], limit));
        }
        if near.is_power_of_two() && self.best.1 == NO_DROP && !valued {
            self.best.1 = near.trailing_zeros();
            return;
        }
        while near != 0 {
            let code = near.trailing_zeros();
            near &= near - 1;
            let stamp = &scene.kernel.stamps[piece as usize][(code >> 4) as usize];
            // These fill no row.
            let column = code as usize & 15;
            if let Some(value) = L::exact(scene, stamp, column, stamp.row(scene.heights.words(), column), 0) {
                self.offer(value, code);
            }
        }
    }
}
