//! `tetrolab aveiro play`: an agent on a server of the course, in the place of the course's client.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use tetrolab_host::aveiro::{Choice, Client, Ending, usual_thought};
use tetrolab_protocols::aveiro::message::End;
use tetrolab_protocols::aveiro::{OURS, Player};

use crate::commands::interrupt::stop_on_interrupt;
use tetrolab_inputs::numbers::{at_most, count};
use tetrolab_report::short::counted;
use tetrolab_report::untrusted;

#[derive(Debug, Args)]
pub struct Play {
    /// Which agent: a name (those of tetrolab aveiro score), or a file of weights
    #[arg(long, value_name = "AGENT", default_value = OURS)]
    agent: String,
    /// How many of the three pieces that are shown it looks at; all without a number [default: all for tetrolab, none for others]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = ALL_SHOWN, allow_negative_numbers = true, value_parser = at_most::<3>)]
    lookahead: Option<u64>,
    /// Where the server is [default: the variable SERVER, or else 127.0.0.1]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// Its port [default: the variable PORT, or else 8000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<65535>)]
    port: Option<u64>,
    /// The name in the high scores [default: the variable NAME, or else that of the agent]
    #[arg(long)]
    name: Option<String>,
    /// Milliseconds to think about every decision, beside those it takes [default: 25 for aveiro and aveiro-general, 0 for others]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds)]
    think: Option<Duration>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// How many pieces `--lookahead` without a number looks at.
pub const ALL_SHOWN: &str = "3";

/// Reads a time such as `25` or `25ms`.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix("ms").unwrap_or(text).parse().ok().filter(|&number| number <= 60_000);
    number.map(Duration::from_millis).ok_or_else(|| "milliseconds from 0 to 60000 are needed, such as 25".to_string())
}

/// A variable of the environment that is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

impl Play {
    fn port(&self) -> Result<u16> {
        if let Some(port) = self.port {
            return Ok(port as u16);
        }
        let Some(text) = variable("PORT") else { return Ok(8000) };
        let port = text.parse().ok().filter(|&port| port > 0);
        port.with_context(|| format!("the variable PORT is {text:?}, but a port is a number from 1 to 65535"))
    }

    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let choice = Choice::read(&self.agent, self.lookahead)?;
        let host = self.host.clone().or_else(|| variable("SERVER")).unwrap_or_else(|| "127.0.0.1".to_string());
        let name = self.name.clone().or_else(|| variable("NAME")).unwrap_or_else(|| choice.name.clone());
        let think = self.think.unwrap_or_else(|| usual_thought(&choice.name));
        let mut client = Client::connect(&host, self.port()?)?;
        let stopped = stop_on_interrupt()?;
        let mut player = Player::new(choice.agent.hurried().brain(0));
        let begun = Instant::now();
        let ending = client.play(&mut player, &name, think, |_| stopped.load(Ordering::Relaxed))?;
        let seconds = begun.elapsed().as_secs_f64();
        let end = match &ending {
            Ending::Over(end) => Some(end),
            Ending::Left => None,
        };
        let score = end.map_or_else(|| player.last().map_or(0, |last| last.score), |end| end.info.score);
        if self.json {
            let document = json!({
                "version": env!("CARGO_PKG_VERSION"),
                "agent": choice.name,
                "lookahead": choice.lookahead,
                "name": name,
                "score": score,
                "is_over": end.is_some(),
                "pieces": player.pieces(),
                "decisions": player.decisions(),
                "seconds": seconds,
                "highscores": end.map_or(&[][..], |end| &end.highscores),
            });
            writeln!(out, "{document:#}")?;
        } else {
            let left = if end.is_some() { "" } else { ", left before its end" };
            let (name, pieces) = (untrusted::shown(&name), counted(player.pieces(), "piece"));
            writeln!(out, "{name}: score {score} after {pieces} and {seconds:.0} s{left}")?;
            end.map_or(Ok(()), |end| write_high_scores(out, end))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn write_high_scores(out: &mut impl Write, end: &End) -> Result<()> {
    for (place, (name, score)) in (1..).zip(&end.highscores) {
        writeln!(out, "{place:>3}. {score:>7}  {}", untrusted::shown_name(name))?;
    }
    Ok(())
}
