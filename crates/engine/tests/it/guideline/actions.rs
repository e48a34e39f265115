//! The actions that are worth something, each played from the generation of its piece, and chains of them.
//!
//! The rows of several actions are stacked, the first at the top: each leaves what the next one needs.

use super::support::{Played, board, play, taps};

/// An action: what is on the board before it, the piece and its keys, and its points at level 1.
pub struct Action {
    pub name: &'static str,
    pub piece: char,
    pub rows: &'static str,
    pub keys: &'static str,
    pub points: u64,
}

const fn action(name: &'static str, piece: char, rows: &'static str, keys: &'static str, points: u64) -> Action {
    Action { name, piece, rows, keys, points }
}

/// Into the slot from above, then one turn under the overhang.
const TURN_IN: &str = "rotate-right soft-drop rotate-right hard-drop";

/// Everything in the guideline's table.
pub const ACTIONS: [Action; 10] = [
    action("Single", 'I', "XXX....XXX", "hard-drop", 100),
    action("Double", 'O', "XXXX..XXXX XXXX..XXXX", "hard-drop", 300),
    action("Triple", 'J', "XXXX..XXXX XXXX.XXXXX XXXX.XXXXX", "rotate-right hard-drop", 500),
    action("Tetris", 'I', "XXXXX.XXXX XXXXX.XXXX XXXXX.XXXX XXXXX.XXXX", "rotate-right hard-drop", 800),
    action("T-Spin", 'T', "..XX...... ..X....... XXXX.XXXX.", TURN_IN, 400),
    action("T-Spin Single", 'T', "..XX...... ..X....... XXXX.XXXXX", TURN_IN, 800),
    action("T-Spin Double", 'T', "..XX...... XXX...XXXX XXXX.XXXXX", TURN_IN, 1200),
    action(
        "T-Spin Triple",
        'T',
        "..XX...... .XX....X.. XXX.XXXXXX XXX..XXXXX XXX.XXXXXX",
        "right soft-drop left rotate-right hard-drop",
        1600,
    ),
    action("Mini T-Spin", 'T', "..X....... ..X....... XXX.XXXXX.", "soft-drop rotate-right hard-drop", 100),
    action("Mini T-Spin Single", 'T', "..X....... ..X....... XXX.XXXXXX", "soft-drop rotate-right hard-drop", 200),
];

/// The action with this name.
pub fn named(name: &str) -> &'static Action {
    ACTIONS.iter().find(|action| action.name == name).expect("there is such an action")
}

/// One piece of a chain.
pub struct Part {
    pub piece: char,
    pub rows: String,
    pub keys: String,
}

impl Action {
    pub fn part(&self) -> Part {
        Part { piece: self.piece, rows: self.rows.to_string(), keys: self.keys.to_string() }
    }

    /// A Tetris that stands on the rows of this action.
    pub fn tetris_above(&self) -> Part {
        tetris(self.rows.find('X').expect("every action has a Block in its top row"))
    }
}

/// A Tetris in this column, counted from 0; below it must be a Block.
pub fn tetris(column: usize) -> Part {
    let row: String = (0..10).map(|x| if x == column { '.' } else { 'X' }).collect();
    // A turn to the right brings a new I into column 5.
    let way = if column < 5 { "left ".repeat(5 - column) } else { "right ".repeat(column - 5) };
    Part { piece: 'I', rows: format!("{row} ").repeat(4), keys: format!("rotate-right {way} hard-drop") }
}

/// Plays a chain of actions, one piece after the other.
pub fn play_chain(settings: &str, parts: &[Part]) -> Played {
    let queue: String = parts.iter().map(|part| part.piece).collect();
    let rows: Vec<&str> = parts.iter().map(|part| part.rows.as_str()).collect();
    let steps: Vec<String> = parts.iter().map(|part| taps(&part.keys)).collect();
    play(&format!(
        "{settings}\nset soft-drop instant\nqueue {queue}\n{}\n0 wait\n{}",
        board(&rows.join(" ")),
        steps.join("+200ms wait\n")
    ))
}

/// Plays one action.
pub fn play_action(settings: &str, action: &Action) -> Played {
    play_chain(settings, &[action.part()])
}
