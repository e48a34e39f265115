//! Which columns games and statistics have.

use tetrolab_records::{Ending, GameRecord, Ranking};

use super::words::{duration, mode_title, rate, result};
use super::{Grid, ModeTotals, Moment};
use crate::texts::Texts;

/// The place of a game in its table.
const RANK: &str = "#";

/// A best table: games with their places. With numbers, the number of each game comes last.
pub fn scores_grid<'g>(
    games: impl IntoIterator<Item = (usize, &'g GameRecord)>,
    ranking: Ranking,
    numbers: bool,
    texts: &Texts,
) -> Grid {
    let (words, in_game) = (&texts.scores, &texts.game);
    let result_heading = match ranking {
        Ranking::Time => &in_game.time,
        Ranking::Score => &in_game.score,
    };
    let mut grid = Grid::default()
        .numbers(RANK)
        .numbers(result_heading)
        .numbers(&in_game.lines)
        .numbers(&in_game.pieces_per_second)
        .numbers(&in_game.keys_per_piece)
        .numbers(&in_game.faults)
        .long_words(&in_game.player)
        .words(&words.date)
        .long_numbers(&in_game.seed);
    if numbers {
        grid = grid.numbers(&words.game);
    }
    for (rank, game) in games {
        let counts = &game.counts;
        let texts = [
            rank.to_string(),
            result(game),
            counts.lines.to_string(),
            rate(counts.pieces_per_second()),
            rate(counts.keys_per_piece()),
            counts.faults.to_string(),
            game.player.clone(),
            Moment::of(game.at).day(),
            game.seed.0.to_string(),
        ];
        grid.row(texts.into_iter().chain(numbers.then(|| game.id.to_string())));
    }
    grid
}

/// Signs for what is special about a game.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    pub won: &'static str,
    pub lost: &'static str,
    pub hints: &'static str,
    pub continued: &'static str,
}

impl Marks {
    /// For terminals that have all characters.
    pub const UNICODE: Marks = Marks { won: "✓", lost: "✗", hints: "?", continued: "»" };
    /// For all others.
    pub const ASCII: Marks = Marks { won: "+", lost: "-", hints: "?", continued: ">" };

    /// Those of a game.
    fn of(self, game: &GameRecord) -> String {
        let end = match game.ending() {
            Some(Ending::Won) => self.won,
            Some(Ending::Lost) => self.lost,
            None => " ",
        };
        let hints = if game.hints { self.hints } else { " " };
        let continued = if game.continued { self.continued } else { " " };
        format!("{end}{hints}{continued}")
    }

    /// What they mean.
    pub fn legend(self, texts: &Texts) -> String {
        let words = &texts.games;
        let meanings = [
            (self.won, &words.won),
            (self.lost, &words.lost),
            (self.hints, &words.hints),
            (self.continued, &words.continued),
        ];
        meanings.map(|(mark, meaning)| format!("{mark} {meaning}")).join("   ")
    }
}

/// Games of all kinds.
pub fn games_grid<'g>(games: impl IntoIterator<Item = &'g GameRecord>, marks: Marks, texts: &Texts) -> Grid {
    let mut grid = Grid::default()
        .numbers(&texts.scores.game)
        .words(&texts.scores.date)
        .long_words(&texts.games.mode)
        .long_words(&texts.choosing.rules)
        .long_words(&texts.games.by)
        .numbers(&texts.games.result)
        .numbers(&texts.game.lines)
        .words("");
    for game in games {
        grid.row([
            game.id.to_string(),
            Moment::of(game.at).to_string(),
            mode_title(&game.table.mode, texts),
            game.table.rules.clone(),
            game.agent.as_ref().unwrap_or(&game.player).clone(),
            result(game),
            game.counts.lines.to_string(),
            marks.of(game),
        ]);
    }
    grid
}

/// What games add up to.
pub fn statistics_grid(rows: &[ModeTotals], texts: &Texts) -> Grid {
    let (words, in_game) = (&texts.statistics, &texts.game);
    let mut grid = Grid::default()
        .words(&words.mode)
        .numbers(&words.games)
        .numbers(&words.won)
        .numbers(&in_game.time)
        .numbers(&words.pieces)
        .numbers(&in_game.pieces_per_second)
        .numbers(&in_game.keys_per_piece)
        .numbers(&words.faults_per_piece)
        .numbers(&words.attack_per_minute)
        .numbers(&in_game.lines)
        .numbers(&in_game.perfect_clears)
        .numbers(&words.combo)
        .numbers(&words.chain);
    for ModeTotals { mode, totals } in rows {
        let name = mode.as_ref().map_or(&words.all, |mode| texts.mode(mode).0);
        let counts = &totals.counts;
        grid.row([
            name.to_string(),
            totals.games.to_string(),
            totals.won.to_string(),
            duration(counts.time),
            counts.pieces.to_string(),
            rate(counts.pieces_per_second()),
            rate(counts.keys_per_piece()),
            rate(counts.faults_per_piece()),
            rate(counts.attack_per_minute()),
            counts.lines.to_string(),
            counts.perfect_clears.to_string(),
            totals.longest_combo.to_string(),
            totals.longest_chain.to_string(),
        ]);
    }
    grid
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{MODES, SECOND};
    use tetrolab_records::{Counts, Totals};

    use super::*;
    use crate::texts::Language;

    /// Rows and columns that the smallest terminal has for statistics.
    const ROOM: (usize, usize) = (72, 21);

    #[test]
    fn statistics_of_all_modes_fit_into_the_smallest_terminal() {
        let counts =
            Counts { time: 360_000 * SECOND, pieces: 500_000, keys: 2_000_000, lines: 200_000, ..Counts::default() };
        let totals = Totals { games: 10_000, won: 10_000, counts, ..Totals::default() };
        let modes = [None].into_iter().chain(MODES.map(Some));
        let rows: Vec<ModeTotals> = modes.map(|mode| ModeTotals { mode, totals }).collect();
        for language in Language::ALL {
            let blocks = statistics_grid(&rows, language.texts()).blocks(ROOM.0);
            let lines: usize = blocks.iter().map(|block| block.headings.len() + block.rows.len()).sum();
            assert!(lines + blocks.len() - 1 <= ROOM.1, "{language:?}: {blocks:#?}");
        }
    }
}
