//! Formulas: the language, and their numbers against the slow twin.

use std::fs;
use std::path::Path;

use tetrolab_agents::{
    Aggregate, Binary, DEEPEST, Dropped, FEATURES, Formula, LARGEST_VALUE, Measure, Node, PRIMITIVES, Scope, Unary,
    Weights,
};
use tetrolab_engine::{Drop, Random, Seed, Stream};

use super::fast::{Positions, grid, on_two_threads};
use super::naive::{self, Grid};
use super::trees;

fn random(number: u64) -> Random {
    Random::new(Seed(8), number, Stream::Tests)
}

fn formula(text: &str) -> Formula {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> String {
    text.parse::<Formula>().unwrap_err().to_string()
}

#[test]
fn names_are_there_once_and_nothing_else() {
    let functions = ["min", "max", "abs", "sum", "largest", "smallest"];
    let mut names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
    names.extend(PRIMITIVES.iter().map(|primitive| primitive.name));
    names.extend(functions);
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn any_tree_is_written_and_read_again() {
    let mut random = random(0);
    for _ in 0..20_000 {
        let formula = trees::formula(&mut random);
        let again: Formula = formula.text().parse().unwrap_or_else(|error| panic!("{formula}: {error}"));
        assert_eq!(again.tree(), formula.tree(), "{formula}");
        assert_eq!(again.text(), formula.text());
        assert!(!formula.text().contains(['"', '\\', '\n']), "{formula}");
    }
}

#[test]
fn parentheses_stand_where_they_are_needed() {
    for (text, written) in [
        ("1+2*3", "1 + 2 * 3"),
        ("(1+2)*3", "(1 + 2) * 3"),
        ("1-(2-3)", "1 - (2 - 3)"),
        ("(1-2)-3", "1 - 2 - 3"),
        ("1-(2+3)-4", "1 - (2 + 3) - 4"),
        ("8/(4/2)", "8 / (4 / 2)"),
        ("((8/4))/2", "8 / 4 / 2"),
        ("-lines*2", "-lines * 2"),
        ("-(lines*2)", "-(lines * 2)"),
        ("- -lines", "--lines"),
        ("2--3", "2 - -3"),
        ("-(3)", "-(3)"),
        ("--3", "--3"),
        ("lines+1>2*rows", "lines + 1 > 2 * rows"),
        ("(lines>1)>0", "(lines > 1) > 0"),
        ("lines>(1<0)", "lines > (1 < 0)"),
        ("(lines>1)+1", "(lines > 1) + 1"),
        ("abs((lines>1))", "abs(lines > 1)"),
        ("max((1+2),-(lines))", "max(1 + 2, -lines)"),
        ("1.50e1 + 0.25 + 1e-9 + 1E3", "15 + 0.25 + 1e-9 + 1000"),
        ("sum ( height )", "sum(height)"),
        ("sum(f5_holes * holes / columns)", "sum(f5_holes * holes / columns)"),
    ] {
        assert_eq!(formula(text).text(), written);
    }
}

#[test]
fn faults_are_named_with_their_place() {
    let long = ["(1 + 1)"; 22].join(" + ");
    assert!(["1"; 32].join(" + ").parse::<Formula>().is_ok());
    let endless = "1-".repeat(100_000) + "1";
    for (text, reason) in [
        ("", "in column 1: the formula ends where a number or a name belongs"),
        ("1 +", "in column 4: the formula ends where a number or a name belongs"),
        ("1 + * 2", "in column 5: expected a number, a name or (, found '*'"),
        ("1 2", "in column 3: expected an operator, found '2'"),
        ("1 + 2)", "in column 6: there is no ( for this )"),
        ("(1 + 2", "in column 7: expected ) or an operator"),
        ("sum(heigt)", "in column 5: there is no feature or column number \"heigt\"; the nearest is height"),
        ("f5_hole", "in column 1: there is no feature or column number \"f5_hole\"; the nearest is f5_holes"),
        ("summ(height)", "in column 1: there is no function \"summ\"; the nearest is sum"),
        ("f5_holes(1)", "in column 1: there is no function \"f5_holes\""),
        ("2 * heights", "in column 5: heights is several numbers, so it cannot be part of a formula"),
        (
            "1 + height",
            "in column 5: height is a number of each column, so it belongs inside of sum, largest or smallest",
        ),
        (
            "sum(1 + largest(height))",
            "in column 9: largest goes over all columns, so it cannot stand inside of another that does",
        ),
        ("min(1)", "in column 6: expected , between the two numbers of min"),
        ("max(1, 2, 3)", "in column 9: expected ) at the end of max"),
        ("abs 1", "in column 5: expected ( after abs"),
        ("1 < 2 < 3", "in column 7: a comparison that is compared stands in parentheses"),
        ("1.2.3", "in column 1: \"1.2.3\" is not a number"),
        ("5 + 0x10", "in column 5: \"0x10\" is not a number"),
        ("2e9", "in column 1: the number 2000000000.0 is beyond 1e9"),
        ("-1e999", "in column 2: the number inf is beyond 1e9"),
        ("lines # 2", "in column 7: expected an operator, found '#'"),
        ("é", "in column 1: there is no feature or column number \"é\""),
        (&long, "a formula has at most 64 numbers, names and operations"),
        (&endless, "in column 513: a formula has at most 64 numbers, names and operations"),
        (&"-".repeat(5000), "in column 101: too many parentheses and signs inside of each other"),
        (&"(".repeat(5000), "in column 101: too many parentheses and signs inside of each other"),
        (&("-".repeat(32) + "lines"), "a formula has at most 32 operations inside of each other"),
    ] {
        assert_eq!(refusal(text), reason, "{}", &text[..text.len().min(40)]);
    }
}

#[test]
fn the_gate_checks_trees() {
    let height = PRIMITIVES.iter().find(|primitive| primitive.name == "height").unwrap();
    let heights = FEATURES.iter().find(|feature| feature.name == "heights").unwrap();
    for number in [f64::NAN, f64::INFINITY, -1.1e9] {
        assert!(Formula::new(Node::Number(number)).is_err());
    }
    assert!(Formula::new(Node::Primitive(height)).is_err());
    assert!(Formula::new(Node::Feature(heights)).is_err());
    let sum = |node| Node::Columns(Aggregate::Sum, Box::new(node));
    assert!(Formula::new(sum(Node::Primitive(height))).is_ok());
    assert!(Formula::new(sum(sum(Node::Primitive(height)))).is_err());
    let deep = |levels| (1..levels).fold(Node::Number(1.0), |node, _| Node::Unary(Unary::Absolute, Box::new(node)));
    assert!(Formula::new(deep(DEEPEST)).is_ok());
    assert!(Formula::new(deep(DEEPEST + 1)).is_err());
}

#[test]
fn no_text_makes_a_panic() {
    let words = [
        "min", "max", "abs", "sum", "largest", "smallest", "(", ")", ",", "+", "-", "*", "/", "<", ">", " ", "1",
        "0.5", "1e", "e9", ".", "height", "left", "lines", "f5_holes", "heights", "rows", "x", "é", "\"", "\n",
    ];
    let mut random = random(1);
    let mut read = 0;
    for case in 0..100_000 {
        let mut text = String::new();
        if case % 2 == 0 {
            for _ in 0..random.below(12) {
                text.push_str(words[random.below(words.len() as u32) as usize]);
            }
        } else {
            // A formula with something else in one place.
            let mut signs: Vec<char> = trees::formula(&mut random).text().chars().collect();
            let place = random.below(signs.len() as u32) as usize;
            let word = words[random.below(words.len() as u32) as usize];
            signs.splice(place..=place, word.chars());
            text.extend(signs);
        }
        match text.parse::<Formula>() {
            Ok(formula) => {
                read += 1;
                assert_eq!(formula.text().parse::<Formula>().unwrap().tree(), formula.tree());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!((2_000..60_000).contains(&read), "{read}");
}

/// The number of a primitive, cell by cell.
fn primitive(name: &str, grid: &Grid, x: usize) -> f64 {
    let height = |x: isize| match usize::try_from(x) {
        Ok(x) if x < grid.width => grid.column_height(x) as f64,
        _ => grid.height as f64,
    };
    let (here, left, right) = (height(x as isize), height(x as isize - 1), height(x as isize + 1));
    let column = grid.column(x);
    let rows = || 0..column.len();
    let count = |cells: &dyn Fn(usize) -> bool| rows().filter(|&y| cells(y)).count() as f64;
    match name {
        "columns" => grid.width as f64,
        "rows" => grid.height as f64,
        "height" => here,
        "left" => left,
        "right" => right,
        "depth" if here < left && here < right => left.min(right) - here,
        "depth" => 0.0,
        "filled" => count(&|y| column[y]),
        "holes" => count(&|y| grid.is_hole(x, y)),
        "cover" => count(&|y| column[y] && column[..y].contains(&false)),
        "lid" => match rows().rev().find(|&y| grid.is_hole(x, y)) {
            Some(hole) => count(&|y| y > hole && column[y]),
            None => 0.0,
        },
        "transitions" => {
            let cells = [&[true], &column[..], &[false]].concat();
            cells.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64
        }
        "wells" => count(&|y| grid.is_well(x, y)),
        "from_wall" => x.min(grid.width - 1 - x) as f64,
        _ => panic!("no primitive {name}"),
    }
}

/// The value of a node for a column, by the words of the page.
fn twin(node: &Node, dropped: &naive::Dropped, x: usize) -> f64 {
    match node {
        Node::Number(number) => *number,
        Node::Feature(feature) => naive::feature(feature.name, dropped)[0],
        Node::Primitive(one) => primitive(one.name, &dropped.after, x),
        Node::Unary(Unary::Negate, one) => -twin(one, dropped, x),
        Node::Unary(Unary::Absolute, one) => twin(one, dropped, x).abs(),
        Node::Binary(binary, left, right) => {
            let (left, right) = (twin(left, dropped, x), twin(right, dropped, x));
            match binary {
                Binary::Plus => left + right,
                Binary::Minus => left - right,
                Binary::Times => left * right,
                Binary::Over if right == 0.0 => 0.0,
                Binary::Over => (left / right).clamp(-1e9, 1e9),
                Binary::Smaller => left.min(right),
                Binary::Larger => left.max(right),
                Binary::Above if left > right => 1.0,
                Binary::Below if left < right => 1.0,
                Binary::Above | Binary::Below => 0.0,
            }
        }
        Node::Columns(aggregate, one) => {
            let mut values: Vec<f64> = (0..dropped.after.width).map(|x| twin(one, dropped, x)).collect();
            match aggregate {
                Aggregate::Largest => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
                Aggregate::Smallest => values.into_iter().fold(f64::INFINITY, f64::min),
                Aggregate::Sum => {
                    values.resize(16, 0.0);
                    while values.len() > 1 {
                        let upper = values.split_off(values.len() / 2);
                        values.iter_mut().zip(upper).for_each(|(value, other)| *value += other);
                    }
                    values[0]
                }
            }
        }
    }
}

#[test]
fn formulas_agree_with_the_slow_twin() {
    on_two_threads(6_000, |case| {
        let mut positions = Positions::new(4_000_000 + case);
        let rules = positions.rules();
        let board = positions.board(rules);
        let drops: Vec<Drop> = rules.drops(positions.piece()).collect();
        let drop = drops[positions.below(drops.len() as u32) as usize];
        let dropped = Dropped::new(rules, &board, drop).unwrap();
        let (orientation, column) = (drop.orientation.into(), drop.column.into());
        let slow = naive::drop(&grid(&board), drop.piece.letter(), orientation, column, rules.lines_after_overflow);
        for one in PRIMITIVES {
            for x in 0..if one.scope == Scope::Column { slow.after.width } else { 1 } {
                assert_eq!((one.value)(&dropped, x), primitive(one.name, &slow.after, x), "{}", one.name);
            }
        }
        for _ in 0..10 {
            let formula = trees::formula(&mut positions.random);
            let value = formula.value(&dropped);
            assert_eq!(value, twin(formula.tree(), &slow, 0).clamp(-LARGEST_VALUE, LARGEST_VALUE), "{formula}");
            assert!(value.abs() <= LARGEST_VALUE, "{formula}");
        }
    });
}

#[test]
fn features_can_be_written_as_formulas() {
    let pairs = [
        ("f4_col_transitions", "sum(transitions)"),
        ("f5_holes", "sum(holes)"),
        ("f5_holes", "sum(height - filled)"),
        ("f7_hole_depth", "sum(cover)"),
        ("occupied", "sum(filled)"),
        ("mean_height", "sum(height) / columns"),
        ("wall_height", "largest(height)"),
        ("solver_deepest_well", "smallest(height)"),
        ("max_height_diff", "largest(height) - smallest(height)"),
        ("solver_col_holes", "sum(holes > 0)"),
        ("constant", "smallest(from_wall) + 1"),
        ("constant", "rows / rows"),
        // Each pair of columns is looked at from both sides, walls are looked at from one.
        (
            "sum_abs_height_diff",
            "(sum(abs(left - height)) + sum(abs(right - height)) - sum((from_wall < 1) * (rows - height))) / 2",
        ),
        ("f2_eroded", "f2_eroded * (lines > 0)"),
    ];
    let depth = [formula("sum(depth)"), formula("sum(max(0, min(left, right) - height))")];
    for case in 0..2_000 {
        let mut positions = Positions::new(5_000_000 + case);
        let rules = positions.rules();
        let board = positions.board(rules);
        for drop in rules.drops(positions.piece()) {
            let dropped = Dropped::new(rules, &board, drop).unwrap();
            // Above the board its height is no longer that of the walls.
            if dropped.outcome.is_lost {
                continue;
            }
            for (name, text) in pairs {
                let (feature, formula): (Measure, Formula) = (name.parse().unwrap(), formula(text));
                assert_eq!(formula.value(&dropped), feature.value(&dropped), "{name} and {formula}");
            }
            assert_eq!(depth[0].value(&dropped), depth[1].value(&dropped));
        }
    }
}

#[test]
fn values_are_finite_and_bounded() {
    let rules = tetrolab_engine::DropRules::STANDARD;
    let piece = tetrolab_engine::Piece::T;
    let dropped = Dropped::new(rules, &rules.empty(), rules.drops(piece).next().unwrap()).unwrap();
    let value = |text: &str| formula(text).value(&dropped);
    assert_eq!(value("1 / 0"), 0.0);
    assert_eq!(value("1 / (lines - lines)"), 0.0);
    assert_eq!(value("1 / 1e-300"), 1e9);
    assert_eq!(value("-1 / 1e-300 / 1e-300 * 1e9"), -1e9);
    assert_eq!(value("1e9 * 1e9 - 1e9 * 1e9"), 0.0);
    assert_eq!(value("sum(1e9) - sum(1e9) + 1"), 1.0);
}

#[test]
fn a_formula_adds_up_if_all_of_it_does() {
    for (text, adds_up) in [
        ("f1_landing_height * f2_eroded", true),
        ("lines > 1", true),
        ("lines / columns + 3", true),
        ("aveiro_lines * 2", true),
        ("lines * f5_holes", false),
        ("sum(height)", false),
        ("aveiro_holes + 1", false),
    ] {
        assert_eq!(formula(text).adds_up(), adds_up, "{text}");
    }
}

#[test]
fn trees_can_be_cut_and_joined() {
    let mut tree = formula("1 + sum(height * left) - lines").into_tree();
    let parts: Vec<(String, Scope)> = tree
        .nodes()
        .map(|(node, scope)| match node {
            Node::Columns(..) => ("columns".to_string(), scope),
            Node::Binary(binary, ..) => (binary.name().to_string(), scope),
            Node::Primitive(primitive) => (primitive.name.to_string(), scope),
            node => (Formula::new(node.clone()).unwrap().to_string(), scope),
        })
        .collect();
    let names = ["-", "+", "1", "columns", "*", "height", "left", "lines"];
    assert_eq!(parts.iter().map(|part| part.0.as_str()).collect::<Vec<_>>(), names);
    let inside: Vec<bool> = parts.iter().map(|part| part.1 == Scope::Column).collect();
    assert_eq!(inside, [false, false, false, false, true, true, true, false]);
    assert_eq!((tree.size(), tree.depth()), (8, 5));
    *tree.node_mut(4).unwrap() = Node::Number(2.0);
    assert_eq!(Formula::new(tree.clone()).unwrap().text(), "1 + sum(2) - lines");
    assert_eq!(tree.node_mut(5), Some(&mut formula("lines").into_tree()));
    assert_eq!(tree.node_mut(6), None);
}

/// The table in the documentation, with nothing missing and nothing more.
#[test]
fn primitives_are_documented() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/weights.md")).unwrap();
    let row = |name: &str, place: &str, meaning: &str| format!("| `{name}` | {place} | {meaning} |\n");
    let rows = PRIMITIVES.iter().map(|one| {
        let place = if one.scope == Scope::Column { "in columns" } else { "anywhere" };
        row(one.name, place, one.meaning)
    });
    let table = format!("| name | where | meaning |\n|---|---|---|\n{}\n", rows.collect::<String>());
    assert!(page.contains(&table), "{table}");
}

#[test]
fn measures_become_weights() {
    let measures = |names: &[&str]| -> Vec<(Measure, f64)> {
        let all = names.iter().flat_map(|name| Measure::list(name, 4).unwrap());
        all.enumerate().map(|(place, measure)| (measure, place as f64 + 0.5)).collect()
    };
    let weights = Weights::from_measures(measures(&["heights", "lines * 2", "f5_holes"])).unwrap();
    let text = "[weights]\nheights = [0.5, 1.5, 2.5, 3.5]\n\"lines * 2\" = 4.5\nf5_holes = 5.5\n";
    assert_eq!(weights.to_string(), text);
    assert_eq!(text.parse::<Weights>().unwrap().general(), weights.general());
    let refused = |measures| Weights::from_measures(measures).unwrap_err().to_string();
    assert_eq!(refused(measures(&["lines", "lines * 2", "2*lines", "lines *2"])), "lines * 2 is repeated");
    assert_eq!(refused(measures(&["lines", "(lines)"])), "lines is repeated");
    assert_eq!(refused(Vec::new()), "there is no feature");
    assert_eq!(refused(measures(&["heights"]).split_off(1)), "heights 3 is there, but not all numbers before it");
    let weighed = |weight| refused(vec![("lines".parse().unwrap(), weight)]);
    assert_eq!(weighed(f64::NAN), "the weight of lines is not a finite number");
    assert_eq!(weighed(-2e90), "the weight of lines is beyond 1e90");
}
