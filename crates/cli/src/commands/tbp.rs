//! `tetrolab tbp`: our bot for any frontend, on standard input and output. `docs/tbp.md` describes the protocol.

mod lines;

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use tetrolab_protocols::tbp::{BotSide, Reply};

use super::bot::BotOptions;
use lines::{LONGEST_LINE, Line, Lines};

/// Lines that are read before the bot has come to them.
const AHEAD: usize = 16;

/// How long the bot waits before it looks again whether it has thought enough.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct Tbp {
    /// Name the bot gives itself
    #[arg(long, default_value = "tetrolab")]
    name: String,
    /// Answer only when a position has been known for so long, such as 50ms [default: at once]
    #[arg(long, value_parser = tetrolab_inputs::numbers::time)]
    time: Option<Duration>,
    #[command(flatten)]
    bot: BotOptions,
}

impl Tbp {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        ensure!(!self.bot.reads_input(), "--weights -: messages come on standard input, so name a file");
        let mut bot = BotSide::new(&self.name, self.bot.weights()?, self.bot.limits());
        let mut say = |line: &str| writeln!(out, "{line}").and_then(|()| out.flush());
        say(&bot.greeting())?;
        let mut changed = Instant::now();
        for (number, line) in (1..).zip(read_ahead()) {
            let line = match line.context("cannot read standard input")? {
                Line::Whole(line) => line,
                Line::TooLong => {
                    complain(number, &format!("it is longer than {} KiB", LONGEST_LINE >> 10));
                    continue;
                }
            };
            let changes = bot.changes();
            let reply = bot.hear(&line);
            if bot.changes() != changes {
                changed = Instant::now();
            }
            match reply {
                Ok(Reply::Nothing) => {}
                Ok(Reply::Say(answer)) => say(&answer)?,
                Ok(Reply::Suggest) => {
                    self.wait(&bot, changed);
                    say(&bot.suggestion())?;
                }
                Ok(Reply::Quit) => break,
                Err(error) => complain(number, &error.to_string()),
            }
        }
        Ok(())
    }

    /// Lets the bot think as long as it shall: until a time is over or until all is seen that it may see, whichever is first.
    fn wait(&self, bot: &BotSide, changed: Instant) {
        match (self.time, self.bot.nodes()) {
            (Some(time), _) => drop(bot.wait(time.saturating_sub(changed.elapsed()))),
            (None, Some(_)) => while !bot.wait(PATIENCE) {},
            (None, None) => {}
        }
    }
}

/// Reports an error in a line. A closed standard error is ignored.
fn complain(number: u64, reason: &str) {
    let _ = writeln!(io::stderr(), "tetrolab: line {number}: {reason}");
}

/// The lines of standard input. They are read while the bot waits for its thoughts, so that no frontend has to.
fn read_ahead() -> Receiver<io::Result<Line>> {
    let (sender, receiver) = sync_channel(AHEAD);
    thread::spawn(move || {
        let mut lines = Lines::new(io::stdin().lock());
        while let Some(line) = lines.next().transpose() {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                break;
            }
        }
    });
    receiver
}
