//! Every algorithm of the table on random boards.

use pathfinding::prelude::{astar, bfs, dijkstra};
use tetrolab_agents::path::{ALGORITHMS, Action, ESTIMATES, Options, Report, breadth_first};
use tetrolab_engine::Placement;

use super::{boards, twin};

#[test]
fn the_space_is_that_of_the_twin() {
    for number in 0..200 {
        let space = boards::space(&mut boards::random(number));
        for state in twin::distances(&space).into_keys() {
            let fast: Vec<(Action, Placement)> =
                space.successors(state).map(|(action, next, _)| (action, next)).collect();
            assert_eq!(fast, twin::successors(&space, state), "{space:?} {state:?}");
        }
    }
}

#[test]
fn every_algorithm_finds_what_pathfinding_finds() {
    let (mut reached, mut unreachable, mut cut_off, mut too_long) = (0, 0, 0, 0);
    for number in 0..400 {
        let problem = boards::problem(&mut boards::random(number));
        let space = problem.space();
        let plain = |&state: &Placement| twin::successors(space, state).into_iter().map(|(_, next)| next);
        let costly = |state: &Placement| plain(state).map(|next| (next, 1));
        let goal = |&state: &Placement| problem.is_goal(state);
        let least = bfs(&space.start(), plain, goal).map(|path| path.len() as u32 - 1);
        assert_eq!(dijkstra(&space.start(), costly, goal).map(|(_, cost)| cost), least);
        assert_eq!(astar(&space.start(), costly, |_| 0, goal).map(|(_, cost)| cost), least);
        let farthest = twin::distances(space).into_values().max().unwrap();

        for estimate in ESTIMATES {
            for bound in [None, Some(7)] {
                let options = Options { estimate, bound };
                for algorithm in &ALGORITHMS {
                    let report = algorithm.solve(&problem, &options);
                    let name = algorithm.name;
                    let deepest = match name {
                        "depth-bounded" => options.depth(&problem),
                        "iterative-deepening" => bound.unwrap_or(u32::MAX),
                        _ => u32::MAX,
                    };
                    match (least, &report.plan) {
                        (Some(least), Some(plan)) => {
                            reached += 1;
                            assert!(problem.is_goal(twin::replay(space, plan).unwrap()), "{name}");
                            assert_eq!(report.cost as usize, plan.len(), "{name}");
                            assert!(report.cost >= least && report.cost <= deepest, "{name}");
                            too_long += u32::from(name == "a-star" && report.cost > least);
                            assert!(!algorithm.is_optimal_with(&options) || report.cost == least, "{name} {problem:?}");
                        }
                        (Some(least), None) => {
                            cut_off += 1;
                            assert!(least > deepest && report.cut_off, "{name} {problem:?}");
                        }
                        (None, None) => {
                            unreachable += 1;
                            assert_eq!(report.cut_off, farthest > deepest, "{name} {problem:?}");
                        }
                        (None, Some(_)) => panic!("{name} found what is not there"),
                    }
                }
            }
        }
    }
    assert!(reached > 2000 && unreachable > 500 && cut_off > 50, "{reached} {unreachable} {cut_off}");
    assert!(too_long > 0, "the course's estimate is rightly marked: with it A* missed the best plan {too_long} times");
}

/// The course remarks that the order of the actions decides which of the best plans is found.
#[test]
fn breadth_first_finds_the_first_of_the_best_plans_in_the_order_of_actions() {
    for number in 0..200 {
        let problem = boards::problem(&mut boards::random(number));
        let space = problem.space();
        let to_go = twin::distances_to(space, |state| problem.is_goal(state));
        let mut expected = to_go.get(&space.start()).map(|_| Vec::new());
        let mut state = space.start();
        while let Some(plan) = &mut expected
            && to_go[&state] > 0
        {
            let nearer = |next: &Placement| to_go.get(next).is_some_and(|&left| left + 1 == to_go[&state]);
            let (action, next) = twin::successors(space, state).into_iter().find(|(_, next)| nearer(next)).unwrap();
            plan.push(action);
            state = next;
        }
        for name in ["breadth-first", "uniform-cost"] {
            let algorithm = ALGORITHMS.iter().find(|algorithm| algorithm.name == name).unwrap();
            assert_eq!(algorithm.solve(&problem, &Options::default()).plan, expected, "{name} {problem:?}");
        }
    }
}

#[test]
fn a_start_that_is_a_goal_needs_no_plan() {
    for number in 0..50 {
        let space = boards::space(&mut boards::random(number));
        let start = tetrolab_agents::path::Place::of(space.start(), space.rows());
        let problem = tetrolab_agents::path::Problem::new(space, &[start]).unwrap();
        for algorithm in &ALGORITHMS {
            for bound in [None, Some(0)] {
                let report = algorithm.solve(&problem, &Options { bound, ..Options::default() });
                assert_eq!((report.plan, report.cost, report.expanded), (Some(vec![]), 0, 0), "{}", algorithm.name);
                assert_eq!((report.generated, report.largest_frontier, report.cut_off), (1, 1, false));
            }
        }
    }
}

/// What is told while a search runs is what the report counts.
#[test]
fn every_expansion_is_heard_of() {
    let problem = boards::problem(&mut boards::random(5));
    for algorithm in &ALGORITHMS {
        let mut heard = Vec::new();
        let report = (algorithm.search)(&problem, &Options::default(), &mut |state| heard.push(state));
        assert_eq!(heard.len(), report.expanded, "{}", algorithm.name);
        assert_eq!(heard[0], problem.space().start(), "{}", algorithm.name);
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    let timeless = |report: Report<Action>| (report.plan, report.expanded, report.generated, report.largest_frontier);
    for number in 0..20 {
        let problem = boards::problem(&mut boards::random(number));
        for algorithm in &ALGORITHMS {
            let run = || timeless(algorithm.solve(&problem, &Options::default()));
            assert_eq!(run(), run(), "{}", algorithm.name);
        }
    }
}

#[test]
fn without_a_goal_every_state_is_expanded_once() {
    for number in 0..50 {
        let space = boards::space(&mut boards::random(number));
        let report = breadth_first(space.start(), |state| space.successors(state), |_| false, |_| {});
        let states = twin::distances(&space).len();
        assert_eq!((report.expanded, report.generated), (states, states));
    }
}
