//! Which stacks were found already, after the same number of pieces.

use super::super::plan::Stack;

/// Places of the table, a power of two.
const SIZE: usize = 1 << 13;
/// No more stacks are remembered, so that the table never fills.
const MOST: usize = SIZE / 2;

/// A table of stacks with their numbers. Forgetting all of them costs nothing.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What was remembered in which round, and the number of the stack.
    places: Vec<(u32, u32, Stack)>,
    round: u32,
    count: usize,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { places: vec![(0, 0, Stack::EMPTY); SIZE], round: 0, count: 0 }
    }
}

impl Seen {
    /// Forgets all stacks.
    pub fn clear(&mut self) {
        self.count = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.places.fill((0, 0, Stack::EMPTY));
            self.round = 1;
        }
    }

    /// The number of a stack that was found before. Otherwise it is remembered with the number given.
    pub fn find(&mut self, stack: &Stack, number: usize) -> Option<usize> {
        let mut place = hash(stack);
        loop {
            let (round, known, same) = &mut self.places[place % SIZE];
            if *round != self.round {
                if self.count < MOST {
                    (*round, *known, *same) = (self.round, number as u32, *stack);
                    self.count += 1;
                }
                return None;
            }
            if same == stack {
                return Some(*known as usize);
            }
            place += 1;
        }
    }
}

fn hash(stack: &Stack) -> usize {
    /// An odd number with bits everywhere: the golden ratio.
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = stack.words().iter().fold(0u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(MIX));
    (mixed >> 40) as usize
}
