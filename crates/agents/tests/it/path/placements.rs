//! The best placement against a slow twin.

use tetrolab_agents::path::{RowColumn, from_top};
use tetrolab_agents::sevilla::{VARIANTS, best};
use tetrolab_engine::Placement;

use super::{boards, twin};

/// The five terms, counted on a grid with row 0 on top.
fn terms(grid: &[Vec<bool>]) -> [i64; 5] {
    let rows = grid.len();
    let mut terms = [0; 5];
    for (row, cells) in grid.iter().enumerate() {
        for (column, &filled) in cells.iter().enumerate() {
            if filled {
                terms[0] += 1;
                terms[1] = terms[1].max((rows - row) as i64);
                terms[3] += (rows - row) as i64;
            } else if (0..row).any(|above| grid[above][column]) {
                terms[2] += 1;
            }
        }
        terms[4] += i64::from(cells.iter().all(|&filled| filled));
    }
    terms
}

#[test]
fn the_best_placement_is_the_best_of_all_that_rest() {
    let mut with_lines = 0;
    for number in 0..200 {
        let space = boards::space(&mut boards::random(number));
        let size = space.board().size();
        for (variant, per_line) in VARIANTS.iter().zip([1, -1]) {
            let resting =
                |state: &Placement| state.cells().iter().any(|cell| space.board().is_filled(cell.x, cell.y - 1));
            let mut scored: Vec<(i64, [RowColumn; 4], [i64; 5])> = twin::distances(&space)
                .into_keys()
                .filter(resting)
                .map(|state| {
                    let cells = from_top(state, size.rows());
                    let grid: Vec<Vec<bool>> = (0..i32::from(size.rows()))
                        .map(|row| {
                            (0..i32::from(size.width))
                                .map(|column| {
                                    cells.contains(&[row, column])
                                        || space
                                            .board()
                                            .is_filled(column as i8, (i32::from(size.rows()) - 1 - row) as i8)
                                })
                                .collect()
                        })
                        .collect();
                    let terms = terms(&grid);
                    let score = terms[0] + terms[1] + 20 * terms[2] + 5 * terms[3] + per_line * terms[4];
                    (score, cells, terms)
                })
                .collect();
            scored.sort_unstable();
            scored.dedup();
            let choice = best(&space, variant);
            assert_eq!((choice.score, choice.cells, choice.terms), scored[0], "{}", variant.name);
            assert_eq!(choice.candidates, scored.len());
            with_lines += choice.terms[4];
        }
    }
    assert!(with_lines > 20, "{with_lines}");
}

/// The course begins with 999 as the best score so far, and so finds nothing on a tall stack. We do.
#[test]
fn scores_above_999_are_fine() {
    use tetrolab_agents::path::{Order, Place, Space, Turning};
    use tetrolab_engine::{Board, Piece, Size};
    let mut board = Board::empty(Size { width: 10, height: 20, buffer: 0 });
    for y in 0..15 {
        for x in 0..9 {
            board.set(x, y, true);
        }
    }
    let space = Space::new(board, Piece::I, &Place::top(Piece::I, 10), Turning::SEVILLA, Order::default()).unwrap();
    let choice = best(&space, &VARIANTS[0]);
    assert!(choice.score > 999);
    assert_eq!(choice.cells, [[16, 9], [17, 9], [18, 9], [19, 9]]);
    assert_eq!(choice.terms[4], 4);
}
