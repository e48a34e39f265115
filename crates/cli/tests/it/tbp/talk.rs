//! The program as a frontend starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

/// No answer takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A bot that runs.
pub struct Bot {
    process: Child,
    input: Option<ChildStdin>,
    said: Receiver<String>,
    errors: JoinHandle<String>,
}

/// What is left of a bot that has ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    /// What it said and the test has not yet read.
    pub said: Vec<Value>,
    pub errors: String,
}

impl Bot {
    pub fn start(arguments: &[&str]) -> Bot {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
            .arg("tbp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (output, mut errors) = (process.stdout.take().unwrap(), process.stderr.take().unwrap());
        let (sender, said) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        Bot { input: process.stdin.take(), process, said, errors }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// Sends a message.
    pub fn tell(&mut self, message: &Value) {
        self.send(format!("{message}\n").as_bytes());
    }

    /// The next line it says.
    pub fn hear(&mut self) -> Value {
        serde_json::from_str(&self.said.recv_timeout(PATIENCE).expect("the bot answers")).expect("it says JSON")
    }

    /// Ends the input and waits for the bot.
    pub fn end(mut self) -> Ended {
        drop(self.input.take());
        self.ended()
    }

    /// Waits until the bot ends by itself.
    pub fn ended(mut self) -> Ended {
        let mut said = Vec::new();
        while let Ok(line) = self.said.recv_timeout(PATIENCE) {
            said.push(serde_json::from_str(&line).expect("it says JSON"));
        }
        let code = self.process.wait().unwrap().code();
        Ended { code, said, errors: self.errors.join().unwrap() }
    }
}
