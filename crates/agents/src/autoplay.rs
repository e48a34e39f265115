//! An agent that plays the timed game by its buttons, at a speed.

mod plan;
mod speed;
mod thought;

use tetrolab_engine::{Act, Button, Game, Key, KeyCost, Keys, Placement, Random, SECOND, Step, Time, Typing};

use crate::advice::{Advice, fewest_presses, landing};
use crate::advise::Advise;

use plan::Plan;
pub use speed::{Speed, SpeedError};
use thought::{PieceNumber, Thought};

/// A key that has not brought the piece where it should be is let go after this time.
const LONGEST_HOLD: Time = 2 * SECOND;

/// Places that Soft Drop reaches only after the time of this many pieces are ruled out.
const MOST_PATIENCE: Time = 4;

/// After this many plans for one piece, the piece is dropped where it is.
const MOST_PLANS: u32 = 16;

/// A late agent catches up by at most this many pieces.
const MOST_BEHIND: Time = 8;

/// An agent whose pieces lock before it drops them saves up the time of at most this many pieces.
const MOST_AHEAD: Time = 2;

/// An agent that plays one timed game by pressing and releasing buttons.
///
/// It has no clock. [`Autoplay::next_step`] returns its next step up to a given moment. The caller applies the step to the
/// game and asks again until there is none:
///
/// ```
/// use tetrolab_agents::{Adviser, Agent, Autoplay, Lookahead, Speed};
/// use tetrolab_engine::{Random, Recorder, Rules, Seed, SECOND, Setup, Stream};
///
/// let rules = Rules::guideline();
/// let adviser = Adviser::new(Agent::named("bcts")?.weights(), &rules, Lookahead::One, true)?;
/// let mut agent = Autoplay::new(adviser, Speed::new(2.0)?, Random::new(Seed(7), 0, Stream::Decisions));
/// let mut recorder = Recorder::new(Setup { seed: Seed(7), ..Setup::new(rules) })?;
/// for frame in 0..600 {
///     while let Some(step) = agent.next_step(recorder.game(), frame * SECOND / 60) {
///         recorder.step(step)?;
///     }
/// }
/// assert_eq!(recorder.game().statistics().pieces, 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Each piece has its time, and the keys are spread evenly over it, Hard Drop at its end. Before each key it looks whether the keys
/// still lead where they should; if not, because the piece fell, it looks for others, and if there are none, for another place. It
/// presses earlier than planned if the piece would fall or lock too soon, and taps where it has no time to hold a direction.
#[derive(Clone, Debug)]
pub struct Autoplay {
    adviser: Box<dyn Advise>,
    speed: Speed,
    random: Random,
    thought: Option<Thought>,
    pressed: Option<Pressed>,
}

/// A button that is down.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    button: Button,
    /// The key; `None` for Hold.
    key: Option<Key>,
    at: Time,
    piece: PieceNumber,
    before: Placement,
}

