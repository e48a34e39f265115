//! One side of a duel: a game that is typed and recorded.

use std::collections::VecDeque;

use tetrolab_engine::{
    Act, Button, Event, EventKind, Game, Handling, Key, KeyCost, KeyPath, Keys, Movement, Piece, Placement, Recorder,
    Replay, SECOND, Setup, SetupError, SoftDrop, Spin, Step, Time, Typing,
};

use super::pace::Pace;
use crate::moves::Move;
use crate::position::{IllegalMove, Position};
use crate::supply::Supply;

/// How many times faster than by itself a piece falls by Soft Drop.
const SOFT_DROP: u32 = 1_000_000;

/// The time of a row by Soft Drop, next to nothing: how long placements take is a matter of the [`Pace`].
const ROW: Time = SECOND / SOFT_DROP as Time;

/// The handling of bots.
pub(super) const HANDLING: Handling = Handling { soft_drop: SoftDrop::Times(SOFT_DROP), ..Handling::GUIDELINE };

/// Every step is a tap.
const TYPING: Typing = Typing { taps: true, auto_repeat: false, soft_drop_stops: true };

/// What a side has to be told about its own game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing has changed.
    Nothing,
    /// Its move was played, and these pieces were seen.
    Played {
        /// The move, as it was suggested.
        a_move: Move,
        /// The new pieces at the end of the queue.
        pieces: Vec<Piece>,
    },
    /// The game begins, or has changed otherwise: the whole position.
    Start,
}

/// One side of a duel.
#[derive(Clone, Debug)]
pub struct Side {
    recorder: Recorder,
    position: Position,
    phase: Phase,
    news: News,
    /// Waiting rows that the bot knows of.
    known_incoming: u32,
    /// Rows sent, those included that waiting garbage was taken off.
    attack: u32,
}

/// What a side is doing.
#[derive(Clone, Debug)]
enum Phase {
    /// It decides at this moment.
    Deciding(Time),
    /// It types; the last steps are the Hard Drop.
    Placing { steps: VecDeque<Step>, a_move: Move },
}

impl Side {
    pub(super) fn new(setup: Setup) -> Result<Side, SetupError> {
        let mut recorder = Recorder::new(setup)?;
        step(&mut recorder, Step { at: 0, act: Act::Wait });
        let mut position = Position { supply: Supply::seven_bag(&Piece::ALL), ..Position::default() };
        look(&mut position, recorder.game());
        position.queue.iter().for_each(|&piece| position.supply.take(piece));
        let phase = Phase::Deciding(0);
        Ok(Side { recorder, position, phase, news: News::Start, known_incoming: 0, attack: 0 })
    }

    pub fn game(&self) -> &Game {
        self.recorder.game()
    }

    /// What a bot may know of it.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The recording of its game so far.
    pub fn replay(&self) -> Replay {
        self.recorder.replay()
    }

    /// Rows sent by its clears, those included that waiting garbage was taken off.
    pub const fn attack(&self) -> u32 {
        self.attack
    }

    /// What its bot has to be told since this was last asked. One that cares about waiting garbage is told the position anew
    /// whenever that has changed.
    pub fn news(&mut self, cares_about_incoming: bool) -> News {
        let has_changed = cares_about_incoming && self.position.incoming != self.known_incoming;
        let news = std::mem::replace(&mut self.news, News::Nothing);
        let news = if has_changed { News::Start } else { news };
        if news == News::Start {
            self.known_incoming = self.position.incoming;
        }
        news
    }

    /// Whether it decides at this moment or before.
    pub(super) const fn decides_by(&self, now: Time) -> bool {
        matches!(self.phase, Phase::Deciding(at) if at <= now)
    }

    /// When something happens in it next.
    pub(super) fn next_time(&self) -> Time {
        match &self.phase {
            Phase::Deciding(at) => *at,
            Phase::Placing { steps, .. } => steps.front().map_or(0, |step| step.at),
        }
    }

    /// Plays a move from this moment on.
    ///
    /// # Errors
    /// If it cannot be played; nothing has changed then.
    pub(super) fn play(&mut self, now: Time, a_move: Move, pace: &Pace) -> Result<(), IllegalMove> {
        let path = self.path(a_move)?;
        let is_held = self.position.queue.first() != Some(&a_move.placement.piece);
        self.phase = Phase::Placing { steps: typed(&path, is_held, now, pace), a_move };
        Ok(())
    }

    /// The keys of a move, those after Hold if it needs that.
    fn path(&self, a_move: Move) -> Result<KeyPath, IllegalMove> {
        let Move { placement: Placement { piece, x, y, .. }, spin } = a_move;
        let game = self.game();
        let (board, movement) = (game.blocks().board(), Movement::of(game.rules()));
        let is_other = game.can_hold() && self.position.other_piece() == Some(piece);
        let start = match game.in_play() {
            Some(in_play) if in_play.piece == piece => Some(in_play),
            Some(_) if is_other => movement.generation(board, piece),
            _ => return Err(IllegalMove::NotAtHand(piece)),
        };
        let size = board.size();
        let is_inside = (0..size.width as i8).contains(&x) && (0..size.rows() as i8).contains(&y);
        let start = start.filter(|_| is_inside).ok_or(IllegalMove::OutOfReach(a_move))?;
        let keys = Keys::new(board, start, &movement, TYPING, KeyCost::Steps);
        keys.to(a_move.placement, spin).ok_or_else(|| {
            let has_another = Spin::ALL.into_iter().any(|other| keys.to(a_move.placement, other).is_some());
            if has_another { IllegalMove::OtherSpin(a_move) } else { IllegalMove::OutOfReach(a_move) }
        })
    }

