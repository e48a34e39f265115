//! What a Lock Down does (9).

use tetrolab_engine::{Block, End, EventKind, Goal, PerfectClear, Piece, Spin};

use super::timers::Phase;
use super::turning::{cells, turned_point};
use super::{Active, Twin, row_bits};

const LAST_LEVEL: u8 = 15;

/// What one Lock Down achieved.
struct Deed {
    spin: Spin,
    lines: usize,
    back_to_back: bool,
    /// Clearing pieces directly before.
    combo: u32,
    perfect_clear: bool,
}

impl Twin {
    /// The piece in play locks where it is.
    pub(super) fn lock(&mut self) {
        let active = self.active.take().expect("only a piece locks");
        self.tapped_turn = None;
        self.tapped_hold = false;
        if let Some(before) = self.begun.take() {
            self.history.push(before);
        }

        let spin = self.spin(&active);
        for (x, y) in cells(active.place) {
            self.state.field.set(x, y, Block::Of(active.place.piece));
        }
        self.state.statistics.pieces += 1;
        self.report(EventKind::Locked { placement: active.place, spin });
        let skyline = self.rules.size.height as i8;
        if self.rules.lock_out && cells(active.place).iter().all(|&(_, y)| y >= skyline) {
            self.finish(End::LockOut);
            return;
        }

        let rows = self.state.field.full_rows();
        let deed = self.count(spin, &rows);
        self.award(&deed, &rows);
        self.attack(&deed);
        let won = self.count_goal(&deed);
        if won {
            if !rows.is_empty() {
                self.collapse(&rows);
            }
            self.finish(End::Won);
        } else if rows.is_empty() {
            self.after_clear(0);
        } else if self.rules.clear_delay == 0 {
            self.collapse(&rows);
            self.after_clear(rows.len());
        } else {
            self.phase = Phase::Clearing { rows, until: self.now + self.rules.clear_delay };
        }
    }

    /// 9.1.
    fn spin(&self, active: &Active) -> Spin {
        let place = active.place;
        let Some(point) = active.last_turn else { return Spin::None };
        if !self.rules.spins || place.piece != Piece::T {
            return Spin::None;
        }
        let is_filled = |corner| {
            let (x, y) = turned_point(corner, place.rotation);
            self.state.field.is_corner_filled(place.x + x, place.y + y)
        };
        // Facing North, the nose is at the top.
        let beside_nose = [is_filled((-1, 1)), is_filled((1, 1))];
        let behind = [is_filled((-1, -1)), is_filled((1, -1))];
        let filled = beside_nose.iter().chain(&behind).filter(|&&filled| filled).count();
        if filled < 3 {
            Spin::None
        } else if beside_nose == [true, true] || point >= 5 || self.rules.sticky_fifth_point && active.used_fifth_point
        {
            Spin::Full
        } else {
            Spin::Mini
        }
    }

    /// 9.3 and 9.4.
    fn count(&mut self, spin: Spin, rows: &[usize]) -> Deed {
        let lines = rows.len();
        let mut left = self.state.field.clone();
        left.remove(rows);
        let perfect_clear = match self.rules.scoring.perfect_clear_is {
            PerfectClear::BoardEmpty => lines > 0 && left.is_empty(),
            PerfectClear::FloorEmpty => left.is_row_empty(0),
        };
        let dug = self.state.field.garbage_rows(rows.iter().copied()) as u32;
        let state = &mut self.state;
        if perfect_clear && lines > 0 {
            state.perfect_clears += 1;
        }
        let is_difficult = lines == 4 || lines > 0 && spin != Spin::None;
        let back_to_back = is_difficult && state.chain > 0;
        let combo = state.combo;
        if lines == 0 {
            state.combo = 0;
        } else {
            state.combo += 1;
            state.chain = if is_difficult { state.chain + 1 } else { 0 };
            state.lines += lines as u32;
        }

        let statistics = &mut state.statistics;
        statistics.clears[spin as usize][lines] += 1;
        statistics.back_to_backs += u32::from(back_to_back);
        statistics.longest_chain = statistics.longest_chain.max(state.chain);
        statistics.longest_combo = statistics.longest_combo.max(state.combo);
        statistics.perfect_clears += u32::from(perfect_clear);
        statistics.dug += dug;
        Deed { spin, lines, back_to_back, combo, perfect_clear }
    }

