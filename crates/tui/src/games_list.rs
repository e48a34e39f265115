//! All games, the newest first: they are watched again, saved as files, and deleted.

use std::cell::Cell;
use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use tetrolab_engine::{MODES, Mode};
use tetrolab_records::{Filter, GameRecord};

use super::listing::Listing;
use super::stored::watch;
use super::view::{KeyHelp, Move, Next, Shared, View};
use super::writing::boxed;
use tetrolab_runs::files;
use tetrolab_sessions::history::{Marks, details, games_grid, table_title};

/// How many games are read at once, and how near the chosen one may come to the first or last of them.
const WINDOW: u32 = 400;
const MARGIN: usize = 120;

/// All games of a mode, or of all modes.
pub struct GamesList {
    /// The modes that were played.
    modes: Vec<Mode>,
    /// The mode whose games are on show; nothing for all.
    mode: Option<Mode>,
    /// How many games there are.
    total: usize,
    /// Some of them, around the chosen one, and how many newer ones were left out.
    games: Vec<GameRecord>,
    first: usize,
    chosen: usize,
    /// The number of the game that is deleted if the player says so again.
    asks_for: Option<i64>,
    /// Where files go.
    folder: PathBuf,
    /// How many games were seen when it was last drawn.
    page: Cell<usize>,
}

impl GamesList {
    pub fn new(shared: &mut Shared) -> GamesList {
        let mut list = GamesList {
            modes: Vec::new(),
            mode: None,
            total: 0,
            games: Vec::new(),
            first: 0,
            chosen: 0,
            asks_for: None,
            folder: std::env::current_dir().unwrap_or_default(),
            page: Cell::new(1),
        };
        list.look_again(shared);
        list
    }

    /// Files go to another folder than the current one.
    #[cfg(test)]
    pub fn saving_in(self, folder: &std::path::Path) -> GamesList {
        GamesList { folder: folder.to_path_buf(), ..self }
    }

    /// Reads which modes were played, and the games of the one on show.
    fn look_again(&mut self, shared: &mut Shared) {
        let is_played = |mode: &Mode| {
            let first = shared.with_records(|records| records.games(&filter(Some(*mode)), 1, 0));
            first.is_some_and(|games| !games.is_empty())
        };
        self.modes = MODES.into_iter().filter(is_played).collect();
        if self.mode.is_some_and(|mode| !self.modes.contains(&mode)) {
            self.mode = None;
        }
        self.count(shared);
    }

    /// Reads how many games there are, and those around the chosen one.
    fn count(&mut self, shared: &mut Shared) {
        let filter = filter(self.mode);
        self.total = shared.with_records(|records| records.count(&filter)).map_or(0, |count| count as usize);
        self.chosen = self.chosen.min(self.total.saturating_sub(1));
        self.read(shared);
    }

    fn read(&mut self, shared: &mut Shared) {
        self.first = self.chosen.saturating_sub(WINDOW as usize / 2);
        let (filter, first) = (filter(self.mode), u32::try_from(self.first).unwrap_or(u32::MAX));
        self.games = shared.with_records(|records| records.games(&filter, WINDOW, first)).unwrap_or_default();
    }

    fn choose(&mut self, place: usize, shared: &mut Shared) {
        self.chosen = place;
        let last = self.first + self.games.len();
        let is_near_first = self.first > 0 && place < self.first + MARGIN;
        let is_near_last = last < self.total && place + MARGIN > last;
        if is_near_first || is_near_last {
            self.read(shared);
        }
    }

    /// Turns to the next mode that was played, or to all of them.
    fn turn(&mut self, forwards: bool, shared: &mut Shared) {
        let modes: Vec<Option<Mode>> = [None].into_iter().chain(self.modes.iter().copied().map(Some)).collect();
        let place = modes.iter().position(|&mode| mode == self.mode).unwrap_or(0);
        let step = if forwards { 1 } else { modes.len() - 1 };
        (self.mode, self.chosen) = (modes[(place + step) % modes.len()], 0);
        self.count(shared);
    }

