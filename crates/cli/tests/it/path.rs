//! `tetrolab path` as people call it: plans, tables, and how it refuses.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::program;
use serde_json::Value;

fn tetrolab(folder: &Path, arguments: &[&str]) -> Output {
    program::tetrolab(folder, &[&["path"], arguments].concat())
}

/// Exit code and standard output; nothing on standard error.
fn answer(arguments: &[&str]) -> (i32, String) {
    answer_in(Path::new("."), arguments)
}

fn answer_in(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = tetrolab(folder, arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn document(arguments: &[&str]) -> Value {
    let (_, printed) = answer(&[arguments, &["--json"]].concat());
    serde_json::from_str(&printed).unwrap()
}

fn refusal(folder: &Path, arguments: &[&str]) -> String {
    program::refusal(folder, &[&["path"], arguments].concat())
}

/// The J case of the course: 18 actions.
const J: [&str; 4] = ["--piece", "J", "--goal", "[[17, 4], [18, 4], [19, 3], [19, 4]]"];
const J_PLAN: &str = "A A A A A A A A A A A A A A A A A G_izq";

fn with_j<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&J, more].concat()
}

#[test]
fn the_plan_is_one_line_and_the_counts_follow() {
    let (code, printed) = answer(&with_j(&["--algorithm", "breadth-first"]));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!((code, lines[0]), (0, J_PLAN));
    assert!(lines[1].starts_with("cost 18, 516 expanded, 555 generated, largest frontier 46, "), "{printed}");
    assert_eq!(lines[2..], ["breadth-first, sevilla rotation"]);
}

#[test]
fn places_can_be_written_in_four_ways() {
    for goal in
        ["[[17,4],[18,4],[19,3],[19,4]]", "19,4 19,3 18,4 17,4", "west@18,4", "WEST@18,4", "west@x4,y1", "West@X4, Y1"]
    {
        let (code, printed) = answer(&["--piece", "j", "--goal", goal]);
        assert_eq!((code, printed.lines().next()), (0, Some(J_PLAN)), "{goal}");
    }
    let (_, printed) = answer(&["--piece", "J", "--start", "0,2 1,2 1,3 1,4", "--goal", "6,4 7,4 7,5 7,6"]);
    assert!(printed.contains("cost 8, "), "{printed}");
    let (_, printed) = answer(&["--piece", "J", "--start", "north@x3,y18", "--goal", "north@x5,y12"]);
    assert!(printed.contains("cost 8, "), "{printed}");
}

/// What `tetrolab placements` prints is a goal.
#[test]
fn every_listed_placement_is_a_goal() {
    let output = program::tetrolab(Path::new("."), &["placements", "--piece", "J", "--json"]);
    let listed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let listed = listed["placements"].as_array().unwrap();
    assert_eq!(listed.len(), 34);
    for placement in listed {
        let goal = format!("{}@x{},y{}", placement["rotation"].as_str().unwrap(), placement["x"], placement["y"]);
        let found = document(&["--piece", "J", "--goal", &goal, "--rotation", "srs"]);
        let cells = |list: &Value, from_top: bool| {
            let cell = |cell: &Value| {
                let (first, second) = (cell[0].as_i64().unwrap(), cell[1].as_i64().unwrap());
                if from_top { (second, 19 - first) } else { (first, second) }
            };
            let mut cells: Vec<(i64, i64)> = list.as_array().unwrap().iter().map(cell).collect();
            cells.sort_unstable();
            cells
        };
        assert_eq!(cells(&found["goals"][0]["cells"], true), cells(&placement["cells"], false), "{goal}");
        assert!(found["plan"].is_array(), "{goal}");
    }
}

#[test]
fn every_algorithm_and_rule_of_the_tables_can_be_called() {
    for algorithm in tetrolab_agents::path::ALGORITHMS {
        for turning in tetrolab_agents::path::TURNINGS {
            let (code, printed) = answer(&with_j(&["--algorithm", algorithm.name, "--rotation", turning.name]));
            assert_eq!(code, 0, "{printed}");
            assert!(printed.contains("cost 18, ") || !algorithm.optimal, "{printed}");
            assert_eq!(printed.contains("a shorter plan may exist"), !algorithm.optimal, "{printed}");
        }
    }
}

