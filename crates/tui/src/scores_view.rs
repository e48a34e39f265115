//! The best games, one table at a time.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use tetrolab_records::{GameRecord, Ranking, TableSummary};

use super::listing::Listing;
use super::stored::watch;
use super::view::{KeyHelp, Move, Next, Shared, View};
use tetrolab_sessions::history::{Grid, details, scores_grid, table_title};

/// No more places of a table are shown.
const PLACES: u32 = 1000;

/// The best tables.
pub struct ScoresView {
    /// The tables in which games count, the one that was played last first.
    tables: Vec<TableSummary>,
    table: usize,
    /// The games of the table, the best first.
    games: Vec<GameRecord>,
    chosen: usize,
    /// How many games were seen when it was last drawn.
    page: Cell<usize>,
}

impl ScoresView {
    pub fn new(shared: &mut Shared) -> ScoresView {
        let mut view = ScoresView { tables: Vec::new(), table: 0, games: Vec::new(), chosen: 0, page: Cell::new(1) };
        view.read_tables(shared);
        view
    }

    fn read_tables(&mut self, shared: &mut Shared) {
        self.tables = shared.with_records(|records| records.tables()).unwrap_or_default();
        self.table = self.table.min(self.tables.len().saturating_sub(1));
        self.read_games(shared);
    }

    fn read_games(&mut self, shared: &mut Shared) {
        let table = self.tables.get(self.table).map(|summary| &summary.table);
        let games = table.and_then(|table| shared.with_records(|records| records.best(table, PLACES)));
        self.games = games.unwrap_or_default();
        self.chosen = self.chosen.min(self.games.len().saturating_sub(1));
    }

    fn turn_to(&mut self, table: usize, shared: &mut Shared) {
        (self.table, self.chosen) = (table, 0);
        self.read_games(shared);
    }
}

impl View for ScoresView {
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (texts, look) = (shared.texts, &shared.look);
        let summary = self.tables.get(self.table);
        let ranking = summary.map_or(Ranking::Score, |summary| summary.table.ranking);
        let grid = summary.map_or_else(Grid::default, |_| scores_grid((1..).zip(&self.games), ranking, false, texts));
        let place = summary.map_or_else(String::new, |summary| {
            let (table, tables) = (self.table + 1, self.tables.len());
            let arrows = [look.either("◂", "<"), look.either("▸", ">")];
            format!("{} {}   {} {table} / {tables} {}", texts.statistics.games, summary.games, arrows[0], arrows[1])
        });
        let listing = Listing {
            title: &texts.menu.scores,
            place,
            about: summary.map_or_else(String::new, |summary| table_title(&summary.table, texts)),
            grid: &grid,
            chosen: self.chosen,
            kind: None,
            details: self.games.get(self.chosen).map_or_else(Vec::new, |game| details(game, texts)),
            empty: [&texts.scores.empty, &texts.scores.empty_about],
            look,
        };
        self.page.set(listing.draw(frame, area));
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let Some(movement) = Move::of(key) else { return Next::Stay };
        let tables = self.tables.len().max(1);
        match movement {
            Move::Leave => return Next::Back,
            Move::Choose => return self.games.get(self.chosen).map_or(Next::Stay, |game| watch(game, shared)),
            Move::Right => self.turn_to((self.table + 1) % tables, shared),
            Move::Left => self.turn_to((self.table + tables - 1) % tables, shared),
            _ => {
                self.chosen = movement.within(self.chosen, self.games.len(), self.page.get()).unwrap_or(self.chosen);
            }
        }
        Next::Stay
    }

    fn return_to(&mut self, shared: &mut Shared) {
        let table = self.tables.get(self.table).map(|summary| summary.table.clone());
        self.read_tables(shared);
        let same = self.tables.iter().position(|summary| Some(&summary.table) == table.as_ref());
        if let Some(same) = same.filter(|&same| same != self.table) {
            self.table = same;
            self.read_games(shared);
        }
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let (texts, look) = (shared.texts, &shared.look);
        [
            (texts.keys.key_enter.to_string(), &texts.scores.watch),
            (look.either("←→", "left right").to_string(), &texts.scores.other_table),
            (look.either("↑↓", "up down").to_string(), &texts.menu.move_about),
            ("Esc".to_string(), &texts.common.back),
        ]
        .map(|(key, what)| (key, what.to_string()))
        .to_vec()
    }
}
