//! A game on the screen: Hold and what is known of the game at the left, the Matrix, Next at the right, and beside it the
//! opponent and the assistant's reasons.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use tetrolab_engine::{Finesse, Game};

use super::look::Look;
use super::matrix::{self, Matrix};
use super::view::Shared;
use super::writing::{boxed, entry, write};
use super::{hint, pieces};
use tetrolab_sessions::play::{Announcer, Entries, Hint, title};
use tetrolab_sessions::texts::Texts;

/// Columns at the left and at the right of the Matrix.
const LEFT: u16 = 24;
const RIGHT: u16 = 26;
/// Columns between them.
const GAP: u16 = 1;
/// Columns of the Next queue within the right side.
const NEXT: u16 = 10;
/// Rows of the right side before the assistant's.
const HINT_FROM: u16 = 14;
/// The least rows that the sides need.
const ROWS: u16 = 23;

/// The other player.
pub struct Other<'a> {
    pub game: &'a Game,
    pub name: String,
}

/// Everything that is on show.
pub struct Scene<'a> {
    pub game: &'a Game,
    pub finesse: Option<&'a Finesse>,
    pub announcer: &'a Announcer,
    /// What is played, and by which rules.
    pub title: String,
    pub subtitle: String,
    pub player: String,
    /// The best so far, and the place that this game would take, as texts.
    pub best: Option<String>,
    pub rank: Option<String>,
    pub hint: Option<Hint<'a>>,
    pub other: Option<Other<'a>>,
    /// Whether the Matrix may not be seen.
    pub hidden: bool,
    /// Lines in a frame over the Matrix.
    pub over: Vec<(String, Style)>,
    pub texts: &'a Texts,
    pub look: &'a Look,
}

/// Columns and rows that a game needs at least.
pub fn least_size(game: &Game) -> (u16, u16) {
    let (width, height) = matrix::size(game.rules().size, 1);
    (LEFT + GAP + width + GAP + RIGHT, height.max(ROWS))
}

/// Where everything is.
struct Places {
    scale: u16,
    left: Rect,
    matrix: Rect,
    right: Rect,
    /// Beyond the right side, if there is room.
    beyond: Option<Rect>,
}

impl Places {
    /// As large as fits. `beyond` columns are left free at the right if they can be.
    fn new(area: Rect, game: &Game, beyond: u16) -> Places {
        let fits = |scale: u16, beyond: u16| {
            let (width, height) = matrix::size(game.rules().size, scale);
            let sides = LEFT + GAP + GAP + RIGHT;
            area.width >= sides + width + beyond && area.height >= height.max(ROWS)
        };
        let scale = if fits(2, beyond) { 2 } else { 1 };
        let beyond = if beyond > 0 && fits(scale, beyond + GAP) { beyond } else { 0 };
        let (width, height) = matrix::size(game.rules().size, scale);
        let total = LEFT + GAP + width + GAP + RIGHT + if beyond > 0 { GAP + beyond } else { 0 };
        let height = height.max(ROWS);
        let x = area.x + (area.width - total) / 2;
        let y = area.y + (area.height - height) / 2;
        let left = Rect { x, y, width: LEFT, height };
        let matrix = Rect { x: left.right() + GAP, y, width, height };
        let right = Rect { x: matrix.right() + GAP, y, width: RIGHT, height };
        let beyond = (beyond > 0).then(|| Rect { x: right.right() + GAP, y, width: beyond, height });
        Places { scale, left, matrix, right, beyond }
    }
}

