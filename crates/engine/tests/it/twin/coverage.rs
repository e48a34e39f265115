//! What happened in the games that were compared.

use std::collections::BTreeMap;

use tetrolab_engine::{Event, EventKind, Spin};

/// How often each kind of thing happened.
pub type Coverage = BTreeMap<&'static str, u64>;

/// The name of what happened.
pub fn kind(event: &Event) -> &'static str {
    match event.kind {
        EventKind::Generated { .. } => "generated",
        EventKind::Held { .. } => "held",
        EventKind::Shifted { .. } => "shifted",
        EventKind::Rotated { point: 5, .. } => "rotated by point 5",
        EventKind::Rotated { point: 6, .. } => "rotated by point 6",
        EventKind::Rotated { .. } => "rotated",
        EventKind::Fell { soft: false, .. } => "fell",
        EventKind::Fell { soft: true, .. } => "fell softly",
        EventKind::Landed { .. } => "landed",
        EventKind::HardDropped { .. } => "dropped",
        EventKind::Locked { spin: Spin::None, .. } => "locked",
        EventKind::Locked { spin: Spin::Mini, .. } => "locked with a mini spin",
        EventKind::Locked { spin: Spin::Full, .. } => "locked with a full spin",
        EventKind::Cleared { perfect_clear: true, .. } => "cleared perfectly",
        EventKind::Cleared { back_to_back: true, .. } => "cleared back to back",
        EventKind::Cleared { lines, .. } => ["", "cleared 1", "cleared 2", "cleared 3", "cleared 4"][lines as usize],
        EventKind::Rewarded { .. } => "rewarded",
        EventKind::Collapsed { .. } => "collapsed",
        EventKind::LevelUp { .. } => "level up",
        EventKind::Attacked { cancelled: 0, .. } => "attacked",
        EventKind::Attacked { .. } => "cancelled",
        EventKind::Warned { .. } => "warned",
        EventKind::Rose { .. } => "rose",
        EventKind::Undone => "undone",
        EventKind::Ended { end } => end.name(),
    }
}
