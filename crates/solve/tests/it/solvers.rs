//! Every algorithm on small problems, against trying everything.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tetrolab_engine::{Blocks, Board, Piece, PieceStream, Randomizer, Seed, pieces_from_letters};
use tetrolab_optimize::{annealing, genetic};
use tetrolab_solve::perfect_clear::Budget;
use tetrolab_solve::tune::{Tuning, tune};
use tetrolab_solve::{
    BeamSearch, Clears, Control, Emptied, Encoding, Ended, Fitness, Genotype, Hybrid, MoveSet, Outcome, Plan,
    PlanError, Problem, Refiner, SIZE, Setup, State, Variant, can_be_empty, least_blocks, solve, solve_within,
};

fn run(problem: &Problem, plan: &Plan, seed: u64) -> Outcome {
    let stop = AtomicBool::new(false);
    solve(problem, plan, seed, &mut Control { stop: &stop, watch: &mut |_| {} }).unwrap()
}

fn queue(randomizer: Randomizer, game: u64, pieces: usize) -> Vec<Piece> {
    PieceStream::new(randomizer, Seed(21), game, &[]).take(pieces).collect()
}

fn problem(queue: &[Piece], pieces: usize, moves: impl Into<MoveSet>) -> Problem {
    Problem::new(&Setup { pieces, ..Setup::new(queue, moves) }).unwrap()
}

fn small_population() -> genetic::Settings {
    genetic::Settings { population: 300, generations: 40, ..genetic::Settings::program() }
}

fn quick_annealing(genotype: Genotype) -> annealing::Settings {
    annealing::Settings { iterations: 3000, ..Variant::Mended.settings(genotype, Encoding::Program) }
}

fn plans(genotype: Genotype) -> Vec<Plan> {
    let hybrid = |refiner| Hybrid { genetic: small_population(), refiner, every: 10, refined: 3 };
    let published =
        annealing::Settings { iterations: 3000, ..Variant::Published.settings(genotype, Encoding::Program) };
    vec![
        Plan::Genetic(small_population()),
        Plan::Genetic(genetic::Settings { population: 300, generations: 40, ..genetic::Settings::paper() }),
        Plan::Annealing { settings: quick_annealing(genotype), start: None },
        Plan::Annealing { settings: published, start: None },
        Plan::Hybrid(hybrid(Refiner::Annealing(quick_annealing(genotype)))),
        Plan::Hybrid(hybrid(Refiner::Greedy)),
        Plan::Hybrid(hybrid(Refiner::AStar { pieces: 2, nodes: 5000 })),
        Plan::Beam { width: 20 },
    ]
}

#[test]
fn every_algorithm_gives_a_solution_that_can_be_played_again() {
    for genotype in Genotype::ALL {
        let queue = queue(Randomizer::SevenBag, 1, 9);
        let problem = problem(&queue, 8, genotype);
        for plan in plans(genotype) {
            let outcome = run(&problem, &plan, 7);
            let solution = outcome.solution.as_ref().unwrap();
            assert_eq!(solution.steps.len(), 8, "{plan:?}");
            let again = match &plan {
                Plan::Annealing { settings, .. }
                    if matches!(settings.neighbourhood, annealing::Neighbourhood::Listed { .. }) =>
                {
                    problem.solution_unchecked(&solution.genes)
                }
                _ => problem.solution(&solution.genes).unwrap(),
            };
            assert_eq!(&again, solution, "{plan:?}");
            let repeated = run(&problem, &plan, 7);
            assert_eq!(repeated.solution.unwrap(), again, "the same seed gives the same: {plan:?}");
            assert!(outcome.least_blocks <= solution.blocks());
        }
    }
}

#[test]
fn threads_make_no_difference() {
    let queue = queue(Randomizer::SevenBag, 2, 11);
    let problem = problem(&queue, 10, Genotype::SwapDouble);
    for plan in plans(Genotype::SwapDouble) {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let outcome = pool.install(|| run(&problem, &plan, 3));
            (outcome.solution.unwrap().genes, outcome.evaluations)
        };
        assert_eq!(on(1), on(3), "{plan:?}");
    }
}

