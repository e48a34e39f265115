//! The search for perfect clears against a slow twin that tries everything, and against figures of others.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use tetrolab_engine::{Board, Piece, Placement, Random, Rotation, Seed, Size, Stream, pieces_from_letters};
use tetrolab_solve::perfect_clear::{
    Answer, Budget, End, Field, HardDrop, Moves, Outcome, Patterns, Puzzle, Queues, SoftDrop, Solver, Step, Task,
    chance, fewest, find, solutions,
};

/// A board with room for every piece above the stack.
fn board(picture: &str) -> Board {
    let drawn: Board = picture.parse().unwrap();
    let mut board = Board::empty(Size { width: 10, height: 20, buffer: 4 });
    drawn.cells().for_each(|cell| board.set(cell.x, cell.y, true));
    board
}

fn pieces(letters: &str) -> Vec<Piece> {
    pieces_from_letters(letters).unwrap()
}

/// Where the twin may put a piece.
type Puts = fn(&Board, Piece) -> Vec<Placement>;

fn soft(board: &Board, piece: Piece) -> Vec<Placement> {
    board.placements(piece).collect()
}

fn hard(board: &Board, piece: Piece) -> Vec<Placement> {
    let mut all = BTreeSet::new();
    for rotation in Rotation::ALL {
        for placement in (0..10).map(|x| Placement::new(piece, rotation, x, 18)).filter(|&high| board.fits(high)) {
            let landed = placement.shifted(0, -(board.drop_distance(placement) as i8));
            all.insert(Placement::from_cells(piece, landed.cells()).unwrap());
        }
    }
    all.into_iter().collect()
}

/// Tries everything: the rules of Hold as they are told, boards of the engine, nothing left out.
struct Twin {
    puts: Puts,
    queue: Vec<Piece>,
    use_hold: bool,
    seen: HashMap<(Board, u8, usize, Option<Piece>), bool>,
}

impl Twin {
    fn clears(puts: Puts, board: &Board, lines: u8, queue: &[Piece], hold: Option<Piece>, use_hold: bool) -> bool {
        let mut twin = Twin { puts, queue: queue.to_vec(), use_hold, seen: HashMap::new() };
        twin.from(board, lines, 0, hold)
    }

    fn from(&mut self, board: &Board, lines: u8, next: usize, hold: Option<Piece>) -> bool {
        if lines == 0 {
            return true;
        }
        if let Some(&known) = self.seen.get(&(*board, lines, next, hold)) {
            return known;
        }
        let at = |index: usize| self.queue.get(index).copied();
        let mut choices: Vec<(Piece, usize, Option<Piece>)> = Vec::new();
        choices.extend(at(next).map(|piece| (piece, next + 1, hold)));
        if self.use_hold {
            choices.extend(match hold {
                Some(held) => Some((held, next + 1, at(next))),
                None => at(next + 1).map(|piece| (piece, next + 2, at(next))),
            });
        }
        let clears = choices.into_iter().any(|(piece, next, hold)| {
            (self.puts)(board, piece).into_iter().filter(|put| put.top() < lines as i8).any(|put| {
                let (after, cleared) = board.after(put);
                self.from(&after, lines - cleared.lines, next, hold)
            })
        });
        self.seen.insert((*board, lines, next, hold), clears);
        clears
    }
}

/// Plays a solution on a board of the engine: each piece must come as Hold and queue allow, and nothing is left.
fn check(puts: Puts, board: &Board, puzzle: &Puzzle<'_>, steps: &[Step]) {
    let (mut board, mut hold, mut queue) = (*board, puzzle.hold, puzzle.queue.iter().copied());
    for step in steps {
        let mut current = queue.next();
        if step.hold {
            assert!(puzzle.use_hold);
            let held = std::mem::replace(&mut hold, current);
            current = if held.is_some() { held } else { queue.next() };
        }
        assert_eq!(current, Some(step.placement.piece), "{steps:?}");
        assert!(puts(&board, step.placement.piece).contains(&step.placement), "{steps:?}\n{board}");
        board = board.after(step.placement).0;
    }
    assert!(board.is_empty());
}

