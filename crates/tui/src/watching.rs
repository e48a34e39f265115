//! Watching an agent play, with what it thinks beside the board.

use anyhow::Result;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use tetrolab_agents::{Advice, Autoplay, Speed};
use tetrolab_engine::{Act, MILLISECOND, Random, Stream, Time};

use super::playing::Playing;
use super::scene::{self, Scene};
use super::view::{KeyHelp, Next, Shared, View};
use tetrolab_sessions::play::{Hint, NewGame, Reason, Session, Standing, adviser, ending, reasons};

/// Time between two pictures.
const FRAME: Time = 16 * MILLISECOND;
/// How much one press changes the speed.
const FACTOR: f64 = 1.25;

/// An agent that plays.
pub struct Watching {
    agent_name: String,
    choice: NewGame,
    session: Session,
    agent: Autoplay,
    /// The time of the game and the program's when it last went on.
    clock: Time,
    since: Time,
    is_paused: bool,
    shown: Option<(Advice, Vec<Reason>)>,
}

impl Watching {
    /// An agent, by its name or its file of weights, begins a game.
    ///
    /// # Errors
    /// If there is no such agent, its weights are not for such a board, or what was chosen is no game.
    pub fn new(agent: &str, speed: Speed, mut choice: NewGame, shared: &Shared) -> Result<Watching> {
        // Agents take nothing back, and what could be taken back fills the memory.
        choice.mode.undo = false;
        let setup = choice.setup();
        let random = Random::new(setup.seed, setup.game, Stream::Decisions);
        let adviser = adviser(agent, &setup, shared.preferences.effective_lookahead())?;
        let player = Autoplay::new(adviser, speed, random);
        Ok(Watching {
            agent_name: agent.to_string(),
            choice,
            session: Session::new(setup, None)?,
            agent: player,
            clock: 0,
            since: shared.now,
            is_paused: false,
            shown: None,
        })
    }

    /// The game that is watched.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Lets the agent play until this time of the game.
    fn play(&mut self, until: Time) {
        while let Some(step) = self.agent.next_step(self.session.game(), until) {
            self.session.act(step.at, step.act);
            self.look();
        }
        self.session.act(until, Act::Wait);
        self.look();
    }

    /// Keeps what the agent thinks; after the last key it thinks nothing, and what it thought stays on show.
    fn look(&mut self) {
        if let Some(advice) = self.agent.current() {
            let is_new = self.shown.as_ref().is_none_or(|(shown, _)| shown.path != advice.path);
            if is_new {
                self.shown = Some((advice.clone(), reasons(advice)));
            }
        }
    }

    fn at_speed(&mut self, speed: f64) {
        if let Ok(speed) = Speed::new(speed) {
            self.agent.set_speed(speed);
        }
    }
}

impl View for Watching {
    fn least_size(&self) -> (u16, u16) {
        scene::least_size(self.session.game())
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (game, texts, look) = (self.session.game(), shared.texts, &shared.look);
        let hint = self.shown.as_ref().filter(|_| !game.is_over());
        let hint = hint.map(|(advice, reasons)| Hint::of_agent(&self.agent_name, advice, reasons, shared.wording()));
        let over = game.end().map(|end| (ending(end, texts).to_string(), look.strong())).into_iter().collect();
        let player = self.agent_name.clone();
        let scene = Scene { hint, over, ..Scene::new(game, self.session.announcer(), player, shared) };
        scene.draw(frame, area);
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        match key.code {
            KeyCode::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            KeyCode::Char('+' | '=') | KeyCode::Up => self.at_speed(self.agent.speed().pieces_per_second() * FACTOR),
            KeyCode::Char('-') | KeyCode::Down => self.at_speed(self.agent.speed().pieces_per_second() / FACTOR),
            KeyCode::Char('t') if !self.session.game().is_over() => {
                let mut session = self.session.clone();
                session.release_all(self.clock);
                session.is_continued = true;
                let standing = Standing::of(&self.choice.setup(), None, shared.records.as_ref());
                return Next::Open(Box::new(Playing::of(self.choice.clone(), session, standing, shared)));
            }
            KeyCode::Char('t') => shared.notify(shared.texts.replay.already_over.to_string()),
            KeyCode::Char('r') => {
                let again = Watching::new(&self.agent_name, self.agent.speed(), self.choice.clone(), shared);
                return shared.next_or_notice(again.map(|watching| Next::Replace(Box::new(watching))));
            }
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    fn pass(&mut self, shared: &mut Shared) -> Next {
        let passed = shared.now.saturating_sub(self.since);
        self.since = shared.now;
        if !self.is_paused && !self.session.game().is_over() {
            self.clock += passed;
            self.play(self.clock);
        }
        Next::Stay
    }

    fn wake(&self, shared: &Shared) -> Option<Time> {
        (!self.is_paused && !self.session.game().is_over()).then_some(shared.now + FRAME)
    }

    fn leave(&mut self, _shared: &mut Shared) {
        self.is_paused = true;
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        let speed = format!("{:.2}", self.agent.speed().pieces_per_second());
        Some(shared.texts.watch.speed.with(&[("speed", &speed)]))
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let texts = shared.texts;
        let playing = [
            (texts.keys.key_space.to_string(), &texts.replay.pause),
            ("+-".to_string(), &texts.replay.speed),
            ("t".to_string(), &texts.replay.take_over),
        ];
        let always = [("r".to_string(), &texts.pause.restart), (texts.keys.key_esc.to_string(), &texts.common.back)];
        let playing = playing.into_iter().filter(|_| !self.session.game().is_over());
        playing.chain(always).map(|(key, what)| (key, what.to_string())).collect()
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{SECOND, Seed};

    use super::*;
    use crate::screens;

    #[test]
    fn an_agent_at_play_looks_as_it_should() {
        screens::check("watching", |shared| {
            let choice = NewGame { seed: Some(Seed(3)), ..NewGame::default() };
            let mut watching = Watching::new("bcts", Speed::new(5.0).unwrap(), choice, shared).unwrap();
            shared.now += 20 * SECOND;
            watching.pass(shared);
            assert!(watching.session.game().statistics().pieces > 90);
            Box::new(watching)
        });
    }
}
