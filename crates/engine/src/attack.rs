//! Attack: the rows of garbage that an action sends.

use crate::scoring::Action;

/// Rows sent by each kind of clear, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTable {
    /// The name it is chosen by.
    pub name: &'static str,
    /// Where it is from.
    pub meaning: &'static str,
    /// Rows by spin (none, mini, full) and cleared lines (0 to 4).
    pub actions: [[u8; 5]; 3],
    /// More rows for a Back-to-Back.
    pub back_to_back: u8,
    /// More rows by the number of clearing pieces directly before; the last entry holds for longer combos.
    pub combo: &'static [u8],
    /// Rows for a perfect clear, instead of all others.
    pub perfect_clear: u8,
}

/// All attack tables.
pub const ATTACK_TABLES: [AttackTable; 3] = [
    AttackTable {
        name: "versus",
        meaning: "the table that most bots play: 0/1/2/4, T-Spins 2/4/6, Back-to-Back +1, perfect clear 10",
        actions: [[0, 0, 1, 2, 4], [0, 0, 1, 2, 0], [0, 2, 4, 6, 0]],
        back_to_back: 1,
        combo: &[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5],
        perfect_clear: 10,
    },
    AttackTable {
        name: "jstris",
        meaning: "Jstris: Mini T-Spins send nothing, combos grow more slowly",
        actions: [[0, 0, 1, 2, 4], [0, 0, 0, 0, 0], [0, 2, 4, 6, 0]],
        back_to_back: 1,
        combo: &[0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5],
        perfect_clear: 10,
    },
    AttackTable {
        name: "none",
        meaning: "nothing is ever sent",
        actions: [[0; 5]; 3],
        back_to_back: 0,
        combo: &[0],
        perfect_clear: 0,
    },
];

impl AttackTable {
    /// The table with this name.
    pub fn named(name: &str) -> Option<AttackTable> {
        ATTACK_TABLES.into_iter().find(|table| table.name == name)
    }

    /// Rows sent by an action.
    ///
    /// ```
    /// use tetrolab_engine::{Action, AttackTable, Spin};
    ///
    /// let table = AttackTable::named("versus").unwrap();
    /// let double = Action { lines: 2, spin: Spin::Full, back_to_back: true, ..Action::default() };
    /// assert_eq!(table.rows(&double), 5);
    /// ```
    #[inline]
    pub fn rows(&self, action: &Action) -> u32 {
        if action.lines == 0 {
            return 0;
        }
        if action.perfect_clear {
            return u32::from(self.perfect_clear);
        }
        let base = self.actions[action.spin as usize][action.lines as usize];
        let bonus = if action.back_to_back { self.back_to_back } else { 0 };
        let combo = self.combo[(action.combo as usize).min(self.combo.len() - 1)];
        u32::from(base) + u32::from(bonus) + u32::from(combo)
    }
}
