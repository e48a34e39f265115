//! A replay that was looked through once, so that every moment of it can be shown at once.

use std::sync::Arc;

use anyhow::{Result, bail};
use tetrolab_engine::{
    Event, EventKind, Finesse, Game, Playback, Replay, ReplayError, SECOND, Spin, Time, action_name,
};

use crate::refusal::Refusal;
use tetrolab_sessions::play::Announcer;
use tetrolab_sessions::texts::Texts;

/// Whatever is worth saying is said no later than this.
const LOOK_BACK: Time = 5 * SECOND;

/// What is gone by, forwards or backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    Input,
    Piece,
}

/// A clear that is marked on the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub at: Time,
    /// `tetris`, `t-spin` or `perfect-clear`.
    pub kind: &'static str,
    pub name: String,
}

/// A replay that was looked through once.
pub struct Reel {
    playback: Playback<Arc<Replay>>,
    /// What is worth saying, in order of time.
    worth_saying: Vec<Event>,
    /// Presses too many, from each moment on.
    faults: Vec<(Time, u64)>,
    /// Why it is not the game that was recorded, if it is not.
    difference: Option<ReplayError>,
}

impl Reel {
    /// Prepares a replay with at most `most_events` events.
    ///
    /// # Errors
    /// If it is no game, or more happens.
    pub fn new(mut replay: Replay, most_events: usize) -> Result<Reel> {
        let (mut happened, mut finesse) = (0, Finesse::default());
        let (mut worth_saying, mut faults) = (Vec::new(), Vec::new());
        let played = replay.play_while(|game, events| {
            // A part in which nothing happens takes its time too.
            happened += events.len().max(1);
            let before = finesse.faults;
            finesse.watch(game, events);
            if finesse.faults != before {
                faults.push((game.clock(), finesse.faults));
            }
            worth_saying.extend(events.iter().filter(|event| is_worth_saying(event)));
            happened <= most_events
        });
        let difference = match played {
            Ok(Some(_)) => None,
            Ok(None) => {
                bail!(Refusal::new(|texts| texts.refused.replay_long.to_string()))
            }
            Err(ReplayError::Different { recorded, played }) => {
                // Only what was played is known to have an end.
                replay.outcome = played;
                Some(ReplayError::Different { recorded, played })
            }
            Err(error) => return Err(error.into()),
        };
        let length = replay.outcome.time;
        let mut playback = Playback::new(Arc::new(replay))?;
        // On the way to the end the playback keeps what it needs to go back quickly.
        playback.seek(length)?;
        playback.seek(0)?;
        Ok(Reel { playback, worth_saying, faults, difference })
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.playback.game()
    }

    /// The replay and how far it has come.
    pub const fn playback(&self) -> &Playback<Arc<Replay>> {
        &self.playback
    }

    /// How long it is.
    pub fn length(&self) -> Time {
        self.playback.replay().outcome.time
    }

    /// Why it is not the game that was recorded, if it is not.
    pub const fn difference(&self) -> Option<&ReplayError> {
        self.difference.as_ref()
    }

    /// Brings it to a time, back or forth, but not beyond its end.
    ///
    /// # Errors
    /// Never, for a replay that was looked through.
    pub fn seek(&mut self, to: Time) -> Result<()> {
        Ok(self.playback.seek(to.min(self.length()))?)
    }

    /// When the next or last input came, or piece locked.
    pub fn neighbour(&self, stride: Stride, forwards: bool) -> Option<Time> {
        match (stride, forwards) {
            (Stride::Input, true) => self.playback.next_step_at(),
            (Stride::Input, false) => self.playback.previous_step_at(),
            (Stride::Piece, true) => self.playback.next_lock_down_at(),
            (Stride::Piece, false) => self.playback.previous_lock_down_at(),
        }
    }

    /// What is worth saying at this moment, however it was reached.
    pub fn said(&self, texts: &Texts) -> Vec<String> {
        let now = self.game().now();
        let first = self.worth_saying.partition_point(|event| event.at + LOOK_BACK < now);
        let last = self.worth_saying.partition_point(|event| event.at <= now);
        let mut announcer = Announcer::default();
        announcer.watch(self.worth_saying.get(first..last).unwrap_or_default());
        announcer.lines(now, texts)
    }

    /// The faults so far.
    pub fn finesse(&self) -> Finesse {
        let known = self.faults.partition_point(|&(at, _)| at <= self.game().clock());
        let mut finesse = Finesse::default();
        finesse.faults = known.checked_sub(1).map_or(0, |last| self.faults[last].1);
        finesse
    }

