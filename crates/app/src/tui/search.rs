//! Watching a search: time and keys.

use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::{DefaultTerminal, Frame};
use tetrolab_agents::path::{Action, Lettering, Report};

use super::search_view::SearchView;
use crate::timeline::Timeline;

/// How long the last picture stays.
const LAST_LOOK: f64 = 3.0;
/// How long a search is on show, however many nodes it expands.
const SEARCH_SECONDS: f64 = 4.0;
/// Steps of the plan in a second.
const STEPS: f64 = 5.0;
const FRAME: Duration = Duration::from_millis(16);

/// Shows a search in the terminal until its end or until `q`. The table is what each algorithm does on the same problem;
/// `playing` is the name of the one on show.
pub fn show_search(
    timeline: &Timeline<'_>,
    table: &[(&str, &Report<Action>)],
    playing: &str,
    letters: Lettering,
    speed: f64,
) -> Result<()> {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let mut watcher =
        Watcher { timeline, table, playing, letters, speed, moment: 0.0, paused: false, keys: false, plain };
    let mut terminal = ratatui::try_init()?;
    let watched = watcher.run(&mut terminal);
    ratatui::try_restore()?;
    watched
}

struct Watcher<'a> {
    timeline: &'a Timeline<'a>,
    table: &'a [(&'a str, &'a Report<Action>)],
    playing: &'a str,
    letters: Lettering,
    speed: f64,
    /// The moment on show; the whole part counts.
    moment: f64,
    paused: bool,
    /// Whether the keys are on show.
    keys: bool,
    plain: bool,
}

impl Watcher<'_> {
    fn run(&mut self, terminal: &mut DefaultTerminal) -> Result<()> {
        let mut last = Instant::now();
        let mut at_the_end = 0.0;
        while at_the_end < LAST_LOOK {
            terminal.draw(|frame| self.draw(frame))?;
            if event::poll(FRAME)? && self.stops_at(&event::read()?) {
                return Ok(());
            }
            let passed = last.elapsed().as_secs_f64();
            last = Instant::now();
            if self.paused {
                continue;
            }
            at_the_end = if self.is_at_the_end() { at_the_end + passed } else { 0.0 };
            self.moment = (self.moment + passed * self.rate()).min(self.timeline.moments() as f64);
        }
        Ok(())
    }

    fn is_at_the_end(&self) -> bool {
        self.moment >= self.timeline.moments() as f64
    }

    /// Moments in a second.
    fn rate(&self) -> f64 {
        let rate = match self.timeline.step(self.moment as usize) {
            Some(_) => STEPS,
            None => (self.timeline.expanded() as f64 / SEARCH_SECONDS).max(2.0 * STEPS),
        };
        rate * self.speed
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
            KeyCode::Char('s') | KeyCode::Right => self.step(1.0),
            KeyCode::Char('b') | KeyCode::Left => self.step(-1.0),
            KeyCode::Char('r') => self.moment = 0.0,
            KeyCode::Char('+' | '=') => self.speed = (self.speed * 1.5).min(1000.0),
            KeyCode::Char('-') => self.speed = (self.speed / 1.5).max(0.01),
            KeyCode::Char('?') => self.keys = !self.keys,
            _ => {}
        }
        false
    }

    /// One moment on or back, and then it waits.
    fn step(&mut self, moments: f64) {
        self.paused = true;
        self.moment = (self.moment.floor() + moments).clamp(0.0, self.timeline.moments() as f64);
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let view = SearchView {
            timeline: self.timeline,
            table: self.table,
            playing: self.playing,
            letters: self.letters,
            moment: self.moment as usize,
            keys: self.keys,
            plain: self.plain,
        };
        let area = frame.area();
        let (width, height) = view.size();
        let state = if self.paused { "paused" } else { "playing" };
        let keys = format!("{state:<7}  x{:<7.2}  space pause  s step  +/- speed  r again  q quit  ? keys", self.speed);
        let width = width.max(keys.len() as u16);
        if area.width < width || area.height < height + 1 {
            let text = format!("The terminal is {}x{}; this needs {width}x{}.", area.width, area.height, height + 1);
            frame.render_widget(Line::from(text), Rect { height: area.height.min(1), ..area });
            return;
        }
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y, width, height };
        frame.render_widget(view, place);
        frame.render_widget(Line::from(keys), Rect { y: area.y + height, height: 1, ..place });
    }
}