/// A field with a hole of a few pieces in it, such as people play: every row has a gap, and they lie one above the other.
fn random_field(random: &mut Random, most: u32) -> (Field, u8) {
    loop {
        let lines = 2 + random.below(3) as u8;
        let centre = random.below(10) as i32;
        let mut cells = Field::full(lines).0;
        for y in 0..u32::from(lines) {
            let left = (centre - random.below(4) as i32).clamp(0, 9) as u32;
            let right = (centre + 1 + random.below(3) as i32).clamp(1, 10) as u32;
            (left..right).for_each(|x| cells &= !(1 << (10 * y + x)));
        }
        let field = Field(cells);
        let empty = field.empty_cells(lines);
        if empty.is_multiple_of(4) && (8..=4 * most).contains(&empty) {
            return (field, lines);
        }
    }
}

fn board_of(field: Field) -> Board {
    board(&field.to_string())
}

#[test]
fn the_search_finds_what_the_twin_finds() {
    let mut random = Random::new(Seed(2), 0, Stream::Tests);
    let (mut found, mut impossible) = (0, 0);
    for number in 0..2000 {
        let (field, lines) = random_field(&mut random, 5);
        let needed = field.empty_cells(lines) / 4;
        let length = needed + random.below(3);
        let queue: Vec<Piece> = (0..length).map(|_| Piece::ALL[random.below(7) as usize]).collect();
        let use_hold = random.below(3) > 0;
        let hold = (random.below(3) == 0).then(|| Piece::ALL[random.below(7) as usize]);
        let puzzle = Puzzle { field, lines, queue: &queue, hold, use_hold };
        let board = board_of(field);
        let is_hard = number % 3 == 0;
        let puts: Puts = if is_hard { hard } else { soft };
        let expected = Twin::clears(puts, &board, lines, &queue, hold.filter(|_| use_hold), use_hold);
        let answer = match is_hard {
            true => find(HardDrop, &puzzle, Budget::UNLIMITED),
            false => find(SoftDrop, &puzzle, Budget::UNLIMITED),
        };
        match answer {
            Answer::Found(steps) => {
                found += 1;
                assert!(expected, "{puzzle:?}");
                check(puts, &board, &puzzle, &steps);
            }
            Answer::Impossible => {
                impossible += 1;
                assert!(!expected, "{puzzle:?}");
            }
            Answer::Stopped => unreachable!("it may last"),
        }
    }
    assert!(found > 200 && impossible > 200, "{found} {impossible}");
}

/// Chances of 40 boards, queue by queue, and the solutions behind them.
#[test]
fn chances_and_solutions_agree_with_the_twin() {
    let mut random = Random::new(Seed(3), 0, Stream::Tests);
    let mut clearing = 0;
    for number in 0..40 {
        let (field, lines) = random_field(&mut random, 4);
        let (use_hold, is_hard) = (number % 2 == 0, number % 4 > 1);
        let length = Task::length(field, lines, use_hold).unwrap();
        let patterns: Patterns = ["*p4,*", "[^O]p3,*p2", "*,*p4"][number % 3].parse().unwrap();
        let queues = Queues::of(&patterns, length).unwrap();
        let puts: Puts = if is_hard { hard } else { soft };
        if is_hard {
            clearing += chances(&HardDrop, puts, field, lines, &queues, use_hold);
        } else {
            clearing += chances(&SoftDrop, puts, field, lines, &queues, use_hold);
        }
    }
    assert!(clearing > 1000, "{clearing}");
}

