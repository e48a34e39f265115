//! The weights of the fitness as TOML.

use std::fmt;
use std::str::FromStr;

use tetrolab_agents::{Unknown, WeightsError, WeightsText};
use toml::Spanned;
use toml::de::DeValue;

use crate::fitness::{Fitness, HEURISTICS};

/// The names a file may have outside its list.
const NAMES: [&str; 4] = ["penalty", "score", "heuristics", "weights"];

impl FromStr for Fitness {
    type Err = WeightsError;

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
    /// # Ok::<(), tetrolab_agents::WeightsError>(())
    /// ```
    fn from_str(text: &str) -> Result<Fitness, WeightsError> {
        Reader { text: WeightsText(text) }.read()
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
    text: WeightsText<'t>,
}

impl Reader<'_> {
    fn read(&self) -> Result<Fitness, WeightsError> {
        let (text, table) = (self.text, self.text.table()?);
        let mut fitness = Fitness { weights: [0.0; 9], ..Fitness::PUBLISHED };
        let mut given = false;
        for (key, value) in WeightsText::entries(&table) {
            match key.get_ref().as_ref() {
                "penalty" => fitness.penalty = self.text.weight("penalty", value)?,
                "score" => fitness.score = self.text.weight("score", value)?,
                "heuristics" => fitness.heuristics = self.text.weight("heuristics", value)?,
                "weights" => {
                    given = true;
                    fitness.weights = self.weights(value)?;
                }
                name => return Err(text.wrong(&key.span(), Unknown::new("setting", name, NAMES.into_iter()))),
            }
        }
        if !given {
            return Err(text.wrong(&(0..0), "there is no table [weights]"));
        }
        Ok(fitness)
    }

    fn weights(&self, value: &Spanned<DeValue<'_>>) -> Result<[f64; 9], WeightsError> {
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| self.text.wrong(&value.span(), "weights is a table of heuristics"))?;
        let mut weights = [0.0; 9];
        for (key, value) in WeightsText::entries(table) {
            let name = key.get_ref().as_ref();
            let place = HEURISTICS.iter().position(|heuristic| *heuristic == name);
            let unknown = || self.text.wrong(&key.span(), Unknown::new("heuristic", name, HEURISTICS.into_iter()));
            weights[place.ok_or_else(unknown)?] = self.text.weight(name, value)?;
        }
        Ok(weights)
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
