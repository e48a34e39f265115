//! What is wrong with the fields of a form, whose values are read as the options of a command.

use clap::Error;
use clap::error::{ContextKind, ContextValue};

use super::{Refusal, known};
use tetrolab_inputs::parsers::refusal;
use tetrolab_sessions::texts::{Text, Texts};

/// Where the form is. Fields are called otherwise in each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Play,
    Ask,
    Learn,
}

/// What can stand in fields, by the names of the options.
const COUNTS: &[&str] = &[
    "pieces",
    "population",
    "parents",
    "generations",
    "runs",
    "games",
    "centre-games",
    "judging-games",
    "iterations",
    "width",
    "rows",
    "level",
    "lines",
    "bound",
    "top",
];
const DECIMAL: &[&str] = &["sigma", "temperature"];
const PIECES: &[&str] = &["queue", "bag", "piece", "next"];

/// Fields of Ask that are not called as their options are.
const ASK: &[(&str, &str)] = &[
    ("size", "board"),
    ("lines", "lines_to_clear"),
    ("hold", "use_name"),
    ("drop", "drop_name"),
    ("algorithm", "algorithm_name"),
    ("rotation", "rotation_name"),
    ("estimate", "estimate_name"),
    ("letters", "letters_name"),
    ("genotype", "genotype_name"),
    ("queue", "row"),
    ("best", "goal"),
    ("time", "time_limit"),
];

/// What is said of words that a command does not understand: which field is meant, what stands in it, and what could.
pub fn of_words(error: Error, place: Place) -> Refusal {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let option = context(ContextKind::InvalidArg).map(|typed| bare(&typed).to_string());
    let value = context(ContextKind::InvalidValue);
    let reason = refusal(error);
    Refusal::new(move |texts| match (&option, &value) {
        (Some(option), Some(value)) => field_sentence(place, option, value, texts),
        _ => texts.refused.other.with(&[("reason", &reason)]),
    })
}

/// `seed` for `--seed <NUMBER>`.
fn bare(option: &str) -> &str {
    option.trim_start_matches('-').split([' ', '=', '[', '<']).next().unwrap_or(option)
}

/// What is said of a value that a field cannot have.
fn field_sentence(place: Place, option: &str, value: &str, texts: &Texts) -> String {
    if (place, option) == (Place::Play, "level") {
        return known::value_sentence("start-level", &value, texts);
    }
    let field = title(place, option, texts);
    match needed(option, texts) {
        Some(needed) => texts.refused.value_needed.with(&[("field", &field), ("value", &value), ("needed", needed)]),
        None => texts.refused.value.with(&[("field", &field), ("value", &value)]),
    }
}

/// What a field can have in it.
fn needed<'t>(option: &str, texts: &'t Texts) -> Option<&'t Text> {
    let refused = &texts.refused;
    match option {
        "size" => Some(&refused.needs_size),
        "time" => Some(&refused.needs_time),
        "seed" => Some(&refused.needs_number),
        option if COUNTS.contains(&option) => Some(&refused.needs_count),
        option if DECIMAL.contains(&option) => Some(&refused.needs_decimal),
        option if PIECES.contains(&option) => Some(&refused.needs_pieces),
        _ => None,
    }
}

/// What a field is called.
fn title<'t>(place: Place, option: &'t str, texts: &'t Texts) -> &'t str {
    let of_page = |place: &str, name: &str| texts.page.get(place).and_then(|texts| texts.get(name)).map(|text| &**text);
    let choosing = match option {
        "agent" => Some(&texts.choosing.agent),
        "rules" => Some(&texts.choosing.rules),
        "level" => Some(&texts.choosing.level),
        "goal" if place == Place::Play => Some(&texts.choosing.goal),
        "seed" => Some(&texts.choosing.seed),
        "next" => Some(&texts.game.next),
        "queue" if place == Place::Play => Some(&texts.game.next),
        _ => None,
    };
    let called = match place {
        Place::Play => Some(known::title(option, texts)),
        Place::Ask => {
            let name = ASK.iter().find(|(known, _)| *known == option).map_or(option, |(_, name)| name);
            of_page("ask", name)
        }
        Place::Learn => of_page("learn", &format!("option_{}", option.replace('-', "_"))),
    };
    choosing.map(|text| &**text).or(called).unwrap_or(option)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use tetrolab_sessions::texts::Language;

    /// Options of several commands.
    #[derive(Debug, Parser)]
    #[command(no_binary_name = true)]
    struct Line {
        #[arg(long)]
        seed: Option<u64>,
        #[arg(long, value_parser = ["ga", "sa"])]
        algorithm: Option<String>,
        #[arg(long)]
        judging_games: Option<u64>,
    }

    #[test]
    fn fields_are_named_as_on_the_page() {
        let refused = |place, word: &str, language: Language| {
            let error = Line::try_parse_from([word]).unwrap_err();
            of_words(error, place).sentence(language.texts())
        };
        for (place, word, language, sentence) in [
            (
                Place::Learn,
                "--judging-games=many",
                Language::English,
                "Games to judge by: “many” is not possible. It can be: a whole number from 1 on.",
            ),
            (
                Place::Learn,
                "--seed=-1",
                Language::Spanish,
                "Semilla: «-1» no es posible. Puede ser: un número entero desde 0.",
            ),
            (Place::Ask, "--algorithm=x", Language::Portuguese, "Algoritmo: «x» não é possível."),
            (
                Place::Play,
                "--seed=x",
                Language::English,
                "Seed: “x” is not possible. It can be: a whole number from 0 on.",
            ),
        ] {
            assert_eq!(refused(place, word, language), sentence);
        }
        let unknown = refused(Place::Ask, "--file=x", Language::Spanish);
        assert!(unknown.starts_with("No es posible: unexpected argument '--file'"), "{unknown}");
    }
}