/// Compares one board; the number of queues that clear it.
fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn chances<M: Moves + Clone>(moves: &M, puts: Puts, field: Field, lines: u8, queues: &Queues, use_hold: bool) -> usize {
    let board = board_of(field);
    let task = Task { field, lines, queues, use_hold, stop: None };
    let outcomes = |threads| on(threads, || chance(moves, &task, |_| {}));
    let (one, two) = (outcomes(1), outcomes(2));
    let (all, end) = on(2, || solutions(moves, &task, |_, _| {}));
    assert_eq!(end, End::Complete);
    let good: BTreeSet<u32> = all.iter().flat_map(|solution| solution.queues.iter().copied()).collect();
    let mut solver = Solver::new(moves.clone());
    let mut tilings = BTreeSet::new();
    for index in 0..queues.len() {
        let queue: Vec<Piece> = queues.get(index).collect();
        let puzzle = Puzzle { field, lines, queue: &queue, hold: None, use_hold };
        // The twin is slow: it looks at some of them.
        if index % 7 == 0 {
            let expected = Twin::clears(puts, &board, lines, &queue, None, use_hold);
            assert_eq!(one.get(index), if expected { Outcome::Clears } else { Outcome::Fails }, "{puzzle:?}");
        }
        assert_eq!(one.get(index), two.get(index));
        assert_eq!(one.get(index) == Outcome::Clears, good.contains(&(index as u32)), "{puzzle:?}");
        let _ = solver.for_each(&puzzle, Budget::UNLIMITED, |steps| {
            tilings.insert(tiling(lines, field, steps));
            ControlFlow::Continue(())
        });
    }
    let found = all.iter().map(|solution| solution.tiles.iter().map(|tile| (tile.piece, tile.cells)).collect());
    assert_eq!(found.collect::<BTreeSet<Vec<_>>>(), tilings);
    for solution in &all {
        let queue: Vec<Piece> = queues.get(solution.queues[0] as usize).collect();
        check(puts, &board, &Puzzle { field, lines, queue: &queue, hold: None, use_hold }, &solution.steps);
    }
    let cover = fewest(&all);
    let covered: BTreeSet<u32> = cover.chosen.iter().flat_map(|&number| all[number].queues.iter().copied()).collect();
    assert_eq!(covered, good);
    good.len()
}

/// The pieces of a solution in the rows of the beginning, sorted.
fn tiling(lines: u8, field: Field, steps: &[Step]) -> Vec<(Piece, u64)> {
    let (mut rows, mut filled) = ((0..lines).collect::<Vec<u8>>(), field.0);
    let mut tiles = Vec::new();
    for step in steps {
        let bit = |x: i8, y: i8| 1u64 << (10 * rows[y as usize] + x as u8);
        let cells = step.placement.cells().iter().fold(0, |cells, cell| cells | bit(cell.x, cell.y));
        filled |= cells;
        tiles.push((step.placement.piece, cells));
        rows.retain(|&y| filled >> (10 * y) & 0x3FF != 0x3FF);
    }
    tiles.sort_unstable();
    tiles
}

/// How many queues of a pattern clear a board.
fn count(picture: &str, lines: u8, pattern: &str, use_hold: bool) -> (usize, usize) {
    let field = Field::of(&board(picture)).unwrap();
    let queues = Queues::of(&pattern.parse().unwrap(), Task::length(field, lines, use_hold).unwrap()).unwrap();
    let outcomes = chance(&SoftDrop, &Task { field, lines, queues: &queues, use_hold, stop: None }, |_| {});
    ((0..outcomes.len()).filter(|&index| outcomes.get(index) == Outcome::Clears).count(), outcomes.len())
}

/// The figures in the tests of solution-finder, some of which are from players who worked them out otherwise.
#[test]
fn chances_are_those_of_solution_finder() {
    let template = "XXXX......\nXXXX......\nXXXX......\nXXXX......";
    assert_eq!(count(template, 4, "*p7", true), (5040, 5040));
    let six = "XX........\nXX........\nXXX......X\nXXXXXXX..X\nXXXXXX...X\nXXXXXXX.XX";
    assert_eq!(count(six, 6, "*p7", true), (5038, 5040));
    let hold = "XX.....XXX\nXXX....XXX\nXXXX...XXX\nXXX....XXX";
    assert_eq!(count(hold, 4, "I, *p4", true), (711, 840));
    assert_eq!(count("X........X\nX........X\nXX......XX\nXXXXXX..XX", 4, "*p6", false), (1439, 5040));
    assert_eq!(count("X.........\nX...X.....\nXXXXXXX...\nXXXXXX....", 4, "*p7", false), (727, 5040));
}

