//! Runs of experiments: cells on threads, recorded as they finish, in folders from which a run can be resumed.

mod follow;
mod host;
mod line;
mod progress;
mod record;
mod run;
mod schedule;
mod take_over;

pub use follow::Followed;
pub use host::Host;
pub use line::{Done, Line};
pub use progress::{Progress, RunningCell};
pub use record::{EVENTS, KIND, LaboratoryError, Plan, REPORT, Results, Run};
pub use run::{Ended, Watch};
