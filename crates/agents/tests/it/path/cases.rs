//! The cases of the course at Seville, from `tests/data/sevilla_cases.json`.

use pathfinding::prelude::{astar, bfs, dijkstra};
use serde_json::Value;
use tetrolab_agents::path::{
    ALGORITHMS, Action, Algorithm, ESTIMATES, LETTERINGS, Options, Order, Place, Problem, Space, TURNINGS, Turning,
    from_top,
};
use tetrolab_engine::{Board, Piece, Placement, Size};

use super::twin;

fn data() -> Value {
    serde_json::from_str(include_str!("../../data/sevilla_cases.json")).unwrap()
}

fn place(cells: &Value) -> Place {
    cells.to_string().parse().unwrap()
}

fn empty(rows: u8) -> Board {
    Board::empty(Size { width: 10, height: rows, buffer: 0 })
}

fn problem(piece: Piece, rows: u8, start: &Place, goal: Place, turning: Turning) -> Option<Problem> {
    let space = Space::new(empty(rows), piece, start, turning, Order::default()).unwrap();
    Problem::new(space, &[goal]).ok()
}

fn j_case(order: Order) -> Problem {
    let space = Space::new(empty(20), Piece::J, &Place::top(Piece::J, 10), Turning::SEVILLA, order).unwrap();
    Problem::new(space, &["17,4 18,4 19,3 19,4".parse().unwrap()]).unwrap()
}

/// Letters such as `A x17 I I G_izq`, where a number repeats the letter before it.
fn written_out(plan: &str) -> String {
    let mut letters: Vec<&str> = Vec::new();
    for word in plan.split_whitespace() {
        match word.strip_prefix('x').and_then(|times| times.parse::<usize>().ok()) {
            Some(times) => letters.extend(std::iter::repeat_n(*letters.last().unwrap(), times - 1)),
            None => letters.push(word),
        }
    }
    letters.join(" ")
}

fn actions(plan: &str) -> Vec<Action> {
    written_out(plan).split(' ').map(|letter| Action::from_name(letter).unwrap()).collect()
}

/// Piece, start, goal, least cost and first plan of every case that has a goal.
fn cases() -> Vec<(Piece, Place, Place, u64, String)> {
    let data = data();
    let mut cases: Vec<(Piece, Place, Place, u64, String)> = Vec::new();
    for case in data["cases"].as_array().unwrap().iter().filter(|case| !case["goal"].is_null()) {
        let piece = Piece::from_letter(case["piece"].as_str().unwrap().chars().next().unwrap()).unwrap();
        let plan = case.get("bfs_path").or(case.get("bfs_path_empty_board")).unwrap().as_str().unwrap();
        let cost = case["optimal_cost"].as_u64().unwrap();
        cases.push((piece, place(&case["initial"]), place(&case["goal"]), cost, written_out(plan)));
    }
    assert_eq!(cases.len(), 4);
    // The last case of the course, which prints three steps too few for it.
    let l = |text: &str| text.parse().unwrap();
    let (start, goal) = (l("0,5 1,3 1,4 1,5"), l("20,8 21,6 21,7 21,8"));
    cases.push((Piece::L, start, goal, 23, written_out("A x20 D D D")));
    cases
}

#[test]
fn every_case_costs_what_it_must() {
    let mut solved = 0;
    for (piece, start, goal, cost, first_plan) in cases() {
        for rows in [20, 22] {
            for turning in TURNINGS {
                // The goals of the last part lie below a board of 20 rows.
                let Some(problem) = problem(piece, rows, &start, goal.clone(), turning) else {
                    assert!(rows == 20 && (piece == Piece::Z || piece == Piece::L));
                    continue;
                };
                for estimate in ESTIMATES {
                    let options = Options { estimate, ..Options::default() };
                    for algorithm in &ALGORITHMS {
                        let report = algorithm.solve(&problem, &options);
                        let (name, plan) = (algorithm.name, report.plan.unwrap());
                        assert!(problem.is_goal(twin::replay(problem.space(), &plan).unwrap()), "{name}");
                        if algorithm.is_optimal_with(&options) {
                            assert_eq!(u64::from(report.cost), cost, "{name} {piece} {rows} {}", turning.name);
                        }
                        if name == "breadth-first" && turning.name == "sevilla" {
                            assert_eq!(LETTERINGS[0].plan(&plan), first_plan);
                        }
                        solved += 1;
                    }
                }
            }
        }
    }
    assert_eq!(solved, 8 * 3 * 2 * 7);
}

