//! Path search: from where a piece is to where it should be, as a list of actions.
//!
//! Seven algorithms of the textbooks, each one file and one function over closures; they know nothing of this game. A
//! [`Space`] is what a piece can do on a board, a [`Problem`] adds the goals, and [`ALGORITHMS`] lists everything that
//! solves one. `docs/path.md` explains them for students.

mod a_star;
mod action;
mod algorithms;
mod best_first;
mod breadth_first;
mod depth_bounded;
mod depth_first;
mod estimate;
mod gate;
mod iterative_deepening;
mod known;
mod nodes;
mod place;
mod problem;
mod queue;
mod report;
mod resting;
mod space;
mod timeline;
mod turning;
mod uniform_cost;

pub use a_star::a_star;
pub use action::{Action, LETTERINGS, Lettering, Order, OrderError};
pub use algorithms::{ALGORITHMS, Algorithm, Options, Search};
pub use best_first::best_first;
pub use breadth_first::breadth_first;
pub use depth_bounded::depth_bounded;
pub use depth_first::depth_first;
pub use estimate::{ESTIMATES, Estimate, Prepared};
pub use gate::{SpaceError, Whose};
pub use iterative_deepening::iterative_deepening;
pub use place::{ParsePlaceError, Place, RowColumn, from_top, list};
pub use problem::Problem;
pub use report::Report;
pub use resting::Resting;
pub use space::Space;
pub use timeline::{Look, Timeline};
pub use turning::{Steps, TURNINGS, Turning};
pub use uniform_cost::uniform_cost;
