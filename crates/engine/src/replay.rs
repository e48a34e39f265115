//! Replays: a whole game in a small file that plays again to the identical end. `docs/replays.md` describes the format.

use std::error::Error;
use std::fmt;

use crate::digest::Digest;
use crate::event::{Button, End, Event};
use crate::game::{Game, UpdateError};
use crate::script::{Script, ScriptError};
use crate::setup::Setup;
use crate::step::{Act, Step};
use crate::time::{LATEST, Seconds, Time};

const MAGIC: &[u8; 8] = b"TETROLAB";
/// The version of the format that is written, and the only one that is read.
pub const REPLAY_VERSION: u16 = 1;

/// How a recorded game stood when the recording stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why it was over, if it was.
    pub end: Option<End>,
    pub time: Time,
    pub score: u64,
    pub lines: u32,
    /// [`Game::digest`] of it.
    pub digest: u64,
}

impl Outcome {
    /// How a game stands.
    pub fn of(game: &Game) -> Outcome {
        Outcome { end: game.end(), time: game.now(), score: game.score(), lines: game.lines(), digest: game.digest() }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.end.map_or("not over", End::name);
        write!(f, "{end}, {} points, {} lines, {} s", self.score, self.lines, Seconds(self.time))
    }
}

/// A recorded game: what it started from, what came when, and how it stood in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What it started from.
    pub setup: Setup,
    /// What came, in order of time.
    pub steps: Vec<Step>,
    /// How it stood in the end.
    pub outcome: Outcome,
}

