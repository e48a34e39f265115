//! What all shows in the terminal have in common: pictures that follow each other, a pace, and the keys for it.

use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::terminal::Screen;

const FRAME: Duration = Duration::from_millis(16);

/// How fast a show goes.
pub struct Pace {
    /// How many times faster than it was.
    pub speed: f64,
    pub paused: bool,
}

impl Pace {
    pub fn new(speed: f64) -> Pace {
        Pace { speed, paused: false }
    }

    pub fn faster(&mut self) {
        self.speed = (self.speed * 1.5).min(1000.0);
    }

    pub fn slower(&mut self) {
        self.speed = (self.speed / 1.5).max(0.01);
    }
}

/// Something that is shown until its end or until `q`.
pub trait Show {
    fn pace(&mut self) -> &mut Pace;
    fn draw(&self, frame: &mut Frame<'_>);
    /// Acts on a key that is not one of those for the pace.
    fn press(&mut self, key: KeyCode);
    /// Advances the show by `seconds`, 0 while it is paused. Returns whether it goes on.
    fn pass(&mut self, seconds: f64) -> Result<bool>;
}

/// Shows it in the terminal, which is as before afterwards.
pub fn run(show: &mut impl Show) -> Result<()> {
    let mut screen = Screen::open(false)?;
    let mut last = Instant::now();
    loop {
        screen.draw(|frame| show.draw(frame))?;
        if event::poll(FRAME)? && stops_at(show, &event::read()?) {
            return Ok(());
        }
        let passed = last.elapsed().as_secs_f64();
        last = Instant::now();
        let pace = show.pace();
        let seconds = if pace.paused { 0.0 } else { passed * pace.speed };
        if !show.pass(seconds)? {
            return Ok(());
        }
    }
}

/// Acts on a key. Returns whether to stop.
fn stops_at(show: &mut impl Show, event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    if key.kind == KeyEventKind::Release {
        return false;
    }
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc => return true,
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return true,
        KeyCode::Char(' ') => show.pace().paused ^= true,
        KeyCode::Char('+' | '=') => show.pace().faster(),
        KeyCode::Char('-') => show.pace().slower(),
        other => show.press(other),
    }
    false
}

/// Draws a picture of this size in the middle with a line of keys below it, or says that the terminal is too small.
pub fn with_keys(frame: &mut Frame<'_>, picture: impl Widget, (width, height): (u16, u16), keys: String) {
    let area = frame.area();
    if area.width < width || area.height < height + 1 {
        let text = format!("The terminal is {}x{}; this needs {width}x{}.", area.width, area.height, height + 1);
        frame.render_widget(Line::from(text), Rect { height: area.height.min(1), ..area });
        return;
    }
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y, width, height };
    frame.render_widget(picture, place);
    frame.render_widget(Line::from(keys), Rect { y: area.y + height, height: 1, ..place });
}
