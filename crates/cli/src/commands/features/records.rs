//! Recorded drops: one JSON record a line comes in, and one with everything about the drop goes out.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, stdin};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::{Map, Value, json};
use tetrolab_agents::{Agent, Count, Dropped, FEATURES, Linear};
use tetrolab_engine::{Board, Drop, DropRules, MAX_HEIGHT, MAX_WIDTH, MDPTETRIS_ORDER, orientations};

use tetrolab_report::short as number;
use tetrolab_runs::files;

/// No line is longer.
const LONGEST: u64 = 1 << 20;

/// The agents whose best drop and whose value are part of the answer.
const AGENTS: [&str; 2] = ["dellacherie", "bcts"];

/// Features that the answer has under the same name, but further up.
const SAID: [&str; 3] = ["lines", "wall_height", "heights"];

/// Answers line by line, so that a program at the other end of a pipe gets each answer at once.
pub fn answer(file: &Path, out: &mut impl Write) -> Result<()> {
    let (name, mut reader): (String, Box<dyn BufRead>) = if files::is_input(file) {
        (files::name(file), Box::new(stdin().lock()))
    } else {
        let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
        (file.display().to_string(), Box::new(BufReader::new(opened)))
    };
    let (mut line, mut players) = (Vec::new(), None);
    for count in 1u64.. {
        line.clear();
        let read = reader.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
        if read.with_context(|| format!("cannot read {name}"))? == 0 {
            break;
        }
        let here = || format!("{name}: line {count}");
        let is_whole = line.len() as u64 <= LONGEST;
        ensure!(is_whole, "{}: the line is too long: at most {} MiB can be read", here(), LONGEST >> 20);
        let record = line.trim_ascii();
        // Some editors begin a file with a mark of the byte order.
        let record = record.strip_prefix(b"\xEF\xBB\xBF").filter(|_| count == 1).unwrap_or(record);
        if record.is_empty() {
            continue;
        }
        let answer = Record::read(record).and_then(|record| record.answer(&mut players)).with_context(here)?;
        writeln!(out, "{}", Value::from(answer))?;
        out.flush()?;
    }
    Ok(())
}

/// The agents made ready for the rules of the last record: usually the next one has the same.
type Players = Option<(DropRules, Vec<Linear>)>;

/// A recorded drop.
struct Record {
    rules: DropRules,
    board: Board,
    drop: Drop,
    dropped: Dropped,
}

impl Record {
    fn read(line: &[u8]) -> Result<Record> {
        let fields = Fields::read(line)?;
        let rules = fields.rules()?;
        let board = fields.board(rules)?;
        let drop = fields.drop(rules)?;
        let dropped = Dropped::new(rules, &board, drop);
        let dropped =
            dropped.with_context(|| format!("{} has no room: it would lie above the hidden rows", drop.piece))?;
        Ok(Record { rules, board, drop, dropped })
    }

    /// The record as it was read and everything about it, in the order of MDPTetris' recorded positions.
    fn answer(&self, players: &mut Players) -> Result<Map<String, Value>> {
        let Record { rules, board, drop, dropped } = self;
        let ready = match players.take() {
            Some(ready) if ready.0 == *rules => ready,
            _ => (*rules, make_ready(*rules)?),
        };
        let (_, players) = players.insert(ready);
        let index = MDPTETRIS_ORDER.into_iter().position(|piece| piece == drop.piece);
        let mut answer = Map::new();
        let mut add = |name: &str, value: Value| answer.insert(name.to_string(), value);
        add("w", rules.size().width.into());
        add("h", rules.size().height.into());
        add("allow_lines_after_overflow", u8::from(rules.lines_after_overflow).into());
        add("board", rows(board));
        add("piece", drop.piece.to_string().into());
        add("piece_index", index.into());
        add("rot", drop.orientation.into());
        add("col", drop.column.into());
        for (name, player) in AGENTS.iter().zip(&*players) {
            let best = player.best(board, drop.piece).drop;
            add(&format!("best_{name}"), json!([best.orientation, best.column]));
        }
        add("landing_row", dropped.landing.row.into());
        add("lines", dropped.outcome.lines.into());
        add("eroded_cells", dropped.outcome.eroded_cells.into());
        add("game_over", dropped.outcome.is_lost.into());
        add("wall_height", dropped.after.stack_height().into());
        add("result", rows(&dropped.after));
        add("heights", dropped.after.columns().iter().map(|column| u64::BITS - column.leading_zeros()).collect());
        for feature in FEATURES.iter().filter(|feature| !SAID.contains(&feature.name)) {
            let mut values: Vec<Value> = feature.values(dropped).map(|value| number::json(recorded(value))).collect();
            let is_one = feature.count == Count::One;
            add(feature.name, if is_one { values.remove(0) } else { values.into() });
        }
        for (name, player) in AGENTS.iter().zip(&*players) {
            add(&format!("v_{name}"), number::json(player.value(dropped)));
        }
        Ok(answer)
    }
}

