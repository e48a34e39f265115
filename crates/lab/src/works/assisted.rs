//! The assisted game of the course at Seville, to its end.

use tetrolab_agents::assisted::{Game, Mind};
use tetrolab_agents::path::{ALGORITHMS, Action, Algorithm, Order, Place, Space, TURNINGS, Turning};
use tetrolab_agents::sevilla::TERMS;
use tetrolab_agents::{AGENTS, Agent};
use tetrolab_engine::{Blocks, Board, MAX_HEIGHT, MAX_WIDTH, Piece, PieceStream, Placement, Randomizer, Seed, Size};

use super::RANDOMIZER;
use crate::grid::{Better, Control, Key, Measure, Outcome, Settings, Statistic, Takes, Task, Usual, Work};

/// Piece after piece appears at the top and goes where it is best, until one does not fit.
pub struct Assisted;

const KEYS: &[Key] = &[
    Key {
        name: "agent",
        meaning: "who decides where pieces go",
        takes: Takes::Word(|| AGENTS.iter().map(|agent| agent.name).collect()),
        usual: Usual::Text("sevilla"),
    },
    Key {
        name: "rotation",
        meaning: "how pieces turn, which says what places are in reach",
        takes: Takes::Word(|| TURNINGS.iter().map(|turning| turning.name).collect()),
        usual: Usual::Text(Turning::SEVILLA.name),
    },
    Key {
        name: "algorithm",
        meaning: "how the steps to a place are searched",
        takes: Takes::Word(|| ALGORITHMS.iter().map(|algorithm| algorithm.name).collect()),
        usual: Usual::Text("breadth-first"),
    },
    RANDOMIZER,
    Key {
        name: "rows",
        meaning: "rows of the board",
        takes: Takes::Whole(LEAST, MAX_HEIGHT as i64),
        usual: Usual::Whole(22),
    },
    Key {
        name: "width",
        meaning: "columns of the board",
        takes: Takes::Whole(LEAST, MAX_WIDTH as i64),
        usual: Usual::Whole(10),
    },
    Key {
        name: "pieces",
        meaning: "the most pieces: a game that has not ended by then is broken off",
        takes: Takes::Whole(1, 1_000_000_000),
        usual: Usual::Whole(100_000),
    },
];

/// Every piece fits at the top of a board with this many rows and columns.
const LEAST: i64 = 4;
/// The place of the holes in the course's terms.
const HOLES: usize = 2;

/// A number of a game, or of each of its pieces.
const fn mean(name: &'static str, unit: &'static str, meaning: &'static str, better: Better) -> Measure {
    Measure { name, unit, meaning, statistic: Statistic::Mean, better, is_timed: false }
}

const MEASURES: &[Measure] = &[
    mean("pieces", "pieces", "pieces placed until the game was lost or broken off", Better::More),
    mean("lines", "lines", "rows that were removed", Better::More),
    mean("holes", "holes", "covered empty cells on the board, the mean over all pieces", Better::Less),
    mean("steps", "steps", "steps of a piece to its place, falling included", Better::Less),
    mean("turns", "turns", "turns among them", Better::Neither),
    mean(
        "kicked",
        "%",
        "pieces that went where turns about the centre, without kicks, would not have brought them",
        Better::Neither,
    ),
    Measure {
        name: "survived",
        unit: "",
        meaning: "whether the game was broken off, so that it would have lasted longer",
        statistic: Statistic::Share,
        better: Better::More,
        is_timed: false,
    },
];

impl Work for Assisted {
    fn name(&self) -> &'static str {
        "assisted"
    }

    fn meaning(&self) -> &'static str {
        "the course's assisted game: piece after piece goes where it is best, until one does not fit"
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    fn rules(&self, settings: &Settings) -> String {
        let [rotation, randomizer] = ["rotation", "randomizer"].map(|name| settings.text(name));
        let (width, rows) = (settings.count("width"), settings.count("rows"));
        format!("the course's game on {width}x{rows}, {rotation} rotation, {randomizer} pieces")
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        game(settings, 0).and_then(|_| pieces(settings, 0)).map(drop)
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let settings = task.settings();
        let seed = task.cell.shared_seed();
        let (mut game, limit) = (game(settings, seed)?, settings.count("pieces"));
        let mut counts = Counts::default();
        for piece in pieces(settings, seed)? {
            if control.is_stopped() {
                return Ok(None);
            }
            if game.pieces() == limit {
                break;
            }
            let before = *game.blocks().board();
            let Some(turn) = game.play(piece) else {
                return Ok(Some(counts.outcome(&game, false)));
            };
            counts.add(&before, turn.choice.resting.placement, &turn.plan, game.blocks().board());
            if game.pieces().is_multiple_of(TOLD) {
                (control.tell)(None, format!("{} pieces", game.pieces()));
            }
        }
        Ok(Some(counts.outcome(&game, true)))
    }
}

/// Progress is reported every this many pieces.
const TOLD: u64 = 100;

/// What is counted over a game.
#[derive(Default)]
struct Counts {
    steps: u64,
    turns: u64,
    kicked: u64,
    holes: u64,
}

