//! Experiments, training runs and solver runs, with their records, plots and reports.

mod evolve;
mod index;
mod learning;
mod plots;
mod reports;
mod select;
mod solving;
mod train;
