//! The research game: its slow twin against what MDPTetris itself did.

mod fast;
mod formulas;
mod naive;
mod trees;

use naive::{Dropped, FEATURES, Grid, HIDDEN_ROWS, Played, Tausworthe, best, drop, feature, games, value};
use serde_json::Value;

const GOLDEN: &str = include_str!("../../data/mdptetris_golden.jsonl");
const PIECES: &str = include_str!("../../data/mdptetris_pieces.jsonl");

const DELLACHERIE: [(&str, f64); 6] = [
    ("f1_landing_height", -1.0),
    ("f2_eroded", 1.0),
    ("f3_row_transitions", -1.0),
    ("f4_col_transitions", -1.0),
    ("f5_holes", -4.0),
    ("f6_wells", -1.0),
];

const BCTS: [(&str, f64); 8] = [
    ("f1_landing_height", -12.62900),
    ("f2_eroded", 6.601974),
    ("f3_row_transitions", -9.215815),
    ("f4_col_transitions", -19.77356),
    ("f5_holes", -13.08335),
    ("f6_wells", -10.48747),
    ("f7_hole_depth", -1.611863),
    ("f8_rows_with_holes", -24.04087),
];

/// One line of the golden file.
struct Record {
    text: &'static str,
    json: Value,
}

impl Record {
    fn all() -> Vec<Record> {
        GOLDEN.lines().map(|text| Record { text, json: serde_json::from_str(text).unwrap() }).collect()
    }

    fn number(&self, key: &str) -> usize {
        self.json[key].as_u64().unwrap_or_else(|| panic!("{key} of {}", self.text)) as usize
    }

    fn numbers(&self, key: &str) -> Vec<usize> {
        self.json[key].as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
    }

    /// A number with all its digits. The JSON reader may be off in the last bit, the parser of the standard library is not.
    fn exact(&self, key: &str) -> f64 {
        let (_, rest) = self.text.split_once(&format!("\"{key}\":")).unwrap();
        rest.split([',', '}']).next().unwrap().parse().unwrap()
    }

    fn grid(&self, key: &str) -> Grid {
        let (width, rows) = (self.number("w"), self.numbers(key));
        let mut grid = Grid::empty(width, self.number("h"));
        assert_eq!(rows.len(), grid.rows.len());
        for (y, row) in rows.into_iter().enumerate() {
            for x in 0..width {
                grid.rows[y][x] = row / 2_usize.pow(x as u32) % 2 == 1;
            }
        }
        grid
    }

    fn piece(&self) -> char {
        self.json["piece"].as_str().unwrap().chars().next().unwrap()
    }

    fn lines_after_overflow(&self) -> bool {
        self.number("allow_lines_after_overflow") == 1
    }

    fn dropped(&self) -> Dropped {
        let grid = self.grid("board");
        drop(&grid, self.piece(), self.number("rot"), self.number("col"), self.lines_after_overflow())
    }
}

