//! Genes are played as the Tetris Solver plays them: its own records, the engine's timed game, and the table of features.

use serde_json::Value;
use tetrolab_agents::Dropped;
use tetrolab_engine::{
    Button, Drop, DropOutcome, DropRules, Game, Input, Landing, Piece, Random, Rules, Seed, SoftDrop, Stream,
    pieces_from_letters,
};
use tetrolab_solve::{Actions, Encoding, Fitness, Genotype, Problem, Setup};

const RECORDS: &str = include_str!("../data/solver_sequences.json");

fn records() -> Vec<Value> {
    serde_json::from_str(RECORDS).unwrap()
}

fn problem(record: &Value) -> Problem {
    let queue = pieces_from_letters(record["queue"].as_str().unwrap()).unwrap();
    let genotype: Genotype = record["genotype"].as_str().unwrap().parse().unwrap();
    let pieces = record["n"].as_u64().unwrap() as usize;
    Problem::new(&Setup { pieces, ..Setup::new(&queue, genotype) }).unwrap()
}

fn genes(record: &Value) -> Option<Vec<i8>> {
    let rows = record.get("genes")?.as_array().unwrap().iter();
    Some(rows.flat_map(|row| row.as_array().unwrap().iter().map(|gene| gene.as_i64().unwrap() as i8)).collect())
}

#[test]
fn records_have_their_logged_fitness() {
    let mut count = 0;
    for record in records() {
        let Some(genes) = genes(&record) else { continue };
        let problem = problem(&record);
        let solution = problem.solution(&genes).unwrap();
        assert_eq!(problem.evaluate(&genes), solution.fitness());
        let Some(logged) = record["final_best"].as_f64() else { continue };
        // The logs print seven digits.
        assert!((solution.fitness() - logged).abs() < 1e-6 * logged.abs().max(1.0) * 10.0, "{record}: {solution:?}");
        count += 1;
    }
    assert_eq!(count, 15);
}

#[test]
fn the_perfect_clear_of_the_paper() {
    let record = records().into_iter().find(|record| record["id"] == "notebook_PC_10").unwrap();
    let solution = problem(&record).solution(&genes(&record).unwrap()).unwrap();
    assert_eq!((solution.fitness(), solution.blocks(), solution.state.points()), (62.5, 0, 25));
}

/// Plays the same genes by keys in the timed game.
fn by_keys(queue: &[Piece], pieces: usize, actions: &[Actions], genotype: Genotype) -> Game {
    let mut setup = tetrolab_engine::Setup::new(Rules::SOLVER);
    setup.queue = queue.to_vec();
    setup.handling.soft_drop = SoftDrop::Instant;
    let mut game = Game::from_setup(&setup).unwrap();
    let mut at = 0;
    let mut tap = |game: &mut Game, button| {
        at += 1;
        game.update(at, Some(Input::Press(button))).unwrap();
        at += 1;
        game.update(at, Some(Input::Release(button))).unwrap();
    };
    for actions in &actions[..pieces] {
        let turn = |game: &mut Game, gene: i8, tap: &mut dyn FnMut(&mut Game, Button)| match gene {
            1 => tap(game, Button::RotateLeft),
            2 => tap(game, Button::RotateRight),
            3 => tap(game, Button::RotateHalf),
            _ => {}
        };
        let shift = |game: &mut Game, steps: i8, tap: &mut dyn FnMut(&mut Game, Button)| {
            for _ in 0..steps.abs() {
                tap(game, if steps < 0 { Button::Left } else { Button::Right });
            }
        };
        if actions.hold {
            tap(&mut game, Button::Hold);
        }
        turn(&mut game, actions.first_turn, &mut tap);
        shift(&mut game, actions.first_move, &mut tap);
        if genotype.is_double() {
            tap(&mut game, Button::SoftDrop);
            shift(&mut game, actions.second_move, &mut tap);
            turn(&mut game, actions.second_turn, &mut tap);
        }
        tap(&mut game, Button::HardDrop);
    }
    game
}

fn random_genes(random: &mut Random, genotype: Genotype, encoding: Encoding, pieces: usize) -> Vec<i8> {
    let meanings = genotype.meanings(encoding);
    let mut genes = Vec::new();
    for _ in 0..pieces {
        for meaning in &meanings {
            let (low, high) = (*meaning.range().start(), *meaning.range().end());
            genes.push(low + random.below((high - low + 1) as u32) as i8);
        }
    }
    genes
}

#[test]
fn genes_and_keys_lead_to_the_same_board_and_score() {
    let mut random = Random::new(Seed(5), 0, Stream::Tests);
    for round in 0..400 {
        let genotype = Genotype::ALL[round % 4];
        // The longest queues make the stack reach the ceiling.
        let pieces = [10, 20, 30, 60][round / 4 % 4];
        let queue: Vec<Piece> = (0..pieces + 1).map(|_| Piece::ALL[random.below(7) as usize]).collect();
        let problem = Problem::new(&Setup { pieces, ..Setup::new(&queue, genotype) }).unwrap();
        let genes = random_genes(&mut random, genotype, Encoding::Program, pieces);
        let solution = problem.solution(&genes).unwrap();
        assert_eq!(problem.evaluate(&genes), solution.fitness(), "{queue:?} {genes:?}");
        let actions: Vec<Actions> = solution.steps.iter().map(|step| step.actions.unwrap()).collect();
        let game = by_keys(&queue, pieces, &actions, genotype);
        assert_eq!(game.blocks().board(), &solution.state.board(), "round {round}: {queue:?} {genes:?}");
        assert_eq!(game.score(), u64::from(solution.state.points()), "round {round}");
    }
}

#[test]
fn the_fast_way_and_the_step_by_step_way_agree() {
    let mut random = Random::new(Seed(6), 0, Stream::Tests);
    for round in 0..20_000 {
        let genotype = Genotype::ALL[round % 4];
        let encoding = Encoding::ALL[round / 4 % 2];
        let pieces = 1 + random.below(40) as usize;
        let queue: Vec<Piece> = (0..pieces + 1).map(|_| Piece::ALL[random.below(7) as usize]).collect();
        let problem = Problem::new(&Setup { pieces, encoding, ..Setup::new(&queue, genotype) }).unwrap();
        let genes = random_genes(&mut random, genotype, encoding, pieces);
        assert_eq!(problem.evaluate(&genes), problem.solution(&genes).unwrap().fitness(), "{queue:?} {genes:?}");
    }
}

#[test]
fn heuristics_are_those_of_the_table() {
    let mut random = Random::new(Seed(7), 0, Stream::Tests);
    let rules = DropRules::STANDARD;
    for round in 0..5_000 {
        let pieces = 1 + random.below(40) as usize;
        let queue: Vec<Piece> = (0..pieces).map(|_| Piece::ALL[random.below(7) as usize]).collect();
        let problem = Problem::new(&Setup::new(&queue, Genotype::Double)).unwrap();
        let genes = random_genes(&mut random, Genotype::Double, Encoding::Program, pieces);
        let state = problem.solution(&genes).unwrap().state;
        let after = state.board();
        let dropped = Dropped {
            rules,
            drop: Drop { piece: Piece::O, orientation: 0, column: 0 },
            landing: Landing { row: 0, height: 2 },
            before: after,
            after,
            outcome: DropOutcome::default(),
        };
        let values = Fitness::features().map(|feature| (feature.value)(&dropped, 0));
        assert_eq!(Fitness::PUBLISHED.terms(&state).values, values, "round {round}:\n{after}");
    }
}
