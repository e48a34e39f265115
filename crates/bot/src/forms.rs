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

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Piece, Seed};

    use super::*;
    use crate::evaluation::Standing;
    use crate::rules::TBP_RULES;
    use crate::search::Search;
    use crate::solo::{Pressure, Solo};
    use crate::weights::Weights;

    #[test]
    fn every_instruction_set_gives_the_same_values() {
        let scene = Scene::new(&TBP_RULES, &Weights::default());
        let mut search = Search::new(&TBP_RULES, &Weights::default(), 1 << 20);
        let mut solo = Solo::new(TBP_RULES, Seed(5), 3, Some(Pressure { every: 4, rows: 2 }));
        for turn in 0..60 {
            let position = solo.position();
            let standing = Standing { hold: None, back_to_back: turn % 2 == 0, combo: turn % 3, incoming: turn % 5 };
            let state = State { board: position.board, standing, reward: 1.0 };
            for piece in Piece::ALL {
                let choice = Choice { piece, hold_after: Some(Piece::T), held: true };
                let all = Instructions::ALL.map(|instructions| {
                    let form = Form(if instructions.is_there() { instructions } else { Instructions::Portable });
                    let mut found = Vec::new();
                    form.children(&scene, &state, &choice, &mut found);
                    let found: Vec<_> = found.iter().map(|it| (it.score, it.reward, it.key, it.packed)).collect();
                    (found, form.best(&scene, &state, &choice))
                });
                assert_eq!(all[0], all[1]);
                assert_eq!(all[0], all[2]);
            }
            search.start(position);
            search.think(500);
            let Some(&best) = search.suggestion().moves.first() else { break };
            solo.play(best).unwrap();
        }
        assert!(solo.tally().pieces > 30);
    }
}
