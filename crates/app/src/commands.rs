//! What the program can be asked to do.

pub mod again;
mod agents;
mod arena;
mod assist;
mod aveiro;
mod bench;
pub mod board;
mod bot;
mod cpu_time;
pub mod demo;
mod evaluate;
pub mod experiment;
mod features;
mod foreign;
pub mod fumen;
mod interrupt;
mod json;
pub mod number;
pub mod options;
mod page;
pub mod path;
pub mod pc;
mod perft;
pub mod place;
pub mod placements;
mod play;
mod players;
mod plot;
mod progress;
mod replay;
mod scores;
mod script;
mod serve;
mod settings;
pub mod solve;
pub mod table;
mod tbp;
pub mod train;
mod tune;
mod watch;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use tetrolab_agents::Speed;
use tetrolab_engine::{Entry, Game, Log, Outcome, Piece, Setup, Step, pieces_from_letters};

use crate::tui;
pub use players::Candidate;

/// The Tetris laboratory. Without a command it serves the page.
#[derive(Debug, Parser)]
#[command(version, about, long_about = None, args_conflicts_with_subcommands = true)]
pub struct Command {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Serve the page: play, watch, ask, learn and look at replays in a browser
    Serve(Box<serve::Serve>),
    /// Play in the terminal
    Play(Box<play::Play>),
    /// Watch an agent play in the terminal, with its evaluation beside it
    Watch(Box<watch::Watch>),
    /// Show a recorded game: drawn in a terminal, as text otherwise
    Demo(demo::Demo),
    /// Play a scripted game and print every event
    Script(script::Script),
    /// Verify a replay and draw it
    Replay(replay::Replay),
    /// Print the best games and what they add up to, or save a replay
    Scores(Box<scores::Scores>),
    /// Find the way of a piece to where it should be
    Path(Box<path::Path>),
    /// Play a sequence piece by piece: where each goes, by which steps, and what the map is then
    Assist(Box<assist::Assist>),
    /// List every place where a piece can come to rest, with the keys that bring it there
    Placements(placements::Placements),
    /// Count all sequences of placements
    Perft(perft::Perft),
    /// Rank the drops of a piece in the research game and say why
    Place(place::Place),
    /// Learn the weights of a player of the research game
    Train(Box<train::Train>),
    /// Tune the weights of the bot: those that send more rows and survive longer
    Tune(tune::Tune),
    /// Draw the figures of a training run
    Plot(plot::Plot),
    /// Let players of the research game play many games, and say how good they are and how sure that is
    Evaluate(Box<evaluate::Evaluate>),
    /// Run experiments, the tables and figures of the seed documents among them, and report what came of them
    Experiment(experiment::Experiment),
    /// Write the report of an experiment, or what changed between two of its runs
    Report(experiment::report::Report),
    /// List the players of the research game, or print the weights of one
    Agents(agents::Agents),
    /// List what players look at, or work it out for recorded drops
    Features(features::Features),
    /// Read and write fumen, the one-line documents in which players send each other boards and solutions
    Fumen(fumen::Fumen),
    /// The game that a course in Aveiro lets agents play over a WebSocket: serve it, play it, score agents
    Aveiro(aveiro::Aveiro),
    /// Find the best that can be done with a fixed row of pieces, and prove what can be proved
    Solve(Box<solve::Solve>),
    /// Say how likely a perfect clear is, or list all ways to it
    Pc(pc::Pc),
    /// Play as a bot for any frontend: the Tetris Bot Protocol on standard input and output
    Tbp(tbp::Tbp),
    /// List every setting of rules, modes and handling
    Settings(settings::Settings),
    /// Let bots play against each other, and say who is stronger and how sure that is
    Arena(Box<arena::Arena>),
    /// Measure the engine with random keys, the players, the bot or the terminal
    Bench(bench::Bench),
    /// Give the terminal back if the program that started this one cannot
    #[cfg(unix)]
    #[command(name = tui::GUARD, hide = true)]
    RestoreTerminal,
}

