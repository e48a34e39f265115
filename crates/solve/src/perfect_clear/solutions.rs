//! All ways to clear the lines, and which queues each is good for.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use rayon::prelude::*;
use tetrolab_engine::Piece;

use super::building::Building;
use super::chance::Task;
use super::counts::Counts;
use super::moves::Moves;
use super::puzzle::{End, Step};
use super::queues::Queues;
use super::tiles::Tile;
use super::tiling::for_each_tiling;

/// One way to divide the empty cells into pieces that can be played with some of the queues. In whatever order the pieces come,
/// it is the same solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The pieces, where they lie in the rows of the beginning.
    pub tiles: Vec<Tile>,
    /// The queues it is good for, by their number.
    pub queues: Vec<u32>,
    /// How the first of those queues plays it.
    pub steps: Vec<Step>,
}

/// How many divisions are looked at before the stop is asked for.
const BATCH: usize = 4096;

/// All solutions for some of the queues, those for most queues first, on the threads of the current pool. `watch` is told how many divisions have been looked at and
/// how many solutions are among them.
pub fn solutions<M: Moves>(moves: &M, task: &Task<'_>, watch: impl Fn(u64, usize)) -> (Vec<Solution>, End) {
    let left_over =
        usize::from(Task::length(task.field, task.lines, false).is_some_and(|need| task.queues.length() > need));
    let hands = hands(task.queues, left_over);
    let most = hands.iter().fold(Counts::NONE, |most, &hand| most.most(hand));
    let (mut all, mut batch, mut looked_at) = (Vec::new(), Vec::new(), 0);
    let mut work = |batch: &mut Vec<Vec<Tile>>| {
        looked_at += batch.len() as u64;
        all.par_extend(batch.par_drain(..).filter_map(|tiles| solution(moves, task, tiles)));
        watch(looked_at, all.len());
        if task.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let end = for_each_tiling(task.field, task.lines, most, &mut |tiles: &[Tile]| {
        if hands.contains(&Counts::of(tiles.iter().map(|tile| tile.piece))) {
            batch.push(tiles.to_vec());
        }
        if batch.len() < BATCH { ControlFlow::Continue(()) } else { work(&mut batch) }
    });
    let is_stopped = end.is_break() || work(&mut batch).is_break();
    all.par_sort_by(|a, b| b.queues.len().cmp(&a.queues.len()).then_with(|| a.tiles.cmp(&b.tiles)));
    (all, if is_stopped { End::Stopped } else { End::Complete })
}

/// The pieces that come into play with some queue, if `left_over` pieces are left over.
fn hands(queues: &Queues, left_over: usize) -> HashSet<Counts> {
    let all: HashSet<Counts> = (0..queues.len()).map(|index| Counts::of(queues.get(index))).collect();
    if left_over == 0 {
        return all;
    }
    let without = |hand: Counts| {
        Piece::ALL.into_iter().filter(move |&piece| hand.get(piece) > 0).map(move |piece| hand.without(piece))
    };
    all.into_iter().flat_map(without).collect()
}

fn solution<M: Moves>(moves: &M, task: &Task<'_>, mut tiles: Vec<Tile>) -> Option<Solution> {
    tiles.sort_unstable();
    let mut covering = Covering {
        building: Building::new(moves, task.field, task.lines, &tiles),
        task,
        tiles: tiles.len() as u32,
        seen: HashSet::new(),
        queues: Vec::new(),
        path: Vec::new(),
        first: None,
    };
    if covering.building.next(0) == 0 {
        return None;
    }
    covering.begin();
    let Covering { mut queues, first, .. } = covering;
    let (_, steps) = first?;
    queues.sort_unstable();
    queues.dedup();
    Some(Solution { tiles, queues, steps })
}

/// Finds the queues that can play some tiles.
struct Covering<'a, M> {
    building: Building<'a, M>,
    task: &'a Task<'a>,
    /// How many.
    tiles: u32,
    /// Sets of tiles with beginnings of queues that were looked at.
    seen: HashSet<(u32, u32)>,
    queues: Vec<u32>,
    path: Vec<Step>,
    /// The first queue, and how it plays.
    first: Option<(u32, Vec<Step>)>,
}

impl<M: Moves> Covering<'_, M> {
    fn begin(&mut self) {
        let all = 0..self.task.queues.len();
        if !self.task.use_hold {
            return self.without_hold(0, &all);
        }
        for held in Piece::ALL {
            let range = self.task.queues.with(&all, 0, held);
            if !range.is_empty() {
                self.with_hold(0, held, 1, &range, false);
            }
        }
    }

    /// Whether these queues were not looked at with these tiles.
    fn is_new(&mut self, played: u32, range: &Range<usize>) -> bool {
        self.seen.insert((played, range.start as u32))
    }

    fn found(&mut self, range: &Range<usize>) {
        let queue = range.start as u32;
        if self.first.as_ref().is_none_or(|&(first, _)| queue < first) {
            self.first = Some((queue, self.path.clone()));
        }
        self.queues.extend(range.start as u32..range.end as u32);
    }

    /// The tiles of a piece that can be next.
    fn tiles_of(&mut self, played: u32, piece: Piece) -> impl Iterator<Item = usize> + use<M> {
        let mut next = self.building.next(played);
        for number in 0..self.tiles as usize {
            if self.building.piece(number) != piece {
                next &= !(1 << number);
            }
        }
        (0..u32::BITS as usize).filter(move |number| next >> number & 1 == 1)
    }

    fn push(&mut self, played: u32, number: usize, hold: bool) {
        let placement = self.building.placement(played, number).expect("it can be played");
        self.path.push(Step { hold, placement });
    }

    fn without_hold(&mut self, played: u32, range: &Range<usize>) {
        let place = played.count_ones();
        if place == self.tiles {
            return self.found(range);
        }
        for piece in Piece::ALL {
            let range = self.task.queues.with(range, place as usize, piece);
            if range.is_empty() {
                continue;
            }
            for number in self.tiles_of(played, piece) {
                if self.is_new(played | 1 << number, &range) {
                    self.push(played, number, false);
                    self.without_hold(played | 1 << number, &range);
                    self.path.pop();
                }
            }
        }
    }

    /// As in the search for one queue, a piece counts as held before it is; `is_holding` says whether it really is.
    fn with_hold(&mut self, played: u32, held: Piece, place: usize, range: &Range<usize>, is_holding: bool) {
        if played.count_ones() == self.tiles {
            return self.found(range);
        }
        if place == self.task.queues.length() {
            // Only the held piece is left.
            return self.play_each(played, held, held, place, range, (is_holding, true));
        }
        for next in Piece::ALL {
            let range = self.task.queues.with(range, place, next);
            if range.is_empty() {
                continue;
            }
            self.play_each(played, held, next, place, &range, (is_holding, true));
            if next != held {
                self.play_each(played, next, held, place, &range, (is_holding, false));
            }
        }
    }

    /// Plays each tile of a piece, while another piece is kept. `(is_holding, is_held)`: whether a piece is held, and whether
    /// it is the held one that comes.
    fn play_each(
        &mut self,
        played: u32,
        piece: Piece,
        kept: Piece,
        place: usize,
        range: &Range<usize>,
        (is_holding, is_held): (bool, bool),
    ) {
        let hold = is_holding == is_held;
        for number in self.tiles_of(played, piece) {
            if self.is_new(played | 1 << number, range) {
                self.push(played, number, hold);
                self.with_hold(played | 1 << number, kept, place + 1, range, is_holding || hold);
                self.path.pop();
            }
        }
    }
}
