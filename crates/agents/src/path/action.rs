//! What a piece can do, the ways to write it, and the order in which it is tried.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// One action of a piece. Each costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A quarter counterclockwise.
    TurnLeft,
    /// A quarter clockwise.
    TurnRight,
}

impl Action {
    /// All five, in the order in which they are tried by default.
    pub const ALL: [Action; 5] = [Action::Down, Action::Left, Action::Right, Action::TurnLeft, Action::TurnRight];

    /// `A`, `I`, `D`, `G_izq`, `G_der`: the letters in which the course at Seville prints its plans.
    pub const fn letter(self) -> &'static str {
        ["A", "I", "D", "G_izq", "G_der"][self as usize]
    }

    /// `↓`, `←`, `→`, `↺`, `↻`.
    pub const fn arrow(self) -> &'static str {
        ["↓", "←", "→", "↺", "↻"][self as usize]
    }

    /// `down`, `left`, `right`, `turn-left`, `turn-right`.
    pub const fn word(self) -> &'static str {
        ["down", "left", "right", "turn-left", "turn-right"][self as usize]
    }

    /// The action that is written like this, in any lettering.
    ///
    /// ```
    /// # use tetrolab_agents::path::Action;
    /// assert_eq!(Action::from_name("G_izq"), Some(Action::TurnLeft));
    /// assert_eq!(Action::from_name("turn-left"), Some(Action::TurnLeft));
    /// assert_eq!(Action::from_name("up"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|&action| LETTERINGS.iter().any(|lettering| (lettering.of)(action) == name))
    }
}

/// A way to write actions.
#[derive(Clone, Copy, Debug)]
pub struct Lettering {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// How an action is written.
    pub of: fn(Action) -> &'static str,
}

/// All ways to write actions.
pub const LETTERINGS: [Lettering; 3] = [
    Lettering { name: "sevilla", meaning: "A I D G_izq G_der, as the course at Seville", of: Action::letter },
    Lettering { name: "arrows", meaning: "↓ ← → ↺ ↻", of: Action::arrow },
    Lettering { name: "words", meaning: "down left right turn-left turn-right", of: Action::word },
];

impl Lettering {
    /// A plan on one line.
    ///
    /// ```
    /// # use tetrolab_agents::path::{Action, LETTERINGS};
    /// assert_eq!(LETTERINGS[0].plan(&[Action::Down, Action::Down, Action::TurnLeft]), "A A G_izq");
    /// ```
    pub fn plan(&self, plan: &[Action]) -> String {
        plan.iter().map(|&action| (self.of)(action)).collect::<Vec<_>>().join(" ")
    }
}

/// The order in which the actions are tried: where several plans cost the same, it decides which one is found.
///
/// ```
/// # use tetrolab_agents::path::{Action, Order};
/// let order: Order = "right,down,left,turn-left,turn-right".parse()?;
/// assert_eq!(order.actions()[0], Action::Right);
/// assert_eq!("D,A,I,G_izq,G_der".parse(), Ok(order));
/// # Ok::<(), tetrolab_agents::path::OrderError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order([Action; 5]);

impl Order {
    /// The actions, first to last.
    pub const fn actions(&self) -> &[Action; 5] {
        &self.0
    }
}

impl Default for Order {
    /// Down, Left, Right, Turn left, Turn right.
    fn default() -> Order {
        Order(Action::ALL)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.map(Action::word).join(","))
    }
}

/// Why a text is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderError {
    /// A word that names no action.
    Unknown(String),
    /// An action that comes twice.
    Twice(Action),
    /// An action that does not come.
    Missing(Action),
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Unknown(name) => {
                write!(f, "the order names the action {name:?}; there are only {}", Order::default())
            }
            OrderError::Twice(action) => write!(f, "the order names {} twice", action.word()),
            OrderError::Missing(action) => {
                write!(f, "the order does not name {}; it must name all of {}", action.word(), Order::default())
            }
        }
    }
}

impl Error for OrderError {}

impl FromStr for Order {
    type Err = OrderError;

    /// Reads the five actions in any lettering, with commas between them.
    fn from_str(text: &str) -> Result<Order, OrderError> {
        let mut actions = Vec::new();
        for name in text.split(',').map(str::trim) {
            let action = Action::from_name(name).ok_or_else(|| OrderError::Unknown(name.to_string()))?;
            if actions.contains(&action) {
                return Err(OrderError::Twice(action));
            }
            actions.push(action);
        }
        match Action::ALL.into_iter().find(|action| !actions.contains(action)) {
            Some(missing) => Err(OrderError::Missing(missing)),
            None => Ok(Order(actions.try_into().expect("all five, each once"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_say_what_is_wrong() {
        let refusal = |text: &str| text.parse::<Order>().unwrap_err().to_string();
        let all = "down,left,right,turn-left,turn-right";
        assert_eq!(refusal("up,down"), format!("the order names the action \"up\"; there are only {all}"));
        assert_eq!(refusal("A,A,I,D,G_izq"), "the order names down twice");
        assert_eq!(refusal("down,left,right"), format!("the order does not name turn-left; it must name all of {all}"));
        assert_eq!(refusal(""), format!("the order names the action \"\"; there are only {all}"));
    }

    #[test]
    fn every_order_survives_the_round_trip() {
        let order = Order([Action::TurnRight, Action::Right, Action::Down, Action::TurnLeft, Action::Left]);
        assert_eq!(order.to_string().parse(), Ok(order));
    }
}
