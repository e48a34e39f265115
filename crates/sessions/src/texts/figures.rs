//! What figures say, in other languages than that in which they are drawn. The file `texts/figures.toml` holds the phrases.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::{Language, Text};

/// A phrase in the other languages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    es: Text,
    pt: Text,
}

/// Every phrase, by its English form.
static PHRASES: LazyLock<BTreeMap<String, Phrase>> =
    LazyLock::new(|| toml::from_str(include_str!("../../texts/figures.toml")).expect("the file is tested"));

/// Those with gaps, the most particular first.
static PATTERNS: LazyLock<Vec<(Pattern<'static>, &'static Phrase)>> = LazyLock::new(|| {
    let with_gaps = PHRASES.iter().filter(|(english, _)| english.contains('{'));
    let mut patterns: Vec<_> = with_gaps.map(|(english, phrase)| (Pattern::of(english), phrase)).collect();
    patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.literal()));
    patterns
});

/// A phrase between whose words something stands.
#[derive(Debug)]
struct Pattern<'p> {
    start: &'p str,
    /// Gaps, each with what follows it.
    gaps: Vec<(&'p str, &'p str)>,
}

impl<'p> Pattern<'p> {
    fn of(phrase: &'p str) -> Pattern<'p> {
        let mut parts = phrase.split('{');
        let start = parts.next().unwrap_or_default();
        Pattern { start, gaps: parts.filter_map(|part| part.split_once('}')).collect() }
    }

    /// How many bytes are not gaps.
    fn literal(&self) -> usize {
        self.start.len() + self.gaps.iter().map(|(_, after)| after.len()).sum::<usize>()
    }

    /// What stands in the gaps of a text, if it is made so.
    fn values<'t>(&self, text: &'t str) -> Option<Vec<(&'p str, &'t str)>> {
        let mut rest = text.strip_prefix(self.start)?;
        let mut values = Vec::new();
        for (place, (name, after)) in self.gaps.iter().enumerate() {
            let is_last = place + 1 == self.gaps.len();
            let end = if is_last { rest.strip_suffix(after)?.len() } else { rest.find(after)? };
            if end == 0 {
                return None;
            }
            values.push((*name, &rest[..end]));
            rest = &rest[end + after.len()..];
        }
        Some(values)
    }
}

impl Language {
    /// What stands between the whole and the rest of a number.
    pub const fn decimal_mark(self) -> char {
        match self {
            Language::English => '.',
            Language::Spanish | Language::Portuguese => ',',
        }
    }

    /// What a figure says in English, in this language. What is no phrase, such as a name, stays as it is.
    pub fn figure(self, english: &str) -> String {
        self.phrase(english).unwrap_or_else(|| english.to_string())
    }

    /// A phrase or a number in this language.
    fn phrase(self, english: &str) -> Option<String> {
        if self == Language::English {
            return Some(english.to_string());
        }
        if is_number(english) {
            return Some(english.replace('.', self.decimal_mark().encode_utf8(&mut [0; 4])));
        }
        if let Some(phrase) = PHRASES.get(english) {
            return Some(phrase.in_language(self).to_string());
        }
        PATTERNS.iter().find_map(|(pattern, phrase)| {
            let values = pattern.values(english)?;
            let filled = phrase.in_language(self).to_string();
            let fill =
                |text: String, (name, value): (&str, &str)| text.replace(&format!("{{{name}}}"), &self.figure(value));
            Some(values.into_iter().fold(filled, fill))
        })
    }
}

impl Phrase {
    fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Portuguese => &self.pt,
            _ => &self.es,
        }
    }
}

