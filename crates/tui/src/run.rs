//! The loop: keys and time go to the view on top, and it is drawn.

use std::io;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Clear;

use super::input::Input;
use super::is_there;
use super::look::Look;
use super::signals::Signals;
use super::terminal::Screen;
use super::view::{KeyHelp, Next, Shared, View};
use super::writing::{self, boxed, write};

/// How long nothing may happen before signals are looked at.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// Views on top of each other.
pub struct Views {
    stack: Vec<Box<dyn View>>,
    /// The keys that are explained at the moment.
    explained: Option<Vec<KeyHelp>>,
    /// Whether the terminal was too small for the view when it was last drawn.
    is_too_small: bool,
}

impl Views {
    pub fn new(first: Box<dyn View>) -> Views {
        Views { stack: vec![first], explained: None, is_too_small: false }
    }

    /// Whether nothing is left to show.
    pub fn is_done(&self) -> bool {
        self.stack.is_empty()
    }

    fn follow(&mut self, next: Next, shared: &mut Shared) {
        match next {
            Next::Stay => {}
            Next::Open(view) => {
                shared.forget_notice();
                if let Some(below) = self.stack.last_mut() {
                    below.leave(shared);
                }
                self.stack.push(view);
            }
            Next::Replace(view) => {
                shared.forget_notice();
                self.close(shared);
                self.stack.push(view);
            }
            Next::Back => {
                shared.forget_notice();
                self.close(shared);
                if let Some(seen) = self.stack.last_mut() {
                    seen.return_to(shared);
                }
            }
            Next::Quit => {
                while !self.is_done() {
                    self.close(shared);
                }
            }
        }
    }

    /// The view on top goes for good.
    fn close(&mut self, shared: &mut Shared) {
        if let Some(mut gone) = self.stack.pop() {
            gone.leave(shared);
            gone.close(shared);
        }
    }

    /// Lets time pass.
    pub fn pass(&mut self, shared: &mut Shared) {
        shared.pass_notices();
        let Some(view) = self.stack.last_mut() else { return };
        if self.explained.is_some() || self.is_too_small {
            return;
        }
        let next = view.pass(shared);
        self.follow(next, shared);
    }

    /// How long the view on top can wait.
    fn wait(&self, shared: &Shared) -> Duration {
        let wake = self.stack.last().filter(|_| self.explained.is_none() && !self.is_too_small);
        let wake = wake.and_then(|view| view.wake(shared));
        wake.map_or(LONGEST_WAIT, |wake| Duration::from_nanos(wake.saturating_sub(shared.now)).min(LONGEST_WAIT))
    }

    /// Acts on something from the terminal.
    pub fn event(&mut self, event: &Event, shared: &mut Shared) {
        match event {
            Event::Key(key) => self.key(*key, shared),
            Event::FocusLost if shared.preferences.pause_on_focus_loss => self.leave(shared),
            _ => {}
        }
    }

    fn leave(&mut self, shared: &mut Shared) {
        if let Some(view) = self.stack.last_mut() {
            view.leave(shared);
        }
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) {
        // Who lets go of a key once can do so always.
        shared.reports_releases |= key.kind == KeyEventKind::Release;
        let Some(view) = self.stack.last_mut() else { return };
        let is_down = key.kind != KeyEventKind::Release;
        if is_down && key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            let next = view.interrupt(shared);
            return self.follow(next, shared);
        }
        if !is_down && !view.wants_releases() {
            return;
        }
        if self.explained.is_some() {
            if is_down && !matches!(key.code, KeyCode::Modifier(_)) {
                self.explained = None;
            }
            return;
        }
        if is_down && key.code == KeyCode::Char('?') && !view.wants_text() {
            self.explained = Some(view.keys(shared));
            view.leave(shared);
            return;
        }
        let next = view.key(key, shared);
        self.follow(next, shared);
    }

    /// Draws the view on top with a line of keys below it.
    pub fn draw(&mut self, frame: &mut Frame<'_>, shared: &mut Shared) {
        let Some(view) = self.stack.last_mut() else { return };
        let whole = frame.area();
        let area = Rect { height: whole.height.saturating_sub(1), ..whole };
        let (width, height) = view.least_size();
        let was_too_small = self.is_too_small;
        self.is_too_small = area.width < width || area.height < height;
        if self.is_too_small {
            if !was_too_small {
                view.leave(shared);
            }
            return too_small(frame, (width, height + 1), shared);
        }
        view.draw(frame, area, shared);
        let last = Rect { y: whole.bottom() - 1, height: 1, ..whole };
        let look = shared.look;
        match shared.notice() {
            Some(notice) => show_notice(frame, notice, &look),
            None => {
                let status = view.status(shared).map_or_else(String::new, |status| status + "   ");
                let line = short_keys(status, &view.keys(shared), last.width, shared);
                writing::centred(frame.buffer_mut(), last, &line, look.quiet(), &look);
            }
        }
        if let Some(keys) = &self.explained {
            let longest = keys.iter().map(|(key, _)| writing::width(key)).max().unwrap_or(0).into();
            let explained = keys.iter().map(|(key, what)| format!("{key:>longest$}  {what}"));
            let widest = explained.clone().map(|line| writing::width(&line)).max().unwrap_or(0).into();
            let lines: Vec<_> = explained.map(|line| (format!("{line:<widest$}"), look.text())).collect();
            boxed(frame.buffer_mut(), area, &lines, &look);
        }
    }
}

