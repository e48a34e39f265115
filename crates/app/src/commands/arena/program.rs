//! Programs that speak TBP over standard input and output.

mod pipes;
mod process;
mod words;

use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use tetrolab_bot::Supply;
use tetrolab_bot::arena::{Loss, LossKind, News, Side};
use tetrolab_engine::{Piece, Rules};
use tetrolab_protocols::tbp::{BotEvent, HostSide, INCOMING, Suggestion};

use super::seat::{Answer, Seat};
use pipes::Heard;
use process::Process;
pub use process::end_all;
pub use words::split;

/// After so many starts in a row that fail a program is given up.
const MOST_FAILED_STARTS: u32 = 3;

/// So many lines that mean nothing are too many before one that does.
const MOST_NOISE: u32 = 1000;

/// How often it is looked whether the arena stops, while a bot is waited for.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a bot that has no move yet is left alone before it is asked again.
const PAUSE: Duration = Duration::from_millis(5);

/// Makes sure that the system can start a program at all.
pub fn check(words: &[String]) -> io::Result<()> {
    Process::start(words, None).map(drop)
}

/// A program that plays.
pub struct Program {
    words: Vec<String>,
    rules: Rules,
    /// How long it may take until it is ready.
    start_time: Duration,
    log: PathBuf,
    talk: Option<Talk>,
    failed_starts: u32,
    /// Why the last start failed.
    reason: String,
    /// Processor time of processes that have ended.
    cpu: Option<f64>,
}

/// A process, and what was said so far.
struct Talk {
    process: Process,
    host: HostSide,
    has_begun: bool,
    noise: u32,
    asked: Instant,
}

impl Program {
    pub fn new(words: Vec<String>, rules: Rules, start_time: Duration, log: PathBuf) -> Program {
        let (talk, reason) = (None, String::new());
        Program { words, rules, start_time, log, talk, failed_starts: 0, reason, cpu: Some(0.0) }
    }

    fn start(&self, is_stopped: &dyn Fn() -> bool) -> Result<Talk, Loss> {
        let failed = |reason: &dyn std::fmt::Display| Loss::new(LossKind::NoStart, reason);
        let process = Process::start(&self.words, Some(self.log.clone())).map_err(|error| failed(&error))?;
        let mut talk = Talk { process, host: HostSide::new(), has_begun: false, noise: 0, asked: Instant::now() };
        let until = Instant::now() + self.start_time;
        let start = |loss: Loss| failed(&loss);
        while talk.host.info().is_none() {
            talk.hear(until, is_stopped).map_err(start)?;
        }
        let line = talk.host.rules(&self.rules, &Supply::seven_bag(&Piece::ALL));
        talk.tell(line).map_err(start)?;
        while !talk.host.is_ready() {
            talk.hear(until, is_stopped).map_err(start)?;
        }
        Ok(talk)
    }

    fn talk(&mut self) -> Result<&mut Talk, Loss> {
        self.talk.as_mut().ok_or_else(|| Loss::new(LossKind::Crash, "it does not run"))
    }
}

impl Seat for Program {
    fn begin(&mut self, is_stopped: &dyn Fn() -> bool) -> Result<(), Loss> {
        if self.talk.is_some() {
            return Ok(());
        }
        match self.start(is_stopped) {
            Ok(talk) => {
                self.failed_starts = 0;
                self.talk = Some(talk);
                Ok(())
            }
            Err(loss) => {
                self.failed_starts += u32::from(!is_stopped());
                self.reason.clone_from(&loss.detail);
                Err(loss)
            }
        }
    }

    fn cares_about_incoming(&self) -> bool {
        self.talk.as_ref().is_some_and(|talk| talk.host.has_feature(INCOMING))
    }

