//! Which features are worth having: a set of them grows or shrinks, one at a time, and each step is judged on games of its own.
//!
//! What is tried is learned a little and judged a little, the better third more, and the last few a lot. The set as it is gets the same
//! learning, so that a feature is not praised for what learning alone would have done.

mod candidates;
mod decision;
mod halving;
mod independence;
mod notes;
mod record;
mod sample;
mod selector;
mod set;
mod settings;
mod steps;
mod trials;

pub use decision::{LOWEST_RATIO, Verdict};
pub use record::{Begin, Beginning, End, Line, Outcome, Step, Trial, Tried, Worth, Worths};
pub use selector::{KIND, PLAYER, RESULT, STEPS, SelectError, Selector};
pub use set::Set;
pub use settings::{Direction, Selection, Settings};
pub use trials::{At, Stage, Watch};