#[test]
fn the_estimate_of_the_course_is_marked() {
    let (code, printed) = answer(&with_j(&["--estimate", "sum-of-distances"]));
    assert_eq!(code, 0);
    assert!(printed.contains("\ncost 18, 18 expanded, "), "{printed}");
    assert!(
        printed.ends_with("a shorter plan may exist: the estimate sum-of-distances can be too high\n"),
        "{printed}"
    );
    assert_eq!(document(&with_j(&["--estimate", "sum-of-distances"]))["optimal"], false);
}

#[test]
fn letters_and_order() {
    let first = |more: &[&str]| answer(&with_j(more)).1.lines().next().unwrap().to_string();
    assert_eq!(first(&["--letters", "arrows"]), "↓ ".repeat(17) + "↺");
    assert_eq!(first(&["--letters", "words"]), "down ".repeat(17) + "turn-left");
    let turn_first = "G_izq".to_string() + &" A".repeat(17);
    let breadth_first = ["--algorithm", "breadth-first", "--order"];
    for order in ["turn-left,down,left,right,turn-right", "G_izq,A,I,D,G_der"] {
        assert_eq!(first(&[&breadth_first[..], &[order]].concat()), turn_first);
    }
}

#[test]
fn a_start_that_is_a_goal_is_an_empty_plan_and_success() {
    let goal = ["--piece", "J", "--goal", "0,3 1,3 1,4 1,5"];
    for algorithm in tetrolab_agents::path::ALGORITHMS {
        let (code, printed) = answer(&[&goal[..], &["--algorithm", algorithm.name]].concat());
        assert_eq!(code, 0);
        assert!(printed.starts_with("nothing to do: the start is a goal\ncost 0, 0 expanded, "), "{printed}");
        assert!(!printed.contains("a shorter plan"), "{printed}");
    }
    assert_eq!(answer(&[&goal[..], &["--algorithm", "depth-bounded", "--bound", "0"]].concat()).0, 0);
    let document = document(&goal);
    assert_eq!((&document["plan"], &document["cost"]), (&Value::Array(vec![]), &0.into()));
}

#[test]
fn unreachable_is_said_plainly() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lid.txt"), "XXXXXXXXXX\n..........\n..........\n").unwrap();
    let lid = ["--board", "lid.txt", "--rows", "20", "--piece", "O", "--goal", "18,4 18,5 19,4 19,5"];
    for algorithm in tetrolab_agents::path::ALGORITHMS {
        let (code, printed) = answer_in(folder.path(), &[&lid[..], &["--algorithm", algorithm.name]].concat());
        assert_eq!(code, 1);
        assert!(printed.starts_with("no plan: the piece cannot reach the goal\n"), "{printed}");
    }
    let (code, printed) = answer_in(folder.path(), &[&lid[..], &["--json"]].concat());
    let document: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((code, &document["plan"], &document["cost"]), (1, &Value::Null, &Value::Null));
    assert_eq!(document["reason"], "no plan: the piece cannot reach the goal");
    let (code, printed) = answer_in(folder.path(), &[&lid[..], &["--compare"]].concat());
    assert_eq!(code, 1);
    assert!(printed.ends_with("no plan: the piece cannot reach the goal\n"), "{printed}");
    let (code, printed) = answer_in(folder.path(), &[&lid[..], &["--goal", "18,0 18,1 19,0 19,1"]].concat());
    assert_eq!(code, 1);
    assert!(printed.starts_with("no plan: the piece cannot reach any goal\n"), "{printed}");
}