impl Command {
    /// Does it. The exit code is 0, or 1 for a search that found nothing.
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.what.unwrap_or_else(|| What::Serve(Box::new(self.serve))) {
            What::Serve(serve) => serve.run(out)?,
            What::Play(play) => return play.run(),
            What::Watch(watch) => return watch.run(),
            #[cfg(unix)]
            What::RestoreTerminal => tui::watch_over()?,
            What::Demo(demo) => return demo.run(out),
            What::Script(script) => script.run(out)?,
            What::Replay(replay) => return replay.run(out),
            What::Scores(scores) => return scores.run(out),
            What::Path(path) => return path.run(out),
            What::Assist(assist) => return assist.run(out),
            What::Placements(placements) => return placements.run(out),
            What::Pc(pc) => return pc.run(out),
            What::Perft(perft) => perft.run(out)?,
            What::Solve(solve) => return solve.run(out),
            What::Place(place) => return place.run(out),
            What::Train(train) => return train.run(out),
            What::Tune(tune) => return tune.run(out),
            What::Plot(plot) => plot.run(out)?,
            What::Evaluate(evaluate) => evaluate.run(out)?,
            What::Experiment(experiment) => return experiment.run(out),
            What::Report(report) => report.run(out)?,
            What::Agents(agents) => agents.run(out)?,
            What::Features(features) => features.run(out)?,
            What::Fumen(fumen) => fumen.run(out)?,
            What::Tbp(tbp) => tbp.run(out)?,
            What::Aveiro(aveiro) => return aveiro.run(out),
            What::Settings(settings) => settings.run(out)?,
            What::Arena(arena) => return arena.run(out),
            What::Bench(bench) => bench.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Tells something on standard error, beside what a command prints. Where nobody can be told, the work goes on.
pub fn tell_aside(sentence: &str) {
    let _ = writeln!(io::stderr(), "tetrolab: {sentence}");
}

/// What is wrong with the words of the command line, in a sentence.
pub fn refusal(mut error: clap::Error) -> String {
    // Where an option excludes a group, all options of the group are named; those that were typed are meant.
    if let Some(ContextValue::Strings(excluded)) = error.get(ContextKind::PriorArg).cloned() {
        let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let is_typed = |excluded: &String| {
            let name = excluded.split([' ', '[', '=']).next().unwrap_or(excluded);
            words.iter().any(|word| word == name || word.strip_prefix(name).is_some_and(|rest| rest.starts_with('=')))
        };
        let typed: Vec<String> = excluded.into_iter().filter(is_typed).collect();
        match typed.as_slice() {
            [] => {}
            [one] => drop(error.insert(ContextKind::PriorArg, ContextValue::String(one.clone()))),
            _ => drop(error.insert(ContextKind::PriorArg, ContextValue::Strings(typed))),
        }
    }
    // The first paragraph says what is wrong; the rest are tips, and the help repeated.
    let text = error.to_string();
    let reason: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let reason = reason.join(" ");
    let reason = reason.strip_prefix("error: ").unwrap_or(&reason);
    format!("{reason}{}", tip(&error))
}

/// What clap suggests instead of a wrong word, as the end of the sentence about it.
fn tip(error: &clap::Error) -> String {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let similar = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(word) => Some(word),
        // The most similar one is the last.
        ContextValue::Strings(words) => words.last(),
        _ => None,
    });
    match (similar, error.get(ContextKind::Suggested)) {
        (Some(similar), _) => format!("; did you mean '{similar}'?"),
        (None, Some(ContextValue::StyledStrs(tips))) => tips.iter().map(|tip| format!("; {tip}")).collect(),
        (None, _) => String::new(),
    }
}

/// Reads a row of pieces such as `IOLJSZT`, in capitals or not.
fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    pieces_from_letters(&text.to_ascii_uppercase())
        .map_err(|(index, letter)| format!("{letter:?} in place {} is none of the pieces IJLOSTZ", index + 1))
}

/// Reads how many times faster than it was played a game is shown.
fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.01..=1000.0).contains(speed));
    speed.ok_or_else(|| "a speed is between 0.01 and 1000".to_string())
}

/// Reads how many pieces an agent places in a second.
fn piece_rate(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|&speed| Speed::new(speed).is_ok());
    speed.ok_or_else(|| "a number of pieces per second from 0.01 to 1000 is needed, such as 2.5".to_string())
}

/// No list of events is longer.
const MOST_EVENTS: usize = 1_000_000;

/// Plays a game and keeps every event of it.
fn play_all(setup: &Setup, steps: &[Step]) -> Result<(Game, Vec<Entry>)> {
    let mut game = Game::from_setup(setup)?;
    let mut log = Log::new(&game);
    let mut entries = Vec::new();
    for &step in steps {
        // Part by part, so that a long wait cannot make an endless list.
        loop {
            let part = game.part_of(step);
            game.step(part)?;
            entries.extend(log.entries(&game, game.events()));
            ensure!(entries.len() <= MOST_EVENTS, "more than {MOST_EVENTS} events happen; let the game stop sooner");
            if part == step {
                break;
            }
        }
    }
    Ok((game, entries))
}

/// The board as it stands.
fn picture(game: &Game) -> String {
    game.picture().to_string()
}

/// One line about how a game stands, with what is needed to repeat it.
pub fn summary(game: &Game) -> String {
    format!(
        "{}, {} pieces, level {} ({} rules, {} mode, {} randomizer, seed {}, game {}, tetrolab {})",
        Outcome::of(game),
        game.statistics().pieces,
        game.level(),
        game.rules().name,
        game.mode().name,
        game.randomizer(),
        game.seed().0,
        game.number(),
        env!("CARGO_PKG_VERSION"),
    )
}
