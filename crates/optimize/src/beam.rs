//! Beam search: of every level only the best states are kept.

use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A beam of states, level by level. It begins with one state. Its owner pushes the successors of the states that it
/// [holds](Self::states), and lets it [`advance`](Self::advance) to the best of them.
///
/// `S` is a state, `A` what leads from one to the next, and `K` a key: of states with the same key only the best is kept. The
/// larger the value, the better; of equals the one that was pushed first is kept.
///
/// Memory is used again from level to level. Of a level's successors no more than twice the width are held at any time, so a beam
/// can be wide. [`beam_search`] does it all in one call.
///
/// ```
/// use tetrolab_optimize::beam::Beam;
///
/// // Words of four letters with as many changes as possible.
/// let mut beam = Beam::new(10);
/// beam.start(String::new(), 0.0);
/// while beam.depth() < 4 {
///     for index in 0..beam.states().len() {
///         for letter in ['a', 'b'] {
///             let (word, value) = (&beam.states()[index], beam.values()[index]);
///             let value = value + f64::from(u8::from(!word.ends_with(letter)));
///             let word = format!("{word}{letter}");
///             beam.push(index, letter, word.clone(), value, word);
///         }
///     }
///     beam.advance();
/// }
/// assert_eq!((beam.states()[0].as_str(), beam.values()[0]), ("abab", 4.0));
/// assert_eq!(beam.path(0), ['a', 'b', 'a', 'b']);
/// ```
#[derive(Clone, Debug)]
pub struct Beam<S, A, K> {
    /// How every state that was kept came about, of all levels.
    nodes: Vec<Node<A>>,
    /// The number of the first node of this level.
    first: usize,
    depth: usize,
    states: Vec<S>,
    values: Vec<f64>,
    next: Next<S, A, K>,
}

/// A state that was kept.
#[derive(Clone, Debug)]
struct Node<A> {
    parent: u32,
    /// None at the start.
    action: Option<A>,
}

/// The next level, as far as it was pushed.
#[derive(Clone, Debug)]
struct Next<S, A, K> {
    width: usize,
    best: Vec<Successor<S, A, K>>,
    /// Where each key is.
    places: FxHashMap<K, usize>,
    /// As many as the beam is wide are better than this, or as good and older.
    bar: f64,
    pushed: u64,
}

#[derive(Clone, Debug)]
struct Successor<S, A, K> {
    parent: usize,
    action: A,
    state: S,
    value: f64,
    key: K,
    /// Its number among all that were pushed.
    number: u64,
}

impl<S, A: Clone, K: Clone + Eq + Hash> Beam<S, A, K> {
    /// A beam that is so wide; one state at least.
    pub fn new(width: usize) -> Beam<S, A, K> {
        let width = width.max(1);
        let next = Next { width, best: Vec::new(), places: FxHashMap::default(), bar: f64::NEG_INFINITY, pushed: 0 };
        Beam { nodes: Vec::new(), first: 0, depth: 0, states: Vec::new(), values: Vec::new(), next }
    }

    /// Forgets everything and begins with this state.
    pub fn start(&mut self, state: S, value: f64) {
        self.nodes.clear();
        self.nodes.push(Node { parent: 0, action: None });
        (self.first, self.depth) = (0, 0);
        self.states.clear();
        self.states.push(state);
        self.values.clear();
        self.values.push(value);
        self.next.clear();
        self.next.pushed = 0;
    }

    /// Adds a successor of state number `parent`. One whose value is minus infinity or no number leads nowhere and is left out.
    #[inline]
    pub fn push(&mut self, parent: usize, action: A, state: S, value: f64, key: K) {
        self.next.push(parent, action, state, value, |_| key);
    }

    /// Goes on to the best of what was pushed, and says how many there are. If there are none, everything stays as it is.
    pub fn advance(&mut self) -> usize {
        let count = self.next.finish();
        if count > 0 {
            let first = self.nodes.len();
            self.states.clear();
            self.values.clear();
            for successor in self.next.best.drain(..) {
                let parent = (self.first + successor.parent) as u32;
                self.nodes.push(Node { parent, action: Some(successor.action) });
                self.states.push(successor.state);
                self.values.push(successor.value);
            }
            self.first = first;
            self.depth += 1;
        }
        self.next.clear();
        count
    }

    /// The states of this level, from the best to the worst.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// Their values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many levels lie before this one.
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// How many successors were pushed in all.
    pub const fn pushed(&self) -> u64 {
        self.next.pushed
    }