/// Whether a text is a number, such as 20 400, -0.5 or 5.07×10⁷.
fn is_number(text: &str) -> bool {
    let (number, power) = text.split_once('×').unwrap_or((text, "10"));
    number.chars().any(|character| character.is_ascii_digit())
        && number.chars().all(|character| character.is_ascii_digit() || ".-\u{2009}".contains(character))
        && power.starts_with("10")
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use tetrolab_lab::plot::solving;
    use tetrolab_lab::plot::training::{FIGURES, Training};
    use tetrolab_lab::solving::Line;
    use tetrolab_lab::train::record::{Generation, Score};
    use tetrolab_report::plot::Figure;

    use super::super::tests::gaps;
    use super::*;

    /// Names that are the same in every language.
    const NAMES: [&str; 6] = ["first", "second", "bcts", "ga", "", "–"];

    #[test]
    fn every_phrase_has_its_gaps_in_every_language() {
        for (english, Phrase { es, pt }) in PHRASES.iter() {
            for text in [es, pt] {
                assert_eq!(gaps(text), gaps(english), "{text}");
                assert!(!text.trim().is_empty(), "{english}");
            }
        }
    }

    #[test]
    fn phrases_within_phrases_and_numbers_are_translated_too() {
        for (english, spanish) in [
            ("median", "mediana"),
            (
                "mean score (lines), 0 at the lower edge, log scale",
                "puntuación media (líneas), 0 en el borde inferior, escala logarítmica",
            ),
            ("Fitness and step size, run 2", "Aptitud y tamaño de paso, ejecución 2"),
            ("last: 5.6 to 7.20×10⁷", "última: de 5,6 a 7,20×10⁷"),
            ("last: 0.377", "último: 0,377"),
            ("Learned weights of 12\u{2009}000 runs", "Pesos aprendidos en 12\u{2009}000 ejecuciones"),
            ("-1.25", "-1,25"),
            ("bcts", "bcts"),
            ("exp(0.5 * holes)", "exp(0.5 * holes)"),
        ] {
            assert_eq!(Language::Spanish.figure(english), spanish);
            assert_eq!(Language::English.figure(english), english);
        }
    }

    fn generation(run: u64, generation: u64) -> Generation {
        let weights = vec![1.0 / (run + 1) as f64, (run * run % 3) as f64 + 0.5];
        let score = Score { lines: 10 * run + generation, deaths: 3, complete: true };
        Generation {
            run,
            generation,
            centre: weights.clone(),
            centre_score: score,
            best: weights.clone(),
            best_score: score,
            scores: vec![score],
            mean: weights.clone(),
            sigma: 0.5,
            axes: vec![0.5, 1.0, 1.5],
            deviations: weights,
            pieces: 100,
            stop: None,
        }
    }

    /// What is said in none of the phrases.
    fn unknown(figures: Vec<Figure>, tables: impl Iterator<Item = String>) -> BTreeSet<String> {
        let unknown = RefCell::new(BTreeSet::new());
        let look = |text: &str| {
            if Language::Spanish.phrase(text).is_none() && !NAMES.contains(&text) {
                unknown.borrow_mut().insert(text.to_string());
            }
            String::new()
        };
        for figure in figures {
            let _ = figure.said(&look);
        }
        tables.for_each(|text| drop(look(&text)));
        unknown.into_inner()
    }

    #[test]
    fn everything_that_figures_of_trainings_say_is_a_phrase() {
        let weights = ["first", "second"].map(String::from);
        let published = [("bcts", vec![1.0, 2.0])];
        for runs in [0, 1, 2, 6] {
            let generations = (1..=runs).flat_map(|run| (1..=1 + run.min(2)).map(move |at| generation(run, at)));
            let mut generations: Vec<Generation> = generations.collect();
            // One that ends nowhere.
            generations.iter_mut().filter(|generation| generation.run == 6).for_each(|generation| {
                generation.mean = vec![0.0; 2];
                generation.centre.clone_from(&generation.mean);
            });
            let training = Training {
                title: "",
                caption: "",
                command: "",
                weights: &weights,
                generations: &generations,
                published: &published,
            };
            let figures = FIGURES.iter().map(|kind| kind.figure(&training, 1)).collect();
            let tables = FIGURES.iter().map(|kind| kind.numbers(&training, 1));
            let texts = tables.flat_map(|table| table.columns.into_iter().chain(table.rows.into_iter().flatten()));
            assert_eq!(unknown(figures, texts), BTreeSet::new(), "{runs} runs");
        }
    }

    #[test]
    fn everything_that_figures_of_solver_runs_say_is_a_phrase() {
        let line = |seconds| Line {
            seconds,
            stage: "ga".to_string(),
            count: 1,
            limit: None,
            evaluations: 10,
            fitness: Some(-3.5),
            blocks: Some(8),
            least_blocks: 0,
            temperature: Some(1.5),
        };
        for lines in [vec![], vec![line(0.0), line(1.5)]] {
            let table = solving::numbers(&lines);
            let texts = table.columns.into_iter().chain(table.rows.into_iter().flatten());
            assert_eq!(unknown(vec![solving::progress(&lines, "", "")], texts), BTreeSet::new());
        }
    }
}
