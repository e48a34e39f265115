//! The players and features that people use, against the slow twin and against what MDPTetris did.

use std::sync::atomic::{AtomicU64, Ordering};

use tetrolab_agents::{AGENTS, Agent, Dropped, FEATURES, Feature, Linear, Lookahead, Measure, Player, Reward, Weights};
use tetrolab_engine::{
    Board, Deal, Drop, DropGame, DropRules, Instructions, MDPTETRIS_ORDER, Piece, Random, Randomizer, Seed, Stream,
    Taus,
};

use super::naive::{self, Grid};
use super::{Record, trees};

pub fn grid(board: &Board) -> Grid {
    let size = board.size();
    let mut grid = Grid::empty(size.width.into(), size.height.into());
    for cell in board.cells() {
        grid.rows[cell.y as usize][cell.x as usize] = true;
    }
    grid
}

fn board(rules: DropRules, grid: &Grid) -> Board {
    let mut board = rules.empty();
    for (y, row) in grid.rows.iter().enumerate() {
        for (x, &filled) in row.iter().enumerate() {
            board.set(x as i8, y as i8, filled);
        }
    }
    board
}

/// Positions of all kinds: as agents leave them, as chance leaves them, and messy ones.
pub struct Positions {
    pub random: Random,
}

impl Positions {
    pub fn new(number: u64) -> Positions {
        Positions { random: Random::new(Seed(4), number, Stream::Tests) }
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        self.random.below(limit)
    }

    pub fn rules(&mut self) -> DropRules {
        let mut rules = if self.below(3) == 0 {
            DropRules::STANDARD
        } else {
            let (width, height) = (4 + self.below(13) as u8, 1 + self.below(40) as u8);
            DropRules::new(width, height).unwrap()
        };
        rules.lines_after_overflow = self.below(2) == 0;
        rules
    }

    pub fn piece(&mut self) -> Piece {
        Piece::ALL[self.below(7) as usize]
    }

    /// A board that is not lost, without an empty row below a filled one.
    pub fn board(&mut self, rules: DropRules) -> Board {
        let size = rules.size();
        if self.below(2) == 0 {
            return self.played(rules);
        }
        let mut board = rules.empty();
        // Most rows well filled, as in play; sometimes full ones and high stacks.
        let rows = if self.below(4) == 0 {
            self.below(u32::from(size.height) + 1)
        } else {
            self.below(u32::from(size.height).min(9) + 1)
        };
        let holes = 1 + self.below(4);
        for y in 0..rows as i8 {
            for x in 0..size.width as i8 {
                let filled = self.below(10) >= holes;
                board.set(x, y, filled);
            }
            if board.row(y as u8) == 0 {
                board.set(self.below(u32::from(size.width)) as i8, y, true);
            }
            let full = board.full_rows() >> y & 1 == 1;
            if full && self.below(8) != 0 {
                board.set(self.below(u32::from(size.width)) as i8, y, false);
            }
        }
        board
    }

    /// A board that came from playing, now well, now at random.
    fn played(&mut self, rules: DropRules) -> Board {
        let agent = Linear::new(Agent::named("dellacherie").unwrap().weights().unwrap(), rules).unwrap();
        let mut game = DropGame::new(rules, &Deal::uniform(Seed(self.below(1 << 30).into())), 0);
        let mut board = *game.board();
        let clumsy = self.below(4);
        for _ in 0..self.below(80) {
            let Some(piece) = game.piece() else { break };
            board = *game.board();
            let drop = if self.below(8) < clumsy {
                let drops: Vec<Drop> = rules.drops(piece).collect();
                drops[self.below(drops.len() as u32) as usize]
            } else {
                agent.choose(&board, piece).0
            };
            game.play(drop);
        }
        if game.is_lost() { board } else { *game.board() }
    }
}

/// Runs a number of cases on two threads.
pub fn on_two_threads(cases: u64, test: impl Fn(u64) + Sync) {
    std::thread::scope(|scope| {
        for half in 0..2 {
            let test = &test;
            scope.spawn(move || (0..cases).filter(|case| case % 2 == half).for_each(test));
        }
    });
}

#[test]
fn both_tables_have_the_same_names() {
    let mut ours: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
    let mut theirs = naive::FEATURES.to_vec();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
    let mut numbers: Vec<i32> = FEATURES.iter().filter_map(|feature| feature.source.number()).collect();
    numbers.sort_unstable();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
}