/// The best fitness of all solutions: level by level, of equal boards the one with most points.
fn best_of_all(problem: &Problem) -> (f64, u32) {
    let mut states: Vec<(State, Vec<i8>)> = vec![(*problem.start(), Vec::new())];
    for _ in 0..problem.pieces() {
        let mut next = HashMap::new();
        for (_, genes) in &states {
            for own in all_genes(problem.genotype()) {
                let longer = [genes.as_slice(), &own].concat();
                let state = problem.state_after(&longer);
                let key = (state.board().to_string(), state.held(), state.points(), state.misses());
                next.entry(key).or_insert((state, longer));
            }
        }
        states = next.into_values().collect();
    }
    let best = states.iter().map(|(state, _)| problem.fitness().of(state)).fold(f64::NEG_INFINITY, f64::max);
    (best, states.iter().map(|(state, _)| state.blocks()).min().unwrap())
}

fn all_genes(genotype: Genotype) -> Vec<Vec<i8>> {
    let mut all = vec![Vec::new()];
    for meaning in genotype.meanings(Encoding::Program) {
        all = all
            .iter()
            .flat_map(|genes: &Vec<i8>| meaning.range().map(move |value| [genes.as_slice(), &[value]].concat()))
            .collect();
    }
    all
}

/// The order in which the pieces of a solution lock.
fn order(problem: &Problem, genes: &[i8]) -> String {
    problem.solution(genes).unwrap().steps.iter().map(|step| step.placement.piece.letter()).collect()
}

/// A queue that ends with the last piece played: a held piece comes into play after it, and nothing else does.
#[test]
fn every_piece_of_a_queue_is_played() {
    let queue = pieces_from_letters("TIL").unwrap();
    let problem = Problem::new(&Setup::new(&queue, Genotype::SwapSimple)).unwrap();
    assert_eq!(problem.pieces(), 3);
    let holds = (0..8).map(|bits: i8| [0, 1, 2].map(|piece| bits >> piece & 1));
    let orders: BTreeSet<String> =
        holds.map(|holds| order(&problem, &holds.map(|hold| [hold, 0, 0]).concat())).collect();
    assert_eq!(Vec::from_iter(orders), ["ILT", "ITL", "TIL", "TLI"]);

    // By the rule of the Tetris Solver the third piece only comes into play by Hold.
    let students = Problem::new(&Setup::tetris_solver(&queue, Genotype::SwapSimple)).unwrap();
    assert_eq!(students.pieces(), 2);
    let simple = Problem::new(&Setup::tetris_solver(&queue, Genotype::Simple)).unwrap();
    assert_eq!(simple.pieces(), 3, "without Hold there is nothing to keep");
}

#[test]
fn algorithms_know_the_end_of_a_queue() {
    for game in 0..6 {
        let queue = queue(Randomizer::Uniform, game, 3);
        let short = problem(&queue, 3, Genotype::SwapSimple);
        let (best, fewest) = best_of_all(&short);
        let exact = run(&short, &Plan::Exact, 1);
        assert_eq!(exact.solution.as_ref().unwrap().fitness(), best, "game {game}");
        assert!(exact.is_best() && exact.least_blocks <= fewest);
        for (genotype, plan) in
            Genotype::ALL.into_iter().flat_map(|genotype| plans(genotype).into_iter().map(move |plan| (genotype, plan)))
        {
            let problem = problem(&queue, 3, genotype);
            let solution = run(&problem, &plan, 1).solution.unwrap();
            let mut played: Vec<Piece> = solution.steps.iter().map(|step| step.placement.piece).collect();
            let mut all = queue.clone();
            played.sort_unstable();
            all.sort_unstable();
            assert_eq!(played, all, "{genotype} {plan:?}");
            if let Ok(typed) = problem.typed(&solution, &Blocks::empty(SIZE)) {
                assert_eq!(typed.keys.len(), 3);
                assert!(typed.replay.play(|_, _| {}).is_ok());
            }
        }
    }
}

/// A perfect clear of ten pieces whose last one comes out of Hold.
#[test]
fn queues_that_are_used_up_can_be_cleared() {
    let mut cleared = 0;
    for game in 0..10 {
        let queue = queue(Randomizer::SevenBag, game, 10);
        for moves in [MoveSet::from(Genotype::SwapDouble), MoveSet::Reachable { hold: true }] {
            let problem = problem(&queue, 10, moves);
            if let Emptied::Found(solution) = Clears::new(&problem).empty(Budget::UNLIMITED) {
                assert_eq!((solution.blocks(), solution.steps.len()), (0, 10));
                problem.typed(&solution, &Blocks::empty(SIZE)).unwrap();
                cleared += usize::from(solution.steps[9].hold);
            }
        }
    }
    assert!(cleared > 0, "the last piece came out of Hold in no solution");
}

