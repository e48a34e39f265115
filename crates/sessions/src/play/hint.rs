//! The assistant's advice in words: the keys, the value, and what decided against the next best.

use tetrolab_agents::Advice;
use tetrolab_engine::{Button, Game, Key, KeyPath, Placement};

use super::{Coach, Reason, Verdict};
use crate::preferences::bindings::Bindings;
use crate::preferences::command::Command;
use crate::preferences::look::Characters;
use crate::texts::Texts;

/// How things are called: the player's keys and language.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    pub keys: &'a Bindings,
    pub characters: Characters,
    pub texts: &'a Texts,
}

/// What is shown of an advice.
pub struct Hint<'a> {
    /// Where the piece should go, if that is known.
    pub placement: Option<Placement>,
    /// Who advises what.
    pub title: String,
    /// The keys, as they are on the keyboard.
    pub keys: String,
    /// What is to be said besides.
    pub note: String,
    /// Names and numbers.
    pub entries: Vec<(String, String)>,
    /// What decided between the best and the next best.
    pub reasons: &'a [Reason],
}

impl<'a> Hint<'a> {
    /// The advice of an agent, with the player's own keys.
    pub fn of_agent(agent: &str, advice: &Advice, reasons: &'a [Reason], wording: Wording<'_>) -> Hint<'a> {
        let texts = &wording.texts.hint;
        let next_best =
            advice.runner_up.as_ref().map(|other| (texts.next_best.to_string(), Rounded(other.value).to_string()));
        let is_tie = advice.explanation.is_some() && advice.runner_up.is_some() && reasons.is_empty();
        Hint {
            placement: Some(advice.path.placement),
            title: texts.advice.with(&[("agent", &agent)]),
            keys: typed(advice.use_hold, &advice.path, wording),
            note: if is_tie { texts.as_good.to_string() } else { String::new() },
            entries: [(texts.value.to_string(), Rounded(advice.value).to_string())]
                .into_iter()
                .chain(next_best)
                .collect(),
            reasons,
        }
    }

    /// The hint of an agent, with a word about the coach of perfect clears if that cannot see far enough yet.
    #[must_use]
    pub fn beside(self, coach: Option<&Coach>, wording: Wording<'_>) -> Hint<'a> {
        match coach.and_then(Coach::verdict) {
            Some(Verdict::TooFar) => Hint { note: wording.texts.hint.too_far.to_string(), ..self },
            _ => self,
        }
    }

    /// What the coach of perfect clears says; `None` if it has nothing to say yet.
    pub fn of_coach(coach: &Coach, game: &Game, wording: Wording<'_>) -> Option<Hint<'a>> {
        let texts = &wording.texts.hint;
        let (title, path) = match coach.verdict() {
            Some(Verdict::Possible { clears, continuations, .. }) => {
                let title = match continuations {
                    1 => texts.clear.to_string(),
                    _ => texts.clear_likely.with(&[("clears", clears), ("continuations", continuations)]),
                };
                (title, Some(coach.path(game)?))
            }
            Some(Verdict::Impossible) => (texts.no_clear.to_string(), None),
            Some(Verdict::TooFar) => return None,
            None if coach.is_thinking() => (texts.thinking.to_string(), None),
            None => return None,
        };
        let keys = path.as_ref().map_or_else(String::new, |(hold, path)| typed(*hold, path, wording));
        let placement = path.map(|(_, path)| path.placement);
        Some(Hint { placement, title, keys, note: String::new(), entries: Vec::new(), reasons: &[] })
    }
}

/// The keys of a path, as they are on the player's keyboard.
fn typed(hold: bool, path: &KeyPath, wording: Wording<'_>) -> String {
    let key = |button: Button, is_held: bool| {
        let keys = wording.keys.keys(Command::Button(button));
        let name = keys.first().map(|key| key.shown(wording.characters, &wording.texts.keys));
        let name = name.unwrap_or_else(|| button.name().to_string());
        if is_held { wording.texts.hint.held.with(&[("key", &name)]) } else { name }
    };
    let is_held = |key: &Key| matches!(key, Key::LeftHeld | Key::RightHeld | Key::Down(_));
    let first = hold.then(|| key(Button::Hold, false));
    let keys = path.keys.iter().map(|press| key(press.button(), is_held(press)));
    first.into_iter().chain(keys).collect::<Vec<_>>().join(" ")
}

/// A number with as many digits as are worth reading.
pub struct Rounded(pub f64);

impl std::fmt::Display for Rounded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = match self.0.abs() {
            size if size >= 1e6 => return write!(f, "{:.1e}", self.0),
            size if size >= 1000.0 => 0,
            size if size >= 100.0 => 1,
            size if size >= 1.0 => 2,
            _ => 3,
        };
        if f.sign_plus() { write!(f, "{:+.digits$}", self.0) } else { write!(f, "{:.digits$}", self.0) }
    }
}

/// The name of a feature without the number that some have in front.
pub fn short_name(name: &str) -> &str {
    match name.strip_prefix('f').and_then(|rest| rest.split_once('_')) {
        Some((number, rest)) if number.chars().all(|digit| digit.is_ascii_digit()) => rest,
        _ => name,
    }
}