    fn game(&self) -> Option<&GameRecord> {
        self.games.get(self.chosen.checked_sub(self.first)?)
    }

    fn delete(&mut self, id: i64, shared: &mut Shared) {
        if shared.with_records(|records| records.delete(id)).is_some() {
            shared.notify(shared.texts.games.deleted.with(&[("id", &id)]));
        }
        self.look_again(shared);
    }

    /// Saves the replay of a game under a name that is free.
    fn export(&self, id: i64, shared: &mut Shared) {
        let Some(replay) = shared.with_records(|records| records.replay(id)) else { return };
        let saved = files::write_new(&self.folder, &format!("tetrolab-{id}"), "replay", &replay.to_bytes());
        let notice = match saved {
            Ok(name) => shared.texts.games.exported.with(&[("name", &name), ("folder", &self.folder.display())]),
            Err(error) => format!("{error:#}"),
        };
        shared.notify(notice);
    }
}

fn filter(mode: Option<Mode>) -> Filter {
    Filter { mode: mode.map(|mode| mode.name.to_string()), ..Filter::default() }
}

impl View for GamesList {
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (texts, look) = (shared.texts, &shared.look);
        let marks = if look.is_ascii() { Marks::ASCII } else { Marks::UNICODE };
        let mode = self.mode.map_or_else(|| &texts.games.all, |mode| texts.mode(&mode).0);
        let place = format!(
            "{} {mode} {}   {} / {}",
            look.either("◂", "<"),
            look.either("▸", ">"),
            self.chosen + 1,
            self.total
        );
        let listing = Listing {
            title: &texts.menu.replays,
            place: if self.total > 0 { place } else { String::new() },
            about: marks.legend(texts),
            grid: &games_grid(&self.games, marks, texts),
            chosen: self.chosen - self.first.min(self.chosen),
            kind: self.game().map(|game| table_title(&game.table, texts)),
            details: self.game().map_or_else(Vec::new, |game| details(game, texts)),
            empty: [&texts.games.empty, &texts.games.empty_about],
            look,
        };
        self.page.set(listing.draw(frame, area));
        if let Some(id) = self.asks_for {
            let lines = [
                (texts.games.ask.with(&[("id", &id)]), look.strong()),
                (String::new(), look.text()),
                (texts.games.confirm.to_string(), look.text()),
            ];
            boxed(frame.buffer_mut(), area, &lines, look);
        }
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if let Some(id) = self.asks_for.take() {
            if key.code == KeyCode::Char('d') {
                self.delete(id, shared);
            }
            return Next::Stay;
        }
        match (key.code, self.game()) {
            (KeyCode::Char('d'), Some(game)) => {
                self.asks_for = Some(game.id);
                return Next::Stay;
            }
            (KeyCode::Char('e'), Some(game)) => {
                self.export(game.id, shared);
                return Next::Stay;
            }
            _ => {}
        }
        let Some(movement) = Move::of(key) else { return Next::Stay };
        match movement {
            Move::Leave => return Next::Back,
            Move::Choose => return self.game().map_or(Next::Stay, |game| watch(game, shared)),
            Move::Left | Move::Right => self.turn(movement == Move::Right, shared),
            _ => {
                if let Some(place) = movement.within(self.chosen, self.total, self.page.get()) {
                    self.choose(place, shared);
                }
            }
        }
        Next::Stay
    }

    fn leave(&mut self, _shared: &mut Shared) {
        self.asks_for = None;
    }

    fn return_to(&mut self, shared: &mut Shared) {
        self.look_again(shared);
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let (texts, look) = (shared.texts, &shared.look);
        [
            (texts.keys.key_enter.to_string(), &texts.scores.watch),
            (look.either("←→", "left right").to_string(), &texts.games.other_mode),
            ("e".to_string(), &texts.games.export),
            ("d".to_string(), &texts.games.delete),
            (look.either("↑↓", "up down").to_string(), &texts.menu.move_about),
            ("Esc".to_string(), &texts.common.back),
        ]
        .map(|(key, what)| (key, what.to_string()))
        .to_vec()
    }
}