impl Autoplay {
    /// An agent that follows an adviser, at a speed. Only an agent without weights uses the random numbers.
    pub fn new(adviser: impl Into<Box<dyn Advise>>, speed: Speed, random: Random) -> Autoplay {
        Autoplay { adviser: adviser.into(), speed, random, thought: None, pressed: None }
    }

    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Another speed, from the next piece on.
    pub const fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
    }

    /// What it wants to do with the piece in play, or did with the last one until it sees the next. Where it had to look for
    /// other keys, these are the keys.
    pub fn current(&self) -> Option<&Advice> {
        self.thought.as_ref().map(|thought| &thought.advice)
    }

    /// The keys that it will still press for this piece, without Hold.
    pub fn keys_left(&self) -> impl Iterator<Item = Key> + '_ {
        self.thought.iter().flat_map(|thought| thought.plan.keys())
    }

    /// Whether it will press Hold before these keys.
    pub fn will_hold(&self) -> bool {
        self.thought.as_ref().is_some_and(|thought| thought.plan.hold.is_some())
    }

    /// The next step, if it comes at or before `until`: a press, a release, or [`Act::Wait`] where something happens in the game that
    /// it wants to see first. The step must act on the game before this is called again.
    pub fn next_step(&mut self, game: &Game, until: Time) -> Option<Step> {
        if game.is_over() {
            self.pressed = None;
            return None;
        }
        let step = match self.pressed {
            Some(pressed) => release(game, pressed),
            None => self.press(game)?,
        };
        let part = game.part_of(step);
        if part.at > until {
            return None;
        }
        if part == step {
            self.done(game, step);
        }
        Some(part)
    }

    /// The next press.
    fn press(&mut self, game: &Game) -> Option<Step> {
        let Some(in_play) = game.in_play() else {
            return Some(Step { at: game.next_update()?, act: Act::Wait });
        };
        let piece = PieceNumber::of(game);
        if self.thought.as_ref().is_none_or(|thought| thought.piece != piece) {
            self.think(game, in_play)?;
        }
        self.look_again(game, in_play)?;
        let thought = self.thought.as_mut()?;
        thought.plan.follow(in_play);
        let button = if thought.plan.hold.is_some() { Button::Hold } else { thought.plan.first()?.button() };
        let at = thought.press_at(game, in_play, self.adviser.movement());
        Some(Step { at: at.max(game.clock()), act: Act::Press(button) })
    }

    /// Thinks about a new piece.
    fn think(&mut self, game: &Game, in_play: Placement) -> Option<()> {
        let (now, interval) = (game.clock(), self.speed.interval());
        let lock_at = self.thought.as_ref().map_or(now, |thought| thought.lock_at) + interval;
        let lock_at = lock_at.clamp(now.saturating_sub(MOST_BEHIND * interval), now + MOST_AHEAD * interval);
        let (advice, plan) = self.decide(game, in_play)?;
        self.thought = Some(Thought { piece: PieceNumber::of(game), advice, plan, plans: 1, lock_at, since: now });
        Some(())
    }

    /// Where the piece should go, and how.
    fn decide(&mut self, game: &Game, in_play: Placement) -> Option<(Advice, Plan)> {
        let patience = (MOST_PATIENCE * self.speed.interval()).min(LONGEST_HOLD);
        let advice = self.adviser.advise_within(game, &mut self.random, patience)?;
        let (board, movement) = (game.blocks().board(), self.adviser.movement());
        let hold = if advice.use_hold { self.adviser.generation(game, advice.path.placement.piece) } else { None };
        let mut plan = Plan::new(board, movement, hold.unwrap_or(in_play), &advice.path, advice.wanted_spin);
        plan.hold = hold;
        Some((advice, plan))
    }

    /// Makes another plan if the keys do not lead to the goal any more: first to the same goal, then to another one.
    fn look_again(&mut self, game: &Game, in_play: Placement) -> Option<()> {
        let (board, movement) = (game.blocks().board(), *self.adviser.movement());
        let thought = self.thought.as_mut()?;
        if thought.plan.hold.is_some() || thought.plan.leads_from(in_play, board, &movement) {
            return Some(());
        }
        thought.plans += 1;
        let (goal, wanted_spin) = match thought.plans > MOST_PLANS {
            true => (landing(board, in_play), None),
            false => (thought.plan.goal, thought.plan.wanted_spin),
        };
        let typing = Typing::of(game.handling());
        let keys = board.fits(in_play).then(|| Keys::new(board, in_play, &movement, typing, KeyCost::Presses));
        if let Some(path) = keys.and_then(|keys| fewest_presses(&keys, goal, wanted_spin)) {
            thought.plan = Plan::new(board, &movement, in_play, &path, wanted_spin).instead_of(&thought.plan);
            thought.advice.path = path;
            return Some(());
        }
        let (advice, plan) = self.decide(game, in_play)?;
        let thought = self.thought.as_mut()?;
        (thought.advice, thought.plan) = (advice, plan.instead_of(&thought.plan));
        Some(())
    }

    /// Notes what the step does.
    fn done(&mut self, game: &Game, step: Step) {
        let Some(thought) = &mut self.thought else { return };
        match step.act {
            Act::Press(button) => {
                let Some(before) = game.in_play() else { return };
                let key = if thought.plan.hold.is_some() { None } else { thought.plan.first() };
                if key.is_none() {
                    thought.plan.hold = None;
                    thought.piece.holds += 1;
                } else {
                    thought.plan.pressed(before, game.blocks().board(), self.adviser.movement());
                }
                self.pressed = Some(Pressed { button, key, at: step.at, piece: PieceNumber::of(game), before });
            }
            Act::Release(_) => {
                thought.since = step.at;
                self.pressed = None;
            }
            _ => {}
        }
    }
}

/// Lets a button go when it has done what it should, or else waits for what happens next.
fn release(game: &Game, pressed: Pressed) -> Step {
    let Pressed { button, key, at, piece, before } = pressed;
    let (now, latest) = (game.clock(), at + LONGEST_HOLD);
    let is_done = key.is_none_or(|key| game.is_done(key, before));
    if is_done || PieceNumber::of(game) != piece || now >= latest {
        return Step { at: now, act: Act::Release(button) };
    }
    Step { at: game.next_update().map_or(latest, |next| next.min(latest)), act: Act::Wait }
}