    /// The clears that are marked, at most `most`.
    pub fn marks(&self, most: usize, texts: &Texts) -> Vec<Mark> {
        self.worth_saying.iter().filter_map(|event| mark(event, texts)).take(most).collect()
    }
}

fn is_worth_saying(event: &Event) -> bool {
    use EventKind::{Cleared, LevelUp, Rewarded, Undone};
    matches!(event.kind, Cleared { .. } | Rewarded { .. } | LevelUp { .. } | Undone)
}

fn mark(event: &Event, texts: &Texts) -> Option<Mark> {
    let EventKind::Cleared { lines, spin, perfect_clear, .. } = event.kind else { return None };
    let name = action_name(spin, lines);
    let (kind, name) = match (perfect_clear, spin, lines) {
        (true, ..) => ("perfect-clear", format!("{}, {name}", texts.game.perfect_clear)),
        (false, Spin::Mini | Spin::Full, _) => ("t-spin", name),
        (false, Spin::None, 4) => ("tetris", name),
        _ => return None,
    };
    Some(Mark { at: event.at, kind, name })
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{LATEST, Script};

    use super::*;
    use tetrolab_sessions::play::demo;
    use tetrolab_sessions::texts::Language;

    const ENOUGH: usize = 100_000;

    #[test]
    fn every_moment_says_what_playing_to_it_says() {
        let texts = Language::English.texts();
        let mut reel = Reel::new(demo().unwrap(), ENOUGH).unwrap();
        assert!(reel.difference().is_none());
        let (mut watched, mut announcer) = (Playback::new(demo().unwrap()).unwrap(), Announcer::default());
        let moments: Vec<Time> = (0..).map(|count| count * SECOND / 3).take_while(|&at| at < reel.length()).collect();
        let mut expected = Vec::new();
        for &at in &moments {
            announcer.watch(&watched.advance(at).unwrap());
            expected.push((watched.game().digest(), announcer.lines(watched.game().now(), texts)));
        }
        for (at, expected) in moments.into_iter().zip(expected).rev() {
            reel.seek(at).unwrap();
            assert_eq!((reel.game().digest(), reel.said(texts)), expected, "{at}");
        }
    }

    #[test]
    fn faults_are_those_of_the_whole_game_at_its_end() {
        let replay = demo().unwrap();
        let mut finesse = Finesse::default();
        replay.play(|game, events| finesse.watch(game, events)).unwrap();
        let mut reel = Reel::new(replay, ENOUGH).unwrap();
        assert_eq!(reel.finesse().faults, 0);
        reel.seek(Time::MAX).unwrap();
        assert_eq!(reel.finesse().faults, finesse.faults);
    }

    #[test]
    fn strides_go_from_piece_to_piece() {
        let mut reel = Reel::new(demo().unwrap(), ENOUGH).unwrap();
        for pieces in 1..10 {
            reel.seek(reel.neighbour(Stride::Piece, true).unwrap()).unwrap();
            assert_eq!(reel.game().statistics().pieces, pieces);
        }
        reel.seek(reel.neighbour(Stride::Piece, false).unwrap()).unwrap();
        assert_eq!(reel.game().statistics().pieces, 8);
        let next = reel.neighbour(Stride::Input, true).unwrap();
        assert!(next > reel.game().clock());
    }

    #[test]
    fn clears_are_marked() {
        let script = "queue IIIIIIIIII\nset width 4\n0 tap hard-drop\n1 tap hard-drop\n2 tap hard-drop";
        let Script { setup, steps } = script.parse().unwrap();
        let mut recorder = tetrolab_engine::Recorder::new(setup).unwrap();
        for step in steps {
            recorder.step(step).unwrap();
        }
        let marks = Reel::new(recorder.replay(), ENOUGH).unwrap().marks(2, Language::English.texts());
        let found: Vec<_> = marks.iter().map(|mark| (mark.kind, mark.name.as_str())).collect();
        assert_eq!(found, [("perfect-clear", "Perfect clear, Single"); 2]);
    }

    #[test]
    fn too_much_is_refused_and_false_ends_are_not_believed() {
        let refused = Reel::new(demo().unwrap(), 100).err().map(|error| error.to_string());
        let expected = "Too much happens in this replay for it to be shown here.";
        assert_eq!(refused.as_deref(), Some(expected));

        let mut longer = demo().unwrap();
        let length = longer.outcome.time;
        longer.outcome.time = LATEST;
        let reel = Reel::new(longer, ENOUGH).unwrap();
        assert_eq!(reel.length(), length);
        assert!(reel.difference().unwrap().to_string().starts_with("this replay plays to another end"));
    }
}
