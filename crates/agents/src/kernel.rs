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
//!
//! A formula, or a feature that is not made for many drops at once, is found for each drop and added to its rough value
//! (`rest`). Where there are more of those than of the others, every drop is valued exactly, one after the other (`sum`).

mod exact;
mod ground;
mod look;
mod program;
mod quantity;
mod rest;
mod scene;
mod single_numbers;
mod slot;
mod stamp;
mod sum;
mod terms;
mod wells;
mod whole;

use tetrolab_engine::{Board, Drop, DropRules, Piece};

use crate::lanes::{Lanes, Mask};
use crate::linear::{Best, LOST};
use crate::weights::{Lost, Weight, Weights};
pub(crate) use exact::{Single, exact};
pub(crate) use ground::Ground;
pub(crate) use look::{common, look};
pub(crate) use rest::{Rest, add_rest};
pub(crate) use scene::Scene;
use slot::{ANY, WITH_REST};
pub(crate) use stamp::Stamp;
use sum::Room;
pub(crate) use sum::{Sum, best_of_singles, value_of_single};
pub(crate) use terms::Terms;
use terms::{EIGHT, NINE, Set};

/// The tallest board whose columns fit a lane: four hidden rows, and one bit above them.
const TALLEST: u8 = 27;

/// A player made ready for one size of board.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    rules: DropRules,
    /// For each piece.
    ways: [Way; 7],
    stamps: [[Stamp; 4]; 7],
    /// What a drop is worth besides its features, by the number of its lines.
    rewards: [f64; 5],
    lost: f64,
}

/// How the drops of a piece are valued.
#[derive(Clone, Debug)]
enum Way {
    /// All of an orientation at once.
    Many(Terms),
    /// All of an orientation at once, and then what is not made for that is added for each.
    Mixed(Terms, Box<Rest>),
    /// Exactly, one after the other.
    Single(Sum),
}

impl Kernel {
    /// `None` if the board is too high, or a lost game is worth what its features say.
    pub(crate) fn new(weights: &Weights, rules: DropRules) -> Option<Kernel> {
        if rules.size().height > TALLEST {
            return None;
        }
        let lost = match weights.lost {
            Lost::Worst => LOST,
            Lost::Zero => 0.0,
            Lost::Features => return None,
        };
        let rewards = [0, 1, 2, 3, 4].map(|lines| weights.reward.of(lines));
        let ways: Option<Vec<Way>> =
            Piece::ALL.into_iter().map(|piece| Way::new(weights.terms(piece), rules, rewards)).collect();
        Some(Kernel { rules, ways: ways?.try_into().ok()?, stamps: Piece::ALL.map(Stamp::all), rewards, lost })
    }

    /// Whether all drops of an orientation are valued at once, whichever piece it is.
    pub(crate) fn is_for_many(&self) -> bool {
        self.ways.iter().all(|way| matches!(way, Way::Many(_)))
    }

    /// Whether this is the size of its boards.
    #[inline]
    pub(crate) fn fits(&self, board: &Board) -> bool {
        board.size() == self.rules.size()
    }
}

impl Way {
    /// `None` if a feature is not known here.
    fn new(weights: &[Weight], rules: DropRules, rewards: [f64; 5]) -> Option<Way> {
        let (many, others): (Vec<&Weight>, Vec<&Weight>) = weights.iter().partition(|weight| Terms::knows(weight));
        let terms = Terms::new(&many, rules, rewards);
        if others.is_empty()
            && let Some(terms) = terms
        {
            return Some(Way::Many(terms));
        }
        let all = Sum::new(weights, rules)?;
        let others = Sum::new(others, rules)?;
        Some(match terms {
            // The more is known of all drops at once, the less is left to be found for each.
            Some(terms) if terms.used.count_ones() > others.used.count_ones() => {
                Way::Mixed(terms, Box::new(Rest { others, all }))
            }
            _ => Way::Single(all),
        })
    }
}