impl<'a> Scene<'a> {
    /// A game, and nothing besides.
    pub fn new(game: &'a Game, announcer: &'a Announcer, player: String, shared: &'a Shared) -> Scene<'a> {
        let texts = shared.texts;
        Scene {
            game,
            finesse: None,
            announcer,
            title: title(game.mode(), texts),
            subtitle: texts.value_of(game.rules().name).to_string(),
            player,
            best: None,
            rank: None,
            hint: None,
            other: None,
            hidden: false,
            over: Vec::new(),
            texts,
            look: &shared.look,
        }
    }

    /// Draws it into an area that is at least as large as [`least_size`].
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect) {
        let beyond = match (&self.other, &self.hint) {
            (Some(other), _) => matrix::size(other.game.rules().size, 1).0,
            (None, Some(_)) => hint::WIDE,
            (None, None) => 0,
        };
        let places = Places::new(area, self.game, beyond);
        let hint = self.hint.as_ref().and_then(|hint| hint.placement);
        let Scene { game, look, hidden, .. } = *self;
        frame.render_widget(Matrix { game, look, scale: places.scale, hint, hidden }, places.matrix);
        let buffer = frame.buffer_mut();
        self.left(places.left, buffer);
        self.next(places.right, buffer);
        let mut reasons = Rect { y: places.right.y + HINT_FROM, height: ROWS - HINT_FROM, ..places.right };
        match (&self.other, places.beyond) {
            (Some(other), Some(beyond)) => {
                let game = other.game;
                let shown = Matrix { game, look, scale: 1, hint: None, hidden };
                let (_, height) = shown.size();
                frame.render_widget(shown, Rect { height, ..beyond });
                let name = Position { x: beyond.x + 2, y: beyond.y };
                write(frame.buffer_mut(), name, beyond.width - 4, &other.name, look.quiet(), look);
            }
            (Some(other), None) => self.small_other(other, places.right, buffer),
            (None, Some(beyond)) => reasons = beyond,
            (None, None) => {}
        }
        let buffer = frame.buffer_mut();
        if let Some(hint) = self.hint.as_ref().filter(|_| !self.hidden) {
            hint::draw(hint, reasons, buffer, look);
        }
        if !self.over.is_empty() {
            boxed(buffer, places.matrix, &self.over, look);
        }
    }

    fn left(&self, area: Rect, buffer: &mut Buffer) {
        let (game, look, texts) = (self.game, self.look, &self.texts.game);
        let row = |row: u16| Rect { y: area.y + row, height: 1, ..area };
        write(buffer, row(0).as_position(), area.width, &texts.hold, look.quiet(), look);
        if let Some(piece) = game.hold().filter(|_| !self.hidden) {
            let used = if game.can_hold() { Modifier::empty() } else { Modifier::DIM };
            let style = look.piece(piece).add_modifier(used);
            pieces::large(buffer, row(1).as_position(), piece, look, style);
        }
        write(buffer, row(4).as_position(), area.width, &self.title, look.strong(), look);
        write(buffer, row(5).as_position(), area.width, &self.subtitle, look.quiet(), look);
        let mut at = 7;
        for (name, value) in self.entries() {
            entry(buffer, row(at), &name, &value, look);
            at += 1;
        }
        let lines = self.announcer.lines(game.now(), self.texts);
        let from = ROWS.saturating_sub(lines.len() as u16);
        for (index, line) in lines.iter().enumerate() {
            write(buffer, row(from.max(at + 1) + index as u16).as_position(), area.width, line, look.strong(), look);
        }
    }

    /// What is known of the game, name and value.
    fn entries(&self) -> Vec<(String, String)> {
        let entries = Entries {
            game: self.game,
            finesse: self.finesse,
            player: &self.player,
            best: self.best.as_deref(),
            rank: self.rank.as_deref(),
            is_duel: self.other.is_some(),
        };
        entries.list(self.texts)
    }

    fn next(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let at = |row: u16| Position { x: area.x, y: area.y + row };
        write(buffer, at(0), NEXT, &self.texts.game.next, look.quiet(), look);
        let shown: &[_] = if self.hidden { &[] } else { self.game.next() };
        for (index, &piece) in shown.iter().enumerate() {
            let style = look.piece(piece);
            match index {
                0 => pieces::large(buffer, at(1), piece, look, style),
                _ => pieces::small(buffer, at(2 + 2 * index as u16), piece, look, style),
            }
        }
    }

    fn small_other(&self, other: &Other<'_>, area: Rect, buffer: &mut Buffer) {
        let at = Position { x: area.x + NEXT + 2, y: area.y };
        write(buffer, at, RIGHT - NEXT - 2, &other.name, self.look.quiet(), self.look);
        pieces::small_board(buffer, Position { y: at.y + 1, ..at }, other.game, self.look);
    }
}
