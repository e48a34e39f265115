//! Watching a replay: pause, speed, seek, step, and playing on from any moment.

use std::rc::Rc;

use anyhow::Result;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use tetrolab_engine::{Game, MILLISECOND, Playback, Replay, ReplayError, SECOND, Time};

use super::playing::Playing;
use super::scene::{self, Other, Scene};
use super::view::{KeyHelp, Next, Shared, View};
use tetrolab_sessions::play::{Advising, Announcer, Hint, OpponentChoice, Standing, clock, ending, take_over};

/// Time between two pictures.
const FRAME: Time = 16 * MILLISECOND;
/// How far an arrow goes.
const SHORT: Time = SECOND;
const LONG: Time = 5 * SECOND;
/// Speeds, and how much one press changes them.
const SLOWEST: f64 = 0.05;
const FASTEST: f64 = 100.0;
const FACTOR: f64 = 1.25;

/// A replay that is watched.
pub struct Replaying {
    replay: Rc<Replay>,
    playback: Playback<Rc<Replay>>,
    announcer: Announcer,
    /// Whose game it was, if that is known.
    player: String,
    /// Who was played against, and the game, if it was recorded too.
    opponent: Option<(OpponentChoice, Option<Playback<Rc<Replay>>>)>,
    speed: f64,
    is_paused: bool,
    /// The program's time when the replay last went on.
    since: Time,
    /// Time of the replay, finer than the game's, so that slow replays go on too.
    clock: f64,
    advising: Option<Advising>,
    /// Whether the program ends where the replay does.
    leaves_at_end: Option<Time>,
}

impl Replaying {
    /// Watches a replay from its beginning.
    ///
    /// # Errors
    /// If it starts from no game.
    pub fn new(replay: Replay, player: String, shared: &Shared) -> Result<Replaying> {
        let replay = Rc::new(replay);
        Ok(Replaying {
            playback: Playback::new(Rc::clone(&replay))?,
            replay,
            announcer: Announcer::default(),
            player,
            opponent: None,
            speed: 1.0,
            is_paused: false,
            since: shared.now,
            clock: 0.0,
            advising: None,
            leaves_at_end: None,
        })
    }

    /// Beside the game of an opponent.
    ///
    /// # Errors
    /// If that starts from no game.
    pub fn against(self, opponent: OpponentChoice, replay: Option<Replay>) -> Result<Replaying> {
        let theirs = replay.map(|replay| Playback::new(Rc::new(replay))).transpose()?;
        Ok(Replaying { opponent: Some((opponent, theirs)), ..self })
    }

    /// At another speed.
    pub fn at_speed(self, speed: f64) -> Replaying {
        Replaying { speed, ..self }
    }

    /// The program goes on this long after the end of the replay.
    pub fn leaving(self, after: Time) -> Replaying {
        Replaying { leaves_at_end: Some(after), ..self }
    }

    fn game(&self) -> &Game {
        self.playback.game()
    }

    fn length(&self) -> Time {
        self.replay.outcome.time
    }

    /// Brings the replay to a time, back or forth.
    fn seek(&mut self, to: Time, shared: &mut Shared) {
        let to = to.min(self.length());
        self.clock = to as f64;
        self.since = shared.now;
        self.announcer = Announcer::default();
        let sought = self.playback.seek(to).and_then(|()| self.theirs().map_or(Ok(()), |theirs| theirs.seek(to)));
        self.stop_at(sought, shared);
        self.advise();
    }

    /// The opponent's game, if there is one.
    fn theirs(&mut self) -> Option<&mut Playback<Rc<Replay>>> {
        self.opponent.as_mut().and_then(|(_, theirs)| theirs.as_mut())
    }

    /// What cannot be played on stands still, and why is said once.
    fn stop_at(&mut self, played: Result<(), ReplayError>, shared: &mut Shared) {
        if let Err(error) = played {
            self.is_paused = true;
            shared.notify(error.to_string());
        }
    }

    fn step(&mut self, to: Option<Time>, shared: &mut Shared) {
        self.is_paused = true;
        if let Some(to) = to {
            self.seek(to, shared);
        }
    }

    fn advise(&mut self) {
        if let Some(advising) = &mut self.advising {
            advising.watch(self.playback.game());
        }
    }

