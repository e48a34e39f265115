//! What is counted in a game, or in many, and how often that is.

use rusqlite::Row;
use rusqlite::types::Value;
use tetrolab_engine::{Finesse, Game, SECOND, Time};

/// Counts of one game, or the sums over many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// Time played.
    pub time: Time,
    /// Pieces locked.
    pub pieces: u64,
    /// Keys pressed.
    pub keys: u64,
    /// Times Hold was used.
    pub holds: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Rows sent.
    pub attack: u64,
    /// Rows of garbage that rose.
    pub garbage: u64,
    /// Perfect clears.
    pub perfect_clears: u64,
    /// Pieces taken back.
    pub undos: u64,
    /// Pieces whose finesse was judged.
    pub judged: u64,
    /// Their presses.
    pub presses: u64,
    /// The fewest presses that would have done.
    pub fewest: u64,
    /// Presses too many.
    pub faults: u64,
    /// Pieces with a press too many.
    pub faulty: u64,
}

impl Counts {
    /// The columns of the database, in the order of [`Counts::values`].
    pub(crate) const COLUMNS: [&str; 14] = [
        "time",
        "pieces",
        "keys",
        "holds",
        "lines",
        "attack",
        "garbage",
        "perfect_clears",
        "undos",
        "judged",
        "presses",
        "fewest",
        "faults",
        "faulty",
    ];

    /// Of a game that was played.
    pub(crate) fn of(game: &Game, finesse: &Finesse) -> Counts {
        let statistics = game.statistics();
        Counts {
            time: game.now(),
            pieces: statistics.pieces.into(),
            keys: statistics.keys,
            holds: statistics.holds.into(),
            lines: game.lines().into(),
            attack: statistics.attack.into(),
            garbage: statistics.garbage.into(),
            perfect_clears: statistics.perfect_clears.into(),
            undos: statistics.undos.into(),
            judged: finesse.pieces.into(),
            presses: finesse.presses,
            fewest: finesse.fewest,
            faults: finesse.faults,
            faulty: finesse.faulty.into(),
        }
    }

    /// From a row that has the columns.
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Counts> {
        Ok(Counts {
            time: row.get("time")?,
            pieces: row.get("pieces")?,
            keys: row.get("keys")?,
            holds: row.get("holds")?,
            lines: row.get("lines")?,
            attack: row.get("attack")?,
            garbage: row.get("garbage")?,
            perfect_clears: row.get("perfect_clears")?,
            undos: row.get("undos")?,
            judged: row.get("judged")?,
            presses: row.get("presses")?,
            fewest: row.get("fewest")?,
            faults: row.get("faults")?,
            faulty: row.get("faulty")?,
        })
    }

    /// The values of the columns.
    pub(crate) fn values(&self) -> [Value; 14] {
        let Counts { time, pieces, keys, holds, lines, attack, garbage, .. } = *self;
        let Counts { perfect_clears, undos, judged, presses, fewest, faults, faulty, .. } = *self;
        [
            time,
            pieces,
            keys,
            holds,
            lines,
            attack,
            garbage,
            perfect_clears,
            undos,
            judged,
            presses,
            fewest,
            faults,
            faulty,
        ]
        .map(|count| Value::Integer(i64::try_from(count).unwrap_or(i64::MAX)))
    }

    /// Pieces locked per second; `None` if no time has passed.
    pub fn pieces_per_second(&self) -> Option<f64> {
        ratio(self.pieces as f64, self.seconds())
    }

    /// Keys pressed per piece; nothing without a piece.
    pub fn keys_per_piece(&self) -> Option<f64> {
        ratio(self.keys as f64, self.pieces as f64)
    }

    /// Presses too many per piece that was judged; `None` if none was.
    pub fn faults_per_piece(&self) -> Option<f64> {
        ratio(self.faults as f64, self.judged as f64)
    }

    /// Rows sent per minute; `None` if no time has passed.
    pub fn attack_per_minute(&self) -> Option<f64> {
        ratio(60.0 * self.attack as f64, self.seconds())
    }

    fn seconds(&self) -> f64 {
        self.time as f64 / SECOND as f64
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}