/// Lanes with the parts of the kernel compiled for them, each a function of its own.
pub(crate) trait Form: Lanes {
    /// Whether these are vector registers. Only then sets of slots have kernels of their own, and single drops are valued faster in
    /// lanes than without.
    const IS_VECTOR: bool;
    /// As [`look()`].
    fn look<const W: usize, const SET: u64>(
        scene: &Scene<'_, Self, SET>,
        stamp: &Stamp,
        orientation: usize,
        choice: &mut Choice<'_, Self>,
    );
    /// As [`exact`].
    fn exact<const SET: u64>(
        scene: &Scene<'_, Self, SET>,
        stamp: &Stamp,
        column: usize,
        row: u32,
        rows: u32,
    ) -> Option<f64>;
    /// As [`common`].
    fn common<const SET: u64>(scene: &Scene<'_, Self, SET>) -> f64;
    /// As [`add_rest`].
    fn add_rest<const SET: u64>(
        scene: &Scene<'_, Self, SET>,
        rest: &Rest,
        stamp: &Stamp,
        row: Self,
        drops: Mask,
        orientation: usize,
        choice: &mut Choice<'_, Self>,
    );
    /// As [`value_of_single`].
    fn value_of_single(kernel: &Kernel, ground: &Ground<Self>, sum: &Sum, single: &Single<'_>) -> Option<f64>;
    /// As [`best_of_mixed`].
    fn best_of_mixed(
        kernel: &Kernel,
        terms: &Terms,
        rest: &Rest,
        board: &Board,
        piece: Piece,
        valued: bool,
    ) -> Option<Best>;
    /// As [`best_of_singles`].
    fn best_of_singles(kernel: &Kernel, sum: &Sum, board: &Board, piece: Piece) -> Option<Best>;
}

/// The best drop of a piece on a board that fits; `None` if its stack reaches above the board, or it is not faster in lanes. The
/// value is only right if it is `valued`.
#[inline(always)]
pub(crate) fn best<L: Form>(kernel: &Kernel, board: &Board, piece: Piece, valued: bool) -> Option<Best> {
    match &kernel.ways[piece as usize] {
        Way::Many(terms) => best_of_many::<L>(kernel, terms, board, piece, valued),
        Way::Mixed(terms, rest) => L::best_of_mixed(kernel, terms, rest, board, piece, valued),
        Way::Single(sum) if L::IS_VECTOR => L::best_of_singles(kernel, sum, board, piece),
        Way::Single(_) => None,
    }
}

/// The best drop where all features are made for many drops at once.
#[inline(always)]
fn best_of_many<L: Form>(kernel: &Kernel, terms: &Terms, board: &Board, piece: Piece, valued: bool) -> Option<Best> {
    let certain = match terms.set {
        Set::Eight if L::IS_VECTOR => best_in::<L, EIGHT>(kernel, terms, None, board, piece, valued),
        Set::Nine if L::IS_VECTOR => best_in::<L, NINE>(kernel, terms, None, board, piece, valued),
        _ => best_in::<L, ANY>(kernel, terms, None, board, piece, valued),
    };
    certain.map(|(best, _)| best)
}

/// The best drop where something has to be added for each.
#[inline(always)]
pub(crate) fn best_of_mixed<L: Form>(
    kernel: &Kernel,
    terms: &Terms,
    rest: &Rest,
    board: &Board,
    piece: Piece,
    valued: bool,
) -> Option<Best> {
    const EIGHT_AND_REST: u64 = EIGHT | WITH_REST;
    const ANY_AND_REST: u64 = ANY | WITH_REST;
    let room = &mut Room::new();
    let found = match terms.set {
        Set::Eight if L::IS_VECTOR => {
            best_in::<L, EIGHT_AND_REST>(kernel, terms, Some((rest, room)), board, piece, valued)
        }
        _ => best_in::<L, ANY_AND_REST>(kernel, terms, Some((rest, room)), board, piece, valued),
    };
    match found? {
        (best, true) => Some(best),
        (_, false) => L::best_of_singles(kernel, &rest.all, board, piece),
    }
}

/// The best drop, and whether it is certain.
#[inline(always)]
fn best_in<L: Form, const SET: u64>(
    kernel: &Kernel,
    terms: &Terms,
    rest: Option<(&Rest, &mut Room<L>)>,
    board: &Board,
    piece: Piece,
    valued: bool,
) -> Option<(Best, bool)> {
    let (rest, room) = rest.unzip();
    let scene = Scene::<L, SET>::new(kernel, terms, rest, board)?;
    let stamps = &kernel.stamps[piece as usize];
    let mut choice = Choice {
        rough: [L::every_rough(f32::NEG_INFINITY); 4],
        best: (f64::NEG_INFINITY, u32::MAX),
        surviving: 0,
        room,
        largest_rest: 0.0,
        has_near: false,
    };
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
    let best = choice.decide(&scene, piece, valued);
    Some((best, choice.largest_rest < ROUGH_RANGE && !choice.has_near))
}

/// What has been seen of the drops so far.
pub(crate) struct Choice<'r, L: Lanes> {
    /// The rough values of those that fill no row, by orientation.
    rough: [L::Rough; 4],
    /// The best of those that are valued exactly, as value and code.
    best: (f64, u32),
    surviving: u32,
    /// Where what is added for single drops is worked out, if there is such.
    room: Option<&'r mut Room<L>>,
    /// The largest size of what was added for single drops.
    largest_rest: f64,
    /// Whether two of those that are valued exactly differ so slightly that their order decides.
    has_near: bool,
}

/// A drop as a number: the first by orientation and column has the smallest.
#[inline(always)]
const fn code(orientation: u32, column: u32) -> u32 {
    orientation << 4 | column
}

/// No drop has this code.
const NO_DROP: u32 = u32::MAX;

/// Values that differ by less may be too near for the rule of the slightly larger value. It is far above that slight amount.
const NEAR: f64 = 1e-28;

/// Nothing beyond can be added up roughly.
const ROUGH_RANGE: f64 = 1e25;

/// How far a rough value may be off for each 1 of what was added, with room to spare: a number of 32 bits has 24 digits.
const ROUGH_SHARE: f64 = 1.0 / (1 << 18) as f64;

impl<L: Form> Choice<'_, L> {
    #[inline(always)]
    fn offer<const SET: u64>(&mut self, value: f64, code: u32) {
        let (best, first) = self.best;
        if SET & WITH_REST != 0 {
            self.has_near |= value != best && (value - best).abs() < NEAR;
        }
        if value > best || value == best && code < first {
            self.best = (value, code);
        }
    }

