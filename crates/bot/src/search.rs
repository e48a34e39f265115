//! The search: layer by layer, the best of each first, over and over.
//!
//! A layer holds all games after the same number of pieces. A pass takes the best few games of every layer that were not looked
//! into yet and adds their successors to the next layer. So there is an answer from the first pass on, and the search widens with
//! time. Beyond the known pieces each possible piece is tried, and the best result with it is weighted by its probability.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tetrolab_engine::{Piece, Rules};

use crate::evaluation::Standing;
use crate::expand::{Child, Choice, LOST, Scene, State};
use crate::forms::Form;
use crate::layer::{Candidate, Layer};
use crate::moves::{Move, Packed};
use crate::position::Position;
use crate::weights::Weights;

/// How many games of a layer a pass looks into.
const WIDTH: usize = 2;

/// How many games of the last layer a pass looks beyond.
const LEAVES: usize = 1;

/// The search looks at most this many pieces ahead.
const DEEPEST: usize = 16;

/// Of the memory, this part is for games that were looked into. Lists grow by doubling, so twice as much may be taken for a
/// while; what is left is for them.
const KEPT_PART: usize = 4;

/// This part is for games that wait.
const WAITING_PART: usize = 8;

/// This part is for the tables of games seen.
const SEEN_PART: usize = 8;

/// What the bot would do.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Suggestion {
    /// All moves that can be played, best first.
    pub moves: Vec<Move>,
    /// Placements that were valued.
    pub nodes: u64,
    /// Time from when the position was known to when it last thought about it.
    pub seconds: f64,
    /// How many pieces ahead it has looked.
    pub depth: u32,
}

/// A move that can be played now, and the best that was found after it.
#[derive(Clone, Copy, Debug)]
struct Root {
    packed: Packed,
    depth: u32,
    value: f32,
}

/// A search from one position.
#[derive(Debug)]
pub struct Search {
    scene: Scene,
    form: Form,
    hold: bool,
    memory: usize,
    queue: Vec<Piece>,
    /// Whether Hold was empty at first: then a game with a held piece has taken one more piece from the queue.
    began_without_hold: bool,
    chances: [f32; 7],
    /// The last layer whose games come from known pieces.
    depth: usize,
    layers: Vec<Mutex<Layer>>,
    roots: Mutex<Vec<Root>>,
    nodes: AtomicU64,
    /// Games that were looked into and are kept.
    kept: AtomicUsize,
    /// Threads that are in the middle of a pass.
    busy: AtomicUsize,
    since: Instant,
    /// Nanoseconds from then to the end of the last pass.
    thought: AtomicU64,
    /// How often it was started.
    round: u64,
}

impl Search {
    /// A search without a position. It uses about `memory` bytes.
    pub fn new(rules: &Rules, weights: &Weights, memory: usize) -> Search {
        Search {
            scene: Scene::new(rules, weights),
            form: Form::best_there_is(),
            hold: rules.hold,
            memory,
            queue: Vec::new(),
            began_without_hold: false,
            chances: [0.0; 7],
            depth: 0,
            layers: Vec::new(),
            roots: Mutex::new(Vec::new()),
            nodes: AtomicU64::new(0),
            kept: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            since: Instant::now(),
            thought: AtomicU64::new(0),
            round: 0,
        }
    }

    /// Begins anew with this position.
    pub fn start(&mut self, position: &Position) {
        let Position { board, hold, combo, back_to_back, incoming, .. } = *position;
        self.queue.clear();
        self.queue.extend(position.queue.iter().take(DEEPEST));
        self.began_without_hold = hold.is_none();
        self.chances = position.supply.chances();
        let uses_one_more = usize::from(self.began_without_hold && self.hold);
        self.depth = self.queue.len().saturating_sub(uses_one_more).max(1);
        while self.layers.len() <= self.depth {
            self.layers.push(Mutex::new(Layer::new(self.memory / SEEN_PART / (DEEPEST + 1))));
        }
        for layer in &mut self.layers {
            layer.get_mut().expect(UNHARMED).clear();
        }
        *self.nodes.get_mut() = 0;
        *self.kept.get_mut() = 0;
        self.since = Instant::now();
        *self.thought.get_mut() = 0;
        self.round += 1;
        let state = State { board, standing: Standing { hold, back_to_back, combo, incoming }, reward: 0.0 };
        let mut children = Vec::new();
        self.grow(&state, 0, &mut children);
        *self.nodes.get_mut() = children.len() as u64;
        let roots = self.roots.get_mut().expect(UNHARMED);
        roots.clear();
        roots.extend(children.iter().map(|child| Root { packed: child.packed, depth: 1, value: child.score }));
        self.layers[0].get_mut().expect(UNHARMED).keep(state);
        let first = self.layers[1].get_mut().expect(UNHARMED);
        for (root, child) in children.iter().enumerate() {
            first.add(std::slice::from_ref(child), 0, root as u16, usize::MAX);
        }
    }

