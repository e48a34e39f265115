//! Actions that are worth something, each with a board, a piece and the keys that do it.

/// An action: the rows it needs, top row first, and its piece with the keys from its generation on.
pub struct Action {
    pub name: &'static str,
    piece: char,
    rows: &'static [&'static str],
    keys: &'static str,
}

/// Into the slot from above, then one turn under the overhang.
const TURN_IN: &str = "rotate-right soft-drop rotate-right hard-drop";

/// All Lock Downs of the guideline's table. Soft Drop goes all the way at once in the scripts, so that they need no times.
#[rustfmt::skip]
pub const ACTIONS: [Action; 10] = [
    Action { name: "single", piece: 'I', rows: &["XXX....XXX"], keys: "hard-drop" },
    Action { name: "double", piece: 'O', rows: &["XXXX..XXXX", "XXXX..XXXX"], keys: "hard-drop" },
    Action { name: "triple", piece: 'J', rows: &["XXXX..XXXX", "XXXX.XXXXX", "XXXX.XXXXX"], keys: "rotate-right hard-drop" },
    Action { name: TETRIS, piece: 'I', rows: &["XXXXX.XXXX"; 4], keys: "rotate-right hard-drop" },
    Action { name: "t-spin", piece: 'T', rows: &["..XX......", "..X.......", "XXXX.XXXX."], keys: TURN_IN },
    Action { name: "t-spin-single", piece: 'T', rows: &["..XX......", "..X.......", "XXXX.XXXXX"], keys: TURN_IN },
    Action { name: "t-spin-double", piece: 'T', rows: &["..XX......", "XXX...XXXX", "XXXX.XXXXX"], keys: TURN_IN },
    Action {
        name: "t-spin-triple",
        piece: 'T',
        rows: &["..XX......", ".XX....X..", "XXX.XXXXXX", "XXX..XXXXX", "XXX.XXXXXX"],
        keys: "right soft-drop left rotate-right hard-drop",
    },
    Action { name: "mini-t-spin", piece: 'T', rows: &["..X.......", "..X.......", "XXX.XXXXX."], keys: "soft-drop rotate-right hard-drop" },
    Action { name: "mini-t-spin-single", piece: 'T', rows: &["..X.......", "..X.......", "XXX.XXXXXX"], keys: "soft-drop rotate-right hard-drop" },
];

/// The action that can go before others.
pub const TETRIS: &str = "tetris";

/// What is done with one piece.
#[derive(Clone)]
pub struct Part {
    pub piece: char,
    pub rows: Vec<String>,
    pub keys: String,
}

impl Action {
    /// The action with this name.
    pub fn named(name: &str) -> Option<&'static Action> {
        ACTIONS.iter().find(|action| action.name == name)
    }

    /// The action on its own.
    pub fn part(&self) -> Part {
        let rows = self.rows.iter().map(ToString::to_string).collect();
        Part { piece: self.piece, rows, keys: self.keys.to_string() }
    }

    /// A Tetris that lies on the rows of this action and leaves them as they are.
    pub fn tetris_above(&self) -> Part {
        let column = self.rows[0].find('X').unwrap_or(0);
        let row: String = (0..10).map(|x| if x == column { '.' } else { 'X' }).collect();
        // A turn to the right brings a new I into column 5.
        let way = if column < 5 { "left ".repeat(5 - column) } else { "right ".repeat(column - 5) };
        Part { piece: 'I', rows: vec![row; 4], keys: format!("rotate-right {way} hard-drop") }
    }
}

/// The document's example of a chain: Tetris, T-Spin Double, T-Spin, Tetris, T-Spin Single.
pub fn example() -> Vec<Part> {
    let part = |piece, rows: &[&str], keys: &str| Part {
        piece,
        rows: rows.iter().map(ToString::to_string).collect(),
        keys: keys.to_string(),
    };
    vec![
        part('I', &["XX.XXXXXXX"; 4], "rotate-right left left left hard-drop"),
        part('T', &["..XX......", "XXX...XXXX", "XXXX.XXXXX"], TURN_IN),
        part('T', &["..XX......", "..X.......", "XXXX.X...."], TURN_IN),
        part('I', &["XXXXXX.XXX"; 4], "rotate-right right hard-drop"),
        part(
            'T',
            &[".....XX...", ".....X....", "XXXXXXX.XX"],
            "rotate-right right right right soft-drop rotate-right hard-drop",
        ),
    ]
}

/// A game in which these parts are played one after the other. Their rows lie on each other, the first on top, because each
/// leaves what the next one needs.
pub fn script(settings: &str, parts: &[Part]) -> String {
    let queue: String = parts.iter().map(|part| part.piece).collect();
    let rows: String = parts.iter().flat_map(|part| &part.rows).map(|row| format!("    {row}\n")).collect();
    let steps = parts.iter().map(|part| {
        let taps: String = part.keys.split_whitespace().map(|key| format!("+0ms tap {key}\n")).collect();
        taps + "+200ms wait\n"
    });
    format!(
        "rules guideline\n{settings}set soft-drop instant\nqueue {queue}\nboard\n{rows}0 wait\n{}",
        steps.collect::<String>()
    )
}