#[test]
fn exact_is_what_trying_everything_finds() {
    for (game, (genotype, pieces)) in [
        (Genotype::Simple, 2),
        (Genotype::Simple, 3),
        (Genotype::Simple, 3),
        (Genotype::SwapSimple, 2),
        (Genotype::SwapSimple, 3),
        (Genotype::Double, 1),
    ]
    .into_iter()
    .enumerate()
    {
        let queue = queue(Randomizer::Uniform, game as u64, pieces + 1);
        let problem = problem(&queue, pieces, genotype);
        let (fitness, blocks) = best_of_all(&problem);
        for plan in [Plan::Exact, Plan::Auto { widest: 200 }] {
            let outcome = run(&problem, &plan, 0);
            let solution = outcome.solution.as_ref().unwrap();
            assert_eq!(solution.fitness(), fitness, "{queue:?} {genotype} {plan:?}");
            assert!(outcome.is_best(), "{queue:?} {genotype}: {:?}", outcome.most_fitness);
            assert!(outcome.least_blocks <= blocks);
        }
    }
}

/// Where the board can be empty before the last piece, the best is far above the rest.
#[test]
fn exact_knows_of_early_perfect_clears() {
    for (letters, genotype, fitness) in
        [("IOJLIOL", Genotype::SwapDouble, 49.5), ("LIOLLJOZ", Genotype::SwapSimple, 38.5)]
    {
        let queue = pieces_from_letters(letters).unwrap();
        let outcome = run(&problem(&queue, queue.len() - 1, genotype), &Plan::Exact, 0);
        assert_eq!(
            (outcome.fitness(), outcome.is_best(), outcome.ended),
            (Some(fitness), true, Ended::Complete),
            "{letters}"
        );
    }
}

/// With weights that count nothing else, the fewest Blocks are found and proven.
#[test]
fn exact_finds_the_fewest_blocks() {
    let mut weights = [0.0; 9];
    weights[0] = -1.0;
    let fitness = Fitness { penalty: 0.0, score: 0.0, heuristics: 1.0, weights };
    for (letters, genotype, blocks) in [
        ("OIIOOJJZZ", Genotype::SwapDouble, 2),
        ("SZSZSZSZ", Genotype::SwapSimple, 8),
        ("TTTTTTT", Genotype::Simple, 8),
        ("SZTSZT", Genotype::Simple, 4),
    ] {
        let queue = pieces_from_letters(letters).unwrap();
        let pieces = queue.len() - usize::from(genotype.has_hold());
        let problem = Problem::new(&Setup { pieces, fitness, ..Setup::new(&queue, genotype) }).unwrap();
        let outcome = run(&problem, &Plan::Exact, 0);
        assert_eq!((outcome.blocks(), outcome.is_best()), (Some(blocks), true), "{letters}");
    }
}

/// From five pieces on, exact goes backwards from the final boards. A beam that leaves nothing out knows the truth.
#[test]
fn exact_is_what_a_complete_beam_finds() {
    for (letters, genotype) in [
        ("OOIIS", Genotype::Simple),
        ("IIIOI", Genotype::Simple),
        ("ILJOO", Genotype::Simple),
        ("IOOSOI", Genotype::SwapSimple),
        ("OZIOOI", Genotype::SwapDouble),
    ] {
        let queue = pieces_from_letters(letters).unwrap();
        let problem = problem(&queue, 5, genotype);
        let mut beam = BeamSearch::new(&problem, 1 << 20);
        while beam.depth() < 5 {
            beam.step(|| false);
        }
        let fewest = beam.fewest_blocks().expect("nothing was left out");
        let outcome = run(&problem, &Plan::Exact, 0);
        assert_eq!(outcome.solution.as_ref().unwrap().fitness(), beam.best().unwrap().fitness(), "{letters}");
        assert!(outcome.is_best(), "{letters}: {:?}", outcome.most_fitness);
        assert!(outcome.least_blocks <= fewest);
    }
}

/// Of few pieces everything is tried, also the Blocks.
#[test]
fn the_fewest_blocks_of_few_pieces_are_known() {
    for (letters, blocks) in [("IIO", 2), ("TTS", 12), ("OOIIO", 0), ("SZSZ", 16)] {
        let queue = pieces_from_letters(letters).unwrap();
        let outcome = run(&problem(&queue, queue.len(), Genotype::Simple), &Plan::AUTO, 0);
        assert_eq!((outcome.blocks(), outcome.least_blocks), (Some(blocks), blocks), "{letters}");
        assert!(outcome.is_best() && outcome.ended == Ended::Complete, "{letters}");
    }
}

