//! Weights as TOML.

use std::fmt;
use std::ops::Range;

use tetrolab_engine::{MAX_WIDTH, Piece};
use toml::Spanned;
use toml::de::DeValue;

use super::{Lost, Reward, Weight, Weights, WeightsError, WeightsText};
use crate::features::{Count, Feature};
use crate::measure::{Measure, is_one_word};
use crate::nearest::Unknown;

/// The names a file may have outside its lists.
const NAMES: [&str; 4] = ["reward", "lost", "weights", "weights-for"];

struct Reader<'t> {
    text: WeightsText<'t>,
}

pub(super) fn read(text: &str) -> Result<Weights, WeightsError> {
    Reader { text: WeightsText(text) }.read()
}

impl Reader<'_> {
    fn wrong(&self, at: &Range<usize>, reason: impl fmt::Display) -> WeightsError {
        self.text.wrong(at, reason)
    }

    fn read(&self) -> Result<Weights, WeightsError> {
        let table = self.text.table()?;
        let mut weights = Weights::default();
        let mut given = false;
        for (key, value) in WeightsText::entries(&table) {
            match key.get_ref().as_ref() {
                "reward" => weights.reward = self.word("reward", &Reward::ALL, Reward::name, value)?,
                "lost" => weights.lost = self.word("lost", &Lost::ALL, Lost::name, value)?,
                "weights" => {
                    given = true;
                    weights.general = self.list("weights", value)?;
                }
                "weights-for" => {
                    let pieces = value.get_ref().as_table();
                    let pieces = pieces.ok_or_else(|| self.wrong(&value.span(), "weights-for is a table of pieces"))?;
                    for (key, value) in WeightsText::entries(pieces) {
                        let name = key.get_ref();
                        let piece = Piece::ALL.into_iter().find(|piece| *name == piece.letter().to_string());
                        let piece = piece.ok_or_else(|| {
                            self.wrong(&key.span(), format!("{name:?} is none of the pieces IJLOSTZ"))
                        })?;
                        weights.special[piece as usize] = Some(self.list(&format!("weights-for.{piece}"), value)?);
                    }
                }
                name => return Err(self.wrong(&key.span(), Unknown::new("setting", name, NAMES.into_iter()))),
            }
        }
        if !given {
            return Err(self.wrong(&(0..0), "there is no table [weights]"));
        }
        Ok(weights)
    }

    /// One of several words.
    fn word<T: Copy>(
        &self,
        what: &str,
        all: &[T],
        name: fn(T) -> &'static str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<T, WeightsError> {
        let found = value.get_ref().as_str().and_then(|word| all.iter().find(|one| name(**one) == word));
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        found.copied().ok_or_else(|| self.wrong(&value.span(), format!("{what} is one of {}", names.join(", "))))
    }

    fn list(&self, what: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<Weight>, WeightsError> {
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| self.wrong(&value.span(), format!("{what} is a table of features")))?;
        let mut list = Vec::new();
        for (key, value) in WeightsText::entries(table) {
            match Feature::named(key.get_ref()) {
                Ok(feature) if feature.count != Count::One => self.several(feature, value, &mut list)?,
                _ => {
                    let measure: Measure = key.get_ref().parse().map_err(|error| self.wrong(&key.span(), error))?;
                    if value.get_ref().as_array().is_some() {
                        return Err(self.wrong(&value.span(), format!("{measure} has one weight, not a list")));
                    }
                    // A formula can be written in several ways.
                    if list.iter().any(|before| before.measure == measure) {
                        return Err(self.wrong(&key.span(), format!("{measure} is repeated")));
                    }
                    let weight = self.text.weight(measure.name(), value)?;
                    list.push(Weight { measure, weight });
                }
            }
        }
        if list.is_empty() {
            return Err(self.wrong(&value.span(), format!("{what} has no feature")));
        }
        Ok(list)
    }

    /// The weights of a feature that is several numbers.
    fn several(
        &self,
        feature: &'static Feature,
        value: &Spanned<DeValue<'_>>,
        list: &mut Vec<Weight>,
    ) -> Result<(), WeightsError> {
        let name = feature.name;
        let Some(weights) = value.get_ref().as_array() else {
            let reason = format!("{name} has a list of weights, one for each column or pair of columns");
            return Err(self.wrong(&value.span(), reason));
        };
        if weights.len() > feature.count.on(MAX_WIDTH) {
            return Err(self.wrong(&value.span(), format!("{name} has more weights than a board has columns")));
        }
        for (index, weight) in weights.iter().enumerate() {
            let weight = self.text.weight(name, weight)?;
            list.push(Weight { measure: Measure::Feature { feature, index }, weight });
        }
        Ok(())
    }
}

pub(super) fn write(weights: &Weights, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if weights.reward != Reward::default() {
        writeln!(f, "reward = \"{}\"", weights.reward.name())?;
    }
    if weights.lost != Lost::default() {
        writeln!(f, "lost = \"{}\"", weights.lost.name())?;
    }
    writeln!(f, "[weights]")?;
    write_list(&weights.general, f)?;
    for piece in Piece::ALL {
        if let Some(list) = weights.special(piece) {
            writeln!(f, "\n[weights-for.{piece}]")?;
            write_list(list, f)?;
        }
    }
    Ok(())
}

