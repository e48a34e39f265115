//! A game as a picture, for pages and reports.

use std::fmt::Write as _;

use tetrolab_engine::{Cell, Game, Piece, Placement, Rotation, SECOND};

use tetrolab_sessions::palette::{self, GROUND, PANEL, QUIET, Rgb, TEXT};

const CELL: i32 = 24;
const SIDE: i32 = 136;
const MARGIN: i32 = 24;

/// Draws a game: Hold and numbers at the left, the Matrix, Next at the right. The row above the Skyline is on show.
pub fn draw(game: &Game) -> String {
    let size = game.rules().size;
    let (columns, rows) = (i32::from(size.width), i32::from(size.height));
    let (width, height) = (2 * SIDE + columns * CELL + 2 * MARGIN, (rows + 1) * CELL + 2 * MARGIN);
    let mut drawing = Drawing(String::new());
    drawing.add(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"15\">\n<title>A game of tetrolab</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"{GROUND}\"/>"
    ));
    drawing.matrix(game);
    drawing.left(game);
    drawing.right(game);
    drawing.add("</svg>");
    drawing.0
}

struct Drawing(String);

impl Drawing {
    fn add(&mut self, element: &str) {
        writeln!(self.0, "{element}").expect("writing to a string does not fail");
    }

    fn mino(&mut self, x: i32, y: i32, cell: i32, colour: Rgb, ghost: bool) {
        let side = cell - 2;
        let paint = if ghost {
            format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"")
        } else {
            format!("fill=\"{colour}\"")
        };
        self.add(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\" {paint}/>",
            x + 1,
            y + 1
        ));
    }

    fn text(&mut self, x: i32, y: i32, colour: Rgb, text: &str) {
        self.add(&format!(
            "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" style=\"font-variant-numeric: tabular-nums\">{text}</text>"
        ));
    }

    fn matrix(&mut self, game: &Game) {
        let size = game.rules().size;
        let rows = i32::from(size.height);
        let left = MARGIN + SIDE;
        let (width, height) = (i32::from(size.width) * CELL, rows * CELL);
        self.add(&format!(
            "<rect x=\"{left}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"{PANEL}\"/>",
            MARGIN + CELL
        ));
        let place = |cell: Cell| {
            let (x, y) = (left + i32::from(cell.x) * CELL, MARGIN + (rows - i32::from(cell.y)) * CELL);
            (i32::from(cell.y) <= rows).then_some((x, y))
        };
        for y in 0..=size.height as i8 {
            for x in 0..size.width as i8 {
                if let (Some(block), Some((x, y))) = (game.blocks().get(x, y), place(Cell::new(x, y))) {
                    self.mino(x, y, CELL, palette::block(block), false);
                }
            }
        }
        for (placement, ghost) in [(game.ghost(), true), (game.in_play(), false)] {
            if let Some(placement) = placement {
                for (x, y) in placement.cells().into_iter().filter_map(place) {
                    self.mino(x, y, CELL, palette::piece(placement.piece), ghost);
                }
            }
        }
    }

    fn preview(&mut self, x: i32, y: i32, piece: Piece) {
        let small = CELL * 3 / 4;
        for cell in Placement::new(piece, Rotation::North, 1, 0).cells() {
            self.mino(
                x + i32::from(cell.x) * small,
                y + (1 - i32::from(cell.y)) * small,
                small,
                palette::piece(piece),
                false,
            );
        }
    }

    fn left(&mut self, game: &Game) {
        let x = MARGIN;
        self.text(x, MARGIN + 36, QUIET, "Hold");
        if let Some(piece) = game.hold() {
            self.preview(x, MARGIN + 48, piece);
        }
        let lines = match game.mode().line_limit {
            Some(limit) => ("Lines left", limit.saturating_sub(game.lines())),
            None => ("Lines", game.lines()),
        };
        let seconds = game.now() as f64 / SECOND as f64;
        let numbers = [
            ("Score", game.score().to_string()),
            (lines.0, lines.1.to_string()),
            ("Level", game.level().to_string()),
            ("Time", format!("{seconds:.2} s")),
            ("Back-to-Back", game.chain().saturating_sub(1).to_string()),
        ];
        for (index, (name, value)) in numbers.iter().enumerate() {
            let y = MARGIN + 150 + 56 * index as i32;
            self.text(x, y, QUIET, name);
            self.text(x, y + 22, TEXT, value);
        }
    }

    fn right(&mut self, game: &Game) {
        let x = MARGIN + SIDE + i32::from(game.rules().size.width) * CELL + 32;
        self.text(x, MARGIN + 36, QUIET, "Next");
        for (index, &piece) in game.next().iter().enumerate() {
            self.preview(x, MARGIN + 48 + 60 * index as i32, piece);
        }
    }
}
