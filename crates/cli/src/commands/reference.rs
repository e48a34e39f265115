//! `docs/commands.md`: all commands with their options, written from the program's own help.

use std::fmt::{self, Write};
use std::path::Path;
use std::{env, fs};

use clap::{Arg, Command};

use super::{HEADINGS, command_line};

/// With this in the environment the page is written instead of compared.
const WRITE: &str = "TETROLAB_WRITE_COMMANDS";

const BEGINNING: &str = "\
# Commands

All commands of `tetrolab` with their options. This page is written from the program's own help: `cargo xtask commands`.

Exit codes: 0 done, 1 nothing found, 2 an error, with one sentence that says what is wrong and where. A file can be `-` for
standard input wherever one is read, except where the terminal's keys come from there. Every command that reports takes `--json`.
";

/// The whole page.
fn page() -> String {
    let mut page = BEGINNING.to_string();
    let mut root = command_line().bin_name("tetrolab");
    root.build();
    for command in shown(&root) {
        if let Some((heading, _)) = HEADINGS.iter().find(|(_, first)| *first == command.get_name()) {
            write!(page, "\n## {heading}\n\n| command | what it does |\n|---|---|\n").expect("strings take everything");
        }
        let name = command.get_name();
        writeln!(page, "| [`{name}`](#tetrolab-{name}) | {} |", about(command)).expect("strings take everything");
    }
    for command in shown(&root) {
        section(&mut page, command).expect("strings take everything");
    }
    page
}

/// A command, and below it those that it has itself.
fn section(page: &mut String, command: &Command) -> fmt::Result {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let usage: Vec<&str> = usage.lines().map(str::trim).collect();
    write!(page, "\n## {name}\n\n{}.\n\n```text\n{}\n```\n", about(command), usage.join("\n"))?;
    let is_own =
        |argument: &&Arg| !argument.is_hide_set() && !["help", "version"].contains(&argument.get_id().as_str());
    let mut arguments = command.get_arguments().filter(is_own).peekable();
    if arguments.peek().is_some() {
        page.write_str("\n| option | meaning |\n|---|---|\n")?;
    }
    arguments.try_for_each(|argument| {
        writeln!(page, "| `{}` | {} |", words(argument).replace('|', "\\|"), cell(&meaning(argument)))
    })?;
    if let Some(after) = command.get_after_help() {
        write!(page, "\n{}\n", after.to_string().trim())?;
    }
    shown(command).try_for_each(|command| section(page, command))
}

/// The commands below a command, without clap's `help`.
fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| command.get_name() != "help")
}

fn about(command: &Command) -> String {
    command.get_about().map(|about| cell(&about.to_string())).unwrap_or_default()
}

/// How an argument is typed.
fn words(argument: &Arg) -> String {
    let value = argument.to_string();
    match argument.get_short() {
        Some(short) => format!("-{short}, {value}"),
        None => value,
    }
}

/// What an argument means, what it can be, and what it is if it is not given.
fn meaning(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    // A default that help says in words comes last, too.
    let (mut meaning, default) = match help.split_once(" [default: ") {
        Some((meaning, default)) => (meaning.to_string(), format!(" [default: {default}")),
        None => (help, String::new()),
    };
    let values: Vec<_> = argument.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    let takes_value = argument.get_action().takes_values();
    if takes_value && !values.is_empty() {
        let value = |value: &clap::builder::PossibleValue| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        };
        meaning += &format!(": {}", values.iter().map(value).collect::<Vec<_>>().join(", "));
    }
    let defaults: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes_value && !defaults.is_empty() && !argument.is_hide_default_value_set() {
        meaning += &format!(" [default: {}]", defaults.join(" "));
    }
    meaning + &default
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").replace('<', "&lt;")
}

#[test]
fn the_page_of_commands_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    if env::var_os(WRITE).is_some() {
        return fs::write(path, page()).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    for (number, (now, kept)) in (1..).zip(page().lines().zip(kept.lines())) {
        assert_eq!(now, kept, "docs/commands.md, line {number}: run cargo xtask commands");
    }
    assert_eq!(page(), kept, "docs/commands.md is out of date: run cargo xtask commands");
}

#[test]
fn every_command_has_a_heading_and_one_line_of_help() {
    let root = command_line();
    let shown: Vec<&Command> = root.get_subcommands().collect();
    assert_eq!(shown[0].get_name(), HEADINGS[0].1, "no command stands before the first heading");
    for (_, first) in HEADINGS {
        assert!(shown.iter().any(|command| command.get_name() == first), "{first}");
    }
    let help = command_line().render_help().to_string();
    for command in shown {
        let about = command.get_about().unwrap_or_else(|| panic!("{} has no help", command.get_name())).to_string();
        let verb = about.split(' ').next().unwrap();
        assert!(verb.starts_with(char::is_uppercase) && !about.ends_with('.') && about.len() < 100, "{about}");
        assert!(help.contains(&about), "{about}");
    }
}
