//! One layer of the search: all games after the same number of pieces.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::expand::{Child, State};
use crate::moves::Packed;

/// A game that has been seen but not looked into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub score: f32,
    /// The number of the game before, in the layer before.
    pub parent: u32,
    pub packed: Packed,
    /// The first move that leads here, as its number.
    pub root: u16,
}

impl Candidate {
    /// By score; what decides between equals only has to be the same every time.
    fn rank(&self, other: &Candidate) -> Ordering {
        let ties = |it: &Candidate| (it.parent, it.packed.bits());
        self.score.total_cmp(&other.score).then_with(|| ties(other).cmp(&ties(self)))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Candidate) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        self.rank(other)
    }
}

/// All games after the same number of pieces.
#[derive(Debug)]
pub(crate) struct Layer {
    waiting: BinaryHeap<Candidate>,
    states: Vec<State>,
    seen: Seen,
    /// Room for the numbers of games that seem new.
    new: Vec<u16>,
}

impl Layer {
    /// A layer whose table of games seen takes about `bytes` bytes, if that is not more than is useful.
    pub fn new(bytes: usize) -> Layer {
        Layer { waiting: BinaryHeap::new(), states: Vec::new(), seen: Seen::new(bytes), new: Vec::new() }
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.states.clear();
        self.seen.clear();
    }

    /// The best game that was not looked into yet.
    pub fn take(&mut self) -> Option<Candidate> {
        self.waiting.pop()
    }

    /// Keeps a game that is looked into; returns its number.
    pub fn keep(&mut self, state: State) -> u32 {
        self.states.push(state);
        self.states.len() as u32 - 1
    }

    pub fn state(&self, number: u32) -> &State {
        &self.states[number as usize]
    }

    /// Adds the successors of a game, except those that were seen with as good a reward. At most `most` games wait: of more, the
    /// better half stays.
    pub fn add(&mut self, children: &[Child], parent: u32, root: u16, most: usize) {
        self.seen.leave_new(children, &mut self.new);
        for &index in &self.new {
            let child = &children[usize::from(index)];
            if !self.seen.is_better(child.key, child.reward) {
                continue;
            }
            if self.waiting.len() >= most {
                let mut all = std::mem::take(&mut self.waiting).into_vec();
                let middle = all.len() / 2;
                all.select_nth_unstable_by(middle, |a, b| b.cmp(a));
                all.truncate(middle);
                self.waiting = all.into();
            }
            self.waiting.push(Candidate { score: child.score, parent, packed: child.packed, root });
        }
    }
}

/// The games that were seen, with their best reward. It forgets some when it is full.
#[derive(Debug)]
struct Seen {
    entries: Vec<Entry>,
    /// Mixed into the keys, so that old entries are none without being wiped.
    round: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The part of the key that does not say where the entry is.
    key: u32,
    reward: f32,
}

impl Seen {
    /// The fewest and the most entries of a table: what is larger than the caches is slow.
    const ENTRIES: [usize; 2] = [1 << 10, 1 << 16];

    fn new(bytes: usize) -> Seen {
        let [least, most] = Seen::ENTRIES;
        let entries = (bytes / size_of::<Entry>()).clamp(least, most);
        // The largest power of two: the place of a key is some of its bits.
        let entries = 1 << entries.ilog2();
        Seen { entries: vec![Entry { key: 0, reward: f32::NEG_INFINITY }; entries], round: 0 }
    }

    fn clear(&mut self) {
        self.round = self.round.wrapping_add(0xD6E8_FEB8_6659_FD93);
    }

    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u32) {
        let key = key ^ self.round;
        ((key >> 40) as usize & (self.entries.len() - 1), key as u32)
    }

    /// Looks all of them up, and leaves the numbers of those that seem new. Nothing is noted, so that the processor need not
    /// wait for one entry before it asks for the next.
    fn leave_new(&self, children: &[Child], new: &mut Vec<u16>) {
        new.clear();
        new.extend((0..).zip(children).filter_map(|(index, child)| {
            let (place, key) = self.place(child.key);
            let entry = self.entries[place];
            (entry.key != key || entry.reward < child.reward).then_some(index)
        }));
    }

    /// Whether this reward is better than any seen for this key; it is noted.
    #[inline]
    fn is_better(&mut self, key: u64, reward: f32) -> bool {
        let (place, key) = self.place(key);
        let entry = &mut self.entries[place];
        if entry.key == key && entry.reward >= reward {
            return false;
        }
        *entry = Entry { key, reward };
        true
    }
}
