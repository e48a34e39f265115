//! The piece stream of the MDPTetris simulator, which the papers' scores were measured with.

use crate::piece::Piece;

/// The pieces in MDPTetris' order.
pub const MDPTETRIS_ORDER: [Piece; 7] = [Piece::I, Piece::O, Piece::T, Piece::Z, Piece::S, Piece::J, Piece::L];

/// Tausworthe's generator as the GNU Scientific Library has it under the name `taus`, which MDPTetris draws from.
///
/// ```
/// use tetrolab_engine::Taus;
///
/// let mut taus = Taus::new(42);
/// let pieces: Vec<u32> = (0..8).map(|_| taus.below(7)).collect();
/// assert_eq!(pieces, [5, 4, 5, 6, 4, 3, 0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taus {
    state: [u32; 3],
}

impl Taus {
    /// The generator from its first value on; seed 0 is seed 1.
    pub fn new(seed: u32) -> Taus {
        let first = 69069u32.wrapping_mul(seed.max(1));
        let second = 69069u32.wrapping_mul(first);
        let third = 69069u32.wrapping_mul(second);
        let mut taus = Taus { state: [first, second, third] };
        for _ in 0..6 {
            taus.next_value();
        }
        taus
    }

    /// The next value.
    pub fn next_value(&mut self) -> u32 {
        let [s1, s2, s3] = &mut self.state;
        *s1 = (*s1 & 0xFFFF_FFFE) << 12 ^ (*s1 << 13 ^ *s1) >> 19;
        *s2 = (*s2 & 0xFFFF_FFF8) << 4 ^ (*s2 << 2 ^ *s2) >> 25;
        *s3 = (*s3 & 0xFFFF_FFF0) << 17 ^ (*s3 << 3 ^ *s3) >> 11;
        *s1 ^ *s2 ^ *s3
    }

    /// The next number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        crate::random::scaled(self.next_value(), limit)
    }

    /// The next piece.
    pub fn next_piece(&mut self) -> Piece {
        MDPTETRIS_ORDER[self.below(7) as usize]
    }
}
