//! Brings pieces where they should lock, key by key, and looks after every tick what has become of it.

use super::super::plan::{Reach, Stack};
use super::super::seed_agent::Reply;
use super::super::{InPlay, Key, PREVIEWS, Shape};
use super::View;

/// Most ticks that a key is waited for before it counts as lost.
const MOST_PATIENCE: u8 = 3;

/// This many keys in a row that act with the next tick make a patient pilot quick again.
const PROMPT: u32 = 50;

/// Decides where a piece should lock.
pub trait Decide: Send {
    /// The place among those that the piece can still get to; `None` if there is none.
    fn decide(&mut self, view: &View, piece: InPlay) -> Option<InPlay>;
}

/// A piece that is on its way.
#[derive(Clone, Copy, Debug)]
struct Flight {
    /// What it was decided on.
    stack: Stack,
    next: [Shape; PREVIEWS],
    goal: InPlay,
    /// Where it was seen last.
    seen: InPlay,
    /// The key that was sent last and has not been seen to act, and for how many ticks.
    awaited: Option<(Key, u8)>,
}

/// Brings pieces where they should lock.
///
/// A key acts with the next tick if it arrives in time, and one later if not. A key that has not acted yet may still do so, and
/// another one may replace it or follow it. So the pilot waits a tick for a key it has sent, and if it is not seen then, plans
/// again from where the piece is. Keys that act later than that make it wait longer.
#[derive(Clone, Debug)]
pub struct Pilot<D> {
    mind: D,
    flight: Option<Flight>,
    patience: u8,
    /// How many keys in a row acted with the next tick.
    prompt: u32,
    decisions: u64,
}

impl<D: Decide> Pilot<D> {
    /// A pilot that lets `mind` decide.
    pub fn new(mind: D) -> Pilot<D> {
        Pilot { mind, flight: None, patience: 1, prompt: 0, decisions: 0 }
    }

    /// How many decisions were taken.
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }

    /// What it does when it is shown a state. States may be left out, but the order must be kept.
    pub fn see(&mut self, view: &View) -> Reply {
        let Some(piece) = view.in_play else { return self.between() };
        let flight = self.flight.take().filter(|flight| flight.is_of(view, piece));
        let Some(mut flight) = flight.or_else(|| self.begin(view, piece)) else { return Reply::Nothing };
        self.watch(&mut flight, piece);
        let key = if flight.awaited.is_none() { self.next_key(view, piece, &mut flight) } else { None };
        if let Some(key) = key {
            flight.awaited = Some((key, 0));
        }
        self.flight = Some(flight);
        key.map_or(Reply::Nothing, |key| Reply::Press(Some(key)))
    }

    /// Looks whether the key that was sent has acted.
    fn watch(&mut self, flight: &mut Flight, piece: InPlay) {
        if flight.is_surprised_by(piece) {
            self.patience = (self.patience + 1).min(MOST_PATIENCE);
            self.prompt = 0;
        }
        if let Some((key, ticks)) = flight.awaited {
            let has_acted = flight.has_acted(piece, key);
            flight.awaited = (!has_acted && ticks < self.patience).then_some((key, ticks + 1));
            self.prompt = if has_acted && ticks == 0 { self.prompt + 1 } else { 0 };
            if self.prompt == PROMPT {
                (self.patience, self.prompt) = (1, 0);
            }
        }
        flight.seen = piece;
    }

    /// No piece is in play. A key that was sent for the last one must not act on the next.
    fn between(&mut self) -> Reply {
        let flight = self.flight.take();
        if flight.is_some_and(|flight| flight.awaited.is_some()) { Reply::Press(None) } else { Reply::Nothing }
    }

    /// A new piece is seen.
    fn begin(&mut self, view: &View, piece: InPlay) -> Option<Flight> {
        let goal = self.decide(view, piece)?;
        Some(Flight { stack: view.stack, next: view.next, goal, seen: piece, awaited: None })
    }

    fn decide(&mut self, view: &View, piece: InPlay) -> Option<InPlay> {
        self.decisions += 1;
        self.mind.decide(view, piece)
    }

    /// The key that brings the piece nearer. If it cannot get there any more, there is another decision.
    fn next_key(&mut self, view: &View, piece: InPlay, flight: &mut Flight) -> Option<Key> {
        let reach = Reach::new(&view.stack, piece);
        let way = reach.way(flight.goal).or_else(|| {
            flight.goal = self.decide(view, piece)?;
            reach.way(flight.goal)
        })?;
        way.keys().first().copied().flatten()
    }
}

impl Flight {
    /// Whether a piece is the one that is on its way: each tick takes it down.
    fn is_of(&self, view: &View, piece: InPlay) -> bool {
        self.stack == view.stack && self.next == view.next && self.goal.shape == piece.shape && piece.y > self.seen.y
    }

    /// Whether a key has left its mark on a piece since it was seen last.
    fn has_acted(&self, piece: InPlay, key: Key) -> bool {
        match key {
            Key::Turn => piece.plan != self.seen.plan,
            Key::Left => piece.x < self.seen.x,
            Key::Right => piece.x > self.seen.x,
            Key::Drop => Reach::new(&self.stack, piece).is_resting(),
        }
    }

    /// Whether a piece has moved by more than the key that is waited for: one that counted as lost was only late.
    fn is_surprised_by(&self, piece: InPlay) -> bool {
        let awaited = self.awaited.map(|(key, _)| key);
        let columns = match awaited {
            Some(Key::Left) => -1..=0,
            Some(Key::Right) => 0..=1,
            _ => 0..=0,
        };
        let may_turn = awaited == Some(Key::Turn);
        let has_turned = piece.plan != self.seen.plan;
        !columns.contains(&(piece.x - self.seen.x))
            || has_turned && !(may_turn && piece.plan == self.seen.turned().plan)
    }
}
