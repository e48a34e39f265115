//! How long it takes from a key to a picture.

use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use tetrolab_engine::{MILLISECOND, Mode, Random, Seed, Stream, Time};

use super::playing::Playing;
use super::run::Views;
use super::view::Shared;
use crate::Depth;
use tetrolab_sessions::play::NewGame;
use tetrolab_sessions::preferences::Preferences;

/// Time between two keys.
const BETWEEN: Time = 40 * MILLISECOND;

/// A new game begins after this many keys, before the old one is over.
const GAME: usize = 80;

/// The keys that are pressed.
const KEYS: [KeyCode; 8] = [
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Down,
    KeyCode::Up,
    KeyCode::Char('z'),
    KeyCode::Char('c'),
    KeyCode::Left,
    KeyCode::Char(' '),
];

/// What was measured.
pub struct Times {
    /// From a key to the bytes that show what it did.
    pub keys: Vec<Duration>,
    /// The picture alone, of which only what changed is written.
    pub pictures: Vec<Duration>,
    /// The picture alone, all of it written.
    pub whole_pictures: Vec<Duration>,
    /// Bytes of all pictures after keys.
    pub bytes: usize,
}

/// Counts bytes.
struct Counted(Rc<Cell<usize>>);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays with random keys in a terminal of this size that counts what it is sent, and measures.
pub fn measure((width, height): (u16, u16), hints: bool, rounds: usize, seed: Seed) -> Result<Times> {
    let mut shared = Shared::new(Preferences { countdown: 0, ..Preferences::default() }, Depth::True);
    let game = NewGame { seed: Some(seed), ..NewGame::in_mode(Mode::ZEN, &shared.preferences) };
    let mut views = Views::new(Box::new(Playing::new(game, &shared)?));
    let bytes = Rc::new(Cell::new(0));
    let viewport = Viewport::Fixed(Rect { x: 0, y: 0, width, height });
    let mut terminal =
        Terminal::with_options(CrosstermBackend::new(Counted(Rc::clone(&bytes))), TerminalOptions { viewport })?;
    let mut random = Random::new(seed, 0, Stream::Decisions);
    let mut times = Times { keys: Vec::new(), pictures: Vec::new(), whole_pictures: Vec::new(), bytes: 0 };
    if hints {
        views.event(&key(KeyCode::Char('h')), &mut shared);
    }
    for round in 0..rounds {
        shared.now += BETWEEN;
        if round % GAME == 0 {
            views.event(&key(KeyCode::Char('r')), &mut shared);
            views.pass(&mut shared);
        }
        let code = KEYS[random.below(KEYS.len() as u32) as usize];
        bytes.set(0);
        let start = Instant::now();
        views.pass(&mut shared);
        views.event(&key(code), &mut shared);
        views.pass(&mut shared);
        terminal.draw(|frame| views.draw(frame, &mut shared))?;
        times.keys.push(start.elapsed());
        views.event(&released(code), &mut shared);
        times.bytes += bytes.get();

        shared.now += BETWEEN;
        views.pass(&mut shared);
        let is_whole = round % 2 == 0;
        if is_whole {
            terminal.resize(Rect { x: 0, y: 0, width, height })?;
        }
        let start = Instant::now();
        terminal.draw(|frame| views.draw(frame, &mut shared))?;
        let list = if is_whole { &mut times.whole_pictures } else { &mut times.pictures };
        list.push(start.elapsed());
    }
    Ok(times)
}

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn released(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new_with_kind(code, KeyModifiers::NONE, KeyEventKind::Release))
}
