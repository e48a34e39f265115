//! Playing: the player's keys act on a game that is on the screen.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;
use tetrolab_engine::{Act, Button, End, Game, HalfTurns, Handling, MILLISECOND, Rules, SECOND, Time};

use super::over::Over;
use super::replaying::Replaying;
use super::scene::{self, Other, Scene};
use super::settings_view::SettingsView;
use super::view::{KeyHelp, Move, Next, Shared, View};
use tetrolab_sessions::play::{Advising, Coach, Hint, NewGame, Opponent, Session, Standing, for_people};
use tetrolab_sessions::preferences::command::Command;
use tetrolab_sessions::preferences::key::Key;

/// Time between two pictures of a running game.
const FRAME: Time = 16 * MILLISECOND;

/// Where releases are not reported, Soft Drop counts as held for this long after its key was last heard of. The terminal repeats
/// a held key more often than that.
const SOFT_DROP_HELD: Time = 90 * MILLISECOND;

/// So long after the end of a game the keys of the player may still be meant for it.
const GRACE: Time = SECOND;

/// A game that is played.
pub struct Playing {
    choice: NewGame,
    /// The rules and the handling that the player had set when the game began.
    set: (Rules, Handling),
    session: Session,
    state: State,
    standing: Standing,
    advising: Option<Advising>,
    /// Looks for perfect clears while there is advice, in the mode that is about them.
    coach: Option<Coach>,
    /// When Soft Drop counts as let go, in time of the game.
    soft_drop_until: Option<Time>,
    /// Which buttons the player holds down, where the terminal tells.
    held: [bool; Button::ALL.len()],
    /// Whether the game is in the records.
    is_stored: bool,
}

/// What the clock does.
enum State {
    /// It starts at this time of the program.
    Ready {
        until: Time,
    },
    /// The game was at time `from` when the program was at `since`.
    Running {
        since: Time,
        from: Time,
    },
    /// It stands; the place in the menu.
    Paused {
        chosen: usize,
    },
    Over(Over),
}

/// What can be done in a pause.
const PAUSE: [Pause; 4] = [Pause::Continue, Pause::Restart, Pause::Settings, Pause::Leave];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    Continue,
    Restart,
    Settings,
    Leave,
}

impl Playing {
    /// Begins a game.
    ///
    /// # Errors
    /// If what was chosen is no game.
    pub fn new(choice: NewGame, shared: &Shared) -> anyhow::Result<Playing> {
        let setup = choice.setup();
        let opponent = choice.opponent.clone().map(|opponent| Opponent::new(opponent, &setup)).transpose()?;
        let standing = Standing::of(&setup, choice.opponent.as_ref(), shared.records.as_ref());
        let session = Session::new(setup, opponent)?;
        Ok(Playing::of(choice, session, standing, shared))
    }

    /// Continues a game that was begun elsewhere. A restart begins a new game of `choice`.
    pub fn of(choice: NewGame, session: Session, standing: Standing, shared: &Shared) -> Playing {
        let state = State::Ready { until: shared.now + u64::from(shared.preferences.countdown) * SECOND };
        let set = rules_and_handling(shared);
        Playing {
            choice,
            set,
            session,
            state,
            standing,
            advising: None,
            coach: None,
            soft_drop_until: None,
            held: [false; 8],
            is_stored: false,
        }
    }

    /// The time of the game.
    fn time(&self, shared: &Shared) -> Time {
        match self.state {
            State::Running { since, from } => from + shared.now.saturating_sub(since),
            _ => self.session.game().clock(),
        }
    }

    fn act(&mut self, act: Act, shared: &mut Shared) {
        let at = self.time(shared);
        self.session.act(at, act);
        if self.session.game().is_over() {
            self.end(shared);
        }
    }

    /// Shows the result, and stores the game unless its last piece can still be taken back.
    fn end(&mut self, shared: &mut Shared) {
        if matches!(self.state, State::Over(_)) {
            return;
        }
        let over = match self.can_undo() {
            true => Over::new(&self.session, shared),
            false => self.store(shared),
        };
        self.state = State::Over(over);
    }

