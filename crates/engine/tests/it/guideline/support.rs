//! What the tests share: playing scripts and reading what came of them.
//!
//! The engine counts columns and rows from 0, the guideline from 1; [`columns`] and [`rows`] count as the guideline.

use std::ops::RangeInclusive;

use tetrolab_engine::{
    Act, Cell, Entry, Event, EventKind, Game, Input, Log, MILLISECOND, Piece, Placement, RandomKeys, Rotation, Script,
    Seed, Step, Time, action_name,
};

/// A game that has been played, and all that happened in it.
pub struct Played {
    pub game: Game,
    pub log: Vec<Entry>,
}

/// Reads a script; the indentation of its first line is taken off every line.
pub fn script(text: &str) -> Result<Script, String> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let indent = first.len() - first.trim_start().len();
    let strip = |line: &str| {
        let spaces = line.len() - line.trim_start().len();
        line[indent.min(spaces)..].to_string() + "\n"
    };
    text.lines().map(strip).collect::<String>().parse().map_err(|error| format!("{error}"))
}

/// Plays a script to its end.
pub fn play(text: &str) -> Played {
    play_script(&script(text).unwrap_or_else(|error| panic!("{error}\n{text}")))
}

pub fn play_script(script: &Script) -> Played {
    let mut log = Vec::new();
    let mut follow = Log::new(&Game::from_setup(&script.setup).expect("a script that was read is a game"));
    let game = script.play(|game, events| log.extend(follow.entries(game, events))).expect("it can be played");
    Played { game, log }
}

/// Why a script is refused.
pub fn refusal(text: &str) -> String {
    script(text).expect_err("the script should be refused")
}

const KINDS: [&str; 17] = [
    "generated",
    "held",
    "shifted",
    "rotated",
    "fell",
    "landed",
    "hard-dropped",
    "locked",
    "cleared",
    "rewarded",
    "collapsed",
    "level-up",
    "attacked",
    "warned",
    "rose",
    "undone",
    "ended",
];

impl Played {
    /// The events with this name.
    pub fn events(&self, kind: &str) -> impl Iterator<Item = &Event> {
        assert!(KINDS.contains(&kind), "there is no event {kind:?}");
        self.log.iter().map(|entry| &entry.event).filter(move |event| event.kind.name() == kind)
    }

    /// When the events with this name happened.
    pub fn times(&self, kind: &str) -> Vec<Time> {
        self.events(kind).map(|event| event.at).collect()
    }

    /// Whether there was no event with this name.
    pub fn never(&self, kind: &str) -> bool {
        self.events(kind).next().is_none()
    }

    /// Where the piece was at the events with this name.
    pub fn places(&self, kind: &str) -> Vec<Placement> {
        self.events(kind).filter_map(|event| event.kind.placement()).collect()
    }

    /// What earned points by Lock Down, in order: name, points, and whether it had the Back-to-Back bonus.
    pub fn actions(&self) -> Vec<(String, u64, bool)> {
        let action = |entry: &Entry| match entry.event.kind {
            EventKind::Cleared { spin, lines, points, back_to_back, .. } => {
                Some((action_name(spin, lines), points, back_to_back))
            }
            EventKind::Rewarded { spin, points } => Some((action_name(spin, 0), points, false)),
            _ => None,
        };
        self.log.iter().filter_map(action).collect()
    }

    /// Their points.
    pub fn points(&self) -> Vec<u64> {
        self.actions().into_iter().map(|(_, points, _)| points).collect()
    }

    /// Every level gained, with the lines cleared until then.
    pub fn level_ups(&self) -> Vec<(u8, u32)> {
        let gained = |entry: &Entry| matches!(entry.event.kind, EventKind::LevelUp { .. });
        self.log.iter().filter(|entry| gained(entry)).map(|entry| (entry.level, entry.lines)).collect()
    }

    /// The picture of the game at its end, down to the floor.
    pub fn picture(&self) -> String {
        self.game.picture().to_string()
    }

    /// The piece in play.
    pub fn in_play(&self) -> Placement {
        self.game.in_play().expect("a piece is in play")
    }
}

/// A picture in a test, as [`Played::picture`] gives it.
pub fn drawn(picture: &str) -> String {
    picture.split_whitespace().map(|row| row.to_string() + "\n").collect()
}

/// `board` with these rows, to be put into a script.
pub fn board(rows: &str) -> String {
    rows.split_whitespace().fold("board".to_string(), |text, row| text + "\n                    " + row)
}

/// `board` with the same row `height` times.
pub fn tower(height: usize, row: &str) -> String {
    board(&format!("{row} ").repeat(height))
}

/// `board` with nothing but one row, whose number counts from 1 at the floor.
pub fn lone_row(number: usize, row: &str) -> String {
    board(&format!("{row} {}", ".......... ".repeat(number - 1)))
}

/// One tap after the other, all at one moment, as steps of a script.
pub fn taps(buttons: &str) -> String {
    buttons.split_whitespace().map(|button| format!("+0ms tap {button}\n")).collect()
}

/// First and last column that a piece covers, counted from 1.
pub fn columns(placement: Placement) -> RangeInclusive<i8> {
    span(placement.cells().map(|cell| cell.x + 1))
}

/// First and last row that a piece covers, counted from 1.
pub fn rows(placement: Placement) -> RangeInclusive<i8> {
    span(placement.cells().map(|cell| cell.y + 1))
}

fn span(mut numbers: [i8; 4]) -> RangeInclusive<i8> {
    numbers.sort_unstable();
    numbers[0]..=numbers[3]
}

pub fn sorted(mut cells: [Cell; 4]) -> [Cell; 4] {
    cells.sort_unstable();
    cells
}

/// The placement that covers exactly these cells with this rotation. One of them is its centre.
pub fn placement(piece: Piece, rotation: Rotation, cells: [Cell; 4]) -> Placement {
    let places = cells.map(|centre| Placement::new(piece, rotation, centre.x, centre.y));
    places.into_iter().find(|place| sorted(place.cells()) == sorted(cells)).expect("these cells are that piece")
}

/// A game with random keys, a key every 50 ms.
pub fn random_game(seed: u64, settings: &str) -> Script {
    let mut script = script(&format!("{settings}\nseed {seed}")).expect("the settings are sound");
    let mut keys = RandomKeys::new(Seed(seed), 0);
    script.steps = (0..400)
        .map(|step| {
            let act = match keys.next_input() {
                Input::Press(button) => Act::Press(button),
                Input::Release(button) => Act::Release(button),
            };
            Step { at: step * 50 * MILLISECOND, act }
        })
        .collect();
    script
}