    fn toggle_hint(&mut self, shared: &mut Shared) {
        if self.advising.take().is_some() {
            return;
        }
        match Advising::new(&shared.preferences, &self.replay.setup) {
            Ok(advising) => self.advising = Some(advising),
            Err(error) => shared.notify(format!("{error:#}")),
        }
        self.advise();
    }

    /// The game as it is now, to be played on.
    fn take_over(&self, shared: &mut Shared) -> Next {
        let opponent = self.opponent.as_ref().map(|(choice, theirs)| (choice, theirs.as_ref()));
        let opened = take_over(&self.playback, opponent, shared.texts).map(|(choice, session)| {
            let standing = Standing::of(&self.replay.setup, choice.opponent.as_ref(), shared.records.as_ref());
            Next::Open(Box::new(Playing::of(choice, session, standing, shared)))
        });
        shared.next_or_notice(opened)
    }
}

impl View for Replaying {
    fn least_size(&self) -> (u16, u16) {
        scene::least_size(self.game())
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (game, texts, look) = (self.game(), shared.texts, &shared.look);
        let over = match game.end().filter(|_| self.clock as Time >= self.length()) {
            Some(end) => vec![(ending(end, texts).to_string(), look.strong())],
            None => Vec::new(),
        };
        let advice = self.advising.as_ref().and_then(|advising| Some((advising, advising.answer()?)));
        let hint = advice
            .map(|(advising, (advice, reasons))| Hint::of_agent(advising.agent(), advice, reasons, shared.wording()));
        let (name, theirs) =
            self.opponent.as_ref().map_or((None, None), |(choice, theirs)| (Some(choice.title()), theirs.as_ref()));
        let other = theirs.zip(name.clone()).map(|(theirs, name)| Other { game: theirs.game(), name });
        // An opponent whose game was not recorded is named beside the player.
        let player = match (name, &other) {
            (Some(name), None) => format!("{} - {name}", self.player),
            _ => self.player.clone(),
        };
        let scene = Scene { hint, other, over, ..Scene::new(game, &self.announcer, player, shared) };
        scene.draw(frame, area);
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let now = self.clock as Time;
        let far = if key.modifiers.contains(KeyModifiers::SHIFT) { SHORT } else { LONG };
        match key.code {
            KeyCode::Char(' ' | 'p') => {
                self.is_paused = !self.is_paused;
                self.since = shared.now;
                if now >= self.length() {
                    self.is_paused = false;
                    self.seek(0, shared);
                }
            }
            KeyCode::Char('+' | '=') | KeyCode::Up => self.speed = (self.speed * FACTOR).min(FASTEST),
            KeyCode::Char('-') | KeyCode::Down => self.speed = (self.speed / FACTOR).max(SLOWEST),
            KeyCode::Char('1') if key.modifiers.is_empty() => self.speed = 1.0,
            KeyCode::Right => self.seek(now.saturating_add(far), shared),
            KeyCode::Left => self.seek(now.saturating_sub(far), shared),
            KeyCode::Home => self.seek(0, shared),
            KeyCode::End => self.seek(self.length(), shared),
            KeyCode::Char('.') => self.step(self.playback.next_step_at(), shared),
            KeyCode::Char(',') => self.step(self.playback.previous_step_at(), shared),
            KeyCode::Char(']') => self.step(self.playback.next_lock_down_at(), shared),
            KeyCode::Char('[') => self.step(self.playback.previous_lock_down_at(), shared),
            KeyCode::Char('h') => self.toggle_hint(shared),
            KeyCode::Char('t') => return self.take_over(shared),
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    fn pass(&mut self, shared: &mut Shared) -> Next {
        let passed = shared.now.saturating_sub(self.since);
        self.since = shared.now;
        if self.is_paused {
            return Next::Stay;
        }
        self.clock += passed as f64 * self.speed;
        let to = self.clock as Time;
        let played = self.playback.advance(to).map(|events| self.announcer.watch(&events));
        let played = played.and_then(|()| self.theirs().map_or(Ok(()), |theirs| theirs.advance(to).map(drop)));
        self.stop_at(played, shared);
        self.advise();
        match self.leaves_at_end {
            Some(after) if to >= self.length().saturating_add(after) => return Next::Back,
            None if to >= self.length() => {
                self.clock = self.length() as f64;
                self.is_paused = true;
            }
            _ => {}
        }
        Next::Stay
    }

    fn wake(&self, shared: &Shared) -> Option<Time> {
        (!self.is_paused).then_some(shared.now + FRAME)
    }

    fn leave(&mut self, _shared: &mut Shared) {
        self.is_paused = true;
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        let now = clock((self.clock as Time).min(self.length()));
        let paused = if self.is_paused { format!("{}  ", shared.texts.replay.paused) } else { String::new() };
        Some(format!("{paused}{now} / {}  x{:.2}", clock(self.length()), self.speed))
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let (texts, keys) = (&shared.texts.replay, &shared.texts.keys);
        let look = &shared.look;
        [
            (keys.key_space.to_string(), &texts.pause),
            (look.either("←→", "< >").to_string(), &texts.seek),
            ("t".to_string(), &texts.take_over),
            ("+-".to_string(), &texts.speed),
            (", .".to_string(), &texts.step),
            ("[ ]".to_string(), &texts.piece),
            ("1".to_string(), &texts.normal_speed),
            ("h".to_string(), &texts.hint),
            (format!("{} {}", keys.key_home, keys.key_end), &texts.ends),
            (keys.key_esc.to_string(), &shared.texts.common.back),
        ]
        .map(|(key, what)| (key, what.to_string()))
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens;
    use tetrolab_sessions::play::Session;
    use tetrolab_sessions::preferences::look::Characters;
    use tetrolab_sessions::texts::Language;

    /// A recorded sprint.
    fn sprint() -> Replay {
        tetrolab_sessions::play::demo().unwrap()
    }

    fn press(view: &mut Replaying, code: KeyCode, shared: &mut Shared) -> Next {
        view.key(KeyEvent::new(code, KeyModifiers::NONE), shared)
    }

    #[test]
    fn a_replay_looks_as_it_should() {
        screens::check("replaying", |shared| {
            let mut view = Replaying::new(sprint(), "Ada".to_string(), shared).unwrap();
            shared.now += 20 * SECOND;
            view.pass(shared);
            Box::new(view)
        });
    }

    #[test]
    fn it_can_be_sought_stepped_and_taken_over() {
        let mut shared = screens::shared(Language::English, Characters::Unicode);
        let mut view = Replaying::new(sprint(), String::new(), &shared).unwrap();
        press(&mut view, KeyCode::End, &mut shared);
        assert!(view.game().is_over());
        assert!(matches!(press(&mut view, KeyCode::Char('t'), &mut shared), Next::Stay), "it is over");
        press(&mut view, KeyCode::Home, &mut shared);
        press(&mut view, KeyCode::Right, &mut shared);
        assert_eq!(view.game().clock(), LONG);
        for _ in 0..3 {
            press(&mut view, KeyCode::Char(']'), &mut shared);
        }
        let pieces = view.game().statistics().pieces;
        press(&mut view, KeyCode::Char('['), &mut shared);
        assert_eq!(view.game().statistics().pieces, pieces - 1);
        let before = view.game().clock();
        press(&mut view, KeyCode::Char('.'), &mut shared);
        assert!(view.game().clock() > before && view.is_paused);
        press(&mut view, KeyCode::Char(','), &mut shared);
        assert!(view.game().clock() <= before);
        let digest = view.game().digest();
        let Next::Open(_) = press(&mut view, KeyCode::Char('t'), &mut shared) else { panic!("it goes on") };
        let session = Session::take_over(view.playback.clone(), None);
        assert_eq!(session.replay().play(|_, _| {}).unwrap().digest(), session.game().digest());
        assert_eq!(session.game().blocks(), view.game().blocks());
        assert_eq!(view.game().digest(), digest, "the replay stays where it is");
    }

    #[test]
    fn speed_changes_and_the_end_pauses() {
        let mut shared = screens::shared(Language::English, Characters::Unicode);
        let mut view = Replaying::new(sprint(), String::new(), &shared).unwrap();
        press(&mut view, KeyCode::Char('+'), &mut shared);
        shared.now += 8 * SECOND;
        view.pass(&mut shared);
        assert_eq!(view.game().clock(), 10 * SECOND);
        view.seek(view.length() - SECOND, &mut shared);
        shared.now += 8 * SECOND;
        view.pass(&mut shared);
        assert!(view.is_paused && view.game().is_over());
    }
}
