//! What is worth saying about what just happened.

use tetrolab_engine::{Event, EventKind, SECOND, Spin, Time, action_name};

use crate::texts::Texts;

/// How long something is on show.
const SHOWN: Time = 2 * SECOND;

/// Remembers the last thing worth saying.
#[derive(Clone, Debug, Default)]
pub struct Announcer {
    action: Option<(Time, EventKind)>,
    level: Option<(Time, u8)>,
}

impl Announcer {
    /// Looks at what happened.
    pub fn watch(&mut self, events: &[Event]) {
        for &Event { at, kind } in events {
            match kind {
                EventKind::Cleared { .. } | EventKind::Rewarded { .. } => self.action = Some((at, kind)),
                EventKind::LevelUp { level } => self.level = Some((at, level)),
                EventKind::Undone => *self = Announcer::default(),
                _ => {}
            }
        }
    }

    /// What to say at this time, a line each: the action, Back-to-Back, combo, points, a new level.
    pub fn lines(&self, now: Time, texts: &Texts) -> Vec<String> {
        let is_shown = |at: Time| at <= now && now - at < SHOWN;
        let mut lines = Vec::new();
        match self.action.filter(|(at, _)| is_shown(*at)).map(|(_, kind)| kind) {
            Some(EventKind::Cleared {
                lines: cleared,
                spin,
                back_to_back,
                chain,
                combo,
                perfect_clear,
                points,
                ..
            }) => {
                lines.push(action_name(spin, cleared));
                if perfect_clear {
                    lines.push(texts.game.perfect_clear.to_string());
                }
                if back_to_back {
                    lines.push(format!("Back-to-Back {}", chain.saturating_sub(1)));
                }
                if combo > 0 {
                    lines.push(texts.game.combo.with(&[("combo", &combo)]));
                }
                lines.push(format!("+{points}"));
            }
            Some(EventKind::Rewarded { spin, points }) => {
                if spin != Spin::None {
                    lines.push(action_name(spin, 0));
                }
                lines.push(format!("+{points}"));
            }
            _ => {}
        }
        if let Some((_, level)) = self.level.filter(|(at, _)| is_shown(*at)) {
            lines.push(texts.game.new_level.with(&[("level", &level)]));
        }
        lines
    }
}
