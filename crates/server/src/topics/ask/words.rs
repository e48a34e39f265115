//! Options of a question as the words of a command line, so that page and command mean the same.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use clap::{Args, Parser};
use serde_json::{Map, Value};
use tetrolab_protocols::fumen::Fumen;

use crate::refusal::{Place, of_words};
use tetrolab_inputs::board::is_picture;
use tetrolab_inputs::numbers::quoted;

/// No option is longer. A board of 40 rows has 680 characters, a fumen of many pages some thousands.
const LONGEST: usize = 20_000;
/// No option is given more often.
const MOST_TIMES: usize = 64;

/// What is said of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is there or not.
    Nothing,
    /// A word or a number.
    Word,
    /// Several of them.
    Words,
    /// A whole number up to this one, so that no answer grows without limit.
    Count(u64),
    /// A picture or a fumen, never the name of a file.
    Board,
}

/// An option that pages may give, by its name after `--`.
pub type Allowed = (&'static str, Takes);

/// The options of a question, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// What is typed after `tetrolab`.
    command: &'static str,
    /// Name and value; nothing for an option without a value.
    given: Vec<(&'static str, Option<String>)>,
}

impl Words {
    /// Checks options against those that are allowed.
    ///
    /// # Errors
    /// A sentence that names the option that is unknown or has no such value.
    pub fn new(
        command: &'static str,
        allowed: impl Iterator<Item = Allowed> + Clone,
        options: &Map<String, Value>,
    ) -> Result<Words> {
        if let Some(unknown) = options.keys().find(|name| allowed.clone().all(|(known, _)| known != *name)) {
            let known: Vec<&str> = allowed.map(|(name, _)| name).collect();
            bail!("{unknown:?} is no option of this question; there are {}", known.join(", "));
        }
        let mut given = Vec::new();
        for (name, takes) in allowed {
            match (takes, options.get(name)) {
                (_, None | Some(Value::Null)) => {}
                (Takes::Nothing, Some(Value::Bool(is_given))) => given.extend(is_given.then_some((name, None))),
                (Takes::Nothing, Some(_)) => bail!("{name:?} is true or false"),
                (Takes::Words, Some(Value::Array(values))) => {
                    ensure!(values.len() <= MOST_TIMES, "{name:?} is given at most {MOST_TIMES} times");
                    for value in values {
                        given.push((name, Some(word(name, value)?)));
                    }
                }
                (Takes::Board, Some(value)) => given.push((name, Some(board(name, value)?))),
                (Takes::Count(most), Some(value)) => {
                    let count = word(name, value)?;
                    let is_small = count.parse::<u64>().is_ok_and(|count| count <= most);
                    ensure!(is_small, "{name:?} is a whole number up to {most} here, not {count:?}");
                    given.push((name, Some(count)));
                }
                (_, Some(value)) => given.push((name, Some(word(name, value)?))),
            }
        }
        Ok(Words { command, given })
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(given, _)| *given == name).and_then(|(_, value)| value.as_deref())
    }

    /// The same with one more option.
    pub fn with(mut self, name: &'static str, value: String) -> Words {
        self.given.push((name, Some(value)));
        self
    }

    /// The command that asks the same in a terminal.
    pub fn command(&self) -> String {
        let words = self.given.iter().map(|(name, value)| match value {
            Some(value) => format!(" --{name} {}", quoted(value)),
            None => format!(" --{name}"),
        });
        format!("tetrolab {}{}", self.command, words.collect::<String>())
    }

    /// What the command makes of them; `more` are words that are not shown.
    ///
    /// # Errors
    /// What the command says when it is typed wrongly.
    pub fn read<T: Args>(&self, more: &[&str]) -> Result<T> {
        let words = self.given.iter().map(|(name, value)| match value {
            Some(value) => format!("--{name}={value}"),
            None => format!("--{name}"),
        });
        let words = words.chain(more.iter().map(|word| (*word).to_string()));
        let read = Line::try_parse_from(words).map_err(|error| of_words(error, Place::Ask))?;
        Ok(read.options)
    }
}

/// A command line without the name of the program.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Line<T: Args> {
    #[command(flatten)]
    options: T,
}

fn word(name: &str, value: &Value) -> Result<String> {
    let word = match value {
        Value::String(word) => word.clone(),
        Value::Number(number) => number.to_string(),
        _ => bail!("{name:?} is a word or a number"),
    };
    ensure!(word.len() <= LONGEST, "{name:?} has more than {LONGEST} characters");
    Ok(word)
}

fn board(name: &str, value: &Value) -> Result<String> {
    let text = word(name, value)?;
    ensure!(
        Fumen::is_meant(&text) || is_picture(&text),
        "this is no board: a picture has only ., X, piece letters and / between rows, and fumen begins with v115@ or v110@"
    );
    // Commands read a file if there is one of this name. The page must not read files, so such a board is refused.
    ensure!(!Path::new(&text).exists(), "this board is the name of a file here; draw a picture with other rows");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use tetrolab_queries::place::Place;

    const ALLOWED: &[Allowed] = &[
        ("board", Takes::Board),
        ("piece", Takes::Word),
        ("lookahead", Takes::Nothing),
        ("goal", Takes::Words),
        ("top", Takes::Count(9)),
    ];

    fn words(options: &Value) -> Result<Words> {
        Words::new("place", ALLOWED.iter().copied(), options.as_object().unwrap())
    }

    fn refused(options: &Value) -> String {
        words(options).unwrap_err().to_string()
    }

    #[test]
    fn options_become_the_words_of_a_command() {
        let options = json!({ "piece": "T", "board": "X.../XX..", "lookahead": true, "goal": null });
        let words = words(&options).unwrap();
        assert_eq!(words.command(), "tetrolab place --board X.../XX.. --piece T --lookahead");
        assert_eq!(words.get("piece"), Some("T"));
        assert_eq!(words.read::<Place>(&[]).unwrap().agent(), "bcts");
        let several =
            Words::new("path", ALLOWED.iter().copied(), json!({ "goal": ["1,2 3,4", 7] }).as_object().unwrap())
                .unwrap();
        assert_eq!(several.command(), "tetrolab path --goal '1,2 3,4' --goal 7");
    }

    #[test]
    fn what_is_not_allowed_is_refused() {
        assert_eq!(
            refused(&json!({ "weights": "/etc/passwd" })),
            "\"weights\" is no option of this question; there are board, piece, lookahead, goal, top"
        );
        assert_eq!(refused(&json!({ "lookahead": "yes" })), "\"lookahead\" is true or false");
        assert_eq!(refused(&json!({ "top": 10 })), "\"top\" is a whole number up to 9 here, not \"10\"");
        assert_eq!(refused(&json!({ "piece": [] })), "\"piece\" is a word or a number");
        assert!(refused(&json!({ "board": "/etc/passwd" })).starts_with("this is no board"));
        assert!(refused(&json!({ "board": ".." })).starts_with("this board is the name of a file"));
        assert!(refused(&json!({ "piece": "T".repeat(LONGEST + 1) })).contains("more than"));
        assert!(refused(&json!({ "goal": vec![1; MOST_TIMES + 1] })).contains("at most"));
    }

    #[test]
    fn words_of_others_cannot_become_options() {
        let words = words(&json!({ "piece": "T --weights=x" })).unwrap();
        let error = words.read::<Place>(&[]).unwrap_err().to_string();
        assert!(error.contains("“T --weights=x”"), "{error}");
    }
}
