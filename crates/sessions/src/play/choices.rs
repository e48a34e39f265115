//! What is offered where a game is chosen.

/// Lines of a sprint.
pub const LINES: [u32; 5] = [10, 20, 40, 100, 150];
/// Seconds of an ultra.
pub const SECONDS: [u64; 5] = [30, 60, 120, 180, 300];
/// Rows of garbage to begin with.
pub const ROWS: [u8; 7] = [0, 2, 4, 6, 8, 10, 12];
/// Rows of garbage to be cleared.
pub const CHEESE: [u32; 4] = [10, 18, 50, 100];
/// Perfect clears to be made.
pub const PERFECT_CLEARS: [u32; 4] = [1, 3, 10, 50];
/// Pieces that an opponent places in a second.
pub const SPEEDS: [f64; 12] = [0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0];
/// Pieces of the Next queue.
pub const NEXT: [u8; 6] = [1, 2, 3, 4, 5, 6];
