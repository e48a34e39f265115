//! A terminal that a program runs in, of which everything is known: what is on its screen, how it is set, and when what came.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// How long something may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a terminal is asked for by the program, and what it answers: whether it speaks the keyboard protocol, and that it is a
/// terminal at all.
const KEYBOARD_QUESTION: &[u8] = b"\x1b[?u";
const TERMINAL_QUESTION: &[u8] = b"\x1b[c";

/// How much a terminal says about its keyboard.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keyboard {
    /// When keys are let go too.
    Releases,
    /// Only that they are pressed.
    Presses,
}

/// A terminal with a program in it.
pub struct PseudoTerminal {
    master: File,
    slave: OwnedFd,
    child: Child,
    seen: Arc<Mutex<Seen>>,
}

struct Seen {
    parser: vt100::Parser,
    /// When the program last drew something.
    last: Instant,
    /// Everything it has written.
    bytes: Vec<u8>,
}

impl PseudoTerminal {
    /// Runs the program with a home of its own.
    pub fn new(keyboard: Keyboard, (width, height): (u16, u16), home: &Path, arguments: &[&str]) -> PseudoTerminal {
        let size = Winsize { ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
        let (master, slave) = open(size).expect("there are pseudo-terminals");
        let inherited = || Stdio::from(slave.try_clone().expect("it can be shared"));
        // `setsid --ctty` makes the terminal the program's own, so that the kernel tells it about changes.
        let child = Command::new("setsid")
            .arg("--ctty")
            .arg(env!("CARGO_BIN_EXE_tetrolab"))
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", home)
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("TERM", "xterm-256color")
            .env("LANG", "en_US.UTF-8")
            .stdin(inherited())
            .stdout(inherited())
            .stderr(inherited())
            .spawn()
            .expect("setsid is part of util-linux");
        let master = File::from(master);
        let parser = vt100::Parser::new(height, width, 0);
        let seen = Arc::new(Mutex::new(Seen { parser, last: Instant::now(), bytes: Vec::new() }));
        watch(master.try_clone().expect("it can be shared"), keyboard, Arc::clone(&seen));
        PseudoTerminal { master, slave, child, seen }
    }

    /// What is on the screen.
    pub fn screen(&self) -> String {
        self.seen.lock().unwrap().parser.screen().contents()
    }

    /// Waits until the screen is as it should be.
    pub fn wait_for(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "waited in vain for {what}:\n{screen}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until all these words are on the screen.
    pub fn wait_for_words(&self, words: &[&str]) -> String {
        self.wait_for(&words.join(", "), |screen| words.iter().all(|word| screen.contains(word)))
    }

    /// Sends bytes as a keyboard would.
    pub fn send(&mut self, bytes: &[u8]) {
        self.master.write_all(bytes).expect("the terminal takes keys");
    }

    /// Changes the size of the terminal. It is the new one before the program hears of it.
    pub fn resize(&self, width: u16, height: u16) {
        self.seen.lock().unwrap().parser.screen_mut().set_size(height, width);
        let terminal = Stdio::from(self.slave.try_clone().expect("it can be shared"));
        let (width, height) = (width.to_string(), height.to_string());
        let done = Command::new("stty").args(["cols", &width, "rows", &height]).stdin(terminal).status();
        assert!(done.expect("stty is everywhere").success());
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is running");
    }

    /// Waits until the program has ended.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether the terminal is as it is before a program takes it: lines are edited and seen, the cursor is there, and so is what
    /// was on the screen before.
    pub fn is_restored(&self) -> bool {
        let modes = tcgetattr(&self.slave).expect("it is a terminal").local_modes;
        let seen = self.seen.lock().unwrap();
        let screen = seen.parser.screen();
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
    }

    /// Waits until it is so.
    pub fn wait_until_restored(&self) {
        let start = Instant::now();
        while !self.is_restored() {
            assert!(start.elapsed() < PATIENCE, "the terminal is not given back:\n{}", self.screen());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// When the program last drew something.
    pub fn last_drawn(&self) -> Instant {
        self.seen.lock().unwrap().last
    }

    /// Whether the program has written these bytes.
    pub fn has_seen(&self, bytes: &[u8]) -> bool {
        self.seen.lock().unwrap().bytes.windows(bytes.len()).any(|window| window == bytes)
    }
}

impl Drop for PseudoTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A new terminal: the end that a person has, and the end that a program has.
fn open(size: Winsize) -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let slave = rustix::fs::open(ptsname(&master, [])?, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())?;
    tcsetwinsize(&slave, size)?;
    Ok((master, slave))
}

/// Reads what the program writes, and answers what it asks.
fn watch(mut master: File, keyboard: Keyboard, seen: Arc<Mutex<Seen>>) {
    thread::spawn(move || {
        let mut bytes = [0; 65536];
        while let Ok(count @ 1..) = master.read(&mut bytes) {
            let new = &bytes[..count];
            {
                let mut seen = seen.lock().unwrap();
                seen.parser.process(new);
                seen.last = Instant::now();
                seen.bytes.extend_from_slice(new);
            }
            let asks = |question: &[u8]| new.windows(question.len()).any(|window| window == question);
            if asks(KEYBOARD_QUESTION) && keyboard == Keyboard::Releases {
                let _ = master.write_all(b"\x1b[?0u");
            }
            if asks(TERMINAL_QUESTION) {
                let _ = master.write_all(b"\x1b[?62c");
            }
        }
    });
}

/// A key as terminals with the keyboard protocol send it: pressed and let go.
pub fn pressed_and_released(key: Sent) -> Vec<u8> {
    [key.event(1), key.event(3)].concat()
}

/// A key that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// A character.
    Character(char),
    /// One of the arrows, by the last letter of its sequence.
    Arrow(char),
}

impl Sent {
    pub const DOWN: Sent = Sent::Arrow('B');
    pub const RIGHT: Sent = Sent::Arrow('C');
    pub const LEFT: Sent = Sent::Arrow('D');
    pub const ENTER: Sent = Sent::Character('\r');
    pub const ESCAPE: Sent = Sent::Character('\x1b');

    /// The sequence of the keyboard protocol: 1 is a press, 2 a repeat, 3 a release.
    pub fn event(self, kind: u8) -> Vec<u8> {
        match self {
            Sent::Character(character) => format!("\x1b[{};1:{kind}u", character as u32),
            Sent::Arrow(letter) => format!("\x1b[1;1:{kind}{letter}"),
        }
        .into_bytes()
    }

    /// As terminals without it send it.
    pub fn plain(self) -> Vec<u8> {
        match self {
            Sent::Character(character) => character.to_string(),
            Sent::Arrow(letter) => format!("\x1b[{letter}"),
        }
        .into_bytes()
    }
}
