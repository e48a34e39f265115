//! `tests/data/perft.json`: counts of two generators that others wrote, on which both agree.

use serde_json::Value;
use tetrolab_engine::{Board, HalfTurns, Kicks, Movement, Picture, Piece, Size, pieces_from_letters};

/// So high that no piece of the table comes near the top.
const SIZE: Size = Size { width: 10, height: 40, buffer: 20 };

/// The rule sets of the table that are counted here. `SRS_SONIC_NONE_Y19` is left out: there a piece that moves down
/// falls until it lies on something, so that it cannot stop beside an opening on its way. Our pieces can.
const RULE_SETS: [(&str, Movement); 6] = [
    ("SRS_NONE_Y19", movement(Kicks::Srs, HalfTurns::Off, false, 19)),
    ("SRS_TSPIN_Y19", movement(Kicks::Srs, HalfTurns::Off, true, 19)),
    ("SRS_NONE_Y19_180", movement(Kicks::Srs, HalfTurns::Tests, false, 19)),
    ("SRSPLUS_TSPIN_Y5_180", movement(Kicks::SrsPlus, HalfTurns::Tests, true, 5)),
    ("SRS_NONE_Y20", movement(Kicks::Srs, HalfTurns::Off, false, 20)),
    ("SRS_TSPIN_Y20", movement(Kicks::Srs, HalfTurns::Off, true, 20)),
];

const fn movement(kicks: Kicks, half_turns: HalfTurns, spins: bool, spawn_row: i8) -> Movement {
    Movement {
        kicks,
        half_turns,
        spins,
        sticky_fifth_point: false,
        spawn_row,
        generation_drop: false,
        fall_back_row: None,
    }
}

/// One line of the table.
pub struct Entry {
    /// Rule set, board and queue.
    pub name: String,
    pub movement: Movement,
    pub board: Board,
    pub queue: Vec<Piece>,
    /// The count of each depth, where the table has one.
    pub nodes: Vec<Option<u64>>,
}

impl Entry {
    /// Checks a generator as deep as no count is larger than `limit`. Returns how many nodes of the table it gave.
    pub fn check(&self, limit: u64, perft: impl Fn(&Board, &[Piece], &Movement) -> Vec<u64>) -> u64 {
        let depth = self.nodes.iter().take_while(|nodes| nodes.is_none_or(|nodes| nodes <= limit)).count();
        if self.nodes[..depth].iter().all(Option::is_none) {
            return 0;
        }
        let counted = perft(&self.board, &self.queue[..depth], &self.movement);
        assert_eq!(counted.len(), depth, "{}", self.name);
        for (index, (&counted, &expected)) in counted.iter().zip(&self.nodes).enumerate() {
            assert_eq!(counted, expected.unwrap_or(counted), "{} at depth {}", self.name, index + 1);
        }
        self.nodes[..depth].iter().flatten().sum()
    }
}

/// All lines of the table.
pub fn entries() -> Vec<Entry> {
    let table: Value = serde_json::from_str(include_str!("../../data/perft.json")).expect("the table is JSON");
    let entries = RULE_SETS.iter().flat_map(|&(rule_set, movement)| {
        let entries = table["rulesets"][rule_set]["entries"].as_array().expect("the rule set has entries");
        let entry = |entry| read_entry(rule_set, movement, &table["boards"], entry);
        entries.iter().map(entry).collect::<Vec<_>>()
    });
    entries.collect()
}

fn read_entry(rule_set: &str, movement: Movement, boards: &Value, entry: &Value) -> Entry {
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let (board, letters) = (text(&entry["board"]), text(&entry["queue"]));
    let queue = pieces_from_letters(&letters).expect("a queue of pieces");
    let nodes = match &entry["nodes_by_depth"] {
        Value::Array(nodes) => nodes.iter().map(Value::as_u64).collect(),
        // One line has only the last of its counts.
        _ => {
            let last = entry["depth6_only"].as_u64().expect("a count for depth 6");
            vec![None, None, None, None, None, Some(last)]
        }
    };
    assert!(!nodes.is_empty() && nodes.len() <= queue.len(), "{rule_set} {board} {letters}");
    Entry { name: format!("{rule_set} {board} {letters}"), movement, board: read_board(&boards[&board]), queue, nodes }
}

/// Rows from the top, between slashes; `-` is the empty board.
fn read_board(rows: &Value) -> Board {
    let rows = rows.as_str().expect("a board is a text");
    if rows == "-" {
        return Board::empty(SIZE);
    }
    *Picture::parse(&rows.replace('/', "\n"), SIZE).expect("a board is a picture").blocks.board()
}
