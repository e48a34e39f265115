//! What goes to a program and comes from it, each in a thread that may have to wait, none holding more than a little.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// No line of a bot is longer.
pub const LONGEST_LINE: usize = 256 << 10;

/// Lines that wait to be heard. A program that says more has to wait.
const LINES_WAITING: usize = 16;

/// Lines that wait to be read by the program. One that does not read as many is beyond help.
const LINES_UNREAD: usize = 1024;

/// No more is kept of what a program says on standard error.
const LARGEST_LOG: u64 = 1 << 20;

/// What comes from a program.
pub enum Heard {
    /// A line without its end, and when it came.
    Line(Vec<u8>, Instant),
    /// A line that is too long; nothing comes after it.
    TooLong,
    /// It says no more.
    End,
}

/// Hears the lines of a program.
pub fn hear(mut from: ChildStdout) -> Receiver<Heard> {
    let (sender, receiver) = sync_channel(LINES_WAITING);
    let listen = move || {
        let mut line = Vec::new();
        let mut bytes = [0; 8192];
        loop {
            let count = match from.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let came = Instant::now();
            for part in bytes[..count].split_inclusive(|&byte| byte == b'\n') {
                let is_whole = part.ends_with(b"\n");
                line.extend_from_slice(part);
                if line.len() > LONGEST_LINE {
                    let _ = sender.send(Heard::TooLong);
                    return;
                }
                if is_whole && sender.send(Heard::Line(std::mem::take(&mut line), came)).is_err() {
                    return;
                }
            }
        }
        // The receiver may be gone.
        let _ = sender.send(Heard::End);
    };
    thread::spawn(listen);
    receiver
}

/// Tells a program lines, for as long as it reads.
pub fn tell(mut to: ChildStdin) -> SyncSender<String> {
    let (sender, receiver) = sync_channel::<String>(LINES_UNREAD);
    thread::spawn(move || {
        for mut line in receiver {
            line.push('\n');
            if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Keeps the first part of what a program says on standard error, if there is a file for it. It is made when there is something.
pub fn keep(mut from: ChildStderr, file: Option<PathBuf>) {
    thread::spawn(move || {
        let mut bytes = [0; 8192];
        let mut opened: Option<File> = None;
        let there = file.as_ref().and_then(|file| fs::metadata(file).ok()).map_or(0, |there| there.len());
        let mut room = LARGEST_LOG.saturating_sub(there);
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            let kept = &bytes[..count.min(usize::try_from(room).unwrap_or(count))];
            room -= kept.len() as u64;
            if !kept.is_empty() {
                // What cannot be kept is lost; it is for people only.
                let open = |file: &PathBuf| OpenOptions::new().append(true).create(true).open(file).ok();
                opened = opened.or_else(|| file.as_ref().and_then(open));
                let _ = opened.as_mut().map(|opened| opened.write_all(kept));
            }
        }
    });
}