/// Why a replay is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// It is some other file.
    Foreign,
    /// It is of another version.
    Version(u16),
    /// Bytes are missing or changed.
    Damaged(&'static str),
    /// Its set-up is no game.
    Setup(String),
    /// It plays, but to another end than the one it was recorded with.
    Different {
        /// As recorded.
        recorded: Outcome,
        /// As played.
        played: Outcome,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Foreign => write!(f, "this is not a tetrolab replay"),
            ReplayError::Version(version) => {
                write!(f, "this replay is of version {version}; only version {REPLAY_VERSION} can be read here")
            }
            ReplayError::Damaged(what) => write!(f, "this replay is damaged: {what}"),
            ReplayError::Setup(reason) => write!(f, "this replay starts from no game: {reason}"),
            ReplayError::Different { recorded, played } => {
                write!(f, "this replay plays to another end: recorded {recorded}; played {played}")?;
                if (recorded.end, recorded.time, recorded.score, recorded.lines)
                    == (played.end, played.time, played.score, played.lines)
                {
                    write!(f, ", with another final board")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for ReplayError {}

impl Replay {
    /// The recording of a game that was started from `setup`, has seen these steps and stands as `game` does. Steps that
    /// only wait leave no trace, but for the time of the last one.
    pub fn of(setup: &Setup, steps: &[Step], game: &Game) -> Replay {
        let mut kept: Vec<Step> = steps.iter().copied().filter(|step| step.act != Act::Wait).collect();
        if !steps.is_empty() && kept.last().is_none_or(|step| step.at < game.now()) {
            kept.push(Step { at: game.now(), act: Act::Wait });
        }
        Replay { setup: setup.clone(), steps: kept, outcome: Outcome::of(game) }
    }

    /// Plays the game again, shows every event, and makes sure that it ends as it did.
    ///
    /// # Errors
    /// If the set-up is no game, or the game ends otherwise.
    pub fn play(&self, mut watch: impl FnMut(&Game, &[Event])) -> Result<Game, ReplayError> {
        let played = self.play_while(|game, events| {
            watch(game, events);
            true
        })?;
        Ok(played.expect("nobody stops it"))
    }

    /// The same for replays that may be endless: it stops where `watch` says no, and then there is no game.
    ///
    /// # Errors
    /// As [`Replay::play`].
    pub fn play_while(&self, mut watch: impl FnMut(&Game, &[Event]) -> bool) -> Result<Option<Game>, ReplayError> {
        let mut game = Game::from_setup(&self.setup).map_err(|error| ReplayError::Setup(error.to_string()))?;
        for &step in &self.steps {
            if !game.step_by_parts(step, &mut watch).map_err(out_of_order)? {
                return Ok(None);
            }
        }
        let played = Outcome::of(&game);
        let is_same = played == self.outcome;
        if is_same { Ok(Some(game)) } else { Err(ReplayError::Different { recorded: self.outcome, played }) }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(REPLAY_VERSION.to_le_bytes());
        let setup = self.setup.to_string();
        number(&mut bytes, setup.len() as u64);
        bytes.extend(setup.as_bytes());
        number(&mut bytes, self.steps.len() as u64);
        let mut last = 0;
        for &Step { at, act } in &self.steps {
            bytes.push(match act {
                Act::Press(button) => button as u8,
                Act::Release(button) => 8 + button as u8,
                Act::Garbage(_) => 16,
                Act::Undo => 17,
                Act::Wait => 18,
                Act::Win => 19,
            });
            number(&mut bytes, at - last);
            if let Act::Garbage(rows) = act {
                number(&mut bytes, u64::from(rows));
            }
            last = at;
        }
        let Outcome { end, time, score, lines, digest } = self.outcome;
        bytes.push(end.map_or(255, |end| end as u8));
        number(&mut bytes, time);
        number(&mut bytes, score);
        number(&mut bytes, u64::from(lines));
        bytes.extend(digest.to_le_bytes());
        let check = checksum(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is no replay, one of another version, or a damaged one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay, ReplayError> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(ReplayError::Foreign) };
        let Some((version, _)) = rest.split_first_chunk() else { return Err(ReplayError::Damaged("it ends too soon")) };
        let version = u16::from_le_bytes(*version);
        if version != REPLAY_VERSION {
            return Err(ReplayError::Version(version));
        }
        let Some((body, check)) = bytes.split_last_chunk() else {
            return Err(ReplayError::Damaged("it ends too soon"));
        };
        if checksum(body) != u64::from_le_bytes(*check) {
            return Err(ReplayError::Damaged("its checksum does not match"));
        }
        let mut reader = Reader(&body[MAGIC.len() + 2..]);
        let length = reader.number()?;
        let text =
            std::str::from_utf8(reader.bytes(length)?).map_err(|_| ReplayError::Damaged("its set-up is not text"))?;
        let Script { setup, steps } =
            text.parse().map_err(|error: ScriptError| ReplayError::Setup(error.to_string()))?;
        if !steps.is_empty() {
            return Err(ReplayError::Damaged("its set-up holds steps"));
        }
        let steps = reader.steps()?;
        let end = match reader.bytes(1)?[0] {
            255 => None,
            code => Some(*End::ALL.get(code as usize).ok_or(ReplayError::Damaged("its result is unknown"))?),
        };
        let (time, score, lines) = (reader.number()?, reader.number()?, reader.number()?);
        let lines = lines.try_into().map_err(|_| ReplayError::Damaged("it has too many lines"))?;
        let digest = reader.bytes(8)?.try_into().map(u64::from_le_bytes).expect("eight bytes were asked for");
        if !reader.0.is_empty() {
            return Err(ReplayError::Damaged("it goes on after its end"));
        }
        Ok(Replay { setup, steps, outcome: Outcome { end, time, score, lines, digest } })
    }
}

pub(crate) fn out_of_order(_: UpdateError) -> ReplayError {
    ReplayError::Damaged("its times are not in order")
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    digest.add(bytes);
    digest.value()
}

/// Writes a number in groups of seven bits.
fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: u64) -> Result<&'a [u8], ReplayError> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let Some((bytes, rest)) = self.0.split_at_checked(count) else {
            return Err(ReplayError::Damaged("it ends too soon"));
        };
        self.0 = rest;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, ReplayError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.bytes(1)?[0];
            let bits = u64::from(byte & 127);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(ReplayError::Damaged("a number is too large"))
    }

    fn steps(&mut self) -> Result<Vec<Step>, ReplayError> {
        let count = self.number()?;
        // A step takes at least two bytes: no damaged count makes this reserve more than the file's own size.
        let mut steps = Vec::with_capacity(usize::try_from(count).unwrap_or(usize::MAX).min(self.0.len() / 2));
        let mut at: Time = 0;
        for _ in 0..count {
            let code = self.bytes(1)?[0];
            at = at.saturating_add(self.number()?);
            if at > LATEST {
                return Err(ReplayError::Damaged("a time is too late"));
            }
            let act = match code {
                0..=7 => Act::Press(Button::ALL[code as usize]),
                8..=15 => Act::Release(Button::ALL[code as usize - 8]),
                16 => {
                    let rows = self.number()?;
                    Act::Garbage(rows.try_into().map_err(|_| ReplayError::Damaged("too much garbage"))?)
                }
                17 => Act::Undo,
                18 => Act::Wait,
                19 => Act::Win,
                _ => return Err(ReplayError::Damaged("a step is unknown")),
            };
            steps.push(Step { at, act });
        }
        Ok(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::Recorder;

    fn sample() -> Replay {
        let script: Script =
            "seed 5\nmode zen\n0.1 tap left\n0.2 tap hard-drop\n0.9 garbage 3\n1 tap hard-drop\n1.5 undo\n\
                              2 tap hold\n9.5 win"
                .parse()
                .unwrap();
        let mut recorder = Recorder::new(script.setup).unwrap();
        for step in script.steps {
            recorder.step(step).unwrap();
        }
        recorder.replay()
    }

    #[test]
    fn a_replay_survives_the_round_trip_and_plays_to_the_same_end() {
        let replay = sample();
        assert_eq!(replay.outcome.time, 9_500_000_000);
        let bytes = replay.to_bytes();
        assert!(bytes.len() < 220, "{} bytes", bytes.len());
        let read = Replay::from_bytes(&bytes).unwrap();
        assert_eq!(read, replay);
        assert_eq!(Outcome::of(&read.play(|_, _| {}).unwrap()), replay.outcome);
    }

    #[test]
    fn who_has_seen_enough_stops_it() {
        let replay = sample();
        let mut parts = 0;
        replay.play(|_, _| parts += 1).unwrap();
        let mut seen = 0;
        let mut watch_until = |last: usize| {
            seen = 0;
            replay.play_while(|_, _| {
                seen += 1;
                seen < last
            })
        };
        assert!(watch_until(parts).unwrap().is_none());
        assert!(watch_until(parts + 1).unwrap().is_some());
        assert!(watch_until(3).unwrap().is_none());
        assert_eq!(seen, 3);
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let bytes = sample().to_bytes();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(Replay::from_bytes(&damaged).is_err(), "byte {place}");
            assert!(Replay::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
        }
    }

    #[test]
    fn refusals_are_one_sentence() {
        let bytes = sample().to_bytes();
        assert_eq!(Replay::from_bytes(b"PNG..").unwrap_err().to_string(), "this is not a tetrolab replay");
        let mut newer = bytes.clone();
        newer[8] = 9;
        assert_eq!(
            Replay::from_bytes(&newer).unwrap_err().to_string(),
            "this replay is of version 9; only version 1 can be read here"
        );
        let mut other = sample();
        other.outcome.score += 1;
        assert!(matches!(other.play(|_, _| {}), Err(ReplayError::Different { .. })));
    }
}
