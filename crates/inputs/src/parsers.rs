//! How options of the command line are read: names from tables, paths.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::MOST_THREADS;

    #[test]
    fn help_says_how_many_threads_there_may_be() {
        assert_eq!(THREADS, format!("1-{MOST_THREADS}"));
    }
}
