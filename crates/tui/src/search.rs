//! Watching a search: time and keys.

use anyhow::Result;
use crossterm::event::KeyCode;
use ratatui::Frame;
use tetrolab_agents::path::{Action, Lettering, Report, Timeline};

use super::search_view::SearchView;
use super::show::{self, Pace, Show};

/// How long the last picture stays.
const LAST_LOOK: f64 = 3.0;
/// How long a search is on show, however many nodes it expands.
const SEARCH_SECONDS: f64 = 4.0;
/// Steps of the plan in a second.
const STEPS: f64 = 5.0;

/// Shows a search in the terminal until its end or until `q`. The table is what each algorithm does on the same problem;
/// `playing` is the name of the one on show.
pub fn show_search(
    timeline: &Timeline<'_>,
    table: &[(&str, &Report<Action>)],
    playing: &str,
    letters: Lettering,
    speed: f64,
) -> Result<()> {
    let mut watcher = Watcher {
        timeline,
        table,
        playing,
        letters,
        pace: Pace::new(speed),
        moment: 0.0,
        at_the_end: 0.0,
        keys: false,
        plain: tetrolab_sessions::palette::is_plain(),
    };
    show::run(&mut watcher)
}

struct Watcher<'a> {
    timeline: &'a Timeline<'a>,
    table: &'a [(&'a str, &'a Report<Action>)],
    playing: &'a str,
    letters: Lettering,
    pace: Pace,
    /// The moment on show; the whole part counts.
    moment: f64,
    /// How long the last picture has stayed.
    at_the_end: f64,
    /// Whether the keys are on show.
    keys: bool,
    plain: bool,
}

impl Watcher<'_> {
    /// Moments in a second of the show.
    fn rate(&self) -> f64 {
        match self.timeline.step(self.moment as usize) {
            Some(_) => STEPS,
            None => (self.timeline.expanded() as f64 / SEARCH_SECONDS).max(2.0 * STEPS),
        }
    }

    /// One moment on or back, and then it waits.
    fn step(&mut self, moments: f64) {
        self.pace.paused = true;
        self.moment = (self.moment.floor() + moments).clamp(0.0, self.timeline.moments() as f64);
    }
}

impl Show for Watcher<'_> {
    fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }

    fn press(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('s') | KeyCode::Right => self.step(1.0),
            KeyCode::Char('b') | KeyCode::Left => self.step(-1.0),
            KeyCode::Char('r') => self.moment = 0.0,
            KeyCode::Char('?') => self.keys = !self.keys,
            _ => {}
        }
    }

    fn pass(&mut self, seconds: f64) -> Result<bool> {
        let moments = self.timeline.moments() as f64;
        // The last picture stays as long at any speed.
        self.at_the_end = if self.moment >= moments { self.at_the_end + seconds / self.pace.speed } else { 0.0 };
        self.moment = (self.moment + seconds * self.rate()).min(moments);
        Ok(self.at_the_end < LAST_LOOK)
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
        let state = if self.pace.paused { "paused" } else { "playing" };
        let speed = self.pace.speed;
        let keys = format!("{state:<7}  x{speed:<7.2}  space pause  s step  +/- speed  r again  q quit  ? keys");
        let (width, height) = view.size();
        let width = width.max(keys.len() as u16);
        show::with_keys(frame, view, (width, height), keys);
    }
}