    fn store(&mut self, shared: &mut Shared) -> Over {
        self.is_stored = true;
        Over::store(&self.session, shared)
    }

    /// Whether pieces can be taken back: not from a game that was won.
    fn can_undo(&self) -> bool {
        let game = self.session.game();
        game.mode().undo && game.end() != Some(End::Won)
    }

    /// The clock starts, and what is held down counts from now on.
    fn start(&mut self, since: Time, shared: &mut Shared) {
        self.state = State::Running { since, from: self.session.game().clock() };
        for button in [Button::Left, Button::Right, Button::SoftDrop] {
            if self.held[button as usize] {
                self.act(Act::Press(button), shared);
            }
        }
        shared.tell_of_releases();
    }

    fn pause(&mut self, shared: &Shared) {
        if let State::Running { .. } = self.state {
            let at = self.time(shared);
            self.session.release_all(at);
            self.soft_drop_until = None;
        }
        if !matches!(self.state, State::Over(_) | State::Paused { .. }) {
            self.state = State::Paused { chosen: 0 };
        }
    }

    fn go_on(&mut self, shared: &Shared) {
        self.state = State::Ready { until: shared.now + u64::from(shared.preferences.countdown) * SECOND };
    }

    /// What is played when the game begins anew: what was set since then counts, and what was chosen for this game alone stays.
    fn choice_now(&self, shared: &Shared) -> NewGame {
        let mut choice = self.choice.clone();
        let (rules, handling) = rules_and_handling(shared);
        if rules != self.set.0 {
            choice.rules = for_people(rules);
        }
        if handling != self.set.1 {
            choice.handling = handling;
        }
        choice
    }

    fn restart(&mut self, shared: &mut Shared) -> Next {
        let begun = Playing::new(self.choice_now(shared), shared).map(|mut game| {
            game.held = self.held;
            if self.advising.is_some() {
                game.toggle_hint(shared);
            }
            Next::Replace(Box::new(game))
        });
        shared.next_or_notice(begun)
    }

    fn toggle_hint(&mut self, shared: &mut Shared) {
        self.coach = None;
        if self.advising.take().is_some() {
            return;
        }
        match Advising::new(&shared.preferences, &self.choice.setup()) {
            Ok(advising) => {
                self.advising = Some(advising);
                self.coach = self.session.game().mode().perfect_clear_limit.map(|_| Coach::default());
                self.session.is_helped = true;
                self.advise();
            }
            Err(error) => shared.notify(format!("{error:#}")),
        }
    }

    fn advise(&mut self) {
        if let Some(advising) = &mut self.advising {
            advising.watch(self.session.game());
        }
        if let Some(coach) = &mut self.coach {
            coach.watch(self.session.game());
        }
    }

    /// A button of the game goes down or up.
    fn button(&mut self, button: Button, kind: KeyEventKind, shared: &mut Shared) {
        match (kind, shared.reports_releases) {
            (KeyEventKind::Press, true) => self.act(Act::Press(button), shared),
            (KeyEventKind::Release, true) => self.act(Act::Release(button), shared),
            (KeyEventKind::Repeat, true) | (KeyEventKind::Release, false) => {}
            (_, false) if button == Button::SoftDrop => {
                self.soft_drop_until = Some(self.time(shared) + SOFT_DROP_HELD);
                self.act(Act::Press(button), shared);
            }
            (_, false) => {
                self.act(Act::Press(button), shared);
                self.act(Act::Release(button), shared);
            }
        }
    }

