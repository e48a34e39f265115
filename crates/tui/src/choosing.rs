//! What is to be played or watched: a list of choices, each changed with left and right.

mod choices;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use tetrolab_agents::Speed;
use tetrolab_engine::{Mode, Seed};

use super::playing::Playing;
use super::view::{KeyHelp, Move, Next, Shared, View};
use super::watching::Watching;
use super::writing::{entry, wrapped, write};
use choices::{CHOICES, Choice};
use tetrolab_sessions::play::{NewGame, OpponentChoice};

/// What happens with what was chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Play,
    Watch,
}

/// The choices for one game.
pub struct Choosing {
    purpose: Purpose,
    game: NewGame,
    /// The agent that is watched, and its speed.
    agent: OpponentChoice,
    chosen: usize,
}

/// Columns of the list.
const WIDTH: u16 = 44;

impl Choosing {
    /// Before a game in this mode.
    pub fn to_play(mode: Mode, shared: &Shared) -> Choosing {
        let game = NewGame::in_mode(mode, &shared.preferences);
        Choosing { purpose: Purpose::Play, game, agent: OpponentChoice::of(&shared.preferences), chosen: 0 }
    }

    /// Before an agent is watched.
    pub fn to_watch(shared: &Shared) -> Choosing {
        let preferences = &shared.preferences;
        let game = NewGame::in_mode(Mode::MARATHON, preferences);
        let agent = OpponentChoice { agent: preferences.agent.clone(), ..OpponentChoice::of(preferences) };
        Choosing { purpose: Purpose::Watch, game, agent, chosen: 0 }
    }

    fn choices(&self) -> Vec<&'static Choice> {
        CHOICES.iter().filter(|choice| (choice.matters)(self)).collect()
    }

    /// A digit of a seed is typed, or taken back.
    fn type_seed(&mut self, digit: Option<char>) {
        let mut digits = self.game.seed.map(|seed| seed.0.to_string()).unwrap_or_default();
        match digit {
            Some(digit) => digits.push(digit),
            None => drop(digits.pop()),
        }
        if digits.is_empty() || digits.parse::<u64>().is_ok() {
            self.game.seed = digits.parse().ok().map(Seed);
        }
        self.chosen = self.choices().len() - 1;
    }

    fn start(&mut self, shared: &mut Shared) -> Next {
        let mut game = self.game.clone();
        if game.opponent.is_some() {
            game.opponent = Some(self.agent.clone());
        }
        if let Err(error) = game.check() {
            shared.notify(error.to_string());
            return Next::Stay;
        }
        if self.purpose == Purpose::Play {
            game.remember(&mut shared.preferences);
            shared.save_preferences();
        }
        let opened: anyhow::Result<Box<dyn View>> = match self.purpose {
            Purpose::Play => Playing::new(game, shared).map(|view| Box::new(view) as Box<dyn View>),
            Purpose::Watch => Speed::new(self.agent.speed)
                .map_err(anyhow::Error::from)
                .and_then(|speed| Watching::new(&self.agent.agent, speed, game, shared))
                .map(|view| Box::new(view) as Box<dyn View>),
        };
        shared.next_or_notice(opened.map(Next::Open))
    }
}