#[test]
fn a_bound_that_is_too_small_says_so() {
    for algorithm in ["depth-bounded", "iterative-deepening"] {
        let (code, printed) = answer(&with_j(&["--algorithm", algorithm, "--bound", "5"]));
        let sentence = "no plan within 5 steps: the bound is too small to tell; try a larger --bound";
        assert_eq!((code, printed.lines().next()), (1, Some(sentence)), "{algorithm}");
        let document = document(&with_j(&["--algorithm", algorithm, "--bound", "5"]));
        assert_eq!((&document["plan"], &document["cut_off"]), (&Value::Null, &true.into()));
        assert_eq!(document["reason"], sentence);
    }
    let (code, printed) = answer(&with_j(&["--compare", "--bound", "5"]));
    assert_eq!(code, 0, "the others need no bound");
    assert!(printed.contains("\ndepth-bounded: no plan within 5 steps: "), "{printed}");
    assert_eq!(
        refusal(Path::new("."), &with_j(&["--bound", "5"])),
        "a-star takes no --bound; only depth-bounded and iterative-deepening do"
    );
}

#[test]
fn several_goals_and_the_nearest_is_taken() {
    let (code, printed) = answer(&with_j(&["--goal", "0,2 1,2 1,3 1,4", "--goal", "east@5,5"]));
    assert_eq!((code, printed.lines().next()), (0, Some("I")));
}

#[test]
fn a_picture_gives_board_piece_and_start() {
    let folder = tempfile::tempdir().unwrap();
    // Under the overhang: down two rows, then to the left.
    fs::write(folder.path().join("board.txt"), "...ooX\nXX.oo.\n......\n......\n").unwrap();
    let (code, printed) = answer_in(folder.path(), &["--board", "board.txt", "--goal", "2,0 2,1 3,0 3,1"]);
    assert_eq!((code, printed.lines().next()), (0, Some("A A I I I")));
    // Put at the floor of a higher board.
    let (code, printed) =
        answer_in(folder.path(), &["--board", "board.txt", "--rows", "9", "--goal", "7,0 7,1 8,0 8,1", "--json"]);
    let document: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((code, &document["rows"], &document["width"], &document["cost"]), (0, &9.into(), &6.into(), &5.into()));
    assert_eq!(document["start"]["cells"].to_string(), "[[5,3],[5,4],[6,3],[6,4]]");
    let board = document["board"].as_array().unwrap();
    assert_eq!(
        (board.len(), &board[0], &board[6]),
        (9, &"......".into(), &"XX....".into()),
        "all rows, without the piece"
    );
}