#[test]
fn pieces_are_those_of_mdptetris() {
    let mut lines = PIECES.lines();
    for (index, (letter, pictures)) in naive::PIECES.into_iter().enumerate() {
        for (orientation, picture) in pictures.iter().enumerate() {
            let json: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
            assert_eq!(json["piece"].as_str().unwrap(), letter.to_string());
            assert_eq!(json["piece_index"].as_u64().unwrap() as usize, index);
            assert_eq!(json["orientation"].as_u64().unwrap() as usize, orientation);
            let rows: Vec<&str> =
                json["picture_top_down"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
            assert_eq!(rows.join("/"), *picture);

            let piece = naive::oriented(letter, orientation);
            assert_eq!(json["height"].as_u64().unwrap() as usize, piece.len());
            for (y, row) in piece.iter().enumerate() {
                assert_eq!(json["width"].as_u64().unwrap() as usize, row.len());
                let bits: u64 =
                    row.iter().enumerate().map(|(x, &filled)| u64::from(filled) * 2_u64.pow(x as u32)).sum();
                assert_eq!(json["rows_bottom_up"][y].as_u64().unwrap(), bits, "{letter} {orientation} row {y}");
            }
        }
    }
    assert!(lines.next().is_none());
}

#[test]
fn golden_drops() {
    let (mut cleared, mut lost) = (0, 0);
    let records = Record::all();
    assert_eq!(records.len(), 450);
    for record in &records {
        let dropped = record.dropped();
        let text = record.text;
        assert_eq!(record.json["piece_index"], "IOTZSJL".find(record.piece()).unwrap(), "{text}");
        assert_eq!(dropped.after, record.grid("result"), "{text}");
        assert_eq!(dropped.lines, record.number("lines"), "{text}");
        assert_eq!(dropped.eroded_cells, record.number("eroded_cells"), "{text}");
        assert_eq!(dropped.landing_row, record.number("landing_row"), "{text}");
        assert_eq!(dropped.wall_height, record.number("wall_height"), "{text}");
        assert_eq!(dropped.game_over, record.json["game_over"].as_bool().unwrap(), "{text}");
        assert_eq!(dropped.after.heights(), record.numbers("heights"), "{text}");
        cleared += usize::from(dropped.lines > 0);
        lost += usize::from(dropped.game_over);
    }
    assert_eq!((cleared, lost), (77, 101));
}

#[test]
fn golden_features() {
    let mut compared = 0;
    for record in Record::all() {
        let dropped = record.dropped();
        for name in FEATURES.into_iter().filter(|name| record.json.get(name).is_some()) {
            let (values, text) = (feature(name, &dropped), record.text);
            match name {
                "heights" => {
                    let heights: Vec<f64> = record.numbers(name).into_iter().map(|height| height as f64).collect();
                    assert_eq!(values, heights, "{text}");
                }
                // The file has ten digits of this one.
                "mean_height" => assert!((values[0] - record.exact(name)).abs() <= 5.1e-9, "{text}"),
                _ => assert_eq!(values, [record.exact(name)], "{name} of {text}"),
            }
            compared += 1;
        }
    }
    // f1 to f9, the eight others of the golden file, the wall, the lines and the heights.
    assert_eq!(compared, 450 * (9 + 8 + 3));
}

#[test]
fn golden_values_bit_for_bit() {
    for record in Record::all() {
        let dropped = record.dropped();
        assert_eq!(value(&dropped, &DELLACHERIE), record.exact("v_dellacherie"), "{}", record.text);
        assert_eq!(value(&dropped, &BCTS), record.exact("v_bcts"), "{}", record.text);
    }
}

#[test]
fn golden_choices() {
    let mut differ = 0;
    for record in Record::all() {
        let grid = record.grid("board");
        let chosen = [("best_dellacherie", &DELLACHERIE[..]), ("best_bcts", &BCTS[..])].map(|(key, weights)| {
            let choice = best(&grid, record.piece(), weights, record.lines_after_overflow());
            assert_eq!(vec![choice.orientation, choice.column], record.numbers(key), "{key} of {}", record.text);
            let dropped = drop(&grid, record.piece(), choice.orientation, choice.column, record.lines_after_overflow());
            assert_eq!(choice.value, value(&dropped, weights));
            (choice.orientation, choice.column)
        });
        differ += usize::from(chosen[0] != chosen[1]);
    }
    assert_eq!(differ, 42, "the two controllers must be told apart");
}

#[test]
fn random_streams() {
    let streams: [(u32, &str); 4] = [
        (0, "1 6 3 0 1 3 0 3 2 5 0 2 2 6 1 0 1 4 6 3 6 4 3 3 6 1 6 4 4 5 0 1 1 3 6 2 4 1 0 0"),
        (1, "1 6 3 0 1 3 0 3 2 5 0 2 2 6 1 0 1 4 6 3 6 4 3 3 6 1 6 4 4 5 0 1 1 3 6 2 4 1 0 0"),
        (42, "5 4 5 6 4 3 0 1 1 3 1 5 3 0 2 3 0 2 1 2 3 1 4 2 1 0 0 2 1 4 3 2 1 3 5 4 6 3 0 1"),
        (123_456_789, "5 2 2 0 6 3 3 6 6 5 3 0 4 1 2 1 1 5 1 1 0 4 0 4 0 3 4 1 4 5 6 1 5 6 2 2 0 3 3 3"),
    ];
    for (seed, stream) in streams {
        let mut random = Tausworthe::new(seed);
        let drawn: Vec<String> = (0..40).map(|_| random.below(7).to_string()).collect();
        assert_eq!(drawn.join(" "), stream, "seed {seed}");
    }
}

fn played(games: [(usize, usize); 8]) -> Vec<Played> {
    games.into_iter().map(|(lines, pieces)| Played { lines, pieces }).collect()
}

#[test]
fn whole_games_on_six_rows() {
    let known = [(51, 140), (219, 561), (50, 139), (81, 216), (13, 46), (12, 43), (12, 44), (51, 140)];
    assert_eq!(games(&Grid::empty(10, 6), &DELLACHERIE, false, 42, 8), played(known));
}

#[test]
fn whole_games_on_eight_rows() {
    let known = [(830, 2093), (1291, 3245), (1118, 2812), (353, 900), (412, 1047), (730, 1842), (315, 805), (217, 561)];
    assert_eq!(games(&Grid::empty(10, 8), &DELLACHERIE, false, 42, 8), played(known));
}

/// No golden record has a full row that reaches above the board, so this case is worked out by hand.
#[test]
fn lines_after_overflow() {
    let grid = Grid::picture(4, &["XXX.", "XXX.", "X.XX", ".XXX"]);
    let kept = drop(&grid, 'I', 0, 3, false);
    assert_eq!(kept.after, Grid::picture(4, &["...X", "...X", "XXXX", "XXXX", "X.XX", ".XXX"]));
    assert_eq!((kept.lines, kept.eroded_cells, kept.wall_height, kept.game_over), (0, 0, 6, true));

    let removed = drop(&grid, 'I', 0, 3, true);
    assert_eq!(removed.before, kept.before);
    assert_eq!(removed.after, Grid::picture(4, &["...X", "...X", "X.XX", ".XXX"]));
    assert_eq!((removed.lines, removed.eroded_cells, removed.wall_height, removed.game_over), (2, 2, 4, false));
    assert_eq!(removed.after.rows.len(), 4 + HIDDEN_ROWS);
}

#[test]
fn a_full_row_that_the_piece_does_not_touch_stays() {
    let dropped = drop(&Grid::picture(6, &["X..", "XXX"]), 'I', 0, 1, false);
    assert_eq!((dropped.lines, dropped.landing_row), (0, 1));
    assert_eq!(dropped.after, Grid::picture(6, &[".X.", ".X.", ".X.", "XX.", "XXX"]));
}

#[test]
fn nothing_survives() {
    let choice = best(&Grid::picture(4, &["X.X.", ".X.X", "X.X.", ".X.X"]), 'T', &BCTS, true);
    assert_eq!((choice.orientation, choice.column, choice.value, choice.surviving), (0, 0, naive::GAME_OVER, 0));
}

#[test]
fn a_family_takes_one_weight_for_each_value() {
    let dropped = drop(&Grid::picture(8, &["X...", "XX..", "XX.X"]), 'O', 0, 0, false);
    assert_eq!(feature("heights", &dropped), [5.0, 5.0, 0.0, 1.0]);
    assert_eq!(feature("abs_height_diffs", &dropped), [0.0, 5.0, 1.0]);
    let weights = [("heights", 1.0), ("heights", 10.0), ("abs_height_diffs", 100.0), ("abs_height_diffs", 1000.0)];
    assert_eq!(value(&dropped, &weights), 5055.0);
}

/// Features counted by hand.
fn counted(dropped: &Dropped, known: &[(&str, f64)]) {
    for &(name, number) in known {
        assert_eq!(feature(name, dropped), [number], "{name}");
    }
}

/// A T piece clears a row:
///
/// ```text
/// X....    XTTT.
/// XX.XX    XXTXX    XXXX.
/// X..XX    X..XX    X..XX
/// .XXXX    .XXXX    .XXXX
/// ```
#[test]
fn features_of_a_cleared_row() {
    let dropped = drop(&Grid::picture(6, &["X....", "XX.XX", "X..XX", ".XXXX"]), 'T', 3, 1, false);
    assert_eq!(dropped.before, Grid::picture(6, &["XXXX.", "XXXXX", "X..XX", ".XXXX"]));
    assert_eq!(dropped.after, Grid::picture(6, &["XXXX.", "X..XX", ".XXXX"]));
    counted(
        &dropped,
        &[
            ("constant", 1.0),
            ("f1_landing_height", 2.5),
            ("f2_eroded", 1.0),
            ("f3_row_transitions", 12.0),
            ("f4_col_transitions", 11.0),
            ("f5_holes", 3.0),
            ("f6_wells", 2.0),
            ("f7_hole_depth", 4.0),
            ("f8_rows_with_holes", 2.0),
            ("f9_diversity", 2.0),
            ("surrounded_holes", 3.0),
            ("wall_height", 3.0),
            ("lines", 1.0),
            ("solver_blocks", 11.0),
            ("solver_weighted_blocks", 22.0),
            ("solver_clearable_lines", 1.0),
            ("solver_roughness", 1.0),
            ("solver_col_holes", 3.0),
            ("solver_connected_holes", 0.0),
            ("solver_blocks_above_holes", 4.0),
            ("solver_pit_hole_percent", 0.25),
            ("solver_deepest_well", 2.0),
            ("aveiro_aggregate_height", 19.0),
            ("aveiro_lines", 1.0),
            ("aveiro_holes", 4.0),
            ("aveiro_bumpiness", 1.0),
            ("sevilla_filled_cells", 16.0),
            ("sevilla_maximum_height", 4.0),
            ("sevilla_holes", 3.0),
            ("sevilla_weighted_height", 41.0),
            ("sevilla_lines", 1.0),
        ],
    );
}

#[test]
fn features_of_a_well_open_or_covered() {
    let grid = Grid::picture(10, &["XX.X"; 4]);
    counted(
        &drop(&grid, 'O', 0, 1, false),
        &[
            ("f7_hole_depth", 2.0),
            ("surrounded_holes", 0.0),
            ("f6_wells", 16.0),
            ("wells_fast", 16.0),
            ("wells_fahey", 8.0),
            ("solver_clearable_lines", 0.0),
            ("solver_roughness", 4.0),
            ("solver_col_holes", 1.0),
            ("solver_connected_holes", 3.0),
            ("solver_blocks_above_holes", 8.0),
            ("solver_pit_hole_percent", 2.0 / 6.0),
            ("solver_deepest_well", 4.0),
            ("aveiro_aggregate_height", 20.0),
            ("aveiro_lines", 0.0),
            ("aveiro_holes", 8.0),
            ("aveiro_bumpiness", 4.0),
            ("sevilla_holes", 4.0),
        ],
    );
    counted(
        &drop(&grid, 'O', 0, 0, false),
        &[
            ("f5_holes", 0.0),
            ("solver_clearable_lines", 4.0),
            ("solver_pit_hole_percent", 1.0),
            ("solver_deepest_well", 0.0),
            ("aveiro_holes", 8.0),
            ("aveiro_bumpiness", 10.0),
            ("sevilla_holes", 0.0),
        ],
    );
    // A flat board has neither pits nor holes.
    counted(&drop(&Grid::empty(4, 10), 'I', 1, 0, false), &[("solver_pit_hole_percent", 0.0), ("solver_blocks", 0.0)]);
    // The first column reaches the top: its highest cell stands for the one above it, between the wall and a filled cell.
    counted(&drop(&Grid::picture(4, &["XX.."; 2]), 'O', 0, 0, false), &[("solver_pit_hole_percent", 1.0)]);
}

#[test]
fn features_of_holes_apart() {
    let dropped = drop(&Grid::picture(8, &["XX..", ".X..", "X...", ".X.."]), 'O', 0, 2, false);
    counted(
        &dropped,
        &[
            ("f5_holes", 3.0),
            ("f7_hole_depth", 4.0),
            ("solver_col_holes", 2.0),
            ("solver_connected_holes", 0.0),
            ("solver_blocks_above_holes", 5.0),
        ],
    );
}

#[test]
fn heights_before_and_after_a_removal() {
    let dropped = drop(&Grid::picture(8, &["XX..", ".XXX"]), 'O', 0, 2, false);
    assert_eq!(dropped.before.heights(), [2, 2, 3, 3]);
    assert_eq!(dropped.after.heights(), [0, 1, 2, 2]);
    counted(
        &dropped,
        &[
            ("aveiro_aggregate_height", 10.0),
            ("aveiro_bumpiness", 1.0),
            ("aveiro_holes", 3.0),
            ("sevilla_holes", 1.0),
            ("f5_holes", 0.0),
            ("sum_abs_height_diff", 2.0),
            ("solver_roughness", 2.0),
            ("max_height_diff", 2.0),
        ],
    );
}

/// An upright I piece on the last column reaches the top of a board of six rows, and sticks out of one of five.
#[test]
fn clearable_lines_need_room() {
    let rows = ["X....", "XX.XX", "X..XX", ".XXXX"];
    counted(&drop(&Grid::picture(6, &rows), 'T', 3, 1, false), &[("solver_clearable_lines", 1.0)]);
    counted(&drop(&Grid::picture(5, &rows), 'T', 3, 1, false), &[("solver_clearable_lines", 0.0)]);
}

/// The three counts of wells differ where the sides open further down: under the second column here.
#[test]
fn three_ways_to_count_wells() {
    let dropped = drop(&Grid::picture(8, &["X.X...", "X.....", "X...X."]), 'I', 0, 5, false);
    assert_eq!(dropped.after.heights(), [3, 0, 3, 0, 1, 4]);
    counted(&dropped, &[("f6_wells", 3.0), ("wells_fast", 6.0), ("wells_fahey", 3.0)]);
    // With the sides closed again at the floor, f6 counts that cell once more, the others do not.
    let dropped = drop(&Grid::picture(8, &["X.X...", "X.....", "X.X.X."]), 'I', 0, 5, false);
    counted(&dropped, &[("f6_wells", 5.0), ("wells_fast", 7.0), ("wells_fahey", 4.0)]);
}