#[test]
fn bags_empty_the_board() {
    for (pieces, genotype, games) in [
        (10, Genotype::SwapDouble, 200),
        (20, Genotype::SwapDouble, 200),
        (30, Genotype::SwapDouble, 200),
        (10, Genotype::SwapSimple, 20),
    ] {
        let start = Instant::now();
        for game in 0..games {
            let queue = queue(Randomizer::SevenBag, game, pieces + 1);
            let problem = problem(&queue, pieces, genotype);
            let emptied = Clears::new(&problem).empty(Budget::UNLIMITED);
            let Emptied::Found(solution) = emptied else { panic!("{game}: {emptied:?}") };
            assert_eq!((solution.blocks(), solution.steps.len()), (0, pieces));
            assert_eq!(problem.solution(&solution.genes).unwrap(), *solution);
            // Each of the perfect clears is worth 50, and their lines something more.
            assert!(solution.fitness() >= 5.0 * pieces as f64, "{}", solution.fitness());
        }
        let mean = start.elapsed().as_secs_f64() * 1e3 / games as f64;
        println!("{genotype}, {pieces} pieces of bags: {games} emptied, {mean:.2} ms each");
    }
}

/// About 94 of 100 rows of ten pieces drawn one by one empty the board, and of the others it is known that they cannot.
#[test]
fn most_uniform_rows_empty_the_board() {
    let start = Instant::now();
    let emptied = (0..500).filter(|&game| {
        let queue = queue(Randomizer::Uniform, game, 11);
        match Clears::new(&problem(&queue, 10, Genotype::SwapDouble)).empty(Budget::UNLIMITED) {
            Emptied::Found(solution) => solution.blocks() == 0,
            emptied => {
                assert_eq!(emptied, Emptied::Impossible, "{game}");
                false
            }
        }
    });
    let emptied = emptied.count();
    let mean = start.elapsed().as_secs_f64() * 1e3 / 500.0;
    println!("{emptied} of 500 uniform rows of ten pieces emptied, the others proven impossible, {mean:.2} ms each");
    assert!((445..=495).contains(&emptied), "{emptied}");
}

#[test]
fn what_is_impossible_is_proven() {
    // Ten S without Hold cannot even fill the floor.
    let queue = pieces_from_letters("SSSSSSSSSSS").unwrap();
    let problem = problem(&queue, 10, Genotype::SwapDouble);
    assert!(can_be_empty(&problem));
    let outcome = run(&problem, &Plan::Auto { widest: 200 }, 0);
    assert_eq!(outcome.least_blocks, 10);
    assert!(outcome.solution.unwrap().blocks() >= 10);
}

#[test]
fn reachable_places_are_more_than_genes_know() {
    let queue = queue(Randomizer::SevenBag, 5, 11);
    for hold in [false, true] {
        let problem = problem(&queue, 10, MoveSet::Reachable { hold });
        let outcome = run(&problem, &Plan::Auto { widest: 200 }, 0);
        let solution = outcome.solution.unwrap();
        assert!(solution.genes.is_empty() && solution.steps.len() == 10);
        let stop = AtomicBool::new(false);
        let mut control = Control { stop: &stop, watch: &mut |_| {} };
        let refused = solve(&problem, &Plan::Genetic(small_population()), 0, &mut control);
        assert_eq!(refused.unwrap_err(), PlanError::NoGenes("ga"));
    }
}

#[test]
fn annealing_goes_on_from_a_saved_solution() {
    let queue = queue(Randomizer::SevenBag, 6, 11);
    let problem = problem(&queue, 10, Genotype::Double);
    let first = run(&problem, &Plan::Beam { width: 5 }, 0).solution.unwrap();
    let settings = quick_annealing(Genotype::Double);
    let plan = Plan::Annealing { settings: settings.clone(), start: Some(first.genes.clone()) };
    assert!(run(&problem, &plan, 1).solution.unwrap().fitness() >= first.fitness());
    let plan = Plan::Annealing { settings, start: Some(vec![0; 3]) };
    let stop = AtomicBool::new(false);
    let refused = solve(&problem, &plan, 1, &mut Control { stop: &stop, watch: &mut |_| {} }).unwrap_err();
    assert_eq!(refused.to_string(), "the solution to begin with: there are 3 genes, but 40 are needed");
}

