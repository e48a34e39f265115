//! Where pieces come from, as `rules` and `start` say it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrolab_bot::Supply;
use tetrolab_engine::Piece;

use super::notation::Letter;

/// The kind of randomizer that the rules name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RandomizerKind {
    /// Every piece with the same chance.
    Uniform,
    /// A bag with one of each.
    SevenBag,
    /// A bag with any number of each.
    GeneralBag,
    /// Nothing is known. A kind that this program has never heard of is as good as that.
    #[default]
    Unknown,
}

impl From<Value> for RandomizerKind {
    fn from(value: Value) -> RandomizerKind {
        match value.as_str() {
            Some("uniform") => RandomizerKind::Uniform,
            Some("seven_bag") => RandomizerKind::SevenBag,
            Some("general_bag") => RandomizerKind::GeneralBag,
            _ => RandomizerKind::Unknown,
        }
    }
}

impl<'de> Deserialize<'de> for RandomizerKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RandomizerKind, D::Error> {
        Value::deserialize(deserializer).map(RandomizerKind::from)
    }
}

impl From<&Supply> for RandomizerKind {
    fn from(supply: &Supply) -> RandomizerKind {
        match Randomizer::from(supply) {
            Randomizer::Uniform => RandomizerKind::Uniform,
            Randomizer::SevenBag { .. } => RandomizerKind::SevenBag,
            Randomizer::GeneralBag { .. } => RandomizerKind::GeneralBag,
            Randomizer::Unknown => RandomizerKind::Unknown,
        }
    }
}

/// The randomizer as a game begins, after the last piece of the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Written")]
pub enum Randomizer {
    /// Every piece with the same chance.
    Uniform,
    /// A bag with one of each.
    SevenBag {
        /// What is left in it. An empty list means the same as all seven.
        bag_state: Vec<Piece>,
    },
    /// A bag with any number of each.
    GeneralBag {
        /// How many of each are left, in the order of [`Piece::ALL`]. None at all means that it is full.
        current_bag: [u32; 7],
        /// How many of each a full bag has.
        filled_bag: [u32; 7],
    },
    /// One that this program has never heard of.
    Unknown,
}

/// How a randomizer is written.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Written {
    Uniform,
    SevenBag {
        bag_state: Vec<Letter>,
    },
    GeneralBag {
        current_bag: Counts,
        filled_bag: Counts,
    },
    #[serde(other)]
    Unknown,
}

/// How many of each piece.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "UPPERCASE")]
struct Counts {
    i: u32,
    j: u32,
    l: u32,
    o: u32,
    s: u32,
    t: u32,
    z: u32,
}

impl From<[u32; 7]> for Counts {
    fn from([i, j, l, o, s, t, z]: [u32; 7]) -> Counts {
        Counts { i, j, l, o, s, t, z }
    }
}

impl From<Counts> for [u32; 7] {
    fn from(Counts { i, j, l, o, s, t, z }: Counts) -> [u32; 7] {
        [i, j, l, o, s, t, z]
    }
}

impl TryFrom<Value> for Randomizer {
    type Error = String;

    fn try_from(value: Value) -> Result<Randomizer, String> {
        if value.get("type").and_then(Value::as_str).is_none() {
            return Ok(Randomizer::Unknown);
        }
        match serde_json::from_value(value).map_err(|error| format!("the randomizer is wrong: {error}"))? {
            Written::Uniform => Ok(Randomizer::Uniform),
            Written::SevenBag { bag_state } => {
                let bag_state: Vec<Piece> = bag_state.into_iter().map(|Letter(piece)| piece).collect();
                let is_twice = |piece: &&Piece| bag_state.iter().filter(|other| other == piece).count() > 1;
                match bag_state.iter().find(is_twice) {
                    Some(piece) => Err(format!("a bag of seven has only one {piece}")),
                    None => Ok(Randomizer::SevenBag { bag_state }),
                }
            }
            Written::GeneralBag { current_bag, filled_bag } => {
                let [current_bag, filled_bag] = [current_bag, filled_bag].map(<[u32; 7]>::from);
                match filled_bag.iter().any(|&count| count > 0) {
                    true => Ok(Randomizer::GeneralBag { current_bag, filled_bag }),
                    false => Err("the filled bag has no pieces".to_string()),
                }
            }
            Written::Unknown => Ok(Randomizer::Unknown),
        }
    }
}

impl From<Randomizer> for Written {
    fn from(randomizer: Randomizer) -> Written {
        match randomizer {
            Randomizer::Uniform => Written::Uniform,
            Randomizer::SevenBag { bag_state } => {
                Written::SevenBag { bag_state: bag_state.into_iter().map(Letter).collect() }
            }
            Randomizer::GeneralBag { current_bag, filled_bag } => {
                Written::GeneralBag { current_bag: current_bag.into(), filled_bag: filled_bag.into() }
            }
            Randomizer::Unknown => Written::Unknown,
        }
    }
}

impl From<&Supply> for Randomizer {
    fn from(supply: &Supply) -> Randomizer {
        match *supply {
            Supply::Uniform => Randomizer::Uniform,
            Supply::Bag { left, full } if full == [1; 7] && left.iter().all(|&count| count <= 1) => {
                let bag_state = Piece::ALL.into_iter().filter(|&piece| left[piece as usize] > 0).collect();
                Randomizer::SevenBag { bag_state }
            }
            Supply::Bag { left, full } => Randomizer::GeneralBag { current_bag: left, filled_bag: full },
        }
    }
}

impl From<&Randomizer> for Supply {
    /// Of an unknown randomizer nothing is known, so any piece may come.
    fn from(randomizer: &Randomizer) -> Supply {
        match randomizer {
            Randomizer::Uniform | Randomizer::Unknown => Supply::Uniform,
            Randomizer::SevenBag { bag_state } => Supply::seven_bag(bag_state),
            Randomizer::GeneralBag { current_bag, filled_bag } => Supply::bag(*current_bag, *filled_bag),
        }
    }
}