fn make_ready(rules: DropRules) -> Result<Vec<Linear>> {
    let ready = AGENTS.iter().map(|name| {
        let weights = Agent::named(name)?.weights().with_context(|| format!("{name} has no weights"))?;
        Ok(Linear::new(weights, rules)?)
    });
    ready.collect()
}

/// All rows, the hidden ones too, from the floor.
fn rows(board: &Board) -> Value {
    (0..board.size().rows()).map(|y| board.row(y)).collect()
}

/// What a line says.
struct Fields(Map<String, Value>);

impl Fields {
    fn read(line: &[u8]) -> Result<Fields> {
        let value = serde_json::from_slice(line).map_err(|error| {
            let text = error.to_string();
            // It says the line too, but that is the line of the record.
            let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
            anyhow!("this is not JSON: {reason}, column {}", error.column())
        })?;
        match value {
            Value::Object(fields) => Ok(Fields(fields)),
            _ => bail!("a record is an object with the fields w, h, board, piece, rot and col"),
        }
    }

    fn get(&self, name: &str) -> Result<&Value> {
        self.0.get(name).with_context(|| format!("the field {name} is missing"))
    }

    fn whole(&self, name: &str) -> Result<u64> {
        whole(name, self.get(name)?)
    }

    fn rules(&self) -> Result<DropRules> {
        let (width, height) = (self.whole("w")?, self.whole("h")?);
        let sides = u8::try_from(width).ok().zip(u8::try_from(height).ok());
        let rules = sides.and_then(|(width, height)| DropRules::new(width, height));
        let mut rules = rules.with_context(|| {
            format!("w x h is {width}x{height}, but a board has 4 to {MAX_WIDTH} columns and 1 to {MAX_HEIGHT} rows")
        })?;
        rules.lines_after_overflow = match self.0.get("allow_lines_after_overflow") {
            None => false,
            Some(Value::Bool(allowed)) => *allowed,
            Some(number) if *number == 0 || *number == 1 => *number == 1,
            Some(other) => bail!("allow_lines_after_overflow is {}, not 0 or 1", short(other)),
        };
        Ok(rules)
    }

    fn board(&self, rules: DropRules) -> Result<Board> {
        let rows = self.get("board")?.as_array().context("board is not a list of rows")?;
        let (mut board, most) = (rules.empty(), rules.size().rows());
        ensure!(
            rows.len() <= usize::from(most),
            "the board has {} rows, but h and the 4 hidden ones are {most}",
            rows.len()
        );
        for (y, row) in rows.iter().enumerate() {
            let bits = whole(&format!("row {y} of the board"), row)?;
            let width = rules.size().width;
            ensure!(bits >> width == 0, "row {y} of the board is {bits}, which reaches beyond its {width} columns");
            for x in (0..width).filter(|x| bits >> x & 1 == 1) {
                board.set(x as i8, y as i8, true);
            }
        }
        Ok(board)
    }

    fn drop(&self, rules: DropRules) -> Result<Drop> {
        let given = self.get("piece")?;
        let piece = MDPTETRIS_ORDER.into_iter().find(|piece| *given == *piece.to_string());
        let piece = piece.with_context(|| format!("piece is {}, none of the letters IOTZSJL", short(given)))?;
        let (rot, col) = (self.whole("rot")?, self.whole("col")?);
        let count = orientations(piece).len();
        let rotation = usize::try_from(rot).ok().and_then(|rot| orientations(piece).get(rot));
        let shape =
            piece.shape(*rotation.with_context(|| format!("rot is {rot}, but that of {piece} is below {count}"))?);
        let most = rules.size().width - shape.width;
        ensure!(col <= u64::from(most), "col is {col}, but {piece} with rot {rot} has columns 0 to {most}");
        Ok(Drop { piece, orientation: rot as u8, column: col as u8 })
    }
}

fn whole(name: &str, value: &Value) -> Result<u64> {
    value.as_u64().with_context(|| format!("{name} is {}, not a whole number from 0 on", short(value)))
}

/// A value as it is shown in a sentence: not all of it, if it is long.
fn short(value: &Value) -> String {
    const MOST: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// A number with the ten digits that the records of MDPTetris have. Only means and shares have more.
fn recorded(value: f64) -> f64 {
    format!("{value:.9e}").parse().unwrap_or(value)
}
