//! Watching a replay.

use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::{DefaultTerminal, Frame};
use tetrolab_engine::{EventKind, LATEST, Playback, Replay, SECOND, Spin, Time, action_name};

use super::board::GameView;
use crate::commands::summary;

/// How long the last picture stays.
const LAST_LOOK: Time = 3 * SECOND;
const FRAME: Duration = Duration::from_millis(16);

/// Draws a replay in the terminal, as it was played or faster, until its end or until `q`.
pub fn watch(replay: &Replay, title: &str, speed: f64) -> Result<()> {
    let mut watcher = Watcher {
        replay,
        title,
        playback: Playback::new(replay)?,
        clock: 0,
        speed,
        paused: false,
        message: String::new(),
        plain: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
    };
    let mut terminal = ratatui::try_init()?;
    let watched = watcher.run(&mut terminal);
    ratatui::try_restore()?;
    watched?;
    println!("{}", watcher.playback.game().picture());
    println!("{}", summary(watcher.playback.game()));
    Ok(())
}

struct Watcher<'a> {
    replay: &'a Replay,
    title: &'a str,
    playback: Playback<'a>,
    /// Time of the game that is on show.
    clock: Time,
    speed: f64,
    paused: bool,
    message: String,
    plain: bool,
}

impl Watcher<'_> {
    fn run(&mut self, terminal: &mut DefaultTerminal) -> Result<()> {
        let mut last = Instant::now();
        while self.clock < self.replay.outcome.time.saturating_add(LAST_LOOK) {
            terminal.draw(|frame| self.draw(frame))?;
            if event::poll(FRAME)? && self.stops_at(&event::read()?) {
                return Ok(());
            }
            let passed = last.elapsed();
            last = Instant::now();
            if !self.paused {
                let step = (passed.as_nanos() as f64 * self.speed) as Time;
                self.advance(self.clock.saturating_add(step).min(LATEST))?;
            }
        }
        Ok(())
    }

    /// Acts on a key. Returns whether to stop.
    fn stops_at(&mut self, event: &Event) -> bool {
        let Event::Key(key) = event else { return false };
        if key.kind == KeyEventKind::Release {
            return false;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return true,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return true,
            KeyCode::Char(' ') => self.paused = !self.paused,
            KeyCode::Char('+' | '=') | KeyCode::Right => self.speed = (self.speed * 1.5).min(1000.0),
            KeyCode::Char('-') | KeyCode::Left => self.speed = (self.speed / 1.5).max(0.01),
            _ => {}
        }
        false
    }

    /// Brings the game to this time.
    fn advance(&mut self, clock: Time) -> Result<()> {
        self.clock = clock;
        for event in self.playback.advance(clock)? {
            match event.kind {
                EventKind::Cleared { lines, spin, perfect_clear, .. } => {
                    self.message = if perfect_clear { "Perfect clear".into() } else { action_name(spin, lines) };
                }
                EventKind::Rewarded { spin, .. } if spin != Spin::None => self.message = action_name(spin, 0),
                EventKind::Locked { .. } => self.message.clear(),
                _ => {}
            }
        }
        Ok(())
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let view = GameView { game: self.playback.game(), message: &self.message, plain: self.plain };
        let area = frame.area();
        let (width, height) = view.size();
        if area.width < width || area.height < height + 1 {
            let text = format!("The terminal is {}x{}; this needs {width}x{}.", area.width, area.height, height + 1);
            frame.render_widget(Line::from(text), Rect { height: area.height.min(1), ..area });
            return;
        }
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y, width, height };
        frame.render_widget(view, place);
        let state = if self.paused { "paused" } else { self.title };
        let keys = format!("{state}  x{:.2}  space pause  +/- speed  q quit", self.speed);
        frame.render_widget(Line::from(keys), Rect { y: area.y + height, height: 1, ..place });
    }
}
