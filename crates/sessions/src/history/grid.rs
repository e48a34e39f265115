//! Rows and columns of text, laid out for the room there is.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns between two columns where there is room, and where there is not.
const GAP: usize = 2;
const NARROW_GAP: usize = 1;
/// What can be cut is not cut below this.
const LEAST: usize = 6;
/// Stands for what was cut off.
const CUT: char = '…';

/// A column.
#[derive(Clone, Debug)]
struct Column {
    title: String,
    /// Its lines, the last one directly above the rows.
    heading: Vec<String>,
    is_right: bool,
    /// Whether its texts can be cut where there is little room.
    can_be_cut: bool,
}

/// Rows and columns of text.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

/// Columns that fit beside each other: headings and rows, all lines equally wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub headings: Vec<String>,
    pub rows: Vec<String>,
}

impl Grid {
    /// Adds a column of numbers.
    pub fn numbers(self, heading: &str) -> Grid {
        self.column(heading, true, false)
    }

    /// Adds a column of words.
    pub fn words(self, heading: &str) -> Grid {
        self.column(heading, false, false)
    }

    /// Adds a column of words that can be cut.
    pub fn long_words(self, heading: &str) -> Grid {
        self.column(heading, false, true)
    }

    /// Adds a column of numbers that can be cut.
    pub fn long_numbers(self, heading: &str) -> Grid {
        self.column(heading, true, true)
    }

    /// A heading breaks at spaces and before slashes, so that numbers stay close together.
    fn column(mut self, heading: &str, is_right: bool, can_be_cut: bool) -> Grid {
        let title = heading.to_string();
        let heading = heading.replace('/', " /").split_whitespace().map(str::to_string).collect();
        self.columns.push(Column { title, heading, is_right, can_be_cut });
        self
    }

    /// The titles of the columns, and whether they are columns of numbers.
    pub fn columns(&self) -> impl Iterator<Item = (&str, bool)> {
        self.columns.iter().map(|column| (column.title.as_str(), column.is_right))
    }

    /// The rows, a text for each column.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Adds a row, a text for each column.
    pub fn row(&mut self, texts: impl IntoIterator<Item = String>) {
        self.rows.push(texts.into_iter().collect());
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The whole grid in `room` columns of text. What does not fit even when it is cut comes in further blocks, each
    /// with the first column again.
    pub fn blocks(&self, room: usize) -> Vec<Block> {
        let (widths, gap) = self.widths(room);
        let mut blocks: Vec<Vec<usize>> = Vec::new();
        let mut taken = 0;
        for (index, width) in widths.iter().enumerate() {
            let fits = blocks.is_empty() || taken + gap + width <= room;
            match blocks.last_mut() {
                Some(block) if fits => {
                    block.push(index);
                    taken += gap + width;
                }
                None => {
                    blocks.push(vec![0]);
                    taken = *width;
                }
                Some(_) => {
                    blocks.push(vec![0, index]);
                    taken = widths[0] + gap + width;
                }
            }
        }
        blocks.iter().map(|columns| self.block(columns, &widths, gap)).collect()
    }

    /// The width of every column, and of what is between them.
    fn widths(&self, room: usize) -> (Vec<usize>, usize) {
        let heading = |column: &Column| column.heading.iter().map(|line| line.width()).max().unwrap_or(0);
        let mut widths: Vec<usize> = self.columns.iter().map(heading).collect();
        for row in &self.rows {
            for (width, text) in widths.iter_mut().zip(row) {
                *width = (*width).max(text.width());
            }
        }
        let between = widths.len().saturating_sub(1);
        let total = |widths: &[usize], gap: usize| widths.iter().sum::<usize>() + gap * between;
        if total(&widths, GAP) <= room {
            return (widths, GAP);
        }
        while total(&widths, NARROW_GAP) > room {
            let can_be_cut = |&index: &usize| {
                let column = &self.columns[index];
                column.can_be_cut && widths[index] > heading(column).max(LEAST)
            };
            match (0..widths.len()).filter(can_be_cut).max_by_key(|&index| widths[index]) {
                Some(widest) => widths[widest] -= 1,
                None => break,
            }
        }
        (widths, NARROW_GAP)
    }

    fn block(&self, columns: &[usize], widths: &[usize], gap: usize) -> Block {
        let line = |text: &dyn Fn(usize) -> String| {
            let cells = columns.iter().map(|&index| aligned(&text(index), widths[index], self.columns[index].is_right));
            cells.collect::<Vec<_>>().join(&" ".repeat(gap))
        };
        let height = columns.iter().map(|&index| self.columns[index].heading.len()).max().unwrap_or(0);
        let headings = (0..height).map(|number| {
            line(&|index| {
                let heading = &self.columns[index].heading;
                let place = (number + heading.len()).checked_sub(height);
                place.and_then(|place| heading.get(place)).cloned().unwrap_or_default()
            })
        });
        let rows = self.rows.iter().map(|row| line(&|index| row.get(index).cloned().unwrap_or_default()));
        Block { headings: headings.collect(), rows: rows.collect() }
    }
}

/// A text aligned in `width` columns, cut if it is longer.
fn aligned(text: &str, width: usize, is_right: bool) -> String {
    let text = cut(text, width);
    let space = " ".repeat(width.saturating_sub(text.width()));
    if is_right { space + &text } else { text + &space }
}

/// As much of a text as fits, with a sign for what does not.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut taken = 0;
    let fits = |character: &char| {
        taken += character.width().unwrap_or(0);
        taken < width
    };
    let mut text: String = text.chars().take_while(fits).collect();
    text.push(CUT);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::default().words("Mode").numbers("Keys/piece").long_words("Player");
        grid.row(["Sprint", "2.50", "Ada Augusta King"].map(String::from));
        grid.row(["Ultra", "12.25", "Ñandú"].map(String::from));
        grid
    }

    #[test]
    fn headings_are_broken_and_numbers_stand_at_the_right() {
        let blocks = grid().blocks(40);
        let expected = Block {
            headings: ["          Keys                  ", "Mode    /piece  Player          "]
                .map(String::from)
                .to_vec(),
            rows: ["Sprint    2.50  Ada Augusta King", "Ultra    12.25  Ñandú           "].map(String::from).to_vec(),
        };
        assert_eq!(blocks, [expected]);
    }

    #[test]
    fn little_room_narrows_gaps_then_cuts_then_breaks() {
        let rows = |room| grid().blocks(room).iter().map(|block| block.rows[0].clone()).collect::<Vec<_>>();
        assert_eq!(rows(31), ["Sprint   2.50 Ada Augusta King"]);
        assert_eq!(rows(25), ["Sprint   2.50 Ada August…"]);
        assert_eq!(rows(20), ["Sprint   2.50 Ada A…"]);
        assert_eq!(rows(18), ["Sprint   2.50", "Sprint Ada A…"]);
    }

    #[test]
    fn a_cut_text_is_never_too_wide() {
        for width in 1..8 {
            assert!(cut("ａｂｃ Ñandú", width).width() <= width);
        }
        assert_eq!(cut("Ada", 3), "Ada");
    }
}