    /// Lets happen what happens at this moment, and returns the rows that are sent.
    pub(super) fn advance(&mut self, now: Time, pace: &Pace) -> u32 {
        let Phase::Placing { steps, a_move } = &mut self.phase else { return 0 };
        let a_move = *a_move;
        let (mut landing, mut sent) = (None, 0);
        while let Some(next) = steps.pop_front_if(|next| next.at <= now) {
            for event in step(&mut self.recorder, next) {
                match (event.kind, &mut landing) {
                    (EventKind::Locked { placement, spin }, _) => {
                        let found = Move { placement, spin };
                        debug_assert_eq!(found.named_once(), a_move.named_once(), "keys lead where they should");
                        landing = Some(Landing::default());
                    }
                    (EventKind::Cleared { lines, perfect_clear, .. }, Some(landing)) => {
                        (landing.lines, landing.is_perfect) = (lines, perfect_clear);
                    }
                    (EventKind::Rose { .. }, Some(landing)) => landing.has_risen = true,
                    (EventKind::Attacked { sent: rows, cancelled }, _) => {
                        sent += rows;
                        self.attack += rows + cancelled;
                    }
                    _ => {}
                }
            }
        }
        if let Some(Landing { lines, is_perfect, has_risen }) = landing {
            debug_assert!(steps.is_empty(), "the Hard Drop comes last");
            self.phase = Phase::Deciding(now + pace.pause(lines, is_perfect));
            let pieces = self.follow(a_move);
            let is_told = self.news == News::Nothing;
            self.news = if has_risen || !is_told { News::Start } else { News::Played { a_move, pieces } };
        }
        sent
    }

    /// Looks at the game after a move, and returns the pieces that are seen for the first time.
    fn follow(&mut self, a_move: Move) -> Vec<Piece> {
        let Position { queue, hold, .. } = &self.position;
        let is_held = queue.first() != Some(&a_move.placement.piece);
        let left = queue.len().saturating_sub(if is_held && hold.is_none() { 2 } else { 1 });
        look(&mut self.position, self.recorder.game());
        let pieces = self.position.queue.get(left..).unwrap_or_default().to_vec();
        pieces.iter().for_each(|&piece| self.position.supply.take(piece));
        pieces
    }

    /// Rows of garbage are on their way here.
    pub(super) fn receive(&mut self, at: Time, rows: u32) {
        step(&mut self.recorder, Step { at, act: Act::Garbage(rows) });
        self.position.incoming = self.game().garbage_waiting();
    }

    /// The other side is out.
    pub(super) fn win(&mut self, at: Time) {
        step(&mut self.recorder, Step { at, act: Act::Win });
    }
}

/// What became of a piece.
#[derive(Clone, Copy, Debug, Default)]
struct Landing {
    lines: u8,
    is_perfect: bool,
    has_risen: bool,
}

/// Lets a step act. Steps are in order of time, and no duel lasts as long as a game may.
fn step(recorder: &mut Recorder, step: Step) -> &[Event] {
    recorder.step(step).unwrap_or_default()
}

/// Brings what is known of a game up to date, but for the supply.
fn look(position: &mut Position, game: &Game) {
    position.board = *game.blocks().board();
    position.hold = game.hold();
    position.queue =
        game.in_play().map(|placement| placement.piece).into_iter().chain(game.next().iter().copied()).collect();
    position.combo = game.combo();
    position.back_to_back = game.chain() > 0;
    position.incoming = game.garbage_waiting();
}

/// The steps of a way from this moment on.
fn typed(path: &KeyPath, is_held: bool, now: Time, pace: &Pace) -> VecDeque<Step> {
    let before_drop = path.steps - 1;
    let every = pace.step(before_drop);
    let mut steps = VecDeque::new();
    let mut tap = |button: Button, down: Time, up: Time| {
        steps.push_back(Step { at: down, act: Act::Press(button) });
        steps.push_back(Step { at: up, act: Act::Release(button) });
    };
    if is_held {
        tap(Button::Hold, now, now);
    }
    let mut at = now;
    for &key in &path.keys {
        match key {
            Key::Down(rows) => {
                tap(Button::SoftDrop, at, at + ROW * Time::from(rows));
                at += every * Time::from(rows);
            }
            Key::HardDrop => {
                let drop = now + pace.placing(before_drop);
                tap(Button::HardDrop, drop, drop);
            }
            key => {
                tap(key.button(), at, at);
                at += every;
            }
        }
    }
    steps
}
