//! Experiments, training runs and solver runs, with their records, plots and reports.

mod evolve;
mod laboratory;
mod learning;
mod plots;
mod reports;
mod seeds;
mod select;
mod solving;
mod train;
