//! Weights of the evaluation, as data.

use std::fmt;

use tetrolab_agents::Unknown;

use crate::terms::{BOARD_TERMS, MOVE_TERMS, terms};

/// What each counted thing is worth; the unit is whatever makes the sum.
///
/// ```
/// use tetrolab_bot::Weights;
///
/// let weights = Weights::from_toml("[weights]\nholes = -2.5\nattack = 1\n")?;
/// assert_eq!(weights.get("holes"), Some(-2.5));
/// assert_eq!(Weights::from_toml(&weights.to_toml())?, weights);
/// assert_ne!(weights, Weights::default());
/// # Ok::<(), tetrolab_bot::WeightsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    of_board: [f32; BOARD_TERMS],
    of_move: [f32; MOVE_TERMS],
}

/// Why a text is no list of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError(String);

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WeightsError {}

/// The weights that the bot has if nothing else is said, and where they come from.
const TUNED: &str = include_str!("weights.toml");

impl Default for Weights {
    /// The tuned weights.
    fn default() -> Weights {
        Weights::from_toml(TUNED).expect("the weights of the project can be read")
    }
}

impl Weights {
    /// Weights that are all the same number.
    pub const fn all(weight: f32) -> Weights {
        Weights { of_board: [weight; BOARD_TERMS], of_move: [weight; MOVE_TERMS] }
    }

    /// Reads a file with a table `[weights]` of names and numbers. What is not named weighs nothing.
    ///
    /// # Errors
    /// If a name is unknown, or something is not a finite number.
    pub fn from_toml(text: &str) -> Result<Weights, WeightsError> {
        let file: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            WeightsError(error.to_string().trim_end().lines().map(str::trim).collect::<Vec<_>>().join(" "))
        })?;
        let mut weights = Weights::all(0.0);
        let table = file.get("weights").and_then(toml::Value::as_table);
        let table = table.ok_or_else(|| WeightsError("there is no table [weights]".into()))?;
        if let Some(name) = file.keys().find(|name| *name != "weights") {
            return Err(WeightsError(Unknown::new("table", name, ["weights"].into_iter()).to_string()));
        }
        for (name, value) in table {
            let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)).map(|it| it as f32);
            let number = number.filter(|number| number.is_finite());
            let number = number.ok_or_else(|| WeightsError(format!("the weight of {name} is not a number")))?;
            let weight = weights
                .weight_mut(name)
                .ok_or_else(|| WeightsError(Unknown::new("term", name, terms().map(|term| term.name)).to_string()))?;
            *weight = number;
        }
        Ok(weights)
    }

    /// As a file.
    pub fn to_toml(&self) -> String {
        let mut text = String::from("[weights]\n");
        for (term, weight) in terms().zip(self.numbers()) {
            text.push_str(&format!("{} = {weight:?}\n", term.name));
        }
        text
    }

    /// The weight with this name.
    pub fn get(&self, name: &str) -> Option<f32> {
        terms().zip(self.numbers()).find(|(term, _)| term.name == name).map(|(_, weight)| weight)
    }

    fn weight_mut(&mut self, name: &str) -> Option<&mut f32> {
        let place = terms().position(|term| term.name == name)?;
        self.of_board.iter_mut().chain(&mut self.of_move).nth(place)
    }

    /// All weights, in the order of [`terms`](crate::terms).
    pub fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        self.of_board.iter().chain(&self.of_move).copied()
    }

    /// From as many numbers as there are terms, in their order.
    pub fn from_numbers(numbers: &[f32]) -> Option<Weights> {
        let (of_board, of_move) = numbers.split_at_checked(BOARD_TERMS)?;
        Some(Weights { of_board: of_board.try_into().ok()?, of_move: of_move.try_into().ok()? })
    }

    pub(crate) const fn of_board(&self) -> &[f32; BOARD_TERMS] {
        &self.of_board
    }

    pub(crate) const fn of_move(&self) -> &[f32; MOVE_TERMS] {
        &self.of_move
    }
}
