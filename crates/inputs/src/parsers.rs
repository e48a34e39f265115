//! How options of the command line are read: names from tables, paths.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use tetrolab_runs::files::is_input;

/// How many threads there may be, for the help.
pub const THREADS: &str = "1-1024";

/// One of several things that have names.
pub fn named<T>(all: &'static [T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(all.iter().map(|&one| name(one)));
    names.map(move |word| *all.iter().find(|&&one| name(one) == word).expect("it is one of the names"))
}

/// The path of a file that is read and written again, which standard input cannot be.
pub fn kept_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match is_input(&path) {
        true => Err("this file is also written, so it cannot be standard input"),
        false => Ok(path),
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::MOST_THREADS;

    #[test]
    fn help_says_how_many_threads_there_may_be() {
        assert_eq!(THREADS, format!("1-{MOST_THREADS}"));
    }
}
