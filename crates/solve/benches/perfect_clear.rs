//! How long perfect clears take on one thread: places of a piece, one queue, and all queues of a pattern.
//!
//! `cargo bench -p tetrolab-solve --bench perfect_clear`

use std::hint::black_box;
use std::time::Instant;

use tetrolab_engine::{Piece, PieceStream, Random, Randomizer, Seed, Stream};
use tetrolab_solve::perfect_clear::{
    Answer, Budget, Field, HardDrop, Moves, Outcome, Puzzle, Queues, SoftDrop, SoftDropHalfTurns, Solver, Task, Tucks,
    chance, solutions,
};

/// The shortest of some rounds, in milliseconds: the others were disturbed.
fn best(rounds: usize, mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

/// Fields as searches meet them: a few pieces dropped into four rows.
fn fields() -> Vec<Field> {
    let mut random = Random::new(Seed(1), 0, Stream::Tests);
    let mut fields = Vec::new();
    while fields.len() < 2000 {
        let (mut field, mut lines) = (Field::EMPTY, 4);
        for _ in 0..1 + random.below(7) {
            let piece = Piece::ALL[random.below(7) as usize];
            let mut places = SoftDrop.places(field, piece, lines);
            let count = places.len();
            let Some(place) = (count > 0).then(|| places.nth(random.below(count) as usize)).flatten() else { break };
            let (after, cleared) = field.after(place.cells);
            (field, lines) = (after, lines - cleared);
        }
        fields.push(field);
    }
    fields
}

fn places(name: &str, moves: &impl Moves, fields: &[Field]) {
    let time = best(50, || {
        for &field in fields {
            for piece in Piece::ALL {
                black_box(moves.places(black_box(field), piece, 4));
            }
        }
    });
    println!("places, {name:<12} {:8.1} ns a field and piece", time * 1e6 / (7 * fields.len()) as f64);
}

fn queues(randomizer: Randomizer, count: u64) -> Vec<Vec<Piece>> {
    let queue = |game| PieceStream::new(randomizer, Seed(1), game, &[]).take(11).collect();
    (0..count).map(queue).collect()
}

fn queue(name: &str, moves: impl Moves + Copy, queues: &[Vec<Piece>], use_hold: bool) {
    let mut times: Vec<f64> = Vec::new();
    let mut found = 0;
    for queue in queues {
        let puzzle = Puzzle { field: Field::EMPTY, lines: 4, queue, hold: None, use_hold };
        let mut answer = Answer::Impossible;
        times.push(best(3, || answer = Solver::new(moves).find(&puzzle, Budget::UNLIMITED)));
        found += usize::from(matches!(answer, Answer::Found(_)));
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    let all = queues.len();
    println!("{name:<28} mean {mean:6.3} ms, median {median:6.3}, longest {longest:6.2}, found {found} of {all}");
}

fn main() {
    let fields = fields();
    places("soft", &SoftDrop, &fields);
    places("half turns", &SoftDropHalfTurns, &fields);
    places("tucks", &Tucks, &fields);
    places("hard", &HardDrop, &fields);

    let (bags, uniform) = (queues(Randomizer::SevenBag, 200), queues(Randomizer::Uniform, 200));
    queue("7-bag, Hold, soft", SoftDrop, &bags, true);
    queue("7-bag, Hold, hard", HardDrop, &bags, true);
    queue("7-bag, no Hold, soft", SoftDrop, &bags, false);
    queue("7-bag, no Hold, hard", HardDrop, &bags, false);
    queue("uniform, Hold, soft", SoftDrop, &uniform, true);

    let field = Field(0b1111 | 0b1111 << 10 | 0b1111 << 20 | 0b1111 << 30);
    let all = Queues::of(&"*p7".parse().expect("a pattern"), 7).expect("not too many");
    let task = Task { field, lines: 4, queues: &all, use_hold: true, stop: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let mut clear = 0;
    let time = best(5, || {
        let outcomes = pool.install(|| chance(&SoftDrop, &task, |_| {}));
        clear = (0..outcomes.len()).filter(|&index| outcomes.get(index) == Outcome::Clears).count();
    });
    println!("percent, 4 of 10 columns filled, *p7: {clear} of {} in {time:.1} ms", all.len());
    let mut found = 0;
    let time = best(5, || found = pool.install(|| solutions(&SoftDrop, &task, |_, _| {}).0.len()));
    println!("path, the same: {found} solutions in {time:.1} ms");
}
