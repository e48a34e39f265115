//! Tables as text.

use std::io::{self, Write};

use super::Answer;
use crate::commands::page::Page;
use tetrolab_sessions::history::{BestGames, Grid, Marks, games_grid, scores_grid, statistics_grid, table_title};
use tetrolab_sessions::texts::Texts;

pub fn write(answer: &Answer, page: Page, texts: &Texts, out: &mut impl Write) -> io::Result<()> {
    match answer {
        Answer::Best(tables) => {
            for (index, BestGames { summary, games }) in tables.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                let count = page.quiet(&format!("  {} {}", texts.statistics.games, summary.games));
                writeln!(out, "{}{count}", page.strong(&table_title(&summary.table, texts)))?;
                let games = games.iter().map(|(rank, game)| (*rank, game));
                write_grid(&scores_grid(games, summary.table.ranking, true, texts), page, out)?;
            }
            Ok(())
        }
        Answer::All(games) => {
            write_grid(&games_grid(games, Marks::ASCII, texts), page, out)?;
            writeln!(out, "{}", page.quiet(&Marks::ASCII.legend(texts)))
        }
        Answer::Statistics(rows) => write_grid(&statistics_grid(rows, texts), page, out),
    }
}

fn write_grid(grid: &Grid, page: Page, out: &mut impl Write) -> io::Result<()> {
    for (index, block) in grid.blocks(page.width).iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        for line in &block.headings {
            writeln!(out, "{}", page.quiet(line.trim_end()))?;
        }
        for line in &block.rows {
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}