/// As many solutions as solution-finder calls unique.
#[test]
fn solutions_are_as_many_as_those_of_solution_finder() {
    let number = |picture: &str, lines, pattern: &str| {
        let field = Field::of(&board(picture)).unwrap();
        let queues = Queues::of(&pattern.parse().unwrap(), Task::length(field, lines, true).unwrap()).unwrap();
        let task = Task { field, lines, queues: &queues, use_hold: true, stop: None };
        solutions(&SoftDrop, &task, |_, _| {}).0.len()
    };
    assert_eq!(number("XXXX......\nXXXX......\nXXXX......\nXXXX......", 4, "*p7"), 245);
    assert_eq!(number("XXXX....XX\nXXXX...XXX\nXXXX..XXXX\nXXXX...XXX", 4, "*p4"), 18);
    assert_eq!(number("X....XXXXX\nXX..XXXXXX\nXX..XXXXXX\nXXXXXXX..X\nXXXXXXX..X", 5, "*p4"), 3);
}

/// Queues of which others have found out whether they clear four empty lines.
#[test]
fn known_queues_on_the_empty_board() {
    let mut solver = Solver::new(SoftDrop);
    let mut clears = |letters: &str, use_hold| {
        let queue = pieces(letters);
        let puzzle = Puzzle { field: Field::EMPTY, lines: 4, queue: &queue, hold: None, use_hold };
        match solver.find(&puzzle, Budget::UNLIMITED) {
            Answer::Found(steps) => {
                check(soft, &board_of(Field::EMPTY), &puzzle, &steps);
                true
            }
            Answer::Impossible => false,
            Answer::Stopped => unreachable!("it may last"),
        }
    };
    for letters in ["ZJLOTISOSL", "OLISSLIOJT", "IOZJOLZJIT", "ZLOIISLZJO", "JJZLOISTSO", "ILJZLOSITZ", "SZLSZOJTIO"] {
        assert!(!clears(letters, false), "{letters}");
    }
    for letters in ["LIJSZTOOLJ", "SZJIOLTLJS", "OSTZJLIIZL", "ZOSJITLOLI", "OZTLISJZIS", "TZSIJLOZOS", "ZLTIJSOZSL"] {
        assert!(clears(letters, false), "{letters}");
    }
    for letters in ["IIJOSZIOSZT", "IILZSOZSOIT", "IIOSZIOSZTJ", "IISJOZIOSZT"] {
        assert!(!clears(letters, true), "{letters}");
    }
    for letters in ["ZJZLIOSJOSZ", "ZSZJJSIZOLT", "OISZTJLTZIL"] {
        assert!(clears(letters, true), "{letters}");
    }
}

#[test]
fn budgets_stop_a_search() {
    let queue = pieces("IIJOSZIOSZT");
    let puzzle = Puzzle { field: Field::EMPTY, lines: 4, queue: &queue, hold: None, use_hold: true };
    assert_eq!(find(SoftDrop, &puzzle, Budget { nodes: 100, stop: None }), Answer::Stopped);
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(find(SoftDrop, &puzzle, Budget { nodes: u64::MAX, stop: Some(&stop) }), Answer::Stopped);
    let mut solver = Solver::new(SoftDrop);
    assert_eq!(solver.find(&puzzle, Budget { nodes: 1000, stop: None }), Answer::Stopped);
    assert_eq!(solver.find(&puzzle, Budget::UNLIMITED), Answer::Impossible, "what was stopped counts for nothing");
}

#[test]
fn what_cannot_be_filled_is_impossible_at_once() {
    let queue = pieces("IIIII");
    for (field, lines) in [(Field::EMPTY, 3), (Field(1 << 25), 2)] {
        let puzzle = Puzzle { field, lines, queue: &queue, hold: None, use_hold: false };
        assert_eq!(find(SoftDrop, &puzzle, Budget::UNLIMITED), Answer::Impossible);
    }
    let puzzle = Puzzle { field: Field::EMPTY, lines: 2, queue: &queue[..4], hold: None, use_hold: true };
    assert_eq!(find(SoftDrop, &puzzle, Budget::UNLIMITED), Answer::Impossible, "too few pieces");
    let puzzle = Puzzle { field: Field::EMPTY, lines: 2, queue: &[], hold: None, use_hold: true };
    assert_eq!(find(SoftDrop, &puzzle, Budget::UNLIMITED), Answer::Impossible, "none at all");
}
