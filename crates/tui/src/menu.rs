//! The first view: what can be done, and beside it an agent at play.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use tetrolab_agents::Speed;
use tetrolab_engine::{MILLISECOND, MODES, Mode, Seed, Time};

use super::choosing::Choosing;
use super::games_list::GamesList;
use super::keys_view::KeysView;
use super::matrix::{self, Matrix};
use super::scores_view::ScoresView;
use super::settings_view::SettingsView;
use super::statistics_view::StatisticsView;
use super::view::{KeyHelp, Move, Next, Shared, View};
use super::watching::Watching;
use super::writing::{wrapped, write};
use tetrolab_sessions::play::NewGame;
use tetrolab_sessions::texts::{Text, Texts};

/// The agent that plays beside the menu, and how fast.
const AGENT: &str = "bcts";
const SPEED: f64 = 2.5;
/// Its first game.
const SEED: Seed = Seed(1);

/// Time between two pictures: the agent beside the menu need not be seen as well as a game.
const FRAME: Time = 33 * MILLISECOND;

/// Columns of the list.
const LIST: u16 = 44;

/// What can be chosen.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    Play(Mode),
    Watch,
    Scores,
    Replays,
    Statistics,
    Settings,
    Keys,
    Quit,
}

impl Entry {
    const OTHERS: [Entry; 7] =
        [Entry::Watch, Entry::Scores, Entry::Replays, Entry::Statistics, Entry::Settings, Entry::Keys, Entry::Quit];

    fn all() -> impl Iterator<Item = Entry> {
        MODES.into_iter().map(Entry::Play).chain(Entry::OTHERS)
    }

    /// Its name and one line about it.
    fn words<'t>(&self, texts: &'t Texts) -> (&'t Text, &'t Text) {
        let menu = &texts.menu;
        match self {
            Entry::Play(mode) => texts.mode(mode),
            Entry::Watch => (&menu.watch, &menu.watch_about),
            Entry::Scores => (&menu.scores, &menu.scores_about),
            Entry::Replays => (&menu.replays, &menu.replays_about),
            Entry::Statistics => (&menu.statistics, &menu.statistics_about),
            Entry::Settings => (&menu.settings, &menu.settings_about),
            Entry::Keys => (&menu.keys, &menu.keys_about),
            Entry::Quit => (&menu.quit, &menu.quit_about),
        }
    }
}

/// The first view.
pub struct Menu {
    chosen: usize,
    demo: Option<Watching>,
}

impl Menu {
    pub fn new(shared: &Shared) -> Menu {
        let last = shared.preferences.setup.mode.name;
        let chosen = MODES.iter().position(|mode| mode.name == last).unwrap_or(0);
        Menu { chosen, demo: demo(SEED, shared) }
    }

    fn choose(&self, entry: Entry, shared: &mut Shared) -> Next {
        let opened: anyhow::Result<Box<dyn View>> = match entry {
            Entry::Play(mode) => Ok(Box::new(Choosing::to_play(mode, shared))),
            Entry::Watch => Ok(Box::new(Choosing::to_watch(shared))),
            Entry::Scores => Ok(Box::new(ScoresView::new(shared))),
            Entry::Replays => Ok(Box::new(GamesList::new(shared))),
            Entry::Statistics => Ok(Box::new(StatisticsView::new(shared))),
            Entry::Settings => Ok(Box::new(SettingsView::new(shared))),
            Entry::Keys => Ok(Box::new(KeysView::new(shared))),
            Entry::Quit => return Next::Quit,
        };
        shared.next_or_notice(opened.map(Next::Open))
    }
}

/// An agent that plays beside the menu.
fn demo(seed: Seed, shared: &Shared) -> Option<Watching> {
    let choice = NewGame { seed: Some(seed), ..NewGame::default() };
    Watching::new(AGENT, Speed::new(SPEED).ok()?, choice, shared).ok()
}

impl View for Menu {
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (look, texts) = (&shared.look, shared.texts);
        let board = self.demo.as_ref().map(|demo| demo.session().game());
        let (width, height) = board.map_or((0, 0), |game| matrix::size(game.rules().size, 1));
        let left = area.x + (area.width - LIST - width) / 2;
        let top = area.y + (area.height - height.max(23)) / 2;
        if let Some(game) = board {
            let place = Rect { x: left + LIST, y: top, width, height };
            frame.render_widget(Matrix { game, look, scale: 1, hint: None, hidden: false }, place);
        }
        let buffer = frame.buffer_mut();
        let at = |row: u16| Position { x: left, y: top + row };
        write(buffer, at(0), LIST - 4, &texts.menu.title, look.strong(), look);
        for (place, entry) in Entry::all().enumerate() {
            // What is not a mode stands a little lower.
            let row = 2 + place as u16 + u16::from(place >= MODES.len());
            let style = if place == self.chosen { look.chosen() } else { look.text() };
            write(buffer, at(row), LIST - 4, &format!(" {} ", entry.words(texts).0), style, look);
        }
        if let Some(entry) = Entry::all().nth(self.chosen) {
            for (index, line) in wrapped(entry.words(texts).1, LIST - 4).iter().enumerate() {
                let row = 4 + (MODES.len() + Entry::OTHERS.len()) as u16 + index as u16;
                write(buffer, at(row), LIST - 4, line, look.quiet(), look);
            }
        }
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let entries: Vec<Entry> = Entry::all().collect();
        match Move::of(key) {
            Some(Move::Choose | Move::Right) => self.choose(entries[self.chosen], shared),
            Some(Move::Leave) => Next::Quit,
            Some(movement) => {
                self.chosen = movement.within(self.chosen, entries.len(), MODES.len()).unwrap_or(self.chosen);
                Next::Stay
            }
            None => Next::Stay,
        }
    }

    fn pass(&mut self, shared: &mut Shared) -> Next {
        if let Some(watching) = &mut self.demo {
            watching.pass(shared);
            let game = watching.session().game();
            if game.is_over() {
                self.demo = demo(Seed(game.seed().0 + 1), shared);
            }
        }
        Next::Stay
    }

    fn wake(&self, shared: &Shared) -> Option<Time> {
        self.demo.as_ref().map(|_| shared.now + FRAME)
    }

    fn return_to(&mut self, shared: &mut Shared) {
        if let Some(demo) = &mut self.demo {
            demo.return_to(shared);
        }
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let texts = shared.texts;
        [
            (shared.look.either("↑↓", "up down").to_string(), &texts.menu.move_about),
            (texts.keys.key_enter.to_string(), &texts.menu.choose),
            (format!("q/{}", texts.keys.key_esc), &texts.common.quit),
        ]
        .map(|(key, what)| (key, what.to_string()))
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::SECOND;

    use super::*;
    use crate::screens;

    fn menu(shared: &mut Shared) -> Box<dyn View> {
        let mut menu = Menu::new(shared);
        shared.now += 6 * SECOND;
        menu.pass(shared);
        Box::new(menu)
    }

    #[test]
    fn the_menu_looks_as_it_should() {
        screens::check("menu", menu);
        screens::check_ascii("menu", menu);
    }
}
