//! The question whether to go on, and its answers.

use std::io::{self, BufRead, IsTerminal, Read, Write, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tetrolab_sessions::texts;

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Yes,
    No,
    /// Stop, said with Ctrl-C.
    Interrupted,
}

/// Words for yes, in every language.
const YES: [&str; 6] = ["s", "si", "sí", "sim", "y", "yes"];
/// Words for no.
const NO: [&str; 4] = ["n", "no", "não", "nao"];

impl Reply {
    /// What an answer means, in small or large letters; `None` if it means nothing.
    fn read(answer: &str) -> Option<Reply> {
        let word = answer.trim().to_lowercase();
        if YES.contains(&word.as_str()) { Some(Reply::Yes) } else { NO.contains(&word.as_str()).then_some(Reply::No) }
    }
}

/// Reads answers from standard input.
pub struct Asker {
    lines: Receiver<String>,
    /// Whether answers must be echoed, because they are not typed in a terminal.
    repeats: bool,
}

/// No answer has more bytes; a longer line is several.
const LONGEST: u64 = 200;
/// How often it is looked whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(50);

impl Asker {
    /// Reads in a thread, so that an interrupt need not wait for an answer.
    pub fn new() -> io::Result<Asker> {
        let (sender, lines) = sync_channel(1);
        thread::Builder::new().name("answers".to_string()).spawn(move || read(&sender))?;
        Ok(Asker { lines, repeats: !stdin().is_terminal() })
    }

    /// Asks until there is an answer. The end of the input means no.
    pub fn ask(&self, out: &mut impl Write, texts: &texts::Assist, interrupted: &AtomicBool) -> io::Result<Reply> {
        write!(out, "\n{}", texts.question)?;
        loop {
            out.flush()?;
            let line = match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if !interrupted.load(Ordering::Relaxed) => continue,
                Err(error) => {
                    writeln!(out)?;
                    let is_end = error == RecvTimeoutError::Disconnected;
                    return Ok(if is_end { Reply::No } else { Reply::Interrupted });
                }
            };
            if self.repeats {
                writeln!(out, "{}", line.trim().escape_debug())?;
            }
            match Reply::read(&line) {
                Some(reply) => return Ok(reply),
                None => write!(out, "{}\n{}", texts.not_understood, texts.question)?,
            }
        }
    }
}

/// Sends line by line until the input or the program ends. What cannot be read is no answer.
fn read(sender: &SyncSender<String>) {
    let mut input = stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(1..) if sender.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_languages_are_understood() {
        for word in ["S", "s", "SI", "Si", "SÍ", "sí", "Y", "yes", "YES", "SIM", " sim \r\n"] {
            assert_eq!(Reply::read(word), Some(Reply::Yes), "{word:?}");
        }
        for word in ["N", "n", "NO", "No", "NÃO", "não", "NAO", "\tno\n"] {
            assert_eq!(Reply::read(word), Some(Reply::No), "{word:?}");
        }
        for word in ["", " ", "\n", "yess", "s i", "ja", "1", "ñ"] {
            assert_eq!(Reply::read(word), None, "{word:?}");
        }
    }
}
