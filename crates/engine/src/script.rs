//! Scripts: whole games as text, for bug reports and tests. The format is described in `docs/scripts.md`.

use std::error::Error;
use std::fmt;

use crate::event::{Button, Event};
use crate::game::Game;
use crate::handling::{HANDLINGS, Handling};
use crate::modes::{MODES, Mode};
use crate::piece::{Piece, Placement, Rotation, pieces_from_letters};
use crate::random::Seed;
use crate::rules::{RULES, Rules};
use crate::settings;
use crate::setup::Setup;
use crate::step::{Act, Step};
use crate::text::{ParseBoardError, Picture};
use crate::time::{LATEST, Seconds, Time, parse_time};

/// A game as text: what it starts from, and what comes when.
///
/// ```
/// use tetrolab_engine::Script;
///
/// let script: Script = "
/// rules guideline
/// queue T
/// board
///     XXX...XXXX
///     XXXX.XXXXX
/// 0     tap rotate-right
/// +10ms tap rotate-right
/// +10ms tap hard-drop
/// ".parse()?;
/// let game = script.play(|_, _| {})?;
/// assert_eq!((game.lines(), game.score()), (2, 2 * 18 + 300));
/// # Ok::<(), tetrolab_engine::ScriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// What the game starts from.
    pub setup: Setup,
    /// What comes, in order of time.
    pub steps: Vec<Step>,
}

/// Why a script is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The line, counted from 1; none if the fault is in no single line.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

impl Error for ScriptError {}

