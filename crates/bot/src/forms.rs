//! The inner loop compiled for each instruction set.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions for instructions that were asked for")
)]

use tetrolab_engine::Instructions;

use crate::expand::{self, Child, Choice, Scene, State};

/// Instructions that this processor has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form(Instructions);

impl Form {
    /// The best there are.
    pub fn best_there_is() -> Form {
        Form(Instructions::best())
    }
}

/// A function for each instruction set, and the choice between them.
macro_rules! compiled {
    ($name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        impl Form {
            #[inline]
            pub fn $name(self, $($argument: $type),*) -> $result {
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2($($argument: $type),*) -> $result {
                    expand::$name($($argument),*)
                }

                #[cfg(target_arch = "x86_64")]
                #[target_feature(
                    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq"
                )]
                fn avx512($($argument: $type),*) -> $result {
                    expand::$name($($argument),*)
                }

                match self.0 {
                    // SAFETY: this is only made for instructions that the processor has.
                    #[cfg(target_arch = "x86_64")]
                    Instructions::Avx512 => unsafe { avx512($($argument),*) },
                    // SAFETY: the same.
                    #[cfg(target_arch = "x86_64")]
                    Instructions::Avx2 => unsafe { avx2($($argument),*) },
                    _ => expand::$name($($argument),*),
                }
            }
        }
    };
}

compiled!(children(scene: &Scene, state: &State, choice: &Choice, found: &mut Vec<Child>) -> ());
compiled!(best(scene: &Scene, state: &State, choice: &Choice) -> (f32, u64));
