//! The weights of the fitness as TOML.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use tetrolab_agents::Unknown;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::fitness::{Fitness, HEURISTICS};

/// The names a file may have outside its list.
const NAMES: [&str; 4] = ["penalty", "score", "heuristics", "weights"];

/// No weight is larger: a fitness must stay a finite number.
const LARGEST: f64 = 1e90;

/// Why the weights of a fitness cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitnessError {
    line: usize,
    reason: String,
}

impl fmt::Display for FitnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for FitnessError {}

impl FromStr for Fitness {
    type Err = FitnessError;

    /// Reads TOML. A factor that is not given is as published; a heuristic that is not given does not count.
    ///
    /// ```
    /// use tetrolab_solve::Fitness;
    ///
    /// let fitness: Fitness = "
    ///     score = 3
    ///     [weights]
    ///     solver_blocks = -1
    ///     solver_col_holes = -4.5
    /// ".parse()?;
    /// assert_eq!((fitness.penalty, fitness.score, fitness.heuristics), (-1.0, 3.0, 1.0));
    /// assert_eq!(fitness.weights, [-1.0, 0.0, 0.0, 0.0, -4.5, 0.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), tetrolab_solve::FitnessError>(())
    /// ```
    fn from_str(text: &str) -> Result<Fitness, FitnessError> {
        Reader { text }.read()
    }
}

impl fmt::Display for Fitness {
    /// As TOML; reading it gives the same weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fitness { penalty, score, heuristics, weights } = self;
        writeln!(f, "penalty = {penalty:?}\nscore = {score:?}\nheuristics = {heuristics:?}\n\n[weights]")?;
        HEURISTICS.iter().zip(weights).try_for_each(|(name, weight)| writeln!(f, "{name} = {weight:?}"))
    }
}

struct Reader<'t> {
    text: &'t str,
}

/// What is in a table, in the order of the file.
fn entries<'t>(table: &'t DeTable<'t>) -> Vec<(&'t Spanned<DeString<'t>>, &'t Spanned<DeValue<'t>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

impl Reader<'_> {
    fn wrong(&self, at: &Range<usize>, reason: impl fmt::Display) -> FitnessError {
        let before = &self.text.as_bytes()[..at.start.min(self.text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        FitnessError { line, reason: reason.to_string() }
    }

    fn read(&self) -> Result<Fitness, FitnessError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let words = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            let key = error.span().and_then(|span| self.text.get(span)).unwrap_or_default().trim();
            let reason = match words.as_str() {
                "duplicate key" => format!("{key} is repeated"),
                _ => format!("this is not TOML: {words}"),
            };
            self.wrong(&error.span().unwrap_or_default(), reason)
        })?;
        let mut fitness = Fitness { weights: [0.0; 9], ..Fitness::PUBLISHED };
        let mut given = false;
        for (key, value) in entries(table.get_ref()) {
            match key.get_ref().as_ref() {
                "penalty" => fitness.penalty = self.weight("penalty", value)?,
                "score" => fitness.score = self.weight("score", value)?,
                "heuristics" => fitness.heuristics = self.weight("heuristics", value)?,
                "weights" => {
                    given = true;
                    fitness.weights = self.weights(value)?;
                }
                name => return Err(self.wrong(&key.span(), Unknown::new("setting", name, NAMES.into_iter()))),
            }
        }
        if !given {
            return Err(self.wrong(&(0..0), "there is no table [weights]"));
        }
        Ok(fitness)
    }

    fn weights(&self, value: &Spanned<DeValue<'_>>) -> Result<[f64; 9], FitnessError> {
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| self.wrong(&value.span(), "weights is a table of heuristics"))?;
        let mut weights = [0.0; 9];
        for (key, value) in entries(table) {
            let name = key.get_ref().as_ref();
            let place = HEURISTICS.iter().position(|heuristic| *heuristic == name);
            let unknown = || self.wrong(&key.span(), Unknown::new("heuristic", name, HEURISTICS.into_iter()));
            weights[place.ok_or_else(unknown)?] = self.weight(name, value)?;
        }
        Ok(weights)
    }

    fn weight(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<f64, FitnessError> {
        let reason = match number(value.get_ref()) {
            None => "is not a number".to_string(),
            Some(weight) if !weight.is_finite() => "is not a finite number".to_string(),
            Some(weight) if weight.abs() > LARGEST => format!("is beyond {LARGEST:e}"),
            Some(weight) => return Ok(weight),
        };
        Err(self.wrong(&value.span(), format!("the weight of {name} {reason}")))
    }
}

/// A number, whole or not.
fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(number) => number.as_str().parse().ok(),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for fitness in
            [Fitness::PUBLISHED, Fitness { penalty: 0.1, score: -1e-30, heuristics: 1e90, weights: [1.0 / 3.0; 9] }]
        {
            assert_eq!(fitness.to_string().parse(), Ok(fitness));
        }
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (text, reason) in [
            ("", "line 1: there is no table [weights]"),
            ("weights = 3", "line 1: weights is a table of heuristics"),
            (
                "[weights]\nsolver_block = 1",
                "line 2: there is no heuristic \"solver_block\"; the nearest is solver_blocks",
            ),
            ("[weights]\nf5_holes = 1", "line 2: there is no heuristic \"f5_holes\""),
            ("[weights]\nsolver_blocks = 1\nsolver_blocks = 2", "line 3: solver_blocks is repeated"),
            ("\nscore = inf", "line 2: the weight of score is not a finite number"),
            ("[weights]\nsolver_blocks = 1e91", "line 2: the weight of solver_blocks is beyond 1e90"),
            ("[weights]\nsolver_blocks = \"1\"", "line 2: the weight of solver_blocks is not a number"),
            ("scores = 1\n[weights]", "line 1: there is no setting \"scores\"; the nearest is score"),
        ] {
            assert_eq!(text.parse::<Fitness>().unwrap_err().to_string(), reason, "{text}");
        }
    }
}