    fn tell(&mut self, news: &News, side: &Side) -> Result<(), Loss> {
        let talk = self.talk()?;
        match news {
            News::Nothing => {}
            News::Played { a_move, pieces } => {
                let line = talk.host.play(*a_move);
                talk.tell(line)?;
                for &piece in pieces {
                    let line = talk.host.new_piece(piece);
                    talk.tell(line)?;
                }
            }
            News::Start => {
                if std::mem::replace(&mut talk.has_begun, true) {
                    let line = talk.host.stop();
                    talk.tell(line)?;
                }
                let line = talk.host.start(side.position());
                talk.tell(line)?;
            }
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Loss> {
        self.talk()?.ask()
    }

    /// A bot that has not looked at anything yet may answer that it has no move. Where there are moves that is no resignation: it
    /// is asked again, until time is up.
    fn answer(&mut self, side: &Side, until: Instant, is_stopped: &dyn Fn() -> bool) -> Result<Answer, Loss> {
        let talk = self.talk()?;
        let first_asked = talk.asked;
        let mut asked_again = 0;
        loop {
            let heard = match talk.hear(until, is_stopped) {
                Ok(heard) => heard,
                // Time is up, and all it has said is that it has no move.
                Err(loss) if loss.kind == LossKind::TimeOut && asked_again > 0 => {
                    return Ok(Answer { waited: first_asked.elapsed(), asked_again, ..Answer::default() });
                }
                Err(loss) => return Err(loss),
            };
            let Some((Suggestion { moves, move_info }, came)) = heard else { continue };
            if came > until && asked_again == 0 {
                return Err(Loss::new(LossKind::TimeOut, "its answer came too late"));
            }
            let moves = if came > until { Vec::new() } else { moves };
            talk.noise = 0;
            let is_early = moves.is_empty() && Instant::now() + PAUSE < until && has_moves(side);
            if !is_early {
                let nodes = move_info.and_then(|info| info.nodes);
                return Ok(Answer { moves, waited: came.saturating_duration_since(first_asked), nodes, asked_again });
            }
            thread::sleep(PAUSE);
            asked_again += 1;
            talk.ask()?;
        }
    }

    fn end(&mut self, has_failed: bool) {
        let Some(mut talk) = self.talk.take() else { return };
        let can_stay = !has_failed && talk.host.asked() == 0;
        let stop = talk.host.stop();
        if can_stay && talk.tell(stop).is_ok() {
            talk.has_begun = false;
            self.talk = Some(talk);
        } else {
            self.cpu = self.cpu.zip(talk.process.cpu()).map(|(sum, more)| sum + more);
        }
    }

    fn cpu(&self) -> Option<f64> {
        match &self.talk {
            Some(talk) => self.cpu.zip(talk.process.cpu()).map(|(sum, more)| sum + more),
            None => self.cpu,
        }
    }

    fn given_up(&self) -> Option<String> {
        (self.failed_starts >= MOST_FAILED_STARTS).then(|| self.reason.clone())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(Talk { process, host, .. }) = self.talk.take() {
            process.leave(host.quit());
        }
    }
}

impl Talk {
    fn tell(&mut self, line: String) -> Result<(), Loss> {
        if self.process.tell(line) {
            return Ok(());
        }
        let reason = self.process.ended().unwrap_or("it does not read what it is told".to_string());
        Err(Loss::new(LossKind::Crash, reason))
    }

    fn ask(&mut self) -> Result<(), Loss> {
        // What was said before the question is no answer to it.
        while let Some(heard) = self.process.hear_now() {
            self.understand(heard)?;
        }
        let line = self.host.suggest();
        self.asked = Instant::now();
        self.tell(line)
    }

    /// Waits for the next line. Returns what it means, if that is a suggestion, and when it came.
    fn hear(&mut self, until: Instant, is_stopped: &dyn Fn() -> bool) -> Result<Option<(Suggestion, Instant)>, Loss> {
        loop {
            match self.process.hear(until.min(Instant::now() + GLANCE)) {
                Some(heard) => return self.understand(heard),
                None if is_stopped() => return Err(Loss::new(LossKind::TimeOut, "the arena stops")),
                None if Instant::now() >= until => return Err(Loss::new(LossKind::TimeOut, "it says nothing")),
                None => {}
            }
        }
    }

    /// What a line means.
    fn understand(&mut self, heard: Heard) -> Result<Option<(Suggestion, Instant)>, Loss> {
        let (line, came) = match heard {
            Heard::Line(line, came) => (line, came),
            Heard::TooLong => {
                let reason = format!("a line is longer than {} KiB", pipes::LONGEST_LINE >> 10);
                return Err(Loss::new(LossKind::Noise, reason));
            }
            Heard::End => {
                let reason = self.process.ended().unwrap_or("it closed its standard output".to_string());
                return Err(Loss::new(LossKind::Crash, reason));
            }
        };
        match self.host.hear(&line) {
            Ok(BotEvent::Suggestion(suggestion)) => return Ok(Some((suggestion, came))),
            Ok(BotEvent::Info | BotEvent::Ready) => {}
            Ok(BotEvent::Refused(reason)) => {
                return Err(Loss::new(LossKind::Crash, format_args!("it refuses the rules: {reason}")));
            }
            Ok(BotEvent::Nothing) | Err(_) => {
                self.noise += 1;
                if self.noise > MOST_NOISE {
                    let reason = format!("more than {MOST_NOISE} lines mean nothing");
                    return Err(Loss::new(LossKind::Noise, reason));
                }
            }
        }
        Ok(None)
    }
}

/// Whether there is anything that can be played.
fn has_moves(side: &Side) -> bool {
    !side.position().moves(side.game().rules()).is_empty()
}
