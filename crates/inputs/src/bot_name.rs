//! The bot as it is typed: `bot`, or `bot:` and words between commas, such as `bot:mine.toml,nodes=5000`.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, Result};
use tetrolab_bot::Weights;

use crate::numbers::MOST_THREADS;
use tetrolab_runs::files;

/// The name of the bot. What follows a colon says which one.
pub const BOT: &str = "bot";

/// No bot thinks about a position for longer than this many placements.
pub const MOST_NODES: u64 = 1_000_000_000;

/// What a name says of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BotName<'a> {
    /// The file of its weights, unless it has its own.
    pub file: Option<&'a Path>,
    /// Placements that it values for a piece.
    pub nodes: Option<u64>,
    /// Threads that it thinks with.
    pub threads: Option<usize>,
}

impl<'a> BotName<'a> {
    /// Whether a name is that of a bot, good or not.
    pub fn is_meant(name: &str) -> bool {
        name.strip_prefix(BOT).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }

    /// Reads a name.
    ///
    /// # Errors
    /// If a word means nothing, or says what another one has said.
    pub fn read(name: &'a str) -> Result<BotName<'a>, String> {
        let mut bot = BotName::default();
        let Some((_, words)) = name.split_once(':') else { return Ok(bot) };
        for word in words.split(',') {
            let is_new = match Word::read(word).map_err(|reason| format!("{name}: {reason}"))? {
                Word::Nodes(nodes) => bot.nodes.replace(nodes).is_none(),
                Word::Threads(threads) => bot.threads.replace(threads).is_none(),
                Word::File(file) => bot.file.replace(file).is_none(),
            };
            if !is_new {
                return Err(format!("{name}: {word} says again what was said before"));
            }
        }
        Ok(bot)
    }

    /// # Errors
    /// If its file is broken.
    pub fn weights(&self) -> Result<Weights> {
        self.file.map_or_else(|| Ok(Weights::default()), weights_of)
    }
}

/// The weights of a file.
///
/// # Errors
/// If there are none in it.
pub fn weights_of(file: &Path) -> Result<Weights> {
    Weights::from_toml(&files::read_text(file)?).with_context(|| files::name(file))
}

/// A name without folders and endings of files.
pub fn short(name: &str) -> String {
    let stem = |path: &str| Path::new(path).file_stem().map_or(path.into(), OsStr::to_string_lossy).into_owned();
    match name.split_once(':') {
        Some((BOT, words)) => format!("{BOT}:{}", words.split(',').map(stem).collect::<Vec<_>>().join(",")),
        _ => stem(name),
    }
}

/// A word of a name.
enum Word<'a> {
    Nodes(u64),
    Threads(usize),
    File(&'a Path),
}

impl<'a> Word<'a> {
    fn read(word: &'a str) -> Result<Word<'a>, String> {
        let is_number = word.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first));
        match word.split_once('=') {
            Some(("nodes", number)) => nodes(number),
            Some(("threads", number)) => threads(number),
            _ if word.contains(['/', '\\', '.']) || word == files::STANDARD_INPUT => Ok(Word::File(Path::new(word))),
            None if is_number => nodes(word),
            _ => {
                Err("after bot: come a number of placements, threads=N, or a file of weights such as mine.toml".into())
            }
        }
    }
}

fn nodes(number: &str) -> Result<Word<'_>, String> {
    let nodes = number.parse().ok().filter(|nodes| (1..=MOST_NODES).contains(nodes));
    nodes.map(Word::Nodes).ok_or_else(|| format!("the bot values a whole number of placements, from 1 to {MOST_NODES}"))
}

fn threads(number: &str) -> Result<Word<'_>, String> {
    let threads = number.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    let threads = threads.map(|threads| Word::Threads(threads as usize));
    threads.ok_or_else(|| format!("the bot thinks with 1 to {MOST_THREADS} threads"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let mine = Some(Path::new("mine.toml"));
        for (name, bot) in [
            ("bot", BotName::default()),
            ("bot:1000", BotName { nodes: Some(1000), ..BotName::default() }),
            ("bot:nodes=1000", BotName { nodes: Some(1000), ..BotName::default() }),
            ("bot:mine.toml", BotName { file: mine, ..BotName::default() }),
            ("bot:threads=2,mine.toml,50", BotName { file: mine, nodes: Some(50), threads: Some(2) }),
            ("bot:-", BotName { file: Some(Path::new("-")), ..BotName::default() }),
            ("bot:./a=b", BotName { file: Some(Path::new("./a=b")), ..BotName::default() }),
            ("bot:3.toml", BotName { file: Some(Path::new("3.toml")), ..BotName::default() }),
        ] {
            assert!(BotName::is_meant(name), "{name}");
            assert_eq!(BotName::read(name), Ok(bot), "{name}");
        }
        for name in ["bott", "robot", "bcts", "", "bo"] {
            assert!(!BotName::is_meant(name), "{name}");
        }
    }

    #[test]
    fn bad_names_are_refused() {
        let number = "the bot values a whole number of placements, from 1 to 1000000000";
        let word = "after bot: come a number of placements, threads=N, or a file of weights such as mine.toml";
        for (name, reason) in [
            ("bot:0", number),
            ("bot:-1", number),
            ("bot:1x", number),
            ("bot:nodes=", number),
            ("bot:1000000001", number),
            ("bot:threads=0", "the bot thinks with 1 to 1024 threads"),
            ("bot:threads=1025", "the bot thinks with 1 to 1024 threads"),
            ("bot:", word),
            ("bot:,", word),
            ("bot:5,", word),
            ("bot:strong", word),
            ("bot:depth=3", word),
            ("bot:5,nodes=6", "nodes=6 says again what was said before"),
            ("bot:a.toml,b.toml", "b.toml says again what was said before"),
        ] {
            assert_eq!(BotName::read(name), Err(format!("{name}: {reason}")));
        }
    }

    #[test]
    fn weights_come_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        let bot = BotName { file: Some(&file), ..BotName::default() };
        assert!(bot.weights().unwrap_err().to_string().contains("mine.toml"));
        std::fs::write(&file, "[weights]\nholes = -3\n").unwrap();
        assert_eq!(bot.weights().unwrap().get("holes"), Some(-3.0));
        std::fs::write(&file, "[weights]\nhole = -3\n").unwrap();
        let error = format!("{:#}", bot.weights().unwrap_err());
        assert_eq!(error, format!("{}: there is no term \"hole\"; the nearest is holes", file.display()));
    }

    #[test]
    fn names_are_shortened() {
        for (name, expected) in [
            ("bcts", "bcts"),
            ("/home/ada/mine.toml", "mine"),
            ("bot", "bot"),
            ("bot:1000", "bot:1000"),
            ("bot:/home/ada/mine.toml,1000", "bot:mine,1000"),
        ] {
            assert_eq!(short(name), expected);
        }
    }
}