/// Everything that is needed to ask the same again.
#[test]
fn the_document_describes_its_problem() {
    // Facing North and facing South an S covers the same cells, with its centre in another row.
    let goals = ["--goal", "18,4 18,5 19,3 19,4", "--goal", "SOUTH@18,4"];
    let arguments =
        [&["--piece", "S", "--start", "0,4 0,5 1,3 1,4", "--algorithm", "breadth-first"], &goals[..]].concat();
    let north = r#"{"facing":"north","centre":[19,4]}"#;
    let south = r#"{"facing":"south","centre":[18,4]}"#;
    let start = r#"{"facing":"north","centre":[1,4],"cells":[[0,4],[0,5],[1,3],[1,4]]}"#;
    for (rotation, second) in [("srs", south.to_string()), ("sevilla", format!("{north},{south}"))] {
        let document = document(&[&arguments[..], &["--rotation", rotation]].concat());
        assert_eq!(document["start"].to_string(), start);
        let cells = "[[18,4],[18,5],[19,3],[19,4]]";
        let expected =
            format!(r#"[{{"cells":{cells},"accepted":[{north},{south}]}},{{"cells":{cells},"accepted":[{second}]}}]"#);
        assert_eq!(document["goals"].to_string(), expected, "{rotation}");
        assert_eq!(document["board"].as_array().unwrap().len(), 20);
        assert_eq!((&document["spanish"], &document["estimate"]), (&"en anchura".into(), &Value::Null));
    }
}

#[test]
fn options_without_a_use_are_refused() {
    let refusal = |more: &[&str]| refusal(Path::new("."), &with_j(more));
    for algorithm in tetrolab_agents::path::ALGORITHMS {
        let estimate = ["--algorithm", algorithm.name, "--estimate", "admissible"];
        let bound = ["--algorithm", algorithm.name, "--bound", "99"];
        match algorithm.uses_estimate {
            true => assert_eq!(answer(&with_j(&estimate)).0, 0),
            false => assert_eq!(
                refusal(&estimate),
                format!("{} takes no --estimate; only best-first and a-star do", algorithm.name)
            ),
        }
        match algorithm.takes_bound {
            true => assert_eq!(answer(&with_j(&bound)).0, 0),
            false => assert_eq!(
                refusal(&bound),
                format!("{} takes no --bound; only depth-bounded and iterative-deepening do", algorithm.name)
            ),
        }
    }
    assert_eq!(answer(&with_j(&["--compare", "--estimate", "sum-of-distances"])).0, 0);
    let reason = refusal(&["--compare", "--algorithm", "a-star"]);
    assert!(reason.contains("'--compare' cannot be used with '--algorithm <NAME>'"), "{reason}");
}

#[test]
fn compare_prints_every_algorithm() {
    let (code, printed) = answer(&with_j(&["--compare"]));
    assert_eq!(code, 0);
    for algorithm in tetrolab_agents::path::ALGORITHMS {
        let line = printed.lines().find(|line| line.starts_with(algorithm.name)).unwrap();
        assert_eq!(line.ends_with("the shortest plan"), algorithm.optimal, "{line}");
    }
    let document = document(&with_j(&["--compare"]));
    let algorithms = document["algorithms"].as_array().unwrap();
    assert_eq!(algorithms.len(), 7);
    for report in algorithms {
        assert!(report["optimal"] == false || report["cost"] == 18);
        for name in ["expanded", "generated", "largest_frontier", "seconds"] {
            assert!(report[name].is_number(), "{name}");
        }
    }
}

#[test]
fn the_best_placement_and_the_way_to_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("well.txt"), "X.........\n".to_string() + &"XXXXXXXXX.\n".repeat(4)).unwrap();
    let best = |more: &[&str]| {
        let arguments = ["--board", "well.txt", "--rows", "20", "--piece", "I", "--best"];
        answer_in(folder.path(), &[&arguments, more].concat())
    };
    // 41 cells, 5 rows, no hole, 10 * (1 + 2 + 3 + 4) + 5, four lines.
    let (code, printed) = best(&["sevilla", "--algorithm", "breadth-first"]);
    assert_eq!(code, 0);
    let expected = "\
[[16, 9], [17, 9], [18, 9], [19, 9]]  score 575, the least of 17 placements
  filled cells        41 x  1 =    41
  maximum height       5 x  1 =     5
  holes                0 x 20 =     0
  weighted height    105 x  5 =   525
  lines                4 x  1 =     4
";
    assert!(printed.starts_with(expected), "{printed}");
    assert!(printed.ends_with("\nthe board after it, 4 lines cleared\nX.........\n"), "{printed}");

    let document: Value = serde_json::from_str(&best(&["sevilla-rewarded", "--json"]).1).unwrap();
    let best = &document["best"];
    assert_eq!(best["cells"], document["goals"][0]["cells"]);
    assert_eq!((&best["score"], &best["lines"]), (&(575 - 8).into(), &4.into()));
    assert_eq!(best["terms"]["weighted_height"], 105);
    let after = best["after"].as_array().unwrap();
    assert_eq!((after.len(), &after[18], &after[19]), (20, &"..........".into(), &"X.........".into()));
    assert_eq!(document["plan"].as_array().unwrap().len() as u64, document["cost"].as_u64().unwrap());
}

#[test]
fn without_a_terminal_the_animation_is_text() {
    let (code, printed) = answer(&["--piece", "J", "--rows", "6", "--goal", "west@4,4", "--animate"]);
    assert_eq!(code, 0);
    assert!(printed.starts_with("what the search looked at: "), "{printed}");
    assert!(printed.contains("\nthe start\n...j......\n...jjj....\n.........."), "{printed}");
    assert!(
        printed
            .contains("\nstep 4 of 4: G_izq\n..........\n..........\n..........\n....j.....\n....j.....\n...jj.....\n"),
        "{printed}"
    );
    assert!(printed.contains("\nA A A G_izq\ncost 4, "), "{printed}");
}

