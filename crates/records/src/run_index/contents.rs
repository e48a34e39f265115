//! What an index says.

use std::collections::BTreeMap;

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row};

/// All that an index says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunContents {
    /// What is known of the whole run, by name.
    pub facts: BTreeMap<String, String>,
    /// Its cells, by number.
    pub cells: Vec<IndexedCell>,
}

/// A cell of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedCell {
    /// Its number.
    pub id: usize,
    /// The name of its grid.
    pub grid: String,
    /// The kind of its work.
    pub work: String,
    /// Which repetition it is, from 0 on.
    pub repetition: u64,
    /// The seed of its grid.
    pub seed: u64,
    /// Its settings, as JSON.
    pub settings: String,
    /// How it stands.
    pub state: CellState,
}

impl IndexedCell {
    /// Whether both are the same but for how they stand.
    fn is_same_cell(&self, other: &IndexedCell) -> bool {
        let IndexedCell { id, grid, work, repetition, seed, settings, state: _ } = self;
        (id, repetition, seed) == (&other.id, &other.repetition, &other.seed)
            && (grid, work, settings) == (&other.grid, &other.work, &other.settings)
    }
}

/// How a cell stands.
#[derive(Clone, Debug, PartialEq)]
pub enum CellState {
    /// Nobody has begun it.
    Waiting,
    /// It is being done, or was when the run was killed.
    Running,
    /// It is done.
    Done {
        /// How long it took.
        seconds: f64,
        /// The numbers that came of it, all of them finite.
        numbers: BTreeMap<String, f64>,
    },
    /// It could not be done.
    Failed {
        /// Why.
        reason: String,
    },
}

impl CellState {
    /// The word for it in the table.
    const fn name(&self) -> &'static str {
        match self {
            CellState::Waiting => "waiting",
            CellState::Running => "running",
            CellState::Done { .. } => "done",
            CellState::Failed { .. } => "failed",
        }
    }

    /// The state with this word; its numbers are added later.
    fn read(row: &Row<'_>) -> rusqlite::Result<CellState> {
        let state: String = row.get("state")?;
        let (seconds, reason): (Option<f64>, Option<String>) = (row.get("seconds")?, row.get("reason")?);
        match (state.as_str(), seconds, reason) {
            ("waiting", None, None) => Ok(CellState::Waiting),
            ("running", None, None) => Ok(CellState::Running),
            ("done", Some(seconds), None) => Ok(CellState::Done { seconds, numbers: BTreeMap::new() }),
            ("failed", None, Some(reason)) => Ok(CellState::Failed { reason }),
            _ => Err(unknown("state", Type::Text)),
        }
    }
}

/// Something that is never written in a column.
fn unknown(column: &str, found: Type) -> Error {
    Error::InvalidColumnType(0, column.to_string(), found)
}

/// Writes everything into empty tables.
pub fn write_all(connection: &Connection, contents: &RunContents) -> rusqlite::Result<()> {
    write_facts(connection, &contents.facts)?;
    write_cells(connection, &contents.cells)
}

/// Writes what has changed.
pub fn write_changes(connection: &Connection, before: &RunContents, after: &RunContents) -> rusqlite::Result<()> {
    if before.facts != after.facts {
        connection.execute("DELETE FROM facts", [])?;
        write_facts(connection, &after.facts)?;
    }
    let pairs = || before.cells.iter().zip(&after.cells);
    if before.cells.len() != after.cells.len() || !pairs().all(|(one, other)| one.is_same_cell(other)) {
        connection.execute_batch("DELETE FROM numbers; DELETE FROM cells;")?;
        return write_cells(connection, &after.cells);
    }
    pairs()
        .filter(|(one, other)| one.state != other.state)
        .try_for_each(|(_, now)| write_state(connection, now.id, &now.state))
}

fn write_facts(connection: &Connection, facts: &BTreeMap<String, String>) -> rusqlite::Result<()> {
    let mut add = connection.prepare("INSERT INTO facts (name, value) VALUES (?1, ?2)")?;
    facts.iter().try_for_each(|fact| add.execute(fact).map(drop))
}

fn write_cells(connection: &Connection, cells: &[IndexedCell]) -> rusqlite::Result<()> {
    let mut add = connection.prepare(
        "INSERT INTO cells (id, grid, work, repetition, seed, settings, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting')",
    )?;
    for IndexedCell { id, grid, work, repetition, seed, settings, state } in cells {
        add.execute((id, grid, work, repetition, seed.to_string(), settings))?;
        if *state != CellState::Waiting {
            write_state(connection, *id, state)?;
        }
    }
    Ok(())
}

/// Writes how a cell stands.
pub fn write_state(connection: &Connection, id: usize, state: &CellState) -> rusqlite::Result<()> {
    let (seconds, reason) = match state {
        CellState::Done { seconds, .. } => (Some(seconds), None),
        CellState::Failed { reason } => (None, Some(reason)),
        CellState::Waiting | CellState::Running => (None, None),
    };
    let change = "UPDATE cells SET state = ?2, seconds = ?3, reason = ?4 WHERE id = ?1";
    if connection.prepare_cached(change)?.execute((id, state.name(), seconds, reason))? == 0 {
        return Err(unknown("id", Type::Integer));
    }
    connection.prepare_cached("DELETE FROM numbers WHERE cell = ?1")?.execute([id])?;
    if let CellState::Done { numbers, .. } = state {
        let mut add = connection.prepare_cached("INSERT INTO numbers (cell, name, value) VALUES (?1, ?2, ?3)")?;
        for (name, value) in numbers {
            add.execute((id, name, value))?;
        }
    }
    Ok(())
}

/// Reads everything.
pub fn read_all(connection: &Connection) -> rusqlite::Result<RunContents> {
    let mut facts = connection.prepare("SELECT name, value FROM facts")?;
    let facts = facts.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
    let mut cells = connection.prepare("SELECT * FROM cells ORDER BY id")?;
    let read = |row: &Row<'_>| {
        let seed: String = row.get("seed")?;
        Ok(IndexedCell {
            id: row.get("id")?,
            grid: row.get("grid")?,
            work: row.get("work")?,
            repetition: row.get("repetition")?,
            seed: seed.parse().map_err(|_| unknown("seed", Type::Text))?,
            settings: row.get("settings")?,
            state: CellState::read(row)?,
        })
    };
    let mut cells: Vec<IndexedCell> = cells.query_map([], read)?.collect::<rusqlite::Result<_>>()?;
    let mut numbers = connection.prepare("SELECT cell, name, value FROM numbers ORDER BY cell")?;
    let mut numbers = numbers.query([])?;
    while let Some(row) = numbers.next()? {
        let (id, name, value): (usize, String, f64) = row.try_into()?;
        let cell = cells.binary_search_by_key(&id, |cell| cell.id).map(|place| &mut cells[place].state);
        let Ok(CellState::Done { numbers, .. }) = cell else { return Err(unknown("cell", Type::Integer)) };
        numbers.insert(name, value);
    }
    Ok(RunContents { facts, cells })
}