fn compare(dropped: &Dropped, slow: &naive::Dropped) {
    assert_eq!(grid(&dropped.before), slow.before);
    assert_eq!(grid(&dropped.after), slow.after);
    assert_eq!(usize::from(dropped.landing.row), slow.landing_row);
    assert_eq!(usize::from(dropped.landing.height), slow.piece_height);
    assert_eq!(usize::from(dropped.outcome.lines), slow.lines);
    assert_eq!(usize::from(dropped.outcome.eroded_cells), slow.eroded_cells);
    assert_eq!(dropped.outcome.is_lost, slow.game_over);
    for feature in FEATURES {
        let values: Vec<f64> = feature.values(dropped).collect();
        assert_eq!(values, naive::feature(feature.name, slow), "{} of\n{}", feature.name, dropped.after);
    }
}

#[test]
fn features_agree_with_the_slow_twin_on_100_000_positions() {
    on_two_threads(100_000, |case| {
        let mut positions = Positions::new(case);
        let rules = positions.rules();
        let board = positions.board(rules);
        let drops: Vec<Drop> = rules.drops(positions.piece()).collect();
        let drop = drops[positions.below(drops.len() as u32) as usize];
        let dropped = Dropped::new(rules, &board, drop).unwrap();
        let (orientation, column) = (drop.orientation.into(), drop.column.into());
        let slow = naive::drop(&grid(&board), drop.piece.letter(), orientation, column, rules.lines_after_overflow);
        compare(&dropped, &slow);
    });
}

/// Records in which MDPTetris wrote down what it saw and chose.
#[test]
fn golden_records_agree() {
    for record in Record::all() {
        let mut rules = DropRules::new(record.number("w") as u8, record.number("h") as u8).unwrap();
        rules.lines_after_overflow = record.number("allow_lines_after_overflow") == 1;
        let before = record.grid("board");
        let board = board(rules, &before);
        let piece = MDPTETRIS_ORDER[record.number("piece_index")];
        let drop = Drop { piece, orientation: record.number("rot") as u8, column: record.number("col") as u8 };
        let dropped = Dropped::new(rules, &board, drop).unwrap();
        assert_eq!(grid(&dropped.after), record.grid("result"));
        let slow = naive::drop(
            &before,
            piece.letter(),
            record.number("rot"),
            record.number("col"),
            rules.lines_after_overflow,
        );
        compare(&dropped, &slow);
        for feature in FEATURES.iter().filter(|feature| record.json.get(feature.name).is_some()) {
            let golden = match feature.name {
                "heights" => record.numbers("heights").into_iter().map(|height| height as f64).collect(),
                // The record has ten digits of it.
                "mean_height" => vec![naive::feature("mean_height", &slow)[0]],
                name => vec![record.exact(name)],
            };
            assert_eq!(feature.values(&dropped).collect::<Vec<_>>(), golden, "{}", feature.name);
        }
        for (name, value, best) in
            [("dellacherie", "v_dellacherie", "best_dellacherie"), ("bcts", "v_bcts", "best_bcts")]
        {
            let linear = Linear::new(Agent::named(name).unwrap().weights().unwrap(), rules).unwrap();
            assert_eq!(linear.value(&dropped), record.exact(value));
            for instructions in Instructions::ALL {
                let (drop, _) = linear.clone().instructions(instructions).choose(&board, piece);
                assert_eq!(vec![usize::from(drop.orientation), drop.column.into()], record.numbers(best));
            }
            let (drop, _) = linear.one_by_one().choose(&board, piece);
            assert_eq!(vec![usize::from(drop.orientation), drop.column.into()], record.numbers(best));
        }
    }
}

/// Whether drops are looked at side by side with this feature.
fn is_made_for_lanes(feature: &Feature) -> bool {
    feature.values_on(4) == 1
        && Linear::new(Weights::of(&[(feature.name, 1.0)]), DropRules::STANDARD).unwrap().is_side_by_side()
}