impl Counts {
    /// Counts a piece: the board before it, where it went and by which steps, and the board after it.
    fn add(&mut self, before: &Board, placement: Placement, plan: &[Action], after: &Board) {
        self.steps += plan.len() as u64;
        let turns = plan.iter().filter(|action| matches!(action, Action::TurnLeft | Action::TurnRight)).count();
        self.turns += turns as u64;
        self.kicked += u64::from(turns > 0 && !is_in_reach(before, placement));
        self.holes += u64::from((TERMS[HOLES].value)(after));
    }

    fn outcome(self, game: &Game, survived: bool) -> Outcome {
        // A game in which the first piece does not fit has no pieces to speak of.
        let pieces = game.pieces().max(1) as f64;
        Outcome::default()
            .value("pieces", game.pieces() as f64)
            .value("lines", game.lines() as f64)
            .value("holes", self.holes as f64 / pieces)
            .value("steps", self.steps as f64 / pieces)
            .value("turns", self.turns as f64 / pieces)
            .value("kicked", 100.0 * self.kicked as f64 / pieces)
            .value("survived", f64::from(u8::from(survived)))
    }
}

/// Whether a place is in reach of a piece that turns about its centre or not at all.
fn is_in_reach(board: &Board, placement: Placement) -> bool {
    let top = Place::top(placement.piece, board.size().width);
    let space = Space::new(*board, placement.piece, &top, Turning::SRS_NO_KICKS, Order::default());
    let mut cells = placement.cells();
    cells.sort_unstable();
    space.is_ok_and(|space| {
        space.resting_places().iter().any(|resting| {
            let mut other = resting.placement.cells();
            other.sort_unstable();
            other == cells
        })
    })
}

/// A game before its first piece.
fn game(settings: &Settings, seed: u64) -> Result<Game, String> {
    let size = Size { width: settings.count("width") as u8, height: settings.count("rows") as u8, buffer: 0 };
    let agent = Agent::named(settings.text("agent")).map_err(|unknown| unknown.to_string())?;
    let turning = Turning::named(settings.text("rotation")).ok_or("there is no such rotation")?;
    let algorithm = Algorithm::named(settings.text("algorithm")).ok_or("there is no such algorithm")?;
    let mind = Mind::new(agent.name, agent.weights(), size, Seed(seed));
    let mind = mind.map_err(|error| format!("{}: {error}", agent.name))?;
    Ok(Game::new(Blocks::empty(size), turning, *algorithm, mind))
}

/// The pieces of a game.
fn pieces(settings: &Settings, seed: u64) -> Result<impl Iterator<Item = Piece>, String> {
    let randomizer: Randomizer = settings.text("randomizer").parse()?;
    match randomizer {
        Randomizer::Nothing | Randomizer::Repeat => Err(format!("the randomizer {randomizer} makes no pieces")),
        _ => Ok(PieceStream::new(randomizer, Seed(seed), 0, &[])),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{can_be_stopped, refusal, run};

    #[test]
    fn games_end_or_are_broken_off() {
        let text = "work = \"assisted\"\nrepetitions = 3\nagent = [\"sevilla\", \"random\"]\npieces = 150";
        let done = run(text);
        assert_eq!(done, run(text), "the same seeds, the same games");
        for (index, done) in done.iter().enumerate() {
            let [pieces, lines, survived] = ["pieces", "lines", "survived"].map(|name| done.values[name]);
            match index % 2 {
                // The course's player lasts some hundred pieces, chance some twenty.
                0 => assert!(pieces > 40.0 && (survived == 1.0) == (pieces == 150.0), "{:?}", done.values),
                _ => assert!((8.0..40.0).contains(&pieces) && survived == 0.0, "{:?}", done.values),
            }
            let filled = 4.0 * pieces - 10.0 * lines;
            assert!((0.0..=220.0).contains(&filled), "{:?}", done.values);
        }
    }

    /// The numbers of some games, so that a change of the rules is seen. On a low board kicks matter.
    #[test]
    fn games_of_a_seed_are_known() {
        let grid =
            "work = \"assisted\"\nrows = 10\nrepetitions = 3\nrotation = [\"sevilla\", \"srs\", \"srs-no-kicks\"]";
        let done = run(grid);
        let pieces: Vec<f64> = done.iter().map(|done| done.values["pieces"]).collect();
        assert_eq!(pieces, [54.0, 54.0, 47.0, 19.0, 19.0, 19.0, 76.0, 76.0, 76.0]);
        let kicked: Vec<f64> = done.iter().map(|done| done.values["kicked"]).collect();
        assert!(kicked[1] > 0.0 && kicked.chunks(3).all(|game| game[2] == 0.0), "{kicked:?}");
    }

    #[test]
    fn it_can_be_stopped_and_refuses_what_makes_no_sense() {
        assert!(can_be_stopped("work = \"assisted\""));
        assert!(refusal("work = \"assisted\"\nrandomizer = \"none\"").contains("makes no pieces"));
        assert!(refusal("work = \"assisted\"\nrandomizer = \"bag\"").contains("7-bag"));
        assert!(refusal("work = \"assisted\"\nagent = \"sevila\"").contains("sevilla"));
        assert!(refusal("work = \"assisted\"\nrows = 3").contains("from 4"));
    }
}