/// A script as it is being read.
#[derive(Default)]
struct Reader {
    setup: Setup,
    steps: Vec<Step>,
    /// The picture with its first line, and the rows that belong to it.
    board: Option<(usize, String)>,
    in_picture: bool,
    /// Settings with their lines; they are set when the presets are known.
    sets: Vec<(usize, String, String)>,
    /// What has been given, and in which line.
    seen: Vec<(&'static str, usize)>,
}

impl Script {
    /// Plays the script to its end and shows every event, with the game as it is after the timer or input that caused it.
    ///
    /// # Errors
    /// If the set-up is no game.
    pub fn play(&self, mut watch: impl FnMut(&Game, &[Event])) -> Result<Game, ScriptError> {
        let no_line = |message: String| ScriptError { line: None, message };
        let mut game = Game::from_setup(&self.setup).map_err(|error| no_line(error.to_string()))?;
        let mut watch_all = |game: &Game, events: &[Event]| {
            watch(game, events);
            true
        };
        for &step in &self.steps {
            game.step_by_parts(step, &mut watch_all).map_err(|error| no_line(error.to_string()))?;
        }
        Ok(game)
    }
}

impl std::str::FromStr for Script {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Script, ScriptError> {
        let mut reader = Reader::default();
        // Some editors begin a file with a mark for the order of its bytes.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            reader.line(index + 1, line).map_err(|message| ScriptError { line: Some(index + 1), message })?;
        }
        reader.finish()
    }
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if self.in_picture {
            if line.starts_with(char::is_whitespace) || line.is_empty() {
                if let Some((_, rows)) = &mut self.board {
                    rows.push_str(line);
                    rows.push('\n');
                }
                return Ok(());
            }
            self.in_picture = false;
        }
        let words: Vec<&str> = line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(()) };
        if first.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter)) {
            return self.step(first, rest);
        }
        if !self.steps.is_empty() {
            return Err(format!("{:?} belongs before the first time", cut(first)));
        }
        self.set_up(number, first, rest)
    }

    fn set_up(&mut self, number: usize, first: &str, rest: &[&str]) -> Result<(), String> {
        const ONCE: [&str; 10] =
            ["rules", "mode", "handling", "seed", "game", "randomizer", "queue", "hold", "board", "piece"];
        if let Some(name) = ONCE.into_iter().find(|name| *name == first) {
            if self.seen.iter().any(|seen| seen.0 == name) {
                return Err(format!("{name} is given a second time"));
            }
            self.seen.push((name, number));
        }
        let setup = &mut self.setup;
        match (first, rest) {
            ("rules", [name]) => {
                setup.rules = Rules::named(name).ok_or_else(|| unknown(name, RULES.map(|r| r.name)))?;
            }
            ("mode", [name]) => setup.mode = Mode::named(name).ok_or_else(|| unknown(name, MODES.map(|m| m.name)))?,
            ("handling", [name]) => {
                setup.handling = Handling::named(name).ok_or_else(|| unknown(name, HANDLINGS.map(|h| h.name)))?;
            }
            ("set", [name, value]) => {
                if self.sets.iter().any(|set| set.1 == *name) {
                    return Err(format!("{} is set a second time", cut(name)));
                }
                self.sets.push((number, name.to_string(), value.to_string()));
            }
            ("seed", [seed]) => setup.seed = Seed(seed.parse().map_err(|_| not_a_number(seed))?),
            ("game", [game]) => setup.game = game.parse().map_err(|_| not_a_number(game))?,
            ("randomizer", [name]) => {
                setup.randomizer = name.parse().map_err(|expected| format!("randomizer {name:?}: {expected}"))?;
            }
            ("queue", []) => return Err("the queue is empty: name at least one piece, such as queue TIO".to_string()),
            ("queue", letters) => setup.queue = pieces(&letters.concat())?,
            ("hold", [letter]) => match pieces(letter)?[..] {
                [piece] => setup.hold = Some(piece),
                _ => return Err(format!("hold takes one piece, not {letter:?}")),
            },
            ("board", []) => {
                self.board = Some((number, String::new()));
                self.in_picture = true;
            }
            ("piece", [piece, rotation, x, y]) => {
                setup.in_play = Some(placement(piece, rotation, x, y)?);
            }
            ("piece", _) => return Err("a piece is written like: piece T north 4 20".to_string()),
            _ if ONCE.contains(&first) || first == "set" => {
                return Err(format!("cannot read {:?}", cut(&[&[first], rest].concat().join(" "))));
            }
            _ => return Err(format!("unknown word {:?}", cut(first))),
        }
        Ok(())
    }

    fn step(&mut self, time: &str, act: &[&str]) -> Result<(), String> {
        let last = self.steps.last().map_or(0, |step| step.at);
        let bad = || {
            format!("cannot read the time {:?} (write 0.5s, 250ms, 100ns, or +20ms after the line before)", cut(time))
        };
        let at: Time = match time.strip_prefix('+') {
            Some(span) => last.checked_add(parse_time(span).ok_or_else(bad)?).ok_or_else(bad)?,
            None => parse_time(time).ok_or_else(bad)?,
        };
        if at < last {
            return Err(format!("time goes backwards: {} s after {} s", Seconds(at), Seconds(last)));
        }
        if at > LATEST {
            return Err(format!("{} s is too late: a game lasts at most {} s", Seconds(at), Seconds(LATEST)));
        }
        let button = |name: &str| {
            let names = Button::ALL.map(Button::name).join(", ");
            Button::from_name(name).ok_or_else(|| format!("unknown button {:?}; there are {names}", cut(name)))
        };
        match act {
            ["press", name] => self.steps.push(Step { at, act: Act::Press(button(name)?) }),
            ["release", name] => self.steps.push(Step { at, act: Act::Release(button(name)?) }),
            ["tap", name] => {
                let button = button(name)?;
                self.steps.push(Step { at, act: Act::Press(button) });
                self.steps.push(Step { at, act: Act::Release(button) });
            }
            ["garbage", rows] => {
                let rows = rows.parse().map_err(|_| not_a_number(rows))?;
                self.steps.push(Step { at, act: Act::Garbage(rows) });
            }
            ["win"] => self.steps.push(Step { at, act: Act::Win }),
            ["undo"] => self.steps.push(Step { at, act: Act::Undo }),
            ["wait"] => self.steps.push(Step { at, act: Act::Wait }),
            _ => {
                return Err(format!(
                    "cannot read {:?}; after the time comes press, release or tap with a button, garbage with a number, \
                     undo, win or wait",
                    cut(&act.join(" "))
                ));
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Script, ScriptError> {
        for (line, name, value) in &self.sets {
            settings::set(&mut self.setup, name, value)
                .map_err(|message| ScriptError { line: Some(*line), message })?;
        }
        let size = self.setup.rules.size;
        if let Some((line, rows)) = &self.board {
            let error = |line, message| ScriptError { line: Some(line), message };
            if !size.is_valid() {
                let problem = self.setup.problems().swap_remove(0);
                return Err(error(*line, problem.to_string()));
            }
            if rows.trim().is_empty() {
                return Err(error(*line, format!("{} (they are indented)", ParseBoardError::NoRows)));
            }
            let refused = |refusal: ParseBoardError| error(line + refusal.line().unwrap_or(0), refusal.message());
            let picture = Picture::parse(rows, size).map_err(refused)?;
            self.setup.blocks = Some(picture.blocks);
            if let Some(placement) = picture.in_play {
                if let Some(piece_line) = self.line_of("piece") {
                    let message = "the picture shows a piece in play already (small letters)".to_string();
                    return Err(error(piece_line, message));
                }
                self.setup.in_play = Some(placement);
            }
        }
        let mut problems = self.setup.problems();
        match &problems[..] {
            [] => Ok(Script { setup: self.setup, steps: self.steps }),
            [problem] => {
                let line = problem.causes().iter().find_map(|cause| self.line_of(cause));
                Err(ScriptError { line, message: problems.remove(0).to_string() })
            }
            _ => {
                let message = problems.iter().map(|problem| {
                    match problem.causes().iter().find_map(|cause| self.line_of(cause)) {
                        Some(line) => format!("line {line}: {problem}"),
                        None => problem.to_string(),
                    }
                });
                Err(ScriptError { line: None, message: message.collect::<Vec<_>>().join("; ") })
            }
        }
    }

    /// The line in which something was given or set.
    fn line_of(&self, name: &str) -> Option<usize> {
        let given = self.seen.iter().find(|seen| seen.0 == name).map(|seen| seen.1);
        given.or_else(|| self.sets.iter().find(|set| set.1 == name).map(|set| set.0))
    }
}

/// A word of the script as it is repeated in a message.
fn cut(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    }
}

fn unknown<const N: usize>(name: &str, names: [&str; N]) -> String {
    format!("unknown name {:?}; there are {}", cut(name), names.join(", "))
}

fn not_a_number(text: &str) -> String {
    format!("{:?} is not a whole number in range", cut(text))
}

fn pieces(letters: &str) -> Result<Vec<Piece>, String> {
    pieces_from_letters(letters).map_err(|(index, letter)| {
        format!("piece {} of {:?}: {letter:?} is none of I, J, L, O, S, T, Z", index + 1, cut(letters))
    })
}

fn placement(piece: &str, rotation: &str, x: &str, y: &str) -> Result<Placement, String> {
    let &[piece] = &pieces(piece)?[..] else { return Err(format!("one piece, not {piece:?}")) };
    let rotation = Rotation::from_name(rotation)
        .ok_or_else(|| format!("unknown rotation {rotation:?}; there are north, east, south, west"))?;
    let number = |text: &str| text.parse().map_err(|_| not_a_number(text));
    Ok(Placement::new(piece, rotation, number(x)?, number(y)?))
}

impl fmt::Display for Script {
    /// The script as text; reading it gives the same script again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.setup)?;
        for &Step { at, act } in &self.steps {
            write!(f, "{:<13} ", Seconds(at).to_string())?;
            match act {
                Act::Press(button) => writeln!(f, "press {}", button.name())?,
                Act::Release(button) => writeln!(f, "release {}", button.name())?,
                Act::Garbage(rows) => writeln!(f, "garbage {rows}")?,
                Act::Undo => writeln!(f, "undo")?,
                Act::Win => writeln!(f, "win")?,
                Act::Wait => writeln!(f, "wait")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Setup {
    /// The set-up as the beginning of a script.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.settings_text())?;
        writeln!(f, "seed {}\ngame {}\nrandomizer {}", self.seed.0, self.game, self.randomizer)?;
        if !self.queue.is_empty() {
            writeln!(f, "queue {}", self.queue.iter().map(|piece| piece.letter()).collect::<String>())?;
        }
        if let Some(piece) = self.hold {
            writeln!(f, "hold {piece}")?;
        }
        if let Some(blocks) = self.blocks {
            writeln!(f, "board")?;
            for row in (Picture { blocks, in_play: None }).to_string().lines() {
                writeln!(f, "    {row}")?;
            }
        }
        if let Some(Placement { piece, rotation, x, y }) = self.in_play {
            writeln!(f, "piece {piece} {} {x} {y}", rotation.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        text.parse::<Script>().unwrap_err().to_string()
    }

    #[test]
    fn refusals_say_what_and_where() {
        for (text, expected) in [
            ("rules tetris", "line 1: unknown name \"tetris\"; there are guideline, modern, solver"),
            ("queue", "line 1: the queue is empty: name at least one piece, such as queue TIO"),
            ("queue TXI", "line 1: piece 2 of \"TXI\": 'X' is none of I, J, L, O, S, T, Z"),
            ("\n0.5 wait\n0.4 wait", "line 3: time goes backwards: 0.400 s after 0.500 s"),
            ("0.5 wait\nrules modern", "line 2: \"rules\" belongs before the first time"),
            ("board\nqueue T", "line 1: the picture has no rows (they are indented)"),
            ("board\n    XXX", "line 2: the row is 3 cells wide instead of 10"),
            ("piece T north 0 5", "line 1: the piece in play (T north at 0, 5) lies outside the board"),
            ("piece T north 127 -128", "line 1: the piece in play (T north at 127, -128) lies outside the board"),
            ("board\n    ...XXX....\npiece T north 4 0", "line 3: the piece in play (T north at 4, 0) overlaps Blocks"),
            ("randomizer none", "line 1: the queue is empty, and the randomizer none makes no pieces of its own"),
            (
                "set width 99",
                "line 1: a board of 99x20+20 cannot be: it is 4 to 16 columns wide, 1 to 40 rows high, with 0 to 20 rows above",
            ),
            ("set next 1\nset next 2", "line 2: next is set a second time"),
            (
                "-1 wait",
                "line 1: cannot read the time \"-1\" (write 0.5s, 250ms, 100ns, or +20ms after the line before)",
            ),
            (
                "set next 7\nset start-level 16",
                "line 1: the Next queue shows 1 to 6 pieces, not 7; line 2: levels are 1 to 15; the start level is 16",
            ),
            ("board\n    XXXX\nset width 4", "line 1: row 0 of the board is full already"),
            ("seed 1\nseed 2", "line 2: seed is given a second time"),
            ("\nset hold maybe\nrules modern", "line 2: hold cannot be \"maybe\": expected one of: on off"),
        ] {
            assert_eq!(refusal(text), expected);
        }
        assert!(refusal("0.5 press up").starts_with("line 1: unknown button \"up\""));
        assert!(refusal("10000000 wait").contains("too late"));
    }

    #[test]
    fn a_script_survives_the_round_trip() {
        let text = "rules modern\nmode zen\nhandling competitive\nset lock-moves 3\nseed 9\ngame 2\nrandomizer uniform\n\
                    queue TI\nhold S\nboard\n    I........X\n    XX.XXXXXXX\npiece T east 4 6\n\
                    0.000         press left\n0.016666667   release left\n0.016666667   garbage 3\n2.000         undo\n\
                    2.500         win\n3.000         wait\n";
        let script: Script = text.parse().unwrap();
        assert_eq!(script.to_string(), text);
        assert_eq!(script.to_string().parse::<Script>().unwrap(), script);
    }

    #[test]
    fn byte_order_marks_and_line_ends_of_other_systems_do_not_count() {
        let script: Script = "\u{feff}queue T\r\nboard\r\n\tXXXX.XXXXX\r\n0.1\twait\t# a comment\r\n".parse().unwrap();
        assert_eq!((script.setup.queue.len(), script.steps.len()), (1, 1));
        assert_eq!(script.setup.blocks.unwrap().board().filled_cells(), 9);
    }

    #[test]
    fn comments_and_empty_lines_do_not_count() {
        let script: Script = "# a comment\n\nqueue T # and another\n0.1 wait # and one more\n".parse().unwrap();
        assert_eq!((script.setup.queue.len(), script.steps.len()), (1, 1));
    }
}
