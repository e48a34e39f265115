//! What a Lock Down does: section 9 of the page.

use super::{Game, Phase};
use crate::event::{End, EventKind};
use crate::modes::Mode;
use crate::scoring::{Action, PerfectClear};
use crate::spin::Spin;

impl Game {
    /// The piece in play becomes Blocks, and everything follows from that.
    pub(super) fn lock(&mut self) {
        let placement = self.active.placement;
        let spin = self.spin();
        self.stop_piece();
        self.state.blocks.fill(placement);
        self.state.hold_used = false;
        self.state.statistics.pieces += 1;
        self.report(EventKind::Locked { placement, spin });
        if self.rules.lock_out && placement.bottom() >= self.rules.size.height as i8 {
            return self.end_game(End::LockOut);
        }
        let rows = self.state.blocks.board().full_rows();
        let won = self.count_action(spin, rows);
        if won {
            self.remove(rows);
            return self.end_game(End::Won);
        }
        if rows != 0 && self.rules.clear_delay > 0 {
            self.phase = Phase::Clearing(rows);
            self.phase_at = self.now.saturating_add(self.rules.clear_delay);
        } else {
            self.collapse(rows);
        }
    }

    fn spin(&self) -> Spin {
        match self.active.turned_by {
            Some(turned) if self.rules.spins => {
                let fifth = turned.is_fifth_point() || (self.rules.sticky_fifth_point && self.active.fifth_point);
                self.state.blocks.board().spin(self.active.placement, fifth)
            }
            _ => Spin::None,
        }
    }

    /// Counts the action: points, chain, combo, attack, level. Returns whether the game is won.
    fn count_action(&mut self, spin: Spin, rows: u64) -> bool {
        let lines = rows.count_ones() as u8;
        let state = &mut self.state;
        let perfect_clear = self.rules.scoring.perfect_clear_is.holds(&state.blocks, rows);
        let difficult = lines == 4 || (lines > 0 && spin != Spin::None);
        let action =
            Action { lines, spin, back_to_back: difficult && state.chain > 0, combo: state.combo, perfect_clear };
        let action = if lines > 0 { action } else { Action { combo: 0, ..action } };
        let award = self.rules.scoring.award(&action, state.progress.level);
        state.score = state.score.saturating_add(award.points);
        state.lines += u32::from(lines);
        if lines > 0 {
            state.chain = if difficult { state.chain + 1 } else { 0 };
            state.combo += 1;
        } else {
            state.combo = 0;
        }
        let statistics = &mut state.statistics;
        statistics.clears[spin as usize][lines as usize] += 1;
        statistics.back_to_backs += u32::from(action.back_to_back);
        statistics.perfect_clears += u32::from(perfect_clear);
        statistics.dug += (rows & state.blocks.garbage_rows()).count_ones();
        state.perfect_clears += u32::from(perfect_clear && lines > 0);
        statistics.longest_chain = statistics.longest_chain.max(state.chain);
        statistics.longest_combo = statistics.longest_combo.max(state.combo);
        if lines > 0 {
            let chain = state.chain;
            let Action { back_to_back, combo, .. } = action;
            let points = award.points;
            self.report(EventKind::Cleared { rows, lines, spin, back_to_back, chain, combo, perfect_clear, points });
            self.attack(&action);
        } else if spin != Spin::None || award.points > 0 {
            self.report(EventKind::Rewarded { spin, points: award.points });
        }
        self.count_goal(u32::from(lines), award.credits)
    }

    fn attack(&mut self, action: &Action) {
        let rows = self.rules.attack.rows(action);
        let cancelled = self.state.garbage.cancel(rows);
        let sent = rows - cancelled;
        if rows > 0 {
            self.state.statistics.attack += sent;
            self.state.statistics.cancelled += cancelled;
            self.report(EventKind::Attacked { sent, cancelled });
        }
    }

    fn count_goal(&mut self, lines: u32, credits: u32) -> bool {
        let before = self.state.progress.level;
        let last_goal_met = self.mode.goal.count(&mut self.state.progress, lines, credits);
        for level in before + 1..=self.state.progress.level {
            self.report(EventKind::LevelUp { level });
        }
        let Mode { line_limit, garbage_limit, perfect_clear_limit, endless, .. } = self.mode;
        let reached = |limit: Option<u32>, count| limit.is_some_and(|limit| count >= limit);
        (last_goal_met && !endless)
            || reached(line_limit, self.state.lines)
            || reached(garbage_limit, self.state.statistics.dug)
            || reached(perfect_clear_limit, self.state.perfect_clears)
    }

    fn remove(&mut self, rows: u64) {
        if rows != 0 {
            self.state.blocks.remove_rows(rows);
            self.report(EventKind::Collapsed { rows });
        }
    }

    /// Full rows go, garbage rises, and the next piece is on its way.
    pub(super) fn collapse(&mut self, rows: u64) {
        self.remove(rows);
        if rows == 0 || !self.rules.garbage.blocking {
            let garbage = &mut self.state.garbage;
            let risen = garbage.rise(&mut self.state.blocks, self.now, &self.rules.garbage);
            self.rose(risen);
        }
        if rows == 0 && !self.is_over() {
            let missing = self.missing_rows();
            let risen = self.state.starting_holes.rise(&mut self.state.blocks, missing);
            self.rose(risen);
        }
        if !self.is_over() {
            self.wait_for_piece(self.rules.generation_delay);
        }
    }

    /// Starting rows that should rise because others were dug.
    fn missing_rows(&self) -> u8 {
        let Some(left) = self.garbage_left() else { return 0 };
        let wanted = left.min(u32::from(self.mode.starting_rows));
        wanted.saturating_sub(self.state.blocks.garbage_rows().count_ones()) as u8
    }

    /// Reports that `rows` rows rose. If the last of them pushed a Block out, the game is over.
    fn rose(&mut self, (rows, over): (u8, bool)) {
        if rows > 0 {
            self.state.statistics.garbage += u32::from(rows);
            self.report(EventKind::Rose { rows });
        }
        if over {
            self.end_game(End::TopOut);
        }
    }
}

impl PerfectClear {
    /// Whether a Lock Down that filled these rows cleared everything.
    fn holds(self, blocks: &crate::blocks::Blocks, rows: u64) -> bool {
        match self {
            // Without Blocks outside the full rows nothing is left.
            PerfectClear::BoardEmpty => rows != 0 && blocks.board().columns().iter().all(|column| column & !rows == 0),
            PerfectClear::FloorEmpty => {
                let kept = (!rows).trailing_zeros();
                blocks.board().columns().iter().all(|column| column >> kept & 1 == 0)
            }
        }
    }
}
