//! The kernel compiled for each instruction set.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions for instructions that were asked for")
)]

use tetrolab_engine::{Board, Instructions, Piece};

use crate::kernel::{self, Choice, Form, Kernel, Scene, Stamp};
use crate::lanes::Plain;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx2, Avx512};
use crate::linear::Best;

/// Instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Available(Instructions);

impl Available {
    /// These, or the plain ones if the processor has no such.
    pub(crate) fn new(instructions: Instructions) -> Available {
        Available(if instructions.is_there() { instructions } else { Instructions::Portable })
    }

    /// The best drop of a piece on a board that fits; nothing if its stack reaches above the board. The value is only right
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
            fn look<const W: usize, const SET: u32>(
                scene: &Scene<'_, $lanes, SET>,
                stamp: &Stamp,
                orientation: usize,
                choice: &mut Choice<$lanes>,
            ) {
                kernel::look::<$lanes, W, SET>(scene, stamp, orientation, choice);
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn exact<const SET: u32>(
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
            fn common<const SET: u32>(scene: &Scene<'_, $lanes, SET>) -> f64 {
                kernel::common::<$lanes, SET>(scene)
            }

            impl Form for $lanes {
                const SETS: bool = true;

                #[inline(always)]
                fn look<const W: usize, const SET: u32>(
                    scene: &Scene<'_, $lanes, SET>,
                    stamp: &Stamp,
                    orientation: usize,
                    choice: &mut Choice<$lanes>,
                ) {
                    // SAFETY: only functions of this module use these lanes, and `best` is called after asking.
                    unsafe { look::<W, SET>(scene, stamp, orientation, choice) }
                }

                #[inline(always)]
                fn exact<const SET: u32>(
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
                fn common<const SET: u32>(scene: &Scene<'_, $lanes, SET>) -> f64 {
                    // SAFETY: the same.
                    unsafe { common::<SET>(scene) }
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
    const SETS: bool = false;

    #[inline(never)]
    fn look<const W: usize, const SET: u32>(
        scene: &Scene<'_, Plain, SET>,
        stamp: &Stamp,
        orientation: usize,
        choice: &mut Choice<Plain>,
    ) {
        kernel::look::<Plain, W, SET>(scene, stamp, orientation, choice);
    }

    #[inline(never)]
    fn exact<const SET: u32>(
        scene: &Scene<'_, Plain, SET>,
        stamp: &Stamp,
        column: usize,
        row: u32,
        rows: u32,
    ) -> Option<f64> {
        kernel::exact::<Plain, SET>(scene, stamp, column, row, rows)
    }

    #[inline(never)]
    fn common<const SET: u32>(scene: &Scene<'_, Plain, SET>) -> f64 {
        kernel::common::<Plain, SET>(scene)
    }
}
