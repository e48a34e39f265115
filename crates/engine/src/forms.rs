//! Move generation compiled for each instruction set and each height of window.
//!
//! A *form* is one such version. All forms share the code in [`reach`](crate::reach), [`generate`](crate::generate) and
//! [`perft`](crate::perft); it is inlined into the functions here, so that a whole loop runs inside one function that was
//! compiled for the instructions it uses.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions for instructions that were asked for")
)]

use crate::board::Board;
use crate::generate::{Found, Scene, found, generate};
#[cfg(target_arch = "x86_64")]
use crate::lanes::x86::{Long, Long512, Short, Twice};
use crate::lanes::{Batch, Packed, Window};
use crate::movement::Movement;
use crate::perft::{Node, Run, Stem, expand, leaves, start};
use crate::piece::Piece;
use crate::placements::Placements;
use crate::reach::{Places, Turning, spread};

/// Which instructions move generation uses. All give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Instructions {
    /// What every processor has.
    Portable,
    /// AVX2, on x86-64.
    Avx2,
    /// AVX-512 with its extensions for bytes, words, shorter registers and counting (BW, CD, DQ, VL, VPOPCNTDQ), on x86-64.
    Avx512,
}

impl Instructions {
    /// All of them, slowest first.
    pub const ALL: [Instructions; 3] = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];

    /// The fastest that this processor has.
    #[inline]
    pub fn best() -> Instructions {
        if Instructions::Avx512.is_there() {
            Instructions::Avx512
        } else if Instructions::Avx2.is_there() {
            Instructions::Avx2
        } else {
            Instructions::Portable
        }
    }

    /// Whether this processor has them.
    #[inline]
    pub fn is_there(self) -> bool {
        match self {
            Instructions::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                Instructions::Avx2.is_there()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        ["portable", "avx2", "avx512"][self as usize]
    }
}

/// One version of move generation: a height of window and an instruction set.
pub(crate) trait Form {
    type Lanes: Window;
    /// What the counting of the last piece takes at once.
    type Batch: Batch<Window = Self::Lanes>;
    /// The same instructions with a higher window; the highest has itself.
    type Higher: Form;