#[test]
fn bad_input_is_refused_with_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, picture) in [
        ("empty.txt", ""),
        ("wide.txt", "XXXXXXXXXXXXXXXXX\n"),
        ("high.txt", &"....\n".repeat(41)),
        ("ragged.txt", "..........\n.....\n"),
        ("letter.txt", "....?.....\n"),
        ("blocks.txt", "...X......\nXXXX......\n"),
        ("drawn.txt", "..tt......\n..........\n..........\n"),
        ("t.txt", "...t......\n..ttt.....\n..........\n"),
    ] {
        fs::write(folder.join(name), picture).unwrap();
    }
    let outside = "outside the board, which has rows 0 to 19 from the top and columns 0 to 9";
    let no_room = "J does not fit in the middle of the top rows; say with --start where it starts, or give the board more \
                   rows with --rows";
    let cases: [(&[&str], &str); 22] = [
        (&[], "name the piece with --piece, or draw it into the board in small letters"),
        (&["--piece", "J"], "say where the piece should go, with --goal or with --best sevilla"),
        (&["--piece", "J", "--goal", "18,9 19,9 19,10 19,11"], &format!("the goal has the cell [19, 10] {outside}")),
        (&["--piece", "J", "--goal", "-1,3 0,3 0,4 0,5"], &format!("the goal has the cell [-1, 3] {outside}")),
        (&["--piece", "Z", "--goal", "20,1 20,2 21,2 21,3"], &format!("the goal has the cell [20, 1] {outside}")),
        (&["--piece", "J", "--goal", "16,4 17,4 18,4 19,4"], "the cells of the goal are not a shape of J"),
        (&["--piece", "J", "--goal", "19,4"], "the goal has one cell; a piece has four"),
        (&["--piece", "J", "--goal", "19,4 19,4 19,5 19,6"], "the goal lists the cell [19, 4] twice"),
        (
            &["--piece", "J", "--start", "0,0 0,1 0,2 0,3", "--best", "sevilla"],
            "the cells of the start are not a shape of J",
        ),
        (&["--board", "blocks.txt", "--piece", "J", "--best", "sevilla"], no_room),
        (&["--rows", "1", "--piece", "J", "--best", "sevilla"], no_room),
        (
            &["--board", "blocks.txt", "--start", "0,3 1,3 1,4 1,5", "--piece", "J", "--best", "sevilla"],
            "the start lies in Blocks at [0, 3]",
        ),
        (&["--piece", "J", "--goal", "west@x4,y19"], &format!("the goal has the cell [-1, 4] {outside}")),
        (
            &["--board", "blocks.txt", "--rows", "9", "--piece", "J", "--goal", "north@8,5", "--goal", "north@8,2"],
            "goal 2 lies in Blocks at [8, 1], so no piece can come to rest there",
        ),
        (&["--board", "empty.txt", "--piece", "J", "--best", "sevilla"], "empty.txt: the picture has no rows"),
        (
            &["--board", "wide.txt", "--piece", "J", "--best", "sevilla"],
            "wide.txt: the picture has 17 columns; a board has 4 to 16",
        ),
        (
            &["--board", "high.txt", "--piece", "J", "--best", "sevilla"],
            "high.txt: the picture has 41 rows; a board has 1 to 40",
        ),
        (
            &["--board", "high.txt", "--rows", "20", "--piece", "J", "--best", "sevilla"],
            "high.txt: the picture has 41 rows, the board only 20",
        ),
        (
            &["--board", "ragged.txt", "--piece", "J", "--best", "sevilla"],
            "ragged.txt: line 2: the row is 5 cells wide instead of 10",
        ),
        (
            &["--board", "drawn.txt", "--best", "sevilla"],
            "drawn.txt: the small letters \"tt\" of the picture are not the four Minos of one piece",
        ),
        (&["--board", "t.txt", "--piece", "J", "--best", "sevilla"], "the picture shows T in play, but --piece is J"),
        (
            &["--board", "t.txt", "--start", "north@1,3", "--best", "sevilla"],
            "the picture shows where the piece starts; leave out --start, or the small letters",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(refusal(folder, arguments), expected);
    }
    let cases: [(&[&str], &str); 15] = [
        (&["--board", "letter.txt"], "letter.txt: line 1: unknown letter '?' in column 5 of the picture"),
        (&["--board", "none.txt"], "--board: there is no file \"none.txt\", and a picture has only"),
        (&["--piece", "Q"], "invalid value 'Q' for '--piece <PIECE>'"),
        (
            &["--piece", "J", "--goal", "here"],
            "invalid value 'here' for '--goal <PLACE>': cannot read the place \"here\"",
        ),
        (&["--piece", "J", "--goal", "up@1,1"], "invalid value 'up@1,1' for '--goal <PLACE>': cannot read the place"),
        (&["--algorithm", "quick"], "invalid value 'quick' for '--algorithm <NAME>' [possible values: breadth-first, "),
        (&["--order", "down,up"], "invalid value 'down,up' for '--order <ACTIONS>': the order names the action \"up\""),
        (&["--goal", "west@x4,1"], "invalid value 'west@x4,1' for '--goal <PLACE>': cannot read the place"),
        (&["--start", "west@y1,x4"], "invalid value 'west@y1,x4' for '--start <PLACE>': cannot read the place"),
        (&["--rows", "41"], "invalid value '41' for '--rows <N>': 41 is not in 1..=40"),
        (&["--rows", "-5"], "invalid value '-5' for '--rows <N>': -5 is not in 1..=40"),
        (&["--width", "-5"], "invalid value '-5' for '--width <N>': -5 is not in 4..=16"),
        (&["--bound", "-1"], "invalid value '-1' for '--bound <N>': a bound is a number of steps, 0 or more"),
        (&["--animate", "--speed", "-1"], "invalid value '-1' for '--speed <SPEED>': a speed is between 0.01 and 1000"),
        (
            &["--piece", "J", "--goal", "north@9,4", "--best", "sevilla"],
            "the argument '--goal <PLACE>' cannot be used with",
        ),
    ];
    for (arguments, expected) in cases {
        let reason = refusal(folder, arguments);
        assert!(reason.starts_with(expected), "{reason}");
    }
}