    /// Thinks until about `nodes` placements have been valued since the start. Returns how many have been.
    pub fn think(&self, nodes: u64) -> u64 {
        let mut worker = Worker::default();
        while self.nodes() < nodes && self.pass(&mut worker) {}
        self.nodes()
    }

    /// How many placements have been valued.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How often it was started.
    pub(crate) const fn round(&self) -> u64 {
        self.round
    }

    /// All moves that can be played, best first, with what was found after them.
    fn ranking(&self) -> Vec<Root> {
        let mut roots = self.roots.lock().expect(UNHARMED).clone();
        roots.sort_by(|a, b| b.depth.cmp(&a.depth).then(b.value.total_cmp(&a.value)));
        roots
    }

    /// All moves that can be played, best first, and what each is worth, if it was looked at as far ahead as the best one: only
    /// such values can be compared.
    pub fn values(&self) -> impl Iterator<Item = (Move, Option<f32>)> {
        let roots = self.ranking();
        let depth = roots.first().map_or(0, |best| best.depth);
        roots.into_iter().map(move |root| (root.packed.unpacked(), (root.depth == depth).then_some(root.value)))
    }

    /// What the bot would do now.
    pub fn suggestion(&self) -> Suggestion {
        let roots = self.ranking();
        Suggestion {
            moves: roots.iter().map(|root| root.packed.unpacked()).collect(),
            nodes: self.nodes(),
            seconds: Duration::from_nanos(self.thought.load(Ordering::Relaxed)).as_secs_f64(),
            depth: roots.first().map_or(0, |root| root.depth),
        }
    }

    /// One pass over all layers; whether there may be more to do.
    pub(crate) fn pass(&self, worker: &mut Worker) -> bool {
        if self.kept.load(Ordering::Relaxed) * size_of::<State>() > self.memory / KEPT_PART {
            return false;
        }
        self.busy.fetch_add(1, Ordering::AcqRel);
        let mut any = false;
        for depth in 1..=self.depth {
            let width = if depth == self.depth { LEAVES } else { WIDTH };
            any |= self.look_into(depth, width, worker);
        }
        // What others have taken may still lead to something.
        let is_alone = self.busy.fetch_sub(1, Ordering::AcqRel) == 1;
        self.thought.fetch_max(self.since.elapsed().as_nanos() as u64, Ordering::Relaxed);
        any || !is_alone
    }

    /// Looks into the best games of a layer.
    fn look_into(&self, depth: usize, width: usize, worker: &mut Worker) -> bool {
        let Worker { taken, nodes, children, ends } = worker;
        taken.clear();
        nodes.clear();
        {
            let mut layer = self.layers[depth].lock().expect(UNHARMED);
            taken.extend((0..width).map_while(|_| layer.take()));
        }
        if taken.is_empty() {
            return false;
        }
        {
            let before = self.layers[depth - 1].lock().expect(UNHARMED);
            nodes.extend(taken.iter().map(|candidate| *before.state(candidate.parent)));
        }
        for (state, candidate) in nodes.iter_mut().zip(taken.iter()) {
            let a_move = candidate.packed.unpacked();
            let choices = self.choices(&state.standing, depth - 1);
            let choice = choices.into_iter().flatten().find(|choice| choice.piece == a_move.placement.piece);
            let choice = choice.expect("the move was made from these choices");
            *state = state.after(&self.scene, a_move, &choice);
        }
        self.come_to(depth, taken);
        if depth == self.depth {
            let mut count = 0;
            for (state, candidate) in nodes.iter().zip(taken.iter()) {
                let (value, looked_at) = self.beyond(state);
                count += looked_at;
                self.reached(candidate.root, depth as u32 + 1, state.reward + value);
            }
            self.nodes.fetch_add(count, Ordering::Relaxed);
            return true;
        }
        children.clear();
        ends.clear();
        for state in nodes.iter() {
            self.grow(state, depth, children);
            ends.push(children.len());
        }
        self.nodes.fetch_add(children.len() as u64, Ordering::Relaxed);
        let first = {
            let mut layer = self.layers[depth].lock().expect(UNHARMED);
            nodes.iter().map(|&state| layer.keep(state)).min().unwrap_or_default()
        };
        self.kept.fetch_add(nodes.len(), Ordering::Relaxed);
        let most = self.memory / WAITING_PART / self.layers.len() / size_of::<Candidate>();
        let mut next = self.layers[depth + 1].lock().expect(UNHARMED);
        let mut from = 0;
        for (index, (&end, candidate)) in ends.iter().zip(taken.iter()).enumerate() {
            next.add(&children[from..end], first + index as u32, candidate.root, most);
            from = end;
        }
        true
    }