    /// Points of (spin, lines) with Back-to-Back at level 1.
    fn action_points(&self, deed: &Deed) -> u64 {
        let scoring = &self.rules.scoring;
        let points = u64::from(scoring.actions[deed.spin as usize][deed.lines]);
        if deed.back_to_back { points + points * u64::from(scoring.back_to_back) / 100 } else { points }
    }

    /// 9.5.
    fn award(&mut self, deed: &Deed, rows: &[usize]) {
        let scoring = &self.rules.scoring;
        let mut points = self.action_points(deed);
        if deed.lines > 0 {
            points += u64::from(scoring.combo) * u64::from(deed.combo);
        }
        if deed.perfect_clear {
            points += u64::from(scoring.perfect_clear[deed.lines]);
        }
        if scoring.by_level {
            points *= u64::from(self.state.level);
        }
        self.state.score += points;
        if deed.lines > 0 {
            self.report(EventKind::Cleared {
                rows: row_bits(rows),
                lines: deed.lines as u8,
                spin: deed.spin,
                back_to_back: deed.back_to_back,
                chain: self.state.chain,
                combo: deed.combo,
                perfect_clear: deed.perfect_clear,
                points,
            });
        } else if points > 0 || deed.spin != Spin::None {
            self.report(EventKind::Rewarded { spin: deed.spin, points });
        }
    }

    /// 9.6.
    fn attack(&mut self, deed: &Deed) {
        if deed.lines == 0 {
            return;
        }
        let table = &self.rules.attack;
        let mut rows = u32::from(table.actions[deed.spin as usize][deed.lines]);
        if deed.back_to_back {
            rows += u32::from(table.back_to_back);
        }
        let step = (deed.combo as usize).min(table.combo.len() - 1);
        rows += u32::from(table.combo[step]);
        if deed.perfect_clear {
            rows = u32::from(table.perfect_clear);
        }
        let cancelled = self.state.garbage.cancel(rows);
        let sent = rows - cancelled;
        self.state.statistics.cancelled += cancelled;
        self.state.statistics.attack += sent;
        if sent > 0 || cancelled > 0 {
            self.report(EventKind::Attacked { sent, cancelled });
        }
    }

    /// 9.7: returns whether the game is won.
    fn count_goal(&mut self, deed: &Deed) -> bool {
        let mut is_last_goal_met = false;
        self.state.credits += (self.action_points(deed) / 100) as u32;
        loop {
            let level = u32::from(self.state.level);
            let is_met = match self.mode.goal {
                Goal::Nothing => false,
                Goal::Fixed => self.state.lines >= 10 * level,
                Goal::Variable => self.state.credits >= 5 * level,
            };
            if !is_met {
                break;
            }
            if self.state.level == LAST_LEVEL {
                is_last_goal_met = true;
                break;
            }
            if self.mode.goal == Goal::Variable {
                self.state.credits -= 5 * level;
            }
            self.state.level += 1;
            self.report(EventKind::LevelUp { level: self.state.level });
        }
        let counts = [
            (self.mode.line_limit, self.state.lines),
            (self.mode.garbage_limit, self.state.statistics.dug),
            (self.mode.perfect_clear_limit, self.state.perfect_clears),
        ];
        let is_limit_met = counts.iter().any(|&(limit, count)| limit.is_some_and(|limit| count >= limit));
        is_limit_met || is_last_goal_met && !self.mode.endless
    }

    /// 9.8.
    pub(super) fn collapse(&mut self, rows: &[usize]) {
        self.state.field.remove(rows);
        self.report(EventKind::Collapsed { rows: row_bits(rows) });
    }

    /// 9.9 and 9.10.
    pub(super) fn after_clear(&mut self, lines: usize) {
        if lines == 0 || !self.rules.garbage.blocking {
            let state = &mut self.state;
            let risen = state.garbage.rise(&mut state.field, self.now, &self.rules.garbage);
            if self.rose(risen) {
                return;
            }
        }
        if lines == 0 {
            let state = &mut self.state;
            let risen = state.starting_rows.rise(&mut state.field, state.statistics.dug);
            if self.rose(risen) {
                return;
            }
        }
        self.phase = Phase::Waiting { until: self.now + self.rules.generation_delay };
        self.state.hold_used = false;
    }

    /// Reports that `rows` rows rose; returns whether that ended the game.
    fn rose(&mut self, (rows, topped_out): (u32, bool)) -> bool {
        if rows > 0 {
            self.state.statistics.garbage += rows;
            self.report(EventKind::Rose { rows: rows as u8 });
        }
        if topped_out {
            self.finish(End::TopOut);
        }
        topped_out
    }
}