    fn spread(
        piece: Piece,
        fitting: &Places<Self::Lanes>,
        reached: &mut Places<Self::Lanes>,
        wanted: &Places<Self::Lanes>,
        turning: Turning,
    );
    fn spread_batch(
        piece: Piece,
        fitting: &Places<Self::Batch>,
        reached: &mut Places<Self::Batch>,
        wanted: &Places<Self::Batch>,
        turning: Turning,
    );
    fn found(piece: Piece, scene: &Scene<Self::Lanes>, movement: &Movement) -> Found<Self::Lanes>;
    fn expand(node: &Node<Self::Lanes>, run: &mut Run<'_>);
    fn leaves(piece: Piece, stem: &Stem<'_, Self::Lanes>, run: &Run<'_>) -> u64;
}

/// Calls a generic function with the piece as a constant.
macro_rules! by_piece {
    ($piece:expr, $function:ident, $form:ty, $($argument:expr),*) => {
        match $piece {
            Piece::I => $function::<$form, { Piece::I as usize }>($($argument),*),
            Piece::J => $function::<$form, { Piece::J as usize }>($($argument),*),
            Piece::L => $function::<$form, { Piece::L as usize }>($($argument),*),
            Piece::O => $function::<$form, { Piece::O as usize }>($($argument),*),
            Piece::S => $function::<$form, { Piece::S as usize }>($($argument),*),
            Piece::T => $function::<$form, { Piece::T as usize }>($($argument),*),
            Piece::Z => $function::<$form, { Piece::Z as usize }>($($argument),*),
        }
    };
}

/// A call into a function that may be compiled for more instructions than the caller.
macro_rules! guarded {
    (everywhere, $call:expr) => {
        $call
    };
    (asked, $call:expr) => {
        // SAFETY: the forms of an instruction set are only entered through `placements` and `perft` at the end of this
        // file, which have asked the processor whether it has these instructions.
        unsafe { $call }
    };
}

/// The flood fill of a form, for one window or for a batch of them.
macro_rules! spread {
    ($name:ident, $lanes:ty, [$($features:literal)?], $guard:tt) => {
        #[inline(always)]
        fn $name(
            piece: Piece,
            fitting: &Places<$lanes>,
            reached: &mut Places<$lanes>,
            wanted: &Places<$lanes>,
            turning: Turning,
        ) {
            $(#[target_feature(enable = $features)])?
            fn inside<const IS_I: bool>(
                fitting: &Places<$lanes>,
                reached: &mut Places<$lanes>,
                wanted: &Places<$lanes>,
                turning: Turning,
            ) {
                spread::<$lanes, IS_I>(fitting, reached, wanted, turning);
            }
            if piece == Piece::I {
                guarded!($guard, inside::<true>(fitting, reached, wanted, turning));
            } else {
                guarded!($guard, inside::<false>(fitting, reached, wanted, turning));
            }
        }
    };
}

/// One form.
macro_rules! form {
    ($name:ident, $higher:ident, $lanes:ty, $batch:ty, [$($features:literal)?], $guard:tt) => {
        pub(crate) struct $name;

        impl Form for $name {
            type Lanes = $lanes;
            type Batch = $batch;
            type Higher = $higher;

            spread!(spread, $lanes, [$($features)?], $guard);
            spread!(spread_batch, $batch, [$($features)?], $guard);

            #[inline(always)]
            fn found(piece: Piece, scene: &Scene<$lanes>, movement: &Movement) -> Found<$lanes> {
                $(#[target_feature(enable = $features)])?
                fn inside(piece: Piece, scene: &Scene<$lanes>, movement: &Movement) -> Found<$lanes> {
                    by_piece!(piece, found, $name, scene, movement)
                }
                guarded!($guard, inside(piece, scene, movement))
            }

            #[inline(always)]
            fn expand(node: &Node<$lanes>, run: &mut Run<'_>) {
                $(#[target_feature(enable = $features)])?
                fn inside(node: &Node<$lanes>, run: &mut Run<'_>) {
                    expand::<$name>(node, run);
                }
                guarded!($guard, inside(node, run));
            }

            #[inline(always)]
            fn leaves(piece: Piece, stem: &Stem<'_, $lanes>, run: &Run<'_>) -> u64 {
                $(#[target_feature(enable = $features)])?
                fn inside(piece: Piece, stem: &Stem<'_, $lanes>, run: &Run<'_>) -> u64 {
                    by_piece!(piece, leaves, $name, stem, run)
                }
                guarded!($guard, inside(piece, stem, run))
            }
        }
    };
}

/// An instruction set: its two forms, and the ways into it.
macro_rules! instructions {
    ($module:ident, [$($features:literal)?], $guard:tt, $low:ty, $batch:ty, $high:ty) => {
        mod $module {
            use super::*;

            form!(Low, High, $low, $batch, [$($features)?], $guard);
            form!(High, High, $high, $high, [$($features)?], $guard);

            pub(super) fn placements(board: &Board, piece: Piece, movement: &Movement) -> Option<Placements> {
                $(#[target_feature(enable = $features)])?
                fn inside(board: &Board, piece: Piece, movement: &Movement) -> Option<Placements> {
                    generate::<Low, High>(board, piece, movement)
                }
                guarded!($guard, inside(board, piece, movement))
            }

            pub(super) fn perft(board: &Board, index: usize, run: &mut Run<'_>) {
                start::<Low, High>(board, index, run);
            }
        }
    };
}

instructions!(portable, [], everywhere, Packed<4>, Packed<4>, Packed<8>);

#[cfg(target_arch = "x86_64")]
instructions!(avx2, ["avx2,bmi1,bmi2,lzcnt,popcnt"], asked, Short, Short, Long);

#[cfg(target_arch = "x86_64")]
instructions!(
    avx512,
    ["avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vpopcntdq"],
    asked,
    Short,
    Twice,
    Long512
);

/// All placements of a piece, with the fastest instructions there are; `None` if the board is too high.
#[inline]
pub(crate) fn placements(board: &Board, piece: Piece, movement: &Movement) -> Option<Placements> {
    match Instructions::best() {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => avx512::placements(board, piece, movement),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => avx2::placements(board, piece, movement),
        _ => portable::placements(board, piece, movement),
    }
}

/// Counts the sequences of placements with the given instructions, or with portable ones if the processor does not have
/// them.
pub(crate) fn perft(board: &Board, index: usize, run: &mut Run<'_>, instructions: Instructions) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 if instructions.is_there() => avx512::perft(board, index, run),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 if instructions.is_there() => avx2::perft(board, index, run),
        _ => portable::perft(board, index, run),
    }
}