impl View for Choosing {
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (look, texts) = (&shared.look, shared.texts);
        let choices = self.choices();
        let place = Rect { x: area.x + (area.width - WIDTH) / 2, y: area.y + 1, width: WIDTH, height: 1 };
        let row = |row: u16| Rect { y: place.y + row, ..place };
        let buffer = frame.buffer_mut();
        let (title, about) = match self.purpose {
            Purpose::Play => texts.mode(&self.game.mode),
            Purpose::Watch => (&texts.menu.watch, &texts.menu.watch_about),
        };
        write(buffer, row(0).as_position(), WIDTH, title, look.strong(), look);
        for (index, line) in wrapped(about, WIDTH).iter().enumerate().take(2) {
            write(buffer, row(1 + index as u16).as_position(), WIDTH, line, look.quiet(), look);
        }
        for (index, choice) in choices.iter().enumerate() {
            let line = row(4 + index as u16);
            let value = format!("{} {} {}", look.either("◂", "<"), (choice.show)(self, texts), look.either("▸", ">"));
            entry(buffer, line, (choice.name)(&texts.choosing), &value, look);
            if index == self.chosen {
                buffer.set_style(line, look.chosen());
            }
        }
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        match key.code {
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.type_seed(Some(digit));
                return Next::Stay;
            }
            KeyCode::Backspace if self.game.seed.is_some() => {
                self.type_seed(None);
                return Next::Stay;
            }
            _ => {}
        }
        let choices = self.choices();
        match Move::of(key) {
            Some(Move::Choose) => return self.start(shared),
            Some(Move::Leave) => return Next::Back,
            Some(movement @ (Move::Left | Move::Right)) => {
                if let Some(choice) = choices.get(self.chosen) {
                    (choice.change)(self, movement == Move::Right);
                    self.chosen = self.chosen.min(self.choices().len() - 1);
                }
            }
            Some(movement) => {
                self.chosen = movement.within(self.chosen, choices.len(), choices.len()).unwrap_or(self.chosen);
            }
            None => {}
        }
        Next::Stay
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let texts = shared.texts;
        [
            (texts.keys.key_enter.to_string(), &texts.choosing.start),
            (shared.look.either("↑↓", "up down").to_string(), &texts.menu.move_about),
            (shared.look.either("←→", "left right").to_string(), &texts.choosing.change),
            ("0-9".to_string(), &texts.choosing.type_seed),
            ("Esc".to_string(), &texts.common.back),
        ]
        .map(|(key, what)| (key, what.to_string()))
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyModifiers;
    use tetrolab_engine::MODES;

    use super::*;
    use crate::screens;
    use tetrolab_sessions::preferences::look::Characters;
    use tetrolab_sessions::texts::Language;

    #[test]
    fn choices_look_as_they_should() {
        screens::check("choosing-marathon", |shared| Box::new(Choosing::to_play(Mode::MARATHON, shared)));
        screens::check("choosing-versus", |shared| Box::new(Choosing::to_play(Mode::VERSUS, shared)));
        screens::check("choosing-watch", |shared| Box::new(Choosing::to_watch(shared)));
        screens::check_ascii("choosing-cheese", |shared| Box::new(Choosing::to_play(Mode::CHEESE, shared)));
    }

    /// Whatever is chosen is a game, and every choice comes back to where it began.
    #[test]
    fn every_choice_can_be_changed_around() {
        for mode in MODES {
            let mut shared = screens::shared(Language::English, Characters::Unicode);
            let mut choosing = Choosing::to_play(mode, &shared);
            for place in 0..choosing.choices().len() {
                choosing.chosen = place;
                let Some(choice) = choosing.choices().get(place).copied() else { continue };
                let first = (choice.show)(&choosing, shared.texts);
                let mut seen = Vec::new();
                for _ in 0..40 {
                    choosing.key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE), &mut shared);
                    assert!(choosing.game.check().is_ok(), "{} {place}", mode.name);
                    seen.push((choice.show)(&choosing, shared.texts));
                }
                assert!(seen.contains(&first), "{}: {seen:?}", mode.name);
            }
        }
    }

    #[test]
    fn a_seed_is_typed() {
        let mut shared = screens::shared(Language::English, Characters::Unicode);
        let mut choosing = Choosing::to_play(Mode::SPRINT, &shared);
        for digit in "12a34".chars() {
            choosing.key(KeyEvent::new(KeyCode::Char(digit), KeyModifiers::NONE), &mut shared);
        }
        choosing.key(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE), &mut shared);
        assert_eq!(choosing.game.seed, Some(Seed(123)));
    }
}