/// As many keys as fit into a line behind what is there, and where the others are.
fn short_keys(mut line: String, keys: &[(String, String)], width: u16, shared: &Shared) -> String {
    let all = format!("? {}", shared.texts.common.keys);
    for (key, what) in keys {
        let more = format!("{key} {what}   ");
        if writing::width(&line) + writing::width(&more) + writing::width(&all) > width {
            break;
        }
        line.push_str(&more);
    }
    line + &all
}

/// Writes a notice into the last lines, as many as it needs.
fn show_notice(frame: &mut Frame<'_>, notice: &str, look: &Look) {
    let area = frame.area();
    let lines = writing::wrapped(notice, area.width.saturating_sub(2));
    let first = area.bottom().saturating_sub(lines.len() as u16).max(area.y);
    for (index, line) in lines.iter().enumerate() {
        let row = Rect { y: first + index as u16, height: 1, ..area };
        if row.y < area.bottom() {
            frame.render_widget(Clear, row);
            writing::centred(frame.buffer_mut(), row, line, look.strong(), look);
        }
    }
}

fn too_small(frame: &mut Frame<'_>, (width, height): (u16, u16), shared: &Shared) {
    let area = frame.area();
    let text = shared.texts.common.too_small.with(&[
        ("width", &area.width),
        ("height", &area.height),
        ("needed_width", &width),
        ("needed_height", &height),
    ]);
    for (index, line) in writing::wrapped(&text, area.width).iter().enumerate().take(area.height.into()) {
        let at = Position { x: area.x, y: area.y + index as u16 };
        write(frame.buffer_mut(), at, area.width, line, shared.look.text(), &shared.look);
    }
}

/// The signal of a terminal that was taken away.
const HANG_UP: u8 = 1;

/// `EIO`: the error of writing to such a terminal.
const DEAD_TERMINAL: i32 = 5;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player left.
    Left,
    /// This signal ended it.
    Signal(u8),
}

/// Shows views until none is left.
pub fn run(mut views: Views, shared: &mut Shared, screen: &mut Screen) -> Result<Ending> {
    match show(&mut views, shared, screen) {
        Err(error) if is_gone(&error) => {
            views.follow(Next::Quit, shared);
            Ok(Ending::Signal(HANG_UP))
        }
        shown => shown,
    }
}

/// Whether a terminal that was taken away is what went wrong.
fn is_gone(error: &anyhow::Error) -> bool {
    let is_dead = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.raw_os_error() == Some(DEAD_TERMINAL))
    };
    !is_there() || error.chain().any(is_dead)
}

fn show(views: &mut Views, shared: &mut Shared, screen: &mut Screen) -> Result<Ending> {
    let signals = Signals::watch()?;
    let input = Input::start();
    let (start, begin) = (Instant::now(), shared.now);
    let time = |at: Instant| begin + u64::try_from(at.saturating_duration_since(start).as_nanos()).unwrap_or(u64::MAX);
    while !views.is_done() {
        shared.now = time(Instant::now()).max(shared.now);
        views.pass(shared);
        screen.draw(|frame| views.draw(frame, shared))?;
        let mut event = input.wait(views.wait(shared))?;
        // A terminal that was taken away need not say so.
        ensure!(event.is_some() || is_there(), "the terminal is gone");
        // Whatever is there already is seen before the next picture.
        while let Some((at, what)) = event {
            shared.now = time(at).max(shared.now);
            views.pass(shared);
            views.event(&what, shared);
            event = if views.is_done() { None } else { input.next()? };
        }
        if let Some(signal) = signals.end() {
            views.follow(Next::Quit, shared);
            return Ok(Ending::Signal(signal));
        }
        if signals.stops() {
            views.leave(shared);
            screen.suspend()?;
        }
    }
    Ok(Ending::Left)
}
