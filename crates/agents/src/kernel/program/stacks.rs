//! The stacks of programs, for several drops at once.

use crate::formula::MOST_NODES;

/// A number for each column.
pub(super) type Numbers = [f64; 16];

/// The larger operand goes first, so the smaller one, with at most half the nodes, needs one place more than on its own. So no
/// formula needs more places than its number of nodes can be halved.
pub(in crate::kernel) const MOST_PLACES: usize = MOST_NODES.ilog2() as usize;

/// The two stacks, for several drops: each place has a number, or numbers of columns, for each drop.
pub(in crate::kernel) struct Stacks<'s> {
    numbers: &'s mut [f64],
    columns: &'s mut [Numbers],
    drops: usize,
}

/// Memory for stacks of `COUNT` places for all drops together, aligned for loads of vector registers.
#[repr(C, align(64))]
pub(in crate::kernel) struct Places<const COUNT: usize> {
    columns: [Numbers; COUNT],
    numbers: [f64; COUNT],
}

impl<const COUNT: usize> Places<COUNT> {
    #[inline(always)]
    pub(in crate::kernel) const fn new() -> Places<COUNT> {
        Places { numbers: [0.0; COUNT], columns: [[0.0; 16]; COUNT] }
    }

    #[inline(always)]
    pub(in crate::kernel) fn stacks(&mut self, drops: usize) -> Stacks<'_> {
        Stacks { numbers: &mut self.numbers, columns: &mut self.columns, drops }
    }
}

impl Stacks<'_> {
    /// How many drops there are.
    #[inline(always)]
    pub(super) const fn drops(&self) -> usize {
        self.drops
    }

    /// The numbers of a place, one for each drop.
    #[inline(always)]
    pub(super) fn numbers(&mut self, place: usize) -> &mut [f64] {
        &mut self.numbers[place * self.drops..][..self.drops]
    }

    /// The numbers of two places, one after the other.
    #[inline(always)]
    pub(super) fn two_numbers(&mut self, place: usize) -> (&mut [f64], &[f64]) {
        let (first, second) = self.numbers[place * self.drops..][..2 * self.drops].split_at_mut(self.drops);
        (first, second)
    }

    /// The numbers of columns in a place, for each drop.
    #[inline(always)]
    pub(super) fn columns(&mut self, place: usize) -> &mut [Numbers] {
        &mut self.columns[place * self.drops..][..self.drops]
    }

    /// The numbers of columns in two places, one after the other.
    #[inline(always)]
    pub(super) fn two_columns(&mut self, place: usize) -> (&mut [Numbers], &[Numbers]) {
        let (first, second) = self.columns[place * self.drops..][..2 * self.drops].split_at_mut(self.drops);
        (first, second)
    }
}