/// The same costs by the crate `pathfinding`, over a simulator that knows nothing but cells.
#[test]
fn the_least_costs_are_those_that_pathfinding_finds() {
    let mut solved = 0;
    for (piece, start, goal, cost, _) in cases() {
        for rows in [20, 22] {
            let Some(problem) = problem(piece, rows, &start, goal.clone(), Turning::SEVILLA) else { continue };
            let space = problem.space();
            let next = |&state: &Placement| twin::successors(space, state).into_iter().map(|(_, next)| next);
            let next_and_cost = |state: &Placement| next(state).map(|next| (next, 1));
            let is_goal = |&state: &Placement| problem.is_goal(state);
            let estimate = (ESTIMATES[0].prepare)(&problem);
            let whole = |&state: &Placement| estimate(state).min(1000.0) as u64;
            let start = space.start();
            assert_eq!(bfs(&start, next, is_goal).unwrap().len() as u64 - 1, cost, "{piece} {rows}");
            assert_eq!(dijkstra(&start, next_and_cost, is_goal).unwrap().1, cost, "{piece} {rows}");
            assert_eq!(astar(&start, next_and_cost, whole, is_goal).unwrap().1, cost, "{piece} {rows}");
            for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.optimal) {
                let report = algorithm.solve(&problem, &Options::default());
                assert_eq!(u64::from(report.cost), cost, "{} {piece} {rows}", algorithm.name);
            }
            solved += 1;
        }
    }
    assert_eq!(solved, 8, "two of the five lie below a board of 20 rows");
}

#[test]
fn the_counts_of_the_j_case() {
    let counts = |name: &str, options: &Options| {
        let report = Algorithm::named(name).unwrap().solve(&j_case(Order::default()), options);
        (report.cost, report.expanded, report.generated)
    };
    let plain = Options::default();
    let case = data()["cases"][1]["expanded_nodes"].clone();
    let (expanded, known) = (case["bfs_seed3x3_20rows"].as_u64().unwrap(), case["states_generated"].as_u64().unwrap());
    assert_eq!(counts("breadth-first", &plain), (18, expanded as usize, known as usize));
    assert_eq!(counts("uniform-cost", &plain), (18, expanded as usize, known as usize));
    // The course's library takes out 18 nodes with its estimate.
    let course = Options { estimate: ESTIMATES[1], ..plain };
    assert_eq!(counts("a-star", &course).0, 18);
    assert_eq!(counts("a-star", &course).1, 18);
    assert_eq!(counts("best-first", &course).1, 18);
}

/// Of the four plans that the course prints for the J case only that of breadth-first search leads to the goal.
#[test]
fn the_plans_that_the_course_prints() {
    let end = |problem: &Problem, plan: &str| {
        let end = twin::replay(problem.space(), &actions(plan));
        end.map(|end| from_top(end, problem.space().rows()))
    };
    let j = j_case(Order::default());
    assert_eq!(end(&j, "A x17 G_izq"), Some([[17, 4], [18, 4], [19, 3], [19, 4]]));
    assert_eq!(end(&j, "A x16 G_izq"), Some([[16, 4], [17, 4], [18, 3], [18, 4]]));
    assert_eq!(end(&j, "A x19 G_izq"), None, "the board has no such row");
    let s_goal: Place = "17,0 18,0 18,1 19,1".parse().unwrap();
    let s = problem(Piece::S, 20, &Place::top(Piece::S, 10), s_goal, Turning::SEVILLA).unwrap();
    assert_eq!(end(&s, "A x14 I I I A G_izq A"), Some([[16, 0], [17, 0], [17, 1], [18, 1]]));
    let z_goal: Place = "20,1 20,2 21,2 21,3".parse().unwrap();
    let z = problem(Piece::Z, 22, &Place::top(Piece::Z, 10), z_goal, Turning::SEVILLA).unwrap();
    assert_eq!(end(&z, "A x16 I I"), Some([[16, 1], [16, 2], [17, 2], [17, 3]]));
}

#[test]
fn single_turns_and_drift() {
    let rotation = &data()["rotation"];
    for piece in [Piece::J, Piece::L, Piece::S, Piece::Z, Piece::T] {
        let start = place(&rotation["from_spawns"][piece.to_string()]);
        assert_eq!(start, Place::top(piece, 10), "{piece}");
        let space = Space::new(empty(20), piece, &start, Turning::SEVILLA, Order::default()).unwrap();
        for (action, name) in [(Action::TurnLeft, "ccw"), (Action::TurnRight, "cw")] {
            let turned = space.after(action, space.start()).unwrap();
            let expected = &rotation["single_turns"][format!("{piece} {name}")];
            assert_eq!(serde_json::to_value(from_top(turned, 20)).unwrap(), *expected, "{piece} {name}");
            let around = (0..4).fold(space.start(), |at, _| space.after(action, at).unwrap());
            let drift = &rotation["four_turn_drift_dr_dc"][format!("J/L/S/Z/T {name}")];
            let (down, right) = (drift[0].as_i64().unwrap() as i8, drift[1].as_i64().unwrap() as i8);
            assert_eq!(around, space.start().shifted(right, -down), "{piece} {name}");
        }
    }
}