/// The names of all fields of a document, also of those inside others.
fn fields(document: &Value) -> Vec<String> {
    match document {
        Value::Object(object) => {
            object.iter().flat_map(|(name, value)| [vec![name.clone()], fields(value)].concat()).collect()
        }
        Value::Array(list) => list.iter().flat_map(fields).collect(),
        _ => Vec::new(),
    }
}

/// Every command of the page works, and every name of the tables, every option and every field is on it.
#[test]
fn the_page_is_true() {
    let page = include_str!("../../../../docs/path.md");
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("tetrolab path ")).collect();
    assert!(commands.len() >= 5);
    for command in commands {
        // Words, where quotation marks hold several together.
        let words = command.split('"').enumerate().flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        assert_eq!(answer(&words.collect::<Vec<_>>()).0, 0, "{command}");
    }
    use tetrolab_agents::{path, sevilla};
    let names = path::ALGORITHMS.iter().map(|algorithm| algorithm.name);
    let names = names.chain(path::ALGORITHMS.iter().map(|algorithm| algorithm.spanish));
    let names = names.chain(path::TURNINGS.iter().map(|turning| turning.name));
    let names = names.chain(path::ESTIMATES.iter().map(|estimate| estimate.name));
    let names = names.chain(path::LETTERINGS.iter().map(|lettering| lettering.name));
    let names =
        names.chain(path::Action::ALL.iter().flat_map(|action| [action.letter(), action.arrow(), action.word()]));
    let names = names.chain(sevilla::VARIANTS.iter().map(|variant| variant.name));
    let names = names.chain(sevilla::TERMS.iter().flat_map(|term| [term.name, term.meaning]));
    for name in names {
        assert!(page.contains(name), "{name}");
    }
    let (_, help) = answer(&["--help"]);
    let options = help.split_whitespace().filter(|word| word.starts_with("--")).map(|word| word.trim_end_matches(','));
    for option in options {
        assert!(
            option == "--help" || page.contains(&format!("`{option}")) || page.contains(&format!(" {option} ")),
            "{option}"
        );
    }
    for asked in [with_j(&[]), with_j(&["--compare"]), vec!["--piece", "S", "--best", "sevilla"]] {
        for field in fields(&document(&asked)) {
            assert!(page.contains(&format!("`{field}`")) || page.contains(&field.replace('_', " ")), "{field}");
        }
    }
}
