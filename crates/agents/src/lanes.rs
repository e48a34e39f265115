//! Sixteen numbers at once: the columns of a board, or the drops of one orientation side by side.
//!
//! Every method is inlined into the caller, so that the caller's instruction set is used. There are no closures around
//! instructions: a closure is a function of its own, and would be compiled without that set.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use portable::Plain;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

/// A lane in a set of lanes: bit `x` is lane `x`.
pub(crate) type Mask = u16;

/// Sixteen words of 32 bits, and sixteen rough values that are made from them.
pub(crate) trait Lanes: Copy {
    /// Sixteen numbers of 32 bits. How they are rounded may differ.
    type Rough: Copy;

    /// The same word in every lane.
    fn every(word: u32) -> Self;
    /// From the low halves of sixteen words.
    fn from_columns(columns: &[u64; 16]) -> Self;
    /// From sixteen words.
    fn from_words(words: &[u32; 16]) -> Self;
    /// The sixteen words.
    fn words(self) -> [u32; 16];

    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in one or both.
    fn or(self, other: Self) -> Self;
    /// Bits in one but not both.
    fn xor(self, other: Self) -> Self;
    /// Bits here and not there.
    fn without(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// The larger as signed numbers.
    fn max(self, other: Self) -> Self;
    /// The smaller as signed numbers.
    fn min(self, other: Self) -> Self;
    /// Moves all bits up.
    fn up<const BITS: u32>(self) -> Self;
    /// Moves all bits down.
    fn down<const BITS: u32>(self) -> Self;
    /// Moves the bits of each half of a word down by one, within the half.
    fn halves_down(self) -> Self;
    /// Moves all bits up, in each lane by its own number; nothing is left beyond 31 (as unsigned).
    fn up_by(self, bits: Self) -> Self;
    /// How many bits.
    fn count(self) -> Self;
    /// One more than the number of the highest bit; 0 without one.
    fn height(self) -> Self;

    /// Lane `x` gets what is in lane `x + BY`; the last lanes get what the first of `beyond` have.
    fn right<const BY: i32>(self, beyond: Self) -> Self;
    /// Lane `x` gets what is in lane `x - BY`; the first lanes get what the last of `beyond` have.
    fn left<const BY: i32>(self, beyond: Self) -> Self;

    /// The lanes that are not 0.
    fn some(self) -> Mask;
    /// The sum over all lanes.
    fn sum(self) -> u32;
    /// All bits of all lanes.
    fn any(self) -> u32;
    /// The words in these lanes, 0 in others.
    fn only(self, lanes: Mask) -> Self;

    /// The same rough value in every lane.
    fn every_rough(value: f32) -> Self::Rough;
    /// The rough values plus the products of the words, as signed numbers, and a weight.
    fn add_roughly(values: Self::Rough, words: Self, weight: f32) -> Self::Rough;
    /// The sums of rough values and others.
    fn plus_roughly(values: Self::Rough, others: &[f32; 16]) -> Self::Rough;
    /// The rough values in these lanes, minus infinity in others.
    fn rough_only(values: Self::Rough, lanes: Mask) -> Self::Rough;
    fn rough_max(one: Self::Rough, other: Self::Rough) -> Self::Rough;
    fn largest_rough(values: Self::Rough) -> f32;
    /// The lanes with at least this value.
    fn at_least(values: Self::Rough, limit: f32) -> Mask;

    /// No bits.
    #[inline(always)]
    fn none() -> Self {
        Self::every(0)
    }

    /// The distance between two numbers.
    #[inline(always)]
    fn distance(self, other: Self) -> Self {
        self.max(other).minus(self.min(other))
    }

    /// As `right`. Known numbers cost nothing but the move itself.
    #[inline(always)]
    fn right_by(self, by: usize, beyond: Self) -> Self {
        match by {
            0 => self,
            1 => self.right::<1>(beyond),
            2 => self.right::<2>(beyond),
            3 => self.right::<3>(beyond),
            4 => self.right::<4>(beyond),
            5 => self.right::<5>(beyond),
            _ => unreachable!("no piece is wider than four columns"),
        }
    }
}
