//! The formulas of the next generation.

use std::collections::HashSet;

use tetrolab_agents::{Formula, Measure, Node, Scope};
use tetrolab_optimize::random::Random;

use super::record::Individual;
use super::sample::{Sample, Signature};
use super::{change, grow, simplify};

/// Tournament size: the best of this many becomes a parent.
const TOURNAMENT: usize = 3;
/// Attempts per new formula; most that fail exist already.
const ATTEMPTS: usize = 60;
/// The first generation tries this many times the population.
pub const FIRST_GENERATION: usize = 4;

/// How often the ways to a new formula are taken, in hundreds.
const CROSSOVER: usize = 45;
const SUBTREE: usize = 20;
const POINT: usize = 12;
const NUMBER: usize = 8;
const HOIST: usize = 5;

/// A new formula.
#[derive(Clone, Debug)]
pub struct Newborn {
    /// What is weighed.
    pub measure: Measure,
    /// How many nodes it has.
    pub nodes: usize,
    /// How much it differs between the drops of a piece.
    pub deviation: f64,
}

/// Makes new formulas, and none twice.
#[derive(Debug)]
pub struct Nursery<'a> {
    sample: &'a Sample,
    most_nodes: usize,
    seen: HashSet<Signature>,
    texts: HashSet<String>,
}

impl<'a> Nursery<'a> {
    /// Knows what is weighed already.
    pub fn new(sample: &'a Sample, most_nodes: usize, base: &[Measure]) -> Nursery<'a> {
        let seen = base.iter().filter_map(|measure| Some(sample.look(measure)?.1)).collect();
        Nursery { sample, most_nodes, seen, texts: HashSet::new() }
    }

    /// Takes a tree if it is small enough, differs between drops, and is not the same as one that was there. It is made simple first.
    pub fn admit(&mut self, tree: &Node) -> Option<Newborn> {
        let tree = simplify::essence(tree);
        let nodes = tree.size();
        let formula = Formula::new(tree).ok().filter(|_| nodes <= self.most_nodes)?;
        if !self.texts.insert(formula.text().to_string()) {
            return None;
        }
        let measure = Measure::from(formula);
        let (deviation, signature) = self.sample.look(&measure)?;
        self.seen.insert(signature).then_some(Newborn { measure, nodes, deviation })
    }

    /// Remembers a formula of an earlier generation.
    pub fn remember(&mut self, text: &str) {
        if let Ok(formula) = text.parse::<Formula>() {
            self.admit(formula.tree());
        }
    }

    /// New formulas, about as many as live on. There are fewer if nothing new can be found.
    pub fn breed(&mut self, population: &[Individual], count: usize, random: &mut Random) -> Vec<Newborn> {
        let parents: Vec<Node> =
            population.iter().filter_map(|one| Some(one.formula.parse::<Formula>().ok()?.into_tree())).collect();
        let count = if parents.is_empty() { count * FIRST_GENERATION } else { count };
        let one = |_| (0..ATTEMPTS).find_map(|_| self.admit(&child(&parents, random, self.most_nodes)?));
        (0..count).filter_map(one).collect()
    }
}

/// A tree from parents, or any tree; `None` if a way leads nowhere.
fn child(parents: &[Node], random: &mut Random, most_nodes: usize) -> Option<Node> {
    if parents.is_empty() {
        return Some(grow::tree(random, Scope::Board, most_nodes));
    }
    // The best are first.
    let mut parent =
        || &parents[(0..TOURNAMENT).map(|_| random.below(parents.len())).min().expect("a tournament has members")];
    let (first, second) = (parent(), parent());
    let way = random.below(100);
    let mut end = 0;
    let mut is = |share| {
        end += share;
        way < end
    };
    if is(CROSSOVER) {
        change::crossover(first, second, random, most_nodes)
    } else if is(SUBTREE) {
        change::mutate_subtree(first, random, most_nodes)
    } else if is(POINT) {
        Some(change::mutate_point(first, random))
    } else if is(NUMBER) {
        change::mutate_number(first, random)
    } else if is(HOIST) {
        change::hoist(first, random)
    } else {
        Some(grow::tree(random, Scope::Board, most_nodes))
    }
}