    fn key_in_pause(&mut self, chosen: usize, key: KeyEvent, shared: &mut Shared) -> Next {
        let Some(movement) = Move::of(key) else { return Next::Stay };
        if let Some(chosen) = movement.within(chosen, PAUSE.len(), PAUSE.len()) {
            self.state = State::Paused { chosen };
            return Next::Stay;
        }
        match (movement, PAUSE[chosen]) {
            (Move::Choose, Pause::Continue) | (Move::Leave, _) if key.code != KeyCode::Char('q') => self.go_on(shared),
            (Move::Choose, Pause::Restart) => return self.restart(shared),
            (Move::Choose, Pause::Settings) => return Next::Open(Box::new(SettingsView::new(shared))),
            (Move::Choose | Move::Leave, _) => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    /// The game that is over, to be watched again.
    fn watch_again(&self, shared: &Shared) -> anyhow::Result<Replaying> {
        let replaying = Replaying::new(self.session.replay(), shared.preferences.player.clone(), shared)?;
        match self.session.opponent() {
            Some(opponent) => replaying.against(opponent.choice().clone(), Some(opponent.replay())),
            None => Ok(replaying),
        }
    }

    fn key_when_over(&mut self, since: Time, key: KeyEvent, shared: &mut Shared) -> Next {
        // Keys right after the end were still meant for the game.
        let is_meant = shared.now >= since + GRACE;
        match key.code {
            KeyCode::Enter if is_meant => self.restart(shared),
            KeyCode::Char('w') if is_meant => {
                let opened = self.watch_again(shared);
                shared.next_or_notice(opened.map(|replaying| Next::Open(Box::new(replaying))))
            }
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => Next::Back,
            _ => Next::Stay,
        }
    }
}

impl View for Playing {
    fn least_size(&self) -> (u16, u16) {
        scene::least_size(self.session.game())
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (game, texts, look) = (self.session.game(), shared.texts, &shared.look);
        let over = match &self.state {
            State::Ready { .. } => vec![(texts.game.ready.to_string(), look.strong())],
            State::Running { .. } => Vec::new(),
            State::Paused { chosen } => {
                let words = PAUSE.map(|what| match what {
                    Pause::Continue => &texts.pause.go_on,
                    Pause::Restart => &texts.pause.restart,
                    Pause::Settings => &texts.pause.settings,
                    Pause::Leave => &texts.pause.leave,
                });
                let title = (texts.pause.title.to_string(), look.strong());
                let entries = words.iter().enumerate().map(|(place, words)| {
                    (format!(" {words} "), if place == *chosen { look.chosen() } else { look.text() })
                });
                [title, (String::new(), look.text())].into_iter().chain(entries).collect()
            }
            State::Over(over) => over.lines(shared),
        };
        let advice = self.advising.as_ref().and_then(|advising| Some((advising, advising.answer()?)));
        let coached = self.coach.as_ref().and_then(|coach| Hint::of_coach(coach, game, shared.wording()));
        let hint = coached.or_else(|| {
            advice.map(|(advising, (advice, reasons))| {
                Hint::of_agent(advising.agent(), advice, reasons, shared.wording())
                    .beside(self.coach.as_ref(), shared.wording())
            })
        });
        let other =
            self.session.opponent().map(|opponent| Other { game: opponent.game(), name: opponent.choice().title() });
        let player = shared.preferences.player.clone();
        let scene = Scene {
            finesse: Some(self.session.finesse()),
            best: self.standing.best(),
            rank: self.standing.rank(&self.session, texts),
            hint,
            other,
            hidden: matches!(self.state, State::Paused { .. }),
            over,
            ..Scene::new(game, self.session.announcer(), player, shared)
        };
        scene.draw(frame, area);
    }

    /// Where Control is a key of the game by itself, it may well be down with another one: the first time is a pause.
    fn interrupt(&mut self, shared: &mut Shared) -> Next {
        if shared.reports_releases && matches!(self.state, State::Running { .. }) {
            self.pause(shared);
            return Next::Stay;
        }
        Next::Quit
    }

    fn wants_releases(&self) -> bool {
        true
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let command = Key::of(&key).and_then(|key| shared.preferences.keys.command(key));
        let is_press = key.kind == KeyEventKind::Press;
        if let Some(Command::Button(button)) = command
            && shared.reports_releases
        {
            self.held[button as usize] = key.kind != KeyEventKind::Release;
        }
        match (&self.state, command) {
            (State::Running { .. }, Some(Command::Button(button))) => self.button(button, key.kind, shared),
            (_, _) if key.kind == KeyEventKind::Release => {}
            (_, Some(Command::Restart)) if is_press => return self.restart(shared),
            (State::Paused { .. }, Some(Command::Pause)) if is_press => self.go_on(shared),
            (&State::Paused { chosen }, _) => return self.key_in_pause(chosen, key, shared),
            (State::Running { .. } | State::Ready { .. }, Some(Command::Pause)) if is_press => self.pause(shared),
            (State::Running { .. } | State::Ready { .. }, None) if key.code == KeyCode::Char('q') => self.pause(shared),
            (State::Running { .. } | State::Ready { .. }, Some(Command::Hint)) if is_press => self.toggle_hint(shared),
            (State::Running { .. } | State::Over(_), Some(Command::Undo)) if self.can_undo() => self.undo(shared),
            (State::Over(over), _) => return self.key_when_over(over.since(), key, shared),
            _ => {}
        }
        self.advise();
        Next::Stay
    }

    fn pass(&mut self, shared: &mut Shared) -> Next {
        match self.state {
            State::Ready { until } if shared.now >= until => self.start(until, shared),
            State::Running { .. } => {}
            _ => return Next::Stay,
        }
        let now = self.time(shared);
        if let Some(until) = self.soft_drop_until.filter(|&until| until <= now) {
            self.soft_drop_until = None;
            self.session.act(until, Act::Release(Button::SoftDrop));
        }
        self.act(Act::Wait, shared);
        self.advise();
        Next::Stay
    }

    fn wake(&self, shared: &Shared) -> Option<Time> {
        match self.state {
            State::Ready { until } => Some(until),
            State::Running { .. } => Some(shared.now + FRAME),
            _ => None,
        }
    }

    fn leave(&mut self, shared: &mut Shared) {
        // What is let go meanwhile may never be heard of.
        self.held = [false; 8];
        self.pause(shared);
    }

    /// A game from which pieces can be taken back is finished when it is left.
    fn close(&mut self, shared: &mut Shared) {
        if self.can_undo() && !self.is_stored && self.session.game().statistics().pieces > 0 {
            self.store(shared);
        }
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let texts = shared.texts;
        let plain = |key: &str, what: &str| (key.to_string(), what.to_string());
        match self.state {
            State::Over(_) => vec![
                plain(&texts.keys.key_enter, &texts.pause.restart),
                plain("w", &texts.over.watch),
                plain(&texts.keys.key_esc, &texts.pause.leave),
            ],
            State::Paused { .. } => {
                vec![
                    plain(&texts.keys.key_enter, &texts.pause.choose),
                    plain(&texts.keys.key_esc, &texts.pause.go_on),
                    plain("q", &texts.pause.leave),
                ]
            }
            _ => game_keys(self.session.game(), shared),
        }
    }
}

/// What the player has set for games to come.
const fn rules_and_handling(shared: &Shared) -> (Rules, Handling) {
    let setup = &shared.preferences.setup;
    (setup.rules, setup.handling)
}

/// The keys of a game, the most important ones first.
fn game_keys(game: &Game, shared: &Shared) -> Vec<KeyHelp> {
    let is_there = |command: &Command| match command {
        Command::Undo => game.mode().undo,
        Command::Button(Button::Hold) => game.rules().hold,
        Command::Button(Button::RotateHalf) => game.rules().half_turns != HalfTurns::Off,
        _ => true,
    };
    let first = [Command::Pause, Command::Hint, Command::Restart, Command::Undo];
    let others = Command::ALL.into_iter().filter(|command| !first.contains(command));
    let commands = first.into_iter().chain(others).filter(is_there);
    commands
        .filter_map(|command| {
            let keys = shared.preferences.keys.keys(command).iter();
            let keys: Vec<String> = keys.map(|key| key.shown(shared.look.characters, &shared.texts.keys)).collect();
            (!keys.is_empty()).then(|| (keys.join("/"), command.text(&shared.texts.keys).to_string()))
        })
        .collect()
}

impl Playing {
    /// Takes the last piece back, also the one that ended the game.
    fn undo(&mut self, shared: &mut Shared) {
        let at = self.time(shared);
        self.session.act(at, Act::Undo);
        if matches!(self.state, State::Over(_)) && !self.session.game().is_over() {
            self.state = State::Running { since: shared.now, from: self.session.game().clock() };
        }
    }
}

#[cfg(test)]
mod tests;