#[test]
fn stopping_keeps_the_best() {
    let queue = queue(Randomizer::SevenBag, 7, 31);
    let problem = problem(&queue, 30, Genotype::SwapDouble);
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let mut watch = |_: &tetrolab_solve::Progress| {
        seen += 1;
        stop.store(seen == 3, std::sync::atomic::Ordering::Relaxed);
    };
    let plan = Plan::Genetic(small_population());
    let outcome = solve(&problem, &plan, 0, &mut Control { stop: &stop, watch: &mut watch }).unwrap();
    assert_eq!((outcome.ended, outcome.count), (Ended::Stopped, 3));
    assert!(outcome.solution.is_some());
}

/// Whatever is stopped at the first moment has a solution nevertheless, and soon.
#[test]
fn stopping_at_once() {
    let queue = queue(Randomizer::SevenBag, 7, 31);
    let problem = problem(&queue, 30, Genotype::SwapDouble);
    let endless = annealing::Settings {
        iterations: u64::MAX,
        stagnation: u64::MAX,
        ..Variant::Mended.settings(Genotype::SwapDouble, Encoding::Program)
    };
    let hybrid = |refiner| Plan::Hybrid(Hybrid { genetic: small_population(), refiner, every: 1, refined: 2 });
    let plans = [
        Plan::Beam { width: 100_000 },
        Plan::AUTO,
        Plan::Exact,
        hybrid(Refiner::Annealing(endless)),
        hybrid(Refiner::AStar { pieces: 30, nodes: 100_000_000 }),
        hybrid(Refiner::Greedy),
    ];
    for plan in plans {
        let stop = AtomicBool::new(true);
        let outcome = solve(&problem, &plan, 0, &mut Control { stop: &stop, watch: &mut |_| {} }).unwrap();
        assert_eq!(outcome.ended, Ended::Stopped, "{}", plan.name());
        let solution = outcome.solution.unwrap();
        assert_eq!(
            (solution.steps.len(), problem.evaluate(&solution.genes)),
            (30, solution.fitness()),
            "{}",
            plan.name()
        );
    }
}

#[test]
fn a_board_that_cannot_be_emptied() {
    let board: Board = "XXXXXX....\nXXXXXX....".parse().unwrap();
    let setup = |letters: &str| {
        let queue = pieces_from_letters(letters).unwrap();
        Problem::new(&Setup { pieces: 2, board, ..Setup::new(&queue, Genotype::Simple) }).unwrap()
    };
    let outcome = run(&setup("SZ"), &Plan::AUTO, 0);
    assert_eq!((outcome.least_blocks, outcome.is_best()), (10, true));
    assert_eq!(run(&setup("OO"), &Plan::AUTO, 0).blocks(), Some(0));
}

/// An empty row below others, and a stack up to the ceiling: of those the count of Blocks says little.
#[test]
fn bounds_of_strange_boards() {
    let least = |rows: &str, pieces: usize| {
        let board: Board = rows.parse().unwrap();
        let setup = Setup { pieces, board, ..Setup::new(&vec![Piece::I; pieces], Genotype::Simple) };
        let problem = Problem::new(&setup).unwrap();
        (least_blocks(&problem), can_be_empty(&problem))
    };
    let low = "XXXXXXX...\n..........";
    assert_eq!([1, 2, 4].map(|pieces| least(low, pieces)), [(1, false), (5, false), (3, false)]);
    assert_eq!(least(low, 5), (0, true));
    let tall = ["X........."; 18].join("\n");
    assert_eq!([1, 2, 40].map(|pieces| least(&tall, pieces)), [(2, false), (6, false), (0, true)]);
}

#[test]
fn the_last_digit_of_blocks_is_a_bound() {
    let blocks = |pieces: usize| {
        let queue = vec![Piece::T; pieces];
        least_blocks(&problem(&queue, pieces, Genotype::Simple))
    };
    assert_eq!([10, 11, 12, 13, 14, 26].map(blocks), [0, 4, 8, 2, 6, 4]);
    // A piece inside of others may then make the count smaller.
    assert_eq!(blocks(27), 7);
}

#[test]
fn tuned_weights_are_judged_on_other_queues() {
    let tuning = Tuning { pieces: 12, training: 6, held_out: 10, population: 8, generations: 3, ..Tuning::default() };
    let stop = AtomicBool::new(false);
    let mut control = Control { stop: &stop, watch: &mut |_| {} };
    let tuned = tune(&tuning, 4, &mut control).unwrap();
    assert_eq!((tuned.before.len(), tuned.after.len(), tuned.training.len()), (10, 10, 4));
    assert!(tuned.training.is_sorted_by(|a, b| a >= b));
    assert!(tuned.fitness != Fitness::PUBLISHED || tuned.before == tuned.after);
    assert_eq!(tune(&tuning, 4, &mut control).unwrap().after, tuned.after);
}

