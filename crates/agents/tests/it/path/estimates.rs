//! The admissible estimate against exact distances, for every rotation rule and piece.

use tetrolab_agents::path::{Estimate, Order, Place, Problem, Space, TURNINGS, from_top};
use tetrolab_engine::Piece;

use super::{boards, twin};

#[test]
fn it_is_never_above_the_truth_and_never_falls_by_more_than_a_step() {
    let (mut states, mut exact) = (0, 0);
    for turning in TURNINGS {
        for piece in Piece::ALL {
            for number in 0..16 {
                let random = &mut boards::random(number);
                let board = boards::board(random);
                let start = Place::top(piece, board.size().width);
                let space = Space::new(board, piece, &start, turning, Order::default()).unwrap();
                let goals = [0, 1].map(|_| {
                    let goal = boards::placement(random, &space);
                    Place::Cells(from_top(goal, space.rows()).to_vec())
                });
                let problem = Problem::new(space, &goals[..1 + random.below(2) as usize]).unwrap();
                let estimate = (Estimate::ADMISSIBLE.prepare)(&problem);
                let to_go = twin::distances_to(&space, |state| problem.is_goal(state));
                for state in twin::distances(&space).into_keys() {
                    let guess = estimate(state);
                    assert!(guess >= 0.0);
                    if let Some(&truth) = to_go.get(&state) {
                        states += 1;
                        exact += u32::from(guess == f64::from(truth));
                        assert!(guess <= f64::from(truth), "{guess} > {truth}: {problem:?} {state:?}");
                    }
                    for (action, next) in twin::successors(&space, state) {
                        assert!(guess <= 1.0 + estimate(next), "{action:?}: {problem:?} {state:?}");
                    }
                }
            }
        }
    }
    assert!(states > 10_000, "{states}");
    assert!(exact * 3 > states, "the estimate is of use: exact for {exact} of {states} states");
}

/// Far from the walls and without Blocks the rules that never kick leave nothing to guess, but for the drift of `sevilla`,
/// which a turn cannot avoid.
#[test]
fn it_is_exact_in_free_space() {
    for (turning, slack) in [(TURNINGS[0], 3.0), (TURNINGS[2], 0.0)] {
        for piece in Piece::ALL {
            let board = tetrolab_engine::Board::empty(tetrolab_engine::Size { width: 16, height: 20, buffer: 0 });
            let space = Space::new(board, piece, &Place::top(piece, 16), turning, Order::default()).unwrap();
            for facing in tetrolab_engine::Rotation::ALL {
                let goal = Place::Centre(facing, [9, 8]);
                let problem = Problem::new(space, &[goal]).unwrap();
                let estimate = (Estimate::ADMISSIBLE.prepare)(&problem);
                let to_go = twin::distances_to(&space, |state| problem.is_goal(state));
                for (state, truth) in to_go {
                    let in_the_middle = (4..12).contains(&state.x) && (12..16).contains(&state.y);
                    let missing = f64::from(truth) - estimate(state);
                    assert!(
                        !in_the_middle || missing <= slack,
                        "{} {piece} {facing:?} {state:?} {missing}",
                        turning.name
                    );
                }
            }
        }
    }
}

/// Nothing lifts a piece without kicks: the estimate knows, and A* says so without looking around.
#[test]
fn nothing_goes_up() {
    for turning in [TURNINGS[0], TURNINGS[2]] {
        let board = tetrolab_engine::Board::empty(tetrolab_engine::Size { width: 10, height: 20, buffer: 0 });
        let start: Place = "10,3 11,3 11,4 11,5".parse().unwrap();
        let space = Space::new(board, Piece::J, &start, turning, Order::default()).unwrap();
        let problem = Problem::new(space, &["9,3 10,3 10,4 10,5".parse().unwrap()]).unwrap();
        assert_eq!((Estimate::ADMISSIBLE.prepare)(&problem)(space.start()), f64::INFINITY);
    }
}