/// Four turns bring I six rows down or six columns to the right.
#[test]
fn i_drifts_further() {
    let board = Board::empty(Size { width: 16, height: 20, buffer: 0 });
    let start = "0,0 0,1 0,2 0,3".parse().unwrap();
    let space = Space::new(board, Piece::I, &start, Turning::SEVILLA, Order::default()).unwrap();
    let around = |action| (0..4).fold(space.start(), |at, _| space.after(action, at).unwrap());
    assert_eq!(around(Action::TurnLeft), space.start().shifted(0, -6));
    assert_eq!(around(Action::TurnRight), space.start().shifted(6, 0));
}

/// I turns in a box of four by four, O not at all.
#[test]
fn i_and_o_are_sound() {
    let space = |piece| {
        let start = Place::top(piece, 10);
        Space::new(empty(20), piece, &start, Turning::SEVILLA, Order::default()).unwrap()
    };
    let i = space(Piece::I);
    let turned = |action, at: Placement| i.after(action, at).unwrap();
    assert_eq!(from_top(i.start(), 20), [[0, 3], [0, 4], [0, 5], [0, 6]]);
    let upright = turned(Action::TurnLeft, i.start());
    assert_eq!(from_top(upright, 20), [[0, 3], [1, 3], [2, 3], [3, 3]]);
    assert_eq!(from_top(turned(Action::TurnRight, i.start()), 20), [[0, 6], [1, 6], [2, 6], [3, 6]]);
    assert_eq!(from_top(turned(Action::TurnLeft, upright), 20), [[3, 3], [3, 4], [3, 5], [3, 6]]);
    assert_eq!(from_top(turned(Action::TurnRight, upright), 20), [[0, 3], [0, 4], [0, 5], [0, 6]]);
    let o = space(Piece::O);
    assert_eq!(from_top(o.start(), 20), [[0, 4], [0, 5], [1, 4], [1, 5]]);
    for action in [Action::TurnLeft, Action::TurnRight] {
        assert_eq!(o.after(action, o.start()), None);
    }
}

#[test]
fn a_bound_that_is_too_small_is_told_from_a_goal_that_cannot_be_reached() {
    let problem = j_case(Order::default());
    for name in ["depth-bounded", "iterative-deepening"] {
        let solve = |bound| Algorithm::named(name).unwrap().solve(&problem, &Options { bound, ..Options::default() });
        let small = solve(Some(17));
        assert_eq!((small.plan, small.cut_off), (None, true), "{name}");
        assert_eq!(solve(Some(18)).cost, 18, "{name}");
    }
}

/// The course's library did not end in 40 seconds here.
#[test]
fn bounded_searches_end_at_once() {
    let problem = j_case(Order::default());
    for (name, bound, limit) in [
        ("depth-bounded", Some(18), 20_000),
        ("depth-bounded", Some(100), 20_000),
        ("iterative-deepening", None, 100_000),
    ] {
        let report = Algorithm::named(name).unwrap().solve(&problem, &Options { bound, ..Options::default() });
        assert!(report.plan.is_some() && report.expanded < limit, "{name}: {report:?}");
    }
    // Also where there is nothing to find: a cell of the goal's cave is closed on all sides.
    let mut board = empty(20);
    for x in 0..10 {
        board.set(x, 4, true);
    }
    let space = Space::new(board, Piece::T, &Place::top(Piece::T, 10), Turning::SRS, Order::default()).unwrap();
    let problem = Problem::new(space, &["18,4 19,3 19,4 19,5".parse().unwrap()]).unwrap();
    let report = Algorithm::named("iterative-deepening").unwrap().solve(&problem, &Options::default());
    assert_eq!((report.plan, report.cut_off), (None, false));
    assert!(report.expanded < 1_000_000, "{}", report.expanded);
}

#[test]
fn the_order_of_actions_decides_which_plan_is_found() {
    let plan = |order: &str| {
        let report = ALGORITHMS[0].solve(&j_case(order.parse().unwrap()), &Options::default());
        LETTERINGS[0].plan(&report.plan.unwrap())
    };
    assert_eq!(plan("A,I,D,G_izq,G_der"), written_out("A x17 G_izq"));
    assert_eq!(plan("G_izq,A,I,D,G_der"), written_out("G_izq A x17"));
}