    /// How far rough values may be from the exact ones, beside an exact value that is compared with them.
    #[inline(always)]
    fn margin<const SET: u64>(&self, scene: &Scene<'_, L, SET>, exact: f32) -> f32 {
        match scene.rest() {
            None => scene.terms.margin,
            Some(_) => {
                let more = ROUGH_SHARE * (self.largest_rest + f64::from(exact.abs())) + 2.0 * NEAR;
                scene.terms.margin + more as f32
            }
        }
    }

    /// The largest value, and the first drop that has it. The value is only right if it is asked for.
    #[inline(always)]
    fn decide<const SET: u64>(&mut self, scene: &Scene<'_, L, SET>, piece: Piece, valued: bool) -> Best {
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
    fn compare<const SET: u64>(&mut self, scene: &Scene<'_, L, SET>, piece: Piece, valued: bool, largest: f32) {
        // What is lost is worse than anything, whatever the drops have in common.
        if self.best.0 <= LOST {
            self.best = (f64::NEG_INFINITY, NO_DROP);
        }
        let mut limit = largest - self.margin(scene, 0.0);
        if self.best.1 != NO_DROP {
            let exact = (self.best.0 - L::common(scene)) as f32;
            limit = limit.max(exact - self.margin(scene, exact));
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
            if let Some(value) = L::exact(scene, stamp, column, stamp.row(scene.ground.heights.words(), column), 0) {
                self.offer::<SET>(value, code);
            }
        }
    }
}
