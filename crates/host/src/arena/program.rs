//! Programs that speak TBP over standard input and output.

mod pipes;
mod process;
mod words;

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use tetrolab_bot::Supply;
use tetrolab_bot::arena::{Loss, LossKind, News, Side};
use tetrolab_engine::{Piece, Rules};
use tetrolab_protocols::tbp::{BotEvent, HALF_TURNS, HostSide, INCOMING, KICKS, Suggestion};

use super::seat::{Answer, Seat};
use pipes::Heard;
use process::Process;
pub use process::end_all;
pub use words::split;

/// At most this many meaningless lines may come before a meaningful one.
const MOST_NOISE: u32 = 1000;

/// How often it is looked whether the arena stops, while a bot is waited for.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a bot that has no move yet is left alone before it is asked again.
const PAUSE: Duration = Duration::from_millis(5);

/// Makes sure that the system can start a program at all.
pub fn check(words: &[String], folder: &Path) -> io::Result<()> {
    Process::start(words, folder, None).map(drop)
}

/// How a program is started.
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it runs.
    pub folder: PathBuf,
    /// How long it may take until it is ready.
    pub start_time: Duration,
    /// What it says on standard error goes there.
    pub log: PathBuf,
}

/// A program that plays.
pub struct Program {
    launch: Launch,
    rules: Rules,
    talk: Option<Talk>,
    /// Processor time of processes that have ended.
    cpu: Option<f64>,
}

/// A process, and what was said so far.
struct Talk {
    process: Process,
    host: HostSide,
    has_begun: bool,
    noise: u32,
    /// Why the last line was not understood, if nothing better came after it.
    not_understood: Option<String>,
    asked: Instant,
}

/// What a program has not done when its time is up.
const NO_INFO: &str = "it does not say who it is";
const NOT_READY: &str = "it does not say that it is ready";
const NO_ANSWER: &str = "it does not answer";

impl Program {
    pub fn new(launch: Launch, rules: Rules) -> Program {
        Program { launch, rules, talk: None, cpu: Some(0.0) }
    }

    fn start(&self, is_stopped: &dyn Fn() -> bool) -> Result<Talk, Loss> {
        let failed = |reason: &dyn std::fmt::Display| Loss::new(LossKind::NoStart, reason);
        let Launch { words, folder, start_time, log } = &self.launch;
        let process = Process::start(words, folder, Some(log.clone())).map_err(|error| failed(&error))?;
        let mut talk = Talk {
            process,
            host: HostSide::new(),
            has_begun: false,
            noise: 0,
            not_understood: None,
            asked: Instant::now(),
        };
        let until = Instant::now() + *start_time;
        let start = |loss: Loss| failed(&loss);
        while talk.host.info().is_none() {
            talk.hear(until, NO_INFO, is_stopped).map_err(start)?;
        }
        if !talk.host.can_name(&self.rules) {
            let reason = format!("it cannot be told how pieces turn: it lacks the features {KICKS} and {HALF_TURNS}");
            return Err(failed(&reason));
        }
        let line = talk.host.rules(&self.rules, &Supply::seven_bag(&Piece::ALL));
        talk.tell(line).map_err(start)?;
        while !talk.host.is_ready() {
            talk.hear(until, NOT_READY, is_stopped).map_err(start)?;
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
        self.talk = Some(self.start(is_stopped)?);
        Ok(())
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
            let heard = match talk.hear(until, NO_ANSWER, is_stopped) {
                Ok(heard) => heard,
                // Time is up, and all it has said is that it has no move.
                Err(loss) if loss.kind == LossKind::TimeOut && asked_again > 0 && talk.not_understood.is_none() => {
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
    fn hear(
        &mut self,
        until: Instant,
        missing: &str,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<(Suggestion, Instant)>, Loss> {
        loop {
            match self.process.hear(until.min(Instant::now() + GLANCE)) {
                Some(heard) => return self.understand(heard),
                None if is_stopped() => return Err(Loss::new(LossKind::TimeOut, "the arena stops")),
                None if Instant::now() >= until => return Err(self.late(missing)),
                None => {}
            }
        }
    }

    /// Why it has lost when its time is up.
    fn late(&mut self, missing: &str) -> Loss {
        // What it has started may hold its standard output after its end.
        if let Some(end) = self.process.has_ended() {
            return Loss::new(LossKind::Crash, end);
        }
        match &self.not_understood {
            Some(reason) => {
                Loss::new(LossKind::TimeOut, format_args!("{missing}; its last line was not understood: {reason}"))
            }
            None => Loss::new(LossKind::TimeOut, missing),
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
        let event = self.host.hear(&line);
        // What means nothing, such as an empty line, does not make the one before it better.
        if event != Ok(BotEvent::Nothing) {
            self.not_understood = event.as_ref().err().map(ToString::to_string);
        }
        match event {
            Ok(BotEvent::Suggestion(suggestion)) => return Ok(Some((suggestion, came))),
            Ok(BotEvent::Info | BotEvent::Ready) => {}
            Ok(BotEvent::Refused(reason)) => {
                return Err(Loss::new(LossKind::Crash, format_args!("it refuses the rules: {reason}")));
            }
            Ok(BotEvent::Error(reason)) => {
                return Err(Loss::new(LossKind::Crash, format_args!("it says that there is an error: {reason}")));
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

#[cfg(all(test, unix))]
mod tests {
    use tetrolab_bot::TBP_RULES;

    use super::*;

    /// Why a program cannot be started that says a line and then nothing more.
    fn reason(line: &str) -> String {
        let words = ["sh", "-c", "echo \"$0\"; exec sleep 1000", line].map(str::to_string).to_vec();
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let launch = Launch { words, folder: folder.path().to_path_buf(), start_time: Duration::from_secs(3), log };
        Program::new(launch, TBP_RULES).begin(&|| false).unwrap_err().to_string()
    }

    #[test]
    fn what_was_not_understood_is_said() {
        let expected = "no start: time out: it does not say who it is; \
                        its last line was not understood: info: invalid type: integer `7`, expected a string at character 23";
        assert_eq!(reason(r#"{"type":"info","name":7}"#), expected);
    }

    #[test]
    fn what_is_missing_is_said() {
        let expected = "no start: time out: it does not say that it is ready";
        assert_eq!(reason(r#"{"type":"info","name":"x"}"#), expected);
    }
}
