//! The settings of the work.

use tetrolab_solve::{Encoding, Hybrid, MOST_PIECES, MoveSet, Plan, Refiner, Variant, WIDEST_BEAM};

use super::queue::Source;
use crate::grid::{Key, Takes, Usual};

const fn key(name: &'static str, takes: Takes, usual: Usual, meaning: &'static str) -> Key {
    Key { name, meaning, takes, usual }
}

/// The largest number that a count takes.
const MANY: i64 = 1_000_000_000_000;

/// All of them.
#[rustfmt::skip]
pub const KEYS: [Key; 23] = [
    key("algorithm", Takes::Word(algorithms), Usual::Needed, "how it is solved"),
    key("pieces", Takes::Whole(1, MOST_PIECES as i64), Usual::Needed, "how many are played"),
    key("genotype", Takes::Word(genotypes), Usual::Text("swap-double"), "what may be done with each piece"),
    key("queues", Takes::Word(sources), Usual::Text("shared"), "where the pieces come from: the same bags for all cells of a repetition, other bags for each cell, or the queues of the published runs"),
    key("as-logged", Takes::Switch, Usual::Switch(false), "with the published queues: population and mutation are those of the published run"),
    key("preset", Takes::Word(presets), Usual::Text("program"), "how genes are read, and what differs with it: as the published program does or as its paper says"),
    key("population", Takes::Whole(2, 1 << 24), Usual::Whole(10_000), "solutions that live at once (ga, hybrid)"),
    key("mutation", Takes::Number(0.0, 1.0), Usual::Number(0.25), "how probable mutations are (ga, hybrid)"),
    key("generations", Takes::Whole(1, MANY), Usual::Whole(3000), "generations at most (ga, hybrid)"),
    key("patience", Takes::Whole(1, MANY), Usual::Whole(400), "generations without a new best at most (ga, hybrid)"),
    key("temperature", Takes::Number(0.0, 1e9), Usual::Number(0.0), "the first temperature (ga, sa, hybrid); 0 is that of the preset"),
    key("variant", Takes::Word(variants), Usual::Text("mended"), "the annealing with its two published defects or without them (sa)"),
    key("cooling", Takes::Number(0.0, 0.999), Usual::Number(0.0005), "the share by which the temperature falls each time (sa, hybrid)"),
    key("tabu", Takes::Whole(0, 10_000_000), Usual::Whole(1000), "how many of the last solutions are not tried again (sa, hybrid)"),
    key("iterations", Takes::Whole(1, MANY), Usual::Whole(100_000), "iterations at most (sa)"),
    key("stagnation", Takes::Whole(1, MANY), Usual::Whole(10_000), "iterations without a new best at most (sa, hybrid)"),
    key("refine", Takes::Word(refiners), Usual::Text("annealing"), "what refines the best of the population (hybrid)"),
    key("refine-iterations", Takes::Whole(1, MANY), Usual::Whole(Refiner::ITERATIONS as i64), "iterations of an annealing that refines (hybrid)"),
    key("every", Takes::Whole(1, MANY), Usual::Whole(Hybrid::EVERY as i64), "generations from one refinement to the next (hybrid)"),
    key("refined", Takes::Whole(1, 1 << 23), Usual::Whole(Hybrid::REFINED as i64), "how many of the best are refined (hybrid)"),
    key("width", Takes::Whole(1, WIDEST_BEAM as i64), Usual::Whole(1000), "states that are kept after each piece (beam)"),
    key("widest", Takes::Whole(1, WIDEST_BEAM as i64), Usual::Whole(WIDEST_BEAM as i64), "the width of the last beam (auto)"),
    key("effort", Takes::Whole(0, MANY), Usual::Whole(100_000_000), "placements and fields that are looked at, at most (beam, exact, auto); 0 is without a limit"),
];

fn algorithms() -> Vec<&'static str> {
    Plan::NAMES.to_vec()
}

fn genotypes() -> Vec<&'static str> {
    MoveSet::ALL.map(MoveSet::name).to_vec()
}

fn sources() -> Vec<&'static str> {
    Source::ALL.map(Source::name).to_vec()
}

fn presets() -> Vec<&'static str> {
    Encoding::ALL.map(Encoding::name).to_vec()
}

fn variants() -> Vec<&'static str> {
    Variant::ALL.map(Variant::name).to_vec()
}

fn refiners() -> Vec<&'static str> {
    Refiner::NAMES.to_vec()
}
