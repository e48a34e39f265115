//! Path search against slow twins, the crate `pathfinding` and the cases of the course.

mod agreement;
mod boards;
mod cases;
mod estimates;
mod gate;
mod graphs;
mod placements;
mod twin;
