//! Solutions are typed into the timed game and come to the same end.

use std::sync::atomic::AtomicBool;

use tetrolab_engine::{Blocks, Board, Piece, Random, Replay, Seed, Stream};
use tetrolab_optimize::random;
use tetrolab_solve::{Control, Encoding, Genotype, MoveSet, Plan, Problem, SIZE, Setup, Solution, TypeError, solve};

fn queue(random: &mut Random, pieces: usize) -> Vec<Piece> {
    (0..=pieces).map(|_| Piece::ALL[random.below(7) as usize]).collect()
}

fn check(problem: &Problem, solution: &Solution, start: &Blocks) {
    let typed = problem.typed(solution, start).unwrap();
    assert_eq!(typed.keys.len(), problem.pieces());
    let again = Replay::from_bytes(&typed.replay.to_bytes()).unwrap();
    let game = again.play(|_, _| {}).unwrap();
    assert_eq!(*game.blocks(), typed.blocks);
    assert_eq!(game.statistics().pieces as usize, problem.pieces());
}

#[test]
fn random_genes_are_typed() {
    let mut random = Random::new(Seed(9), 0, Stream::Tests);
    for round in 0..400 {
        let genotype = Genotype::ALL[round % 4];
        let encoding = Encoding::ALL[round / 4 % 2];
        // The longest queues make the stack reach the ceiling.
        let pieces = [10, 20, 30, 60][round / 8 % 4];
        let queue = queue(&mut random, pieces);
        let problem = Problem::new(&Setup { pieces, encoding, ..Setup::new(&queue, genotype) }).unwrap();
        let mut genes = vec![0; pieces * genotype.genes()];
        problem.space().randomize(&mut genes, &mut random::Random::new(round as u64, [0, 0]));
        check(&problem, &problem.solution(&genes).unwrap(), &Blocks::empty(SIZE));
    }
}

/// The board and the colours to begin with.
fn start() -> Blocks {
    let board: Board = "XXX..XXXXX\nXX....XXXX\nXXX...XXXX".parse().unwrap();
    let mut blocks = Blocks::empty(SIZE);
    board.cells().for_each(|cell| blocks.set(cell.x, cell.y, Some(tetrolab_engine::Block::Of(Piece::L))));
    blocks
}

#[test]
fn found_solutions_are_typed_for_all_moves() {
    let mut random = Random::new(Seed(10), 0, Stream::Tests);
    for round in 0..24 {
        let moves = MoveSet::ALL[round % 6];
        let start = if round % 4 < 2 { Blocks::empty(SIZE) } else { start() };
        let queue = queue(&mut random, 14);
        let setup = Setup { pieces: 14, board: *start.board(), ..Setup::new(&queue, moves) };
        let problem = Problem::new(&setup).unwrap();
        let stop = AtomicBool::new(false);
        let mut control = Control { stop: &stop, watch: &mut |_| {} };
        let outcome = solve(&problem, &Plan::Beam { width: 10 }, 1, &mut control).unwrap();
        check(&problem, &outcome.solution.unwrap(), &start);
    }
}

#[test]
fn turns_that_no_key_makes_are_named() {
    let queue = [Piece::T, Piece::J];
    let problem = Problem::new(&Setup::new(&queue, Genotype::Simple)).unwrap();
    let solution = problem.solution_unchecked(&[0, 0, -4, 2]);
    let error = problem.typed(&solution, &Blocks::empty(SIZE)).unwrap_err();
    assert_eq!(error, TypeError::Turn { piece: 1 });
    assert_eq!(error.to_string(), "piece 2 turns as no key can turn it");
}