#[test]
fn a_board_to_begin_with() {
    let board: Board = "
        ..........
        XXXXXXXX..
        XXXXXXXX..
    "
    .parse()
    .unwrap();
    let queue = pieces_from_letters("TO").unwrap();
    let setup = Setup { pieces: 1, board, ..Setup::new(&queue, Genotype::SwapSimple) };
    let outcome = run(&Problem::new(&setup).unwrap(), &Plan::Auto { widest: 200 }, 0);
    let solution = outcome.solution.as_ref().unwrap();
    assert_eq!((solution.blocks(), solution.steps[0].hold), (0, true));
    assert!(outcome.has_fewest_blocks());
}

/// A limit of placements and fields ends beams and proofs at the same place always, and what was found and proven until then counts.
#[test]
fn a_limit_of_effort_gives_the_same_everywhere() {
    let queue = queue(Randomizer::SevenBag, 3, 21);
    for (genotype, pieces) in [(Genotype::Simple, 20), (Genotype::SwapDouble, 20), (Genotype::SwapSimple, 5)] {
        let problem = problem(&queue, pieces, genotype);
        let stop = AtomicBool::new(false);
        for plan in [Plan::Exact, Plan::AUTO, Plan::Beam { width: 3000 }] {
            for most in [1, 10_000, 100_000] {
                let [one, other] = [0, 1].map(|seed| {
                    let mut control = Control { stop: &stop, watch: &mut |_| {} };
                    solve_within(&problem, &plan, seed, most, &mut control).unwrap()
                });
                let told = |outcome: &Outcome| {
                    let genes = outcome.solution.as_ref().map(|solution| solution.genes.clone());
                    (genes, outcome.evaluations, outcome.least_blocks, outcome.most_fitness, outcome.ended)
                };
                assert_eq!(told(&one), told(&other), "{plan:?} {most}");
                assert_eq!(one.ended, Ended::Limit, "{plan:?} {most}");
                // A layer of a beam is not left half way.
                let layer = if matches!(plan, Plan::Beam { .. }) { 100 } else { 4 };
                assert!(
                    (most..layer * most + 10_000).contains(&one.evaluations),
                    "{plan:?} {most} {}",
                    one.evaluations
                );
                let solution = one.solution.unwrap();
                assert_eq!(problem.evaluate(&solution.genes), solution.fitness(), "{plan:?} {most}");
            }
        }
    }
}

/// Whatever can be said for a plan on the command line is in the table.
#[test]
fn every_plan_has_its_name_in_the_table() {
    let refiner = |name| Refiner::usual(name, Genotype::Double, Encoding::Paper).unwrap();
    assert!(Refiner::NAMES.into_iter().all(|name| refiner(name).name() == name));
    let hybrid = Hybrid { genetic: small_population(), refiner: Refiner::Greedy, every: 1, refined: 1 };
    let settings = Variant::Mended.settings(Genotype::Double, Encoding::Paper);
    let plans = [
        Plan::Genetic(small_population()),
        Plan::Annealing { settings, start: None },
        Plan::Hybrid(hybrid),
        Plan::Beam { width: 1 },
        Plan::Exact,
        Plan::AUTO,
    ];
    assert_eq!(plans.each_ref().map(Plan::name), Plan::NAMES);
}

/// The annealing says what it is changing, which is never better than the best.
#[test]
fn the_annealing_tells_of_its_current_solution() {
    let queue = queue(Randomizer::SevenBag, 3, 11);
    let problem = problem(&queue, 10, Genotype::SwapDouble);
    let stop = AtomicBool::new(false);
    let mut told = Vec::new();
    let mut watch = |progress: &tetrolab_solve::Progress| told.push(*progress);
    let settings = Variant::Mended.settings(Genotype::SwapDouble, Encoding::Program);
    let plan = Plan::Annealing { settings, start: None };
    let outcome = solve(&problem, &plan, 0, &mut Control { stop: &stop, watch: &mut watch }).unwrap();
    assert!(told.len() as u64 >= outcome.count / 512 && told.len() > 20, "{}", told.len());
    assert!(told.iter().all(|progress| progress.current <= progress.fitness && progress.current.is_some()));
    assert!(told.iter().any(|progress| progress.current < progress.fitness));
}
