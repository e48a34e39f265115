//! `rules`: by which rules games are played.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrolab_bot::TBP_RULES;
use tetrolab_engine::{HalfTurns, Kicks, Movement, Rules};

use super::randomizer::RandomizerKind;

/// By which rules games are played. The protocol itself names only the randomizer; the rest are extensions for bots that have
/// the features of these names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RulesMessage {
    /// Where pieces come from.
    pub randomizer: RandomizerKind,
    /// The rotation points: the word of [`KICKS`](super::KICKS).
    #[serde(rename = "tetrolab:kicks", skip_serializing_if = "Option::is_none")]
    kicks: Option<Value>,
    /// Turns by 180 degrees: the word of [`HALF_TURNS`](super::HALF_TURNS).
    #[serde(rename = "tetrolab:half_turns", skip_serializing_if = "Option::is_none")]
    half_turns: Option<Value>,
}

/// The rotation points that can be named.
const KICKS: [(&str, Kicks); 3] = [("srs", Kicks::Srs), ("srs_plus", Kicks::SrsPlus), ("none", Kicks::None)];

/// The half turns that can be named.
const HALF_TURNS: [(&str, HalfTurns); 2] = [("off", HalfTurns::Off), ("tests", HalfTurns::Tests)];

impl RulesMessage {
    /// The rules of the protocol, with this randomizer.
    pub fn new(randomizer: RandomizerKind) -> RulesMessage {
        RulesMessage { randomizer, ..RulesMessage::default() }
    }

    /// The same, and how pieces turn. What is as the protocol has it need not be said, and nothing else than the names can.
    pub fn with_movement(self, rules: &Rules) -> RulesMessage {
        let kicks = KICKS.iter().find(|named| named.1 == rules.kicks && rules.kicks != TBP_RULES.kicks);
        let half_turns =
            HALF_TURNS.iter().find(|named| named.1 == rules.half_turns && rules.half_turns != TBP_RULES.half_turns);
        RulesMessage {
            kicks: kicks.map(|named| named.0.into()),
            half_turns: half_turns.map(|named| named.0.into()),
            ..self
        }
    }

    /// Whether it says enough for a bot to know which moves there are by these rules.
    pub fn is_enough_for(&self, rules: &Rules) -> bool {
        self.rules().is_some_and(|said| said.hold == rules.hold && Movement::of(&said) == Movement::of(rules))
    }

    /// The rules that are meant; `None` if they are not known.
    pub fn rules(&self) -> Option<Rules> {
        Some(Rules {
            kicks: chosen(&KICKS, self.kicks.as_ref(), TBP_RULES.kicks)?,
            half_turns: chosen(&HALF_TURNS, self.half_turns.as_ref(), TBP_RULES.half_turns)?,
            ..TBP_RULES
        })
    }
}

/// The one that is named, or the usual one if none is.
fn chosen<T: Copy>(table: &[(&str, T)], name: Option<&Value>, usual: T) -> Option<T> {
    let Some(name) = name else { return Some(usual) };
    table.iter().find(|named| name == named.0).map(|named| named.1)
}