    /// What led from the start to a state of this level.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    pub fn path(&self, state: usize) -> Vec<A> {
        assert!(state < self.states.len(), "the number of a state");
        let mut path = Vec::with_capacity(self.depth);
        let mut node = &self.nodes[self.first + state];
        while let Some(action) = &node.action {
            path.push(action.clone());
            node = &self.nodes[node.parent as usize];
        }
        path.reverse();
        path
    }
}

impl<S, A, K: Clone + Eq + Hash> Next<S, A, K> {
    #[inline]
    fn push(&mut self, parent: usize, action: A, state: S, value: f64, key: impl FnOnce(&S) -> K) {
        let number = self.pushed;
        self.pushed += 1;
        // Also false if it is no number.
        if value > self.bar {
            let key = key(&state);
            self.add(Successor { parent, action, state, value, key, number });
        }
    }

    fn add(&mut self, successor: Successor<S, A, K>) {
        match self.places.entry(successor.key.clone()) {
            Entry::Occupied(place) => {
                let known = &mut self.best[*place.get()];
                if successor.value > known.value {
                    *known = successor;
                }
            }
            Entry::Vacant(place) => {
                place.insert(self.best.len());
                self.best.push(successor);
                if self.best.len() >= self.width.saturating_mul(2) {
                    self.thin_out();
                    self.places.clear();
                    self.places.extend((0..).zip(&self.best).map(|(place, successor)| (successor.key.clone(), place)));
                }
            }
        }
    }

    /// Leaves only as many as the beam is wide.
    fn thin_out(&mut self) {
        if self.best.len() > self.width {
            let (_, last, _) = self.best.select_nth_unstable_by(self.width - 1, Successor::rank);
            self.bar = last.value;
            self.best.truncate(self.width);
        }
    }

    /// Leaves only the best, in order, and says how many there are.
    fn finish(&mut self) -> usize {
        self.thin_out();
        self.best.sort_unstable_by(Successor::rank);
        self.best.len()
    }

    fn clear(&mut self) {
        self.best.clear();
        self.places.clear();
        self.bar = f64::NEG_INFINITY;
    }
}

impl<S, A, K> Successor<S, A, K> {
    /// The better one first, and of equals the older one.
    fn rank(&self, other: &Self) -> Ordering {
        other.value.total_cmp(&self.value).then(self.number.cmp(&other.number))
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<S, A> {
    /// The best state of the last level.
    pub state: S,
    pub value: f64,
    /// What led to it.
    pub path: Vec<A>,
    /// How many successors there were in all.
    pub pushed: u64,
    /// Whether it was stopped. Then the last level is the last that was complete.
    pub is_stopped: bool,
}

/// Searches level by level with a [`Beam`] of this width, until no state has a successor.
///
/// `expand` hands each successor of a state over to the function it is given, together with what leads there. `is_stopped` is asked
/// before each state is expanded.
///
/// ```
/// use tetrolab_optimize::beam::beam_search;
///
/// // Three digits whose squares add up to as much as possible, but to no more than 100.
/// let report = beam_search(
///     Vec::new(),
///     50,
///     |digits: &Vec<u32>, push| {
///         if digits.len() < 3 {
///             (0..10).for_each(|digit| push(digit, [digits.as_slice(), &[digit]].concat()));
///         }
///     },
///     |digits| {
///         let sum: u32 = digits.iter().map(|digit| digit * digit).sum();
///         if sum > 100 { f64::NEG_INFINITY } else { f64::from(sum) }
///     },
///     Vec::clone,
///     || false,
/// );
/// assert_eq!((report.path, report.value), (vec![8, 6, 0], 100.0));
/// ```
pub fn beam_search<S, A: Clone, K: Clone + Eq + Hash>(
    start: S,
    width: usize,
    mut expand: impl FnMut(&S, &mut dyn FnMut(A, S)),
    value: impl Fn(&S) -> f64,
    key: impl Fn(&S) -> K,
    mut is_stopped: impl FnMut() -> bool,
) -> Report<S, A> {
    let mut beam: Beam<S, A, K> = Beam::new(width);
    let start_value = value(&start);
    beam.start(start, start_value);
    let is_stopped = loop {
        let mut is_complete = true;
        for (parent, state) in beam.states.iter().enumerate() {
            is_complete = !is_stopped();
            if !is_complete {
                break;
            }
            expand(state, &mut |action, next| {
                let value = value(&next);
                beam.next.push(parent, action, next, value, &key);
            });
        }
        if !is_complete || beam.advance() == 0 {
            break !is_complete;
        }
    };
    let path = beam.path(0);
    let pushed = beam.pushed();
    Report { value: beam.values[0], state: beam.states.swap_remove(0), path, pushed, is_stopped }
}
