//! Watching a replay.

use anyhow::Result;
use crossterm::event::KeyCode;
use ratatui::Frame;
use tetrolab_engine::{EventKind, LATEST, Playback, Replay, SECOND, Spin, Time, action_name};

use super::board::GameView;
use super::show::{self, Pace, Show};
use crate::commands::summary;

/// How long the last picture stays.
const LAST_LOOK: Time = 3 * SECOND;

/// Draws a replay in the terminal, as it was played or faster, until its end or until `q`.
pub fn watch(replay: &Replay, title: &str, speed: f64) -> Result<()> {
    let mut watcher = Watcher {
        replay,
        title,
        playback: Playback::new(replay)?,
        clock: 0,
        pace: Pace::new(speed),
        message: String::new(),
        plain: show::is_plain(),
    };
    show::run(&mut watcher)?;
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
    pace: Pace,
    message: String,
    plain: bool,
}

impl Watcher<'_> {
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
}

impl Show for Watcher<'_> {
    fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }

    fn press(&mut self, key: KeyCode) {
        match key {
            KeyCode::Right => self.pace.faster(),
            KeyCode::Left => self.pace.slower(),
            _ => {}
        }
    }

    fn pass(&mut self, seconds: f64) -> Result<bool> {
        let time = (seconds * SECOND as f64) as Time;
        self.advance(self.clock.saturating_add(time).min(LATEST))?;
        Ok(self.clock < self.replay.outcome.time.saturating_add(LAST_LOOK))
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let view = GameView { game: self.playback.game(), message: &self.message, plain: self.plain };
        let state = if self.pace.paused { "paused" } else { self.title };
        let keys = format!("{state}  x{:.2}  space pause  +/- speed  q quit", self.pace.speed);
        let size = view.size();
        show::with_keys(frame, view, size, keys);
    }
}
