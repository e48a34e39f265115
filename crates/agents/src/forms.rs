//! The kernel compiled for each instruction set.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions for instructions that were asked for")
)]

use tetrolab_engine::{Board, Instructions, Piece};

use crate::kernel::{self, Choice, Form, Ground, Kernel, Rest, Scene, Single, Stamp, Sum, Terms};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx2, Avx512};
use crate::lanes::{Mask, Plain};
use crate::linear::Best;

/// Instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Available(Instructions);

impl Available {
    /// These, or the plain ones if the processor has no such.
    pub(crate) fn new(instructions: Instructions) -> Available {
        Available(if instructions.is_there() { instructions } else { Instructions::Portable })
    }

    /// The best drop of a piece on a board that fits; `None` if its stack reaches above the board. The value is only right
    /// if it is `valued`.
    #[inline]
    pub(crate) fn best(self, kernel: &Kernel, board: &Board, piece: Piece, valued: bool) -> Option<Best> {
        match self.0 {
            // SAFETY: this is only made for instructions that the processor has.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::best(kernel, board, piece, valued) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::best(kernel, board, piece, valued) },
            _ => kernel::best::<Plain>(kernel, board, piece, valued),
        }
    }
}

/// The functions of the kernel, compiled for lanes and their instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled {
    ($name:ident, $lanes:ty, $features:literal) => {
        mod $name {
            use super::*;

            #[target_feature(enable = $features)]
            pub(super) fn best(kernel: &Kernel, board: &Board, piece: Piece, valued: bool) -> Option<Best> {
                kernel::best::<$lanes>(kernel, board, piece, valued)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn look<const W: usize, const SET: u64>(
                scene: &Scene<'_, $lanes, SET>,
                stamp: &Stamp,
                orientation: usize,
                choice: &mut Choice<'_, $lanes>,
            ) {
                kernel::look::<$lanes, W, SET>(scene, stamp, orientation, choice);
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn exact<const SET: u64>(
                scene: &Scene<'_, $lanes, SET>,
                stamp: &Stamp,
                column: usize,
                row: u32,
                rows: u32,
            ) -> Option<f64> {
                kernel::exact::<$lanes, SET>(scene, stamp, column, row, rows)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn common<const SET: u64>(scene: &Scene<'_, $lanes, SET>) -> f64 {
                kernel::common::<$lanes, SET>(scene)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn add_rest<const SET: u64>(
                scene: &Scene<'_, $lanes, SET>,
                rest: &Rest,
                stamp: &Stamp,
                row: $lanes,
                drops: Mask,
                orientation: usize,
                choice: &mut Choice<'_, $lanes>,
            ) {
                kernel::add_rest::<$lanes, SET>(scene, rest, stamp, row, drops, orientation, choice);
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn value_of_single(
                kernel: &Kernel,
                ground: &Ground<$lanes>,
                sum: &Sum,
                single: &Single<'_>,
            ) -> Option<f64> {
                kernel::value_of_single::<$lanes>(kernel, ground, sum, single)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn best_of_mixed(
                kernel: &Kernel,
                terms: &Terms,
                rest: &Rest,
                board: &Board,
                piece: Piece,
                valued: bool,
            ) -> Option<Best> {
                kernel::best_of_mixed::<$lanes>(kernel, terms, rest, board, piece, valued)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn best_of_singles(kernel: &Kernel, sum: &Sum, board: &Board, piece: Piece) -> Option<Best> {
                kernel::best_of_singles::<$lanes>(kernel, sum, board, piece)
            }

            impl Form for $lanes {
                const IS_VECTOR: bool = true;

                #[inline(always)]
                fn look<const W: usize, const SET: u64>(
                    scene: &Scene<'_, $lanes, SET>,
                    stamp: &Stamp,
                    orientation: usize,
                    choice: &mut Choice<'_, $lanes>,
                ) {
                    // SAFETY: only functions of this module use these lanes, and `best` is called after asking.
                    unsafe { look::<W, SET>(scene, stamp, orientation, choice) }
                }

                #[inline(always)]
                fn exact<const SET: u64>(
                    scene: &Scene<'_, $lanes, SET>,
                    stamp: &Stamp,
                    column: usize,
                    row: u32,
                    rows: u32,
                ) -> Option<f64> {
                    // SAFETY: the same.
                    unsafe { exact::<SET>(scene, stamp, column, row, rows) }
                }

                #[inline(always)]
                fn common<const SET: u64>(scene: &Scene<'_, $lanes, SET>) -> f64 {
                    // SAFETY: the same.
                    unsafe { common::<SET>(scene) }
                }

                #[inline(always)]
                fn add_rest<const SET: u64>(
                    scene: &Scene<'_, $lanes, SET>,
                    rest: &Rest,
                    stamp: &Stamp,
                    row: $lanes,
                    drops: Mask,
                    orientation: usize,
                    choice: &mut Choice<'_, $lanes>,
                ) {
                    // SAFETY: the same.
                    unsafe { add_rest::<SET>(scene, rest, stamp, row, drops, orientation, choice) }
                }

                #[inline(always)]
                fn value_of_single(
                    kernel: &Kernel,
                    ground: &Ground<$lanes>,
                    sum: &Sum,
                    single: &Single<'_>,
                ) -> Option<f64> {
                    // SAFETY: the same.
                    unsafe { value_of_single(kernel, ground, sum, single) }
                }

                #[inline(always)]
                fn best_of_mixed(
                    kernel: &Kernel,
                    terms: &Terms,
                    rest: &Rest,
                    board: &Board,
                    piece: Piece,
                    valued: bool,
                ) -> Option<Best> {
                    // SAFETY: the same.
                    unsafe { best_of_mixed(kernel, terms, rest, board, piece, valued) }
                }

                #[inline(always)]
                fn best_of_singles(kernel: &Kernel, sum: &Sum, board: &Board, piece: Piece) -> Option<Best> {
                    // SAFETY: the same.
                    unsafe { best_of_singles(kernel, sum, board, piece) }
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled!(avx512, Avx512, "avx512f,avx512bw,avx512vl,avx512cd,avx512dq,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
compiled!(avx2, Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");

impl Form for Plain {
    const IS_VECTOR: bool = false;

    #[inline(never)]
    fn look<const W: usize, const SET: u64>(
        scene: &Scene<'_, Plain, SET>,
        stamp: &Stamp,
        orientation: usize,
        choice: &mut Choice<'_, Plain>,
    ) {
        kernel::look::<Plain, W, SET>(scene, stamp, orientation, choice);
    }

    #[inline(never)]
    fn exact<const SET: u64>(
        scene: &Scene<'_, Plain, SET>,
        stamp: &Stamp,
        column: usize,
        row: u32,
        rows: u32,
    ) -> Option<f64> {
        kernel::exact::<Plain, SET>(scene, stamp, column, row, rows)
    }

    #[inline(never)]
    fn common<const SET: u64>(scene: &Scene<'_, Plain, SET>) -> f64 {
        kernel::common::<Plain, SET>(scene)
    }

    #[inline(never)]
    fn add_rest<const SET: u64>(
        scene: &Scene<'_, Plain, SET>,
        rest: &Rest,
        stamp: &Stamp,
        row: Plain,
        drops: Mask,
        orientation: usize,
        choice: &mut Choice<'_, Plain>,
    ) {
        kernel::add_rest::<Plain, SET>(scene, rest, stamp, row, drops, orientation, choice);
    }

    #[inline(never)]
    fn value_of_single(kernel: &Kernel, ground: &Ground<Plain>, sum: &Sum, single: &Single<'_>) -> Option<f64> {
        kernel::value_of_single::<Plain>(kernel, ground, sum, single)
    }

    #[inline(never)]
    fn best_of_mixed(
        kernel: &Kernel,
        terms: &Terms,
        rest: &Rest,
        board: &Board,
        piece: Piece,
        valued: bool,
    ) -> Option<Best> {
        kernel::best_of_mixed::<Plain>(kernel, terms, rest, board, piece, valued)
    }

    #[inline(never)]
    fn best_of_singles(kernel: &Kernel, sum: &Sum, board: &Board, piece: Piece) -> Option<Best> {
        kernel::best_of_singles::<Plain>(kernel, sum, board, piece)
    }
}
