//! What a game counts.

use crate::spin::Spin;

/// Counts of a game so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pieces locked.
    pub pieces: u32,
    /// Keys pressed.
    pub keys: u64,
    /// Times Hold was used.
    pub holds: u32,
    /// Lock Downs by spin (none, mini, full) and cleared lines (0 to 4).
    pub clears: [[u32; 5]; 3],
    /// Clears that earned the Back-to-Back bonus.
    pub back_to_backs: u32,
    /// Longest Back-to-Back chain.
    pub longest_chain: u32,
    /// Most clearing pieces in a row.
    pub longest_combo: u32,
    /// Perfect clears.
    pub perfect_clears: u32,
    /// Rows sent.
    pub attack: u32,
    /// Waiting rows cancelled.
    pub cancelled: u32,
    /// Rows of garbage that rose.
    pub garbage: u32,
    /// Pieces taken back.
    pub undos: u32,
    /// Rows of garbage cleared.
    pub dug: u32,
}

impl Statistics {
    /// Lock Downs with this spin and this many lines.
    pub fn clears(&self, spin: Spin, lines: u8) -> u32 {
        self.clears[spin as usize][lines as usize]
    }
}
