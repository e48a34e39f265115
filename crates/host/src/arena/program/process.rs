//! A process with all that it starts, which ends when it should.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::pipes::{self, Heard};
use crate::arena::cpu;

/// How long a program may take to leave when it is asked to.
const TIME_TO_LEAVE: Duration = Duration::from_millis(500);

/// How often it is looked whether it has left.
const GLANCE: Duration = Duration::from_millis(2);

/// The processes that run now.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// A process that was started, and its pipes. It ends when this is dropped, with everything that it has started.
pub struct Process {
    child: Child,
    outbox: Option<SyncSender<String>>,
    inbox: Receiver<Heard>,
    /// How it ended, and the processor time it had used then.
    end: Option<(String, Option<f64>)>,
}

impl Process {
    /// Starts a program in a folder. What it says on standard error goes into the file, if there is one.
    pub fn start(words: &[String], folder: &Path, log: Option<PathBuf>) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        // A name alone is looked for where programs are; a path begins in the folder, which not every system sees by itself.
        let is_path = Path::new(program).components().count() > 1;
        let mut command = if is_path { Command::new(folder.join(program)) } else { Command::new(program) };
        command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C is for the arena, and what the program starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Held meanwhile: a process that is not noted yet would not be ended.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.spawn()?;
        running.insert(child.id());
        drop(running);
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        pipes::keep(stderr, log);
        Ok(Process { outbox: Some(pipes::tell(stdin)), inbox: pipes::hear(stdout), child, end: None })
    }

    /// Tells it a line. Returns whether there was room for it.
    pub fn tell(&self, line: String) -> bool {
        self.outbox.as_ref().is_some_and(|outbox| outbox.try_send(line).is_ok())
    }

    /// What it says next, if it does until then.
    pub fn hear(&self, until: Instant) -> Option<Heard> {
        match self.inbox.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Heard::End),
        }
    }

    /// What it has said already.
    pub fn hear_now(&self) -> Option<Heard> {
        self.inbox.try_recv().ok()
    }

    /// Seconds of processor time it has used.
    pub fn cpu(&self) -> Option<f64> {
        self.end.as_ref().map_or_else(|| cpu::of_process(self.child.id()), |end| end.1)
    }

    /// How it ended, if it does so in a moment.
    pub fn ended(&mut self) -> Option<String> {
        let until = Instant::now() + TIME_TO_LEAVE;
        while self.has_ended().is_none() && Instant::now() < until {
            thread::sleep(GLANCE);
        }
        self.has_ended()
    }

    /// How it ended, if it has.
    pub fn has_ended(&mut self) -> Option<String> {
        if self.end.is_none() {
            // The processor time of a process cannot be read after it was waited for.
            let cpu = self.cpu();
            if let Ok(Some(status)) = self.child.try_wait() {
                self.end = Some((status.to_string(), cpu));
                self.forget();
            }
        }
        self.end.as_ref().map(|end| end.0.clone())
    }

    /// Ends what is left of its group. Its number may be that of another process soon.
    fn forget(&self) {
        end_group(self.child.id());
        if let Ok(mut running) = RUNNING.lock() {
            running.remove(&self.child.id());
        }
    }

    /// Asks it to leave, and waits a moment before it is made to.
    pub fn leave(mut self, quit: String) {
        self.tell(quit);
        self.outbox = None;
        let until = Instant::now() + TIME_TO_LEAVE;
        while !matches!(self.hear(until), Some(Heard::End | Heard::TooLong) | None) {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.end.is_none() {
            // The group first: until the process has been waited for, no other process can have its number.
            self.forget();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ends all processes, when there is no time for more. Afterwards none can be started: the program is about to end.
pub fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().for_each(|&id| end_group(id));
    std::mem::forget(running);
}

/// Ends a process and all in its group. That there is none left is as good.
fn end_group(id: u32) {
    #[cfg(unix)]
    if let Some(id) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}
