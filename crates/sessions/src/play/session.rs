//! A game in progress: what is recorded of it, how well the keys are used, what is worth saying, and who plays against it.

use std::borrow::Borrow;

use tetrolab_engine::{
    Act, Event, EventKind, Finesse, Game, LATEST, Playback, Recorder, Replay, Setup, SetupError, Step, Time,
};

use super::{Announcer, Opponent};

/// A game in progress. It has no clock.
#[derive(Clone, Debug)]
pub struct Session {
    recorder: Recorder,
    finesse: Finesse,
    announcer: Announcer,
    opponent: Option<Opponent>,
    /// Whether the assistant was asked.
    pub is_helped: bool,
    /// Whether it goes on from a replay.
    pub is_continued: bool,
}

impl Session {
    /// A game from its beginning.
    ///
    /// # Errors
    /// If the set-up is no game.
    pub fn new(setup: Setup, opponent: Option<Opponent>) -> Result<Session, SetupError> {
        let mut session = Session { opponent, ..Session::of(Recorder::new(setup)?) };
        session.act(0, Act::Wait);
        Ok(session)
    }

    /// A game that goes on from a moment of a replay.
    pub fn take_over(playback: Playback<impl Borrow<Replay>>, opponent: Option<Opponent>) -> Session {
        Session { is_continued: true, opponent, ..Session::of(playback.take_over()) }
    }

    fn of(recorder: Recorder) -> Session {
        Session {
            recorder,
            finesse: Finesse::default(),
            announcer: Announcer::default(),
            opponent: None,
            is_helped: false,
            is_continued: false,
        }
    }

    pub fn game(&self) -> &Game {
        self.recorder.game()
    }

    /// How well keys were used.
    pub const fn finesse(&self) -> &Finesse {
        &self.finesse
    }

    /// What is worth saying.
    pub const fn announcer(&self) -> &Announcer {
        &self.announcer
    }

    /// Who plays against it.
    pub const fn opponent(&self) -> Option<&Opponent> {
        self.opponent.as_ref()
    }

    /// The recording so far.
    pub fn replay(&self) -> Replay {
        self.recorder.replay()
    }

    /// Brings the game to a time and lets something act there. A time before that of the game is its own time. Returns what
    /// happened.
    pub fn act(&mut self, at: Time, act: Act) -> Vec<Event> {
        let step = Step { at: at.clamp(self.game().clock(), LATEST), act };
        let mut events = Vec::new();
        loop {
            let part = self.game().part_of(step);
            if let Some(theirs) = self.opponent.as_mut().and_then(|opponent| opponent.next_step(part.at)) {
                self.answer(theirs, &mut events);
                continue;
            }
            self.step(part, &mut events);
            if part == step {
                return events;
            }
        }
    }

    /// Lets one part of a step act.
    fn step(&mut self, part: Step, events: &mut Vec<Event>) {
        if self.recorder.step(part).is_err() {
            return;
        }
        let game = self.recorder.game();
        self.finesse.watch(game, game.events());
        self.announcer.watch(game.events());
        events.extend_from_slice(game.events());
        let Some(opponent) = &mut self.opponent else { return };
        for event in game.events() {
            if let EventKind::Attacked { sent, .. } = event.kind {
                opponent.receive(event.at, sent);
            }
        }
    }

    /// Lets the opponent make a step, and feels what comes of it.
    fn answer(&mut self, theirs: Step, events: &mut Vec<Event>) {
        let Some(opponent) = &mut self.opponent else { return };
        let acts: Vec<Step> = opponent.step(theirs).iter().filter_map(felt).collect();
        for Step { at, act } in acts {
            self.step(Step { at: at.max(self.game().clock()), act }, events);
        }
    }

    /// Lets go of everything that is held down.
    pub fn release_all(&mut self, at: Time) {
        self.act(at, Act::Wait);
        // Releasing keys moves nothing, so its events are dropped.
        let _ = self.recorder.release_all(self.recorder.game().clock());
    }
}

/// What an event in one game means to the other.
fn felt(event: &Event) -> Option<Step> {
    let act = match event.kind {
        EventKind::Attacked { sent, .. } if sent > 0 => Act::Garbage(sent),
        EventKind::Ended { .. } => Act::Win,
        _ => return None,
    };
    Some(Step { at: event.at, act })
}