/// Weights of any of these features in any order, sometimes others for one piece.
fn any_weights(positions: &mut Positions, features: &[&'static Feature]) -> Weights {
    let list = |positions: &mut Positions| {
        let mut features = features.to_vec();
        let count = 1 + positions.below(12) as usize;
        // Beside a reward tiny weights all but vanish.
        let scale = if positions.below(8) == 0 { 1e-12 } else { 1.0 };
        (0..count)
            .map(|_| {
                let feature = features.swap_remove(positions.below(features.len() as u32) as usize);
                // Small whole numbers make ties, others do not.
                let weight = match positions.below(3) {
                    0 => f64::from(positions.below(7)) - 3.0,
                    _ => (f64::from(positions.below(1 << 30)) / f64::from(1 << 29) - 1.0) * 20.0,
                };
                (feature.name, weight * scale)
            })
            .collect::<Vec<_>>()
    };
    let mut weights = Weights::of(&list(positions));
    if positions.below(4) == 0 {
        weights = weights.but_for(positions.piece(), &list(positions));
    }
    weights.reward = Reward::ALL[positions.below(5) as usize];
    weights.lost = tetrolab_agents::Lost::ALL[positions.below(3) as usize];
    weights
}

/// The same decision and the same value, to the last bit, whichever way they are found.
fn decisions_agree(linear: &Linear, board: &Board, piece: Piece) {
    let slow = linear.clone().one_by_one().best(board, piece);
    for instructions in Instructions::ALL {
        let fast = linear.clone().instructions(instructions);
        let best = fast.best(board, piece);
        let name = instructions.name();
        assert_eq!(best.drop, slow.drop, "{name}: {piece} on {board:?} {}", linear.weights());
        assert_eq!(best.value.to_bits(), slow.value.to_bits(), "{name}: {} and {}", best.value, slow.value);
        assert_eq!(best.surviving, slow.surviving, "{name}");
        assert_eq!(fast.choose(board, piece), (slow.drop, slow.surviving), "{name}");
    }
}

#[test]
fn agents_decide_alike_in_lanes_and_one_by_one_on_100_000_positions() {
    on_two_threads(100_000, |case| {
        let mut positions = Positions::new(1_000_000 + case);
        let rules = positions.rules();
        let board = positions.board(rules);
        let with_weights: Vec<Weights> = AGENTS.iter().filter_map(Agent::weights).collect();
        let weights = with_weights[case as usize % with_weights.len()].clone();
        decisions_agree(&Linear::new(weights, rules).unwrap(), &board, positions.piece());
    });
}

#[test]
fn any_weights_decide_alike_in_lanes_and_one_by_one() {
    let features: Vec<&Feature> = FEATURES.iter().filter(|feature| is_made_for_lanes(feature)).collect();
    assert!(features.len() >= 24, "{}", features.len());
    let side_by_side = AtomicU64::new(0);
    on_two_threads(60_000, |case| {
        let mut positions = Positions::new(2_000_000 + case);
        let rules = positions.rules();
        let board = positions.board(rules);
        let weights = any_weights(&mut positions, &features);
        let linear = Linear::new(weights, rules).unwrap();
        side_by_side.fetch_add(linear.is_side_by_side().into(), Ordering::Relaxed);
        decisions_agree(&linear, &board, positions.piece());
    });
    // The others have tall boards, or value a lost game by its features.
    assert!(side_by_side.into_inner() > 25_000);
}

/// Weights of some of these features, and of formulas.
fn any_measures(positions: &mut Positions, features: &[&'static Feature], width: u8) -> Weights {
    let mut measures: Vec<Measure> = Vec::new();
    for _ in 0..=positions.below(12) {
        let found = match positions.below(4) {
            0 => vec![Measure::from(trees::formula(&mut positions.random))],
            _ => {
                let feature = features[positions.below(features.len() as u32) as usize];
                Measure::list(feature.name, width).unwrap()
            }
        };
        if !measures.contains(&found[0]) {
            measures.extend(found);
        }
    }
    // Tiny weights, where a slight difference does not count, and huge ones.
    let scales = [1e-31, 1e-12, 1e24, 1.0, 1.0, 1.0, 1.0, 1.0];
    let (scale, of_formulas) = (scales[positions.below(8) as usize], scales[positions.below(8) as usize]);
    let weights = measures.into_iter().map(|measure| {
        let weight = match positions.below(3) {
            0 => f64::from(positions.below(7)) - 3.0,
            _ => (f64::from(positions.below(1 << 30)) / f64::from(1 << 29) - 1.0) * 20.0,
        };
        let scale = if measure.feature().is_some() { scale } else { of_formulas };
        (measure, weight * scale)
    });
    let mut weights = Weights::from_measures(weights.collect()).unwrap();
    weights.reward = Reward::ALL[positions.below(5) as usize];
    weights.lost = tetrolab_agents::Lost::ALL[positions.below(3) as usize];
    weights
}

#[test]
fn any_features_and_formulas_decide_alike_in_lanes_and_one_by_one() {
    let all: Vec<&Feature> = FEATURES.iter().collect();
    let for_lanes: Vec<&Feature> = FEATURES.iter().filter(|feature| is_made_for_lanes(feature)).collect();
    on_two_threads(60_000, |case| {
        let mut positions = Positions::new(6_000_000 + case);
        let rules = positions.rules();
        let board = positions.board(rules);
        // With few others, what is made for lanes is valued at once, and the others are added.
        let features = if positions.below(2) == 0 { &all } else { &for_lanes };
        let weights = any_measures(&mut positions, features, rules.size().width);
        decisions_agree(&Linear::new(weights, rules).unwrap(), &board, positions.piece());
    });
}

#[test]
fn one_by_one_decides_as_the_slow_twin() {
    let single: Vec<&Feature> = FEATURES.iter().filter(|feature| feature.values_on(4) == 1).collect();
    on_two_threads(2_000, |case| {
        let mut positions = Positions::new(3_000_000 + case);
        let rules = positions.rules();
        let board = positions.board(rules);
        let piece = positions.piece();
        let mut weights = any_weights(&mut positions, &single);
        (weights.reward, weights.lost) = (Reward::default(), tetrolab_agents::Lost::default());
        let list: Vec<(&str, f64)> =
            weights.terms(piece).iter().map(|term| (term.measure.name(), term.weight)).collect();
        let best = Linear::new(weights.clone(), rules).unwrap().one_by_one().best(&board, piece);
        let slow = naive::best(&grid(&board), piece.letter(), &list, rules.lines_after_overflow);
        assert_eq!(usize::from(best.drop.orientation), slow.orientation);
        assert_eq!(usize::from(best.drop.column), slow.column);
        assert_eq!(best.value, slow.value);
        assert_eq!(best.surviving as usize, slow.surviving);
    });
}

/// MDPTetris' own games, piece for piece, and those of the slow twin on other boards.
#[test]
fn whole_games_of_mdptetris_are_replayed() {
    for (size, lines_after_overflow, seed, agent) in [
        ("10x6", false, 42, "dellacherie"),
        ("10x8", false, 42, "dellacherie"),
        ("10x6", true, 7, "bcts"),
        ("6x12", false, 123_456_789, "boumaza-6"),
        ("16x5", true, 0, "lee"),
        ("14x6", false, 4_000_000_000, "dt-10"),
    ] {
        let mut rules: DropRules = size.parse().unwrap();
        rules.lines_after_overflow = lines_after_overflow;
        let weights = Agent::named(agent).unwrap().weights().unwrap();
        let list: Vec<(&str, f64)> = weights.general().iter().map(|term| (term.measure.name(), term.weight)).collect();
        let empty = Grid::empty(rules.size().width.into(), rules.size().height.into());
        let expected = naive::games(&empty, &list, lines_after_overflow, seed, 8);
        let player = Player::new(Some(weights.clone()), rules, Lookahead::One).unwrap();
        let deal = Deal { randomizer: Randomizer::Mdptetris, seed: Seed(seed.into()), given: Vec::new() };
        let mut game = DropGame::new(rules, &deal, 0);
        let mut random = Random::new(Seed(0), 0, Stream::Decisions);
        for played in expected {
            while let Some(piece) = game.piece() {
                let (drop, surviving) = player.choose(game.board(), piece, game.next(), &mut random);
                game.tried(surviving);
                game.play(drop);
            }
            assert_eq!((game.lines(), game.pieces()), (played.lines as u64, played.pieces as u64), "{size} {agent}");
            game.restart();
        }
    }
}

#[test]
fn the_generator_agrees_with_the_slow_twin() {
    for seed in [0, 1, 42, 123_456_789, u32::MAX] {
        let (mut ours, mut theirs) = (Taus::new(seed), naive::Tausworthe::new(seed));
        for _ in 0..1000 {
            assert_eq!(ours.next_value(), theirs.draw());
        }
    }
}
