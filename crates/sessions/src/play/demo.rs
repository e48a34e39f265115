//! A recorded game that ships with the program.

use tetrolab_engine::{Replay, ReplayError};

const DEMO: &[u8] = include_bytes!("../../demo/sprint.replay");

/// The game that ships with the program.
///
/// # Errors
/// Never, as long as the file is whole.
pub fn demo() -> Result<Replay, ReplayError> {
    Replay::from_bytes(DEMO)
}