    /// The pieces that can be placed after `placed` pieces: the one in play, and the one Hold brings.
    fn choices(&self, standing: &Standing, placed: usize) -> [Option<Choice>; 2] {
        let index = placed + usize::from(self.began_without_hold && standing.hold.is_some());
        let Some(&piece) = self.queue.get(index) else { return [None; 2] };
        let other = match standing.hold {
            _ if !self.hold => None,
            Some(held) => Some(held),
            None => self.queue.get(index + 1).copied(),
        };
        let other = other.filter(|&other| other != piece);
        [
            Some(Choice { piece, hold_after: standing.hold, held: false }),
            other.map(|other| Choice { piece: other, hold_after: Some(piece), held: true }),
        ]
    }

    /// Adds all that a state leads to.
    fn grow(&self, state: &State, placed: usize, children: &mut Vec<Child>) {
        for choice in self.choices(&state.standing, placed).iter().flatten() {
            self.form.children(&self.scene, state, choice, children);
        }
    }

    /// What a game is worth whose next piece is not known, without its reward; and how many placements were looked at.
    fn beyond(&self, state: &State) -> (f32, u64) {
        let known = self.choices(&state.standing, self.depth);
        let mut count = 0;
        let mut best = |choice: &Choice| {
            let (value, looked_at) = self.form.best(&self.scene, state, choice);
            count += looked_at;
            value
        };
        if known[0].is_some() {
            let value = known.iter().flatten().map(best).fold(LOST, f32::max);
            return (value, count);
        }
        let hold = state.standing.hold;
        let held = hold.filter(|_| self.hold).map(|piece| best(&Choice { piece, hold_after: None, held: true }));
        let value = Piece::ALL
            .into_iter()
            .zip(self.chances)
            .filter(|&(_, chance)| chance > 0.0)
            .map(|(piece, chance)| {
                let value = match held {
                    Some(held) if hold == Some(piece) => held,
                    _ => best(&Choice { piece, hold_after: hold, held: false }).max(held.unwrap_or(LOST)),
                };
                value * chance
            })
            .sum();
        (value, count)
    }

    /// Notes which moves lead this far.
    fn come_to(&self, depth: usize, taken: &[Candidate]) {
        let mut roots = self.roots.lock().expect(UNHARMED);
        for candidate in taken {
            let root = &mut roots[candidate.root as usize];
            if depth as u32 > root.depth {
                (root.depth, root.value) = (depth as u32, candidate.score);
            }
        }
    }

    /// Notes what a move can lead to.
    fn reached(&self, root: u16, depth: u32, value: f32) {
        let mut roots = self.roots.lock().expect(UNHARMED);
        let root = &mut roots[root as usize];
        if depth > root.depth || value > root.value {
            (root.depth, root.value) = (depth, value);
        }
    }
}

/// What a thread needs for its passes.
#[derive(Debug, Default)]
pub(crate) struct Worker {
    taken: Vec<Candidate>,
    nodes: Vec<State>,
    children: Vec<Child>,
    ends: Vec<usize>,
}

/// Why a lock cannot be poisoned.
const UNHARMED: &str = "no thread panics while it holds the lock";
