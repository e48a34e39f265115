//! What the program can be asked to do.

pub mod again;
mod agents;
mod arena;
mod assist;
mod aveiro;
mod bench;
mod bot;
#[cfg(feature = "page")]
mod browser;
mod cpu_time;
pub mod demo;
mod evaluate;
pub mod experiment;
mod features;
pub mod fumen;
mod interrupt;
mod json;
mod page;
pub mod path;
pub mod pc;
mod perft;
pub mod place;
pub mod placements;
#[cfg(feature = "tui")]
mod play;
mod plot;
mod progress;
#[cfg(test)]
mod reference;
mod replay;
#[cfg(feature = "records")]
mod scores;
mod script;
#[cfg(feature = "page")]
mod serve;
mod settings;
pub mod solve;
pub mod table;
mod tbp;
mod terminal;
pub mod train;
mod tune;
#[cfg(feature = "tui")]
mod watch;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use tetrolab_engine::{Entry, Game, Log, Outcome, Setup, Step};

/// Play Tetris, watch agents, find the best move, solve puzzles, train and measure players, and run bots
#[derive(Debug, Parser)]
#[command(version, about, long_about = None, args_conflicts_with_subcommands = true)]
pub struct Command {
    #[command(subcommand)]
    what: Option<What>,
    #[cfg(feature = "page")]
    #[command(flatten)]
    serve: serve::Serve,
}

/// All commands. These lines are their help, and `docs/commands.md` is written from them.
#[derive(Debug, Subcommand)]
enum What {
    /// Serve the web page, to play, watch, ask, learn and replay in a browser (the default)
    #[cfg(feature = "page")]
    Serve(Box<serve::Serve>),
    /// Play in the terminal: marathon, sprint, ultra, zen, cheese, perfect-clear or versus
    #[cfg(feature = "tui")]
    Play(Box<play::Play>),
    /// Watch an agent play in the terminal, with its evaluation beside it
    #[cfg(feature = "tui")]
    Watch(Box<watch::Watch>),
    /// Verify, watch or analyse a replay
    Replay(replay::Replay),
    /// List the best games, all games or statistics, or save a replay
    #[cfg(feature = "records")]
    Scores(Box<scores::Scores>),
    /// Show a recorded game
    Demo(demo::Demo),

    /// Rank the placements of a piece, and explain what each feature contributes
    Place(tetrolab_queries::place::Place),
    /// List every reachable placement of a piece, with its keys
    Placements(tetrolab_queries::placements::Placements),
    /// Find the key presses that bring a piece to a target
    Path(Box<tetrolab_queries::path::Path>),
    /// Play a sequence piece by piece with the recommended placements
    Assist(Box<assist::Assist>),
    /// Count all placement sequences of a queue (perft)
    Perft(perft::Perft),

    /// Optimise play for a known piece sequence
    Solve(Box<solve::Solve>),
    /// Compute perfect-clear chances, or list all solutions
    Pc(pc::Pc),
    /// Read and write fumen diagrams
    Fumen(fumen::Fumen),

    /// Measure players: average lines with 95 % intervals
    Evaluate(Box<evaluate::Evaluate>),
    /// Train a player by CMA-ES, cross-entropy or a genetic algorithm
    Train(Box<train::Train>),
    /// Draw the figures of a training run
    Plot(plot::Plot),
    /// Run experiments, such as the tables and figures of the papers, and write their reports
    Experiment(experiment::Experiment),
    /// Write the report of an experiment, or compare two of its runs
    Report(experiment::report::Report),
    /// Tune the weights of the bot by CMA-ES
    Tune(tune::Tune),
    /// List the published players, or print the weights of one
    Agents(agents::Agents),
    /// List the features of boards and placements, or compute them
    Features(features::Features),

    /// Run matches between bots, with SPRT
    Arena(Box<arena::Arena>),
    /// Run the bot for any frontend that speaks the Tetris Bot Protocol (TBP)
    Tbp(tbp::Tbp),
    /// Serve, play or score the WebSocket game of the Aveiro course
    Aveiro(aveiro::Aveiro),

    /// List all rules, modes and handling settings
    Settings(settings::Settings),
    /// Run a scripted game and print every event
    Script(script::Script),
    /// Measure the speed of the engine, the players, the bot or the terminal
    Bench(bench::Bench),
}

/// The first of the commands about games that this build has.
const FIRST: &str = if cfg!(feature = "page") {
    "serve"
} else if cfg!(feature = "tui") {
    "play"
} else {
    "replay"
};

/// The headings under which help, the README and `docs/commands.md` list the commands, with the first command of each.
const HEADINGS: [(&str, &str); 6] = [
    ("Play", FIRST),
    ("Analyse", "place"),
    ("Solve puzzles", "solve"),
    ("Train and measure", "evaluate"),
    ("Compete", "arena"),
    ("Tools", "settings"),
];

/// The command line, whose help lists the commands under their headings.
fn command_line() -> clap::Command {
    let command = Command::command();
    let styles = command.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let mut help = "{about-with-newline}\n{usage-heading} {usage}\n".to_string();
    let width = command.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    for command in command.get_subcommands() {
        let name = command.get_name();
        if let Some((heading, _)) = HEADINGS.iter().find(|(_, first)| *first == name) {
            help += &format!("\n{header}{heading}:{header:#}\n");
        }
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        help += &format!("  {literal}{name:width$}{literal:#}  {about}\n");
    }
    help += &format!("  {literal}{:width$}{literal:#}  Print this message or the help of a command\n", "help");
    help += &format!("\n{header}Options:{header:#}\n{{options}}");
    command.help_template(help)
}

impl Command {
    /// Reads the words of the command line.
    ///
    /// # Errors
    /// If they are no command; also if they ask for help or the version.
    pub fn from_words() -> Result<Command, clap::Error> {
        let mut matches = command_line().try_get_matches()?;
        Command::from_arg_matches_mut(&mut matches)
    }

    /// Does it. The exit code is 0, or 1 for a search that found nothing.
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        #[cfg(feature = "page")]
        let what = self.what.unwrap_or_else(|| What::Serve(Box::new(self.serve)));
        #[cfg(not(feature = "page"))]
        let Some(what) = self.what else {
            command_line().print_help()?;
            return Ok(ExitCode::from(2));
        };
        match what {
            #[cfg(feature = "page")]
            What::Serve(serve) => serve.run(out)?,
            #[cfg(feature = "tui")]
            What::Play(play) => return play.run(),
            #[cfg(feature = "tui")]
            What::Watch(watch) => return watch.run(),
            What::Demo(demo) => return demo.run(out),
            What::Script(script) => script.run(out)?,
            What::Replay(replay) => return replay.run(out),
            #[cfg(feature = "records")]
            What::Scores(scores) => return scores.run(out),
            What::Path(path) => return path::run(&path, out),
            What::Assist(assist) => return assist.run(out),
            What::Placements(placements) => return placements::run(&placements, out),
            What::Pc(pc) => return pc.run(out),
            What::Perft(perft) => perft.run(out)?,
            What::Solve(solve) => return solve.run(out),
            What::Place(place) => return place::run(&place, out),
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