fn write_list(list: &[Weight], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (place, Weight { measure, weight }) in list.iter().enumerate() {
        let name = measure.name();
        if measure.count() != Count::One {
            if list[..place].iter().all(|before| before.measure.name() != name) {
                let mut all: Vec<&Weight> = list.iter().filter(|other| other.measure.name() == name).collect();
                all.sort_by_key(|other| other.measure.index());
                let all: Vec<String> = all.iter().map(|other| format!("{:?}", other.weight)).collect();
                writeln!(f, "{name} = [{}]", all.join(", "))?;
            }
        } else if is_one_word(name) {
            writeln!(f, "{name} = {weight:?}")?;
        } else {
            // Nothing in a formula must be escaped.
            writeln!(f, "\"{name}\" = {weight:?}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(weights: &Weights, piece: Piece) -> Vec<(&str, usize, f64)> {
        weights.terms(piece).iter().map(|term| (term.measure.name(), term.measure.index(), term.weight)).collect()
    }

    #[test]
    fn the_order_of_the_file_is_kept() {
        let text = "
            lost = \"zero\"
            reward = \"lines\"
            [weights-for.I]
            f5_holes = -2.5e-1
            [weights]
            wells_fast = 1_000
            f1_landing_height = 0x10
            abs_height_diffs = [1, 2.5, 3]
            \"f5_holes>3\" = -0.5
            rows = 7
        ";
        let weights = read(text).unwrap();
        assert_eq!((weights.lost, weights.reward), (Lost::Zero, Reward::Lines));
        assert_eq!(terms(&weights, Piece::I), [("f5_holes", 0, -0.25)]);
        let expected = [
            ("wells_fast", 0, 1000.0),
            ("f1_landing_height", 0, 16.0),
            ("abs_height_diffs", 0, 1.0),
            ("abs_height_diffs", 1, 2.5),
            ("abs_height_diffs", 2, 3.0),
            ("f5_holes > 3", 0, -0.5),
            ("rows", 0, 7.0),
        ];
        assert_eq!(terms(&weights, Piece::T), expected);
        let again = read(&weights.to_string()).unwrap();
        assert_eq!((again.lost, again.reward), (weights.lost, weights.reward));
        for piece in Piece::ALL {
            assert_eq!(terms(&again, piece), terms(&weights, piece));
        }
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (text, reason) in [
            ("", "line 1: there is no table [weights]"),
            ("[weights]", "line 1: weights has no feature"),
            ("weights = 3", "line 1: weights is a table of features"),
            ("[weights]\nf5_hole = 1", "line 2: there is no feature \"f5_hole\"; the nearest is f5_holes"),
            ("[weights]\nf5_holes = 1\nf5_holes = 2", "line 3: f5_holes is repeated"),
            ("[weights]\nf5_holes = nan", "line 2: the weight of f5_holes is not a finite number"),
            ("[weights]\nf5_holes = -inf", "line 2: the weight of f5_holes is not a finite number"),
            ("[weights]\nf5_holes = 1e400", "line 2: the weight of f5_holes is not a finite number"),
            ("[weights]\nf5_holes = -1e91", "line 2: the weight of f5_holes is beyond 1e90"),
            ("[weights]\nf5_holes = \"1\"", "line 2: the weight of f5_holes is not a number"),
            ("[weights]\nf5_holes = [1]", "line 2: f5_holes has one weight, not a list"),
            ("[weights]\nheights = 1", "line 2: heights has a list of weights, one for each column or pair of columns"),
            ("reward = \"much\"\n[weights]", "line 1: reward is one of nothing, lines, one, any-line, 1-3-7-13"),
            ("lost = 1\n[weights]", "line 1: lost is one of worst, zero, features"),
            ("[weights-for.X]\nf5_holes = 1", "line 1: \"X\" is none of the pieces IJLOSTZ"),
            (
                "[weights]\n\"sum(heigt)\" = 1",
                "line 2: \"sum(heigt)\" is neither a single feature nor a formula: in column 5: there is no feature or \
                 column number \"heigt\"; the nearest is height",
            ),
            ("[weights]\n\"lines * 2\" = [1]", "line 2: lines * 2 has one weight, not a list"),
            ("[weights]\n\"lines*2\" = 1\n\"lines * 2\" = 1", "line 3: lines * 2 is repeated"),
            ("[weights]\nlines = 1\n\"(lines)\" = 1", "line 3: lines is repeated"),
            ("[weights]\n\"lines*2\" = nan", "line 2: the weight of lines * 2 is not a finite number"),
            ("[weight]\nf5_holes = 1", "line 1: there is no setting \"weight\"; the nearest is weights"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), reason, "{text}");
        }
        let error = read("[weights\nf5_holes = 1").unwrap_err().to_string();
        assert!(error.starts_with("line 1: this is not TOML: ") && !error.contains('\n'), "{error}");
        let many = format!("[weights]\nheights = [{}]", "1, ".repeat(17));
        assert_eq!(read(&many).unwrap_err().to_string(), "line 2: heights has more weights than a board has columns");
    }
}
