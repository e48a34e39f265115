//! The game once more, with lists of cells and nothing else, and both compared in random games.

use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_protocols::aveiro::{Game, Key, Pieces, Shape};

type Cells = Vec<(i8, i8)>;

/// The cells of a shape in its box, for each of its plans.
fn plans(shape: Shape) -> Vec<Cells> {
    let words: &[&str] = match shape {
        Shape::S => &["22 32 13 23", "21 22 32 33"],
        Shape::Z => &["12 22 23 33", "21 12 22 13"],
        Shape::I => &["20 21 22 23", "01 11 21 31"],
        Shape::O => &["12 22 13 23"],
        Shape::J => &["11 12 22 32", "21 31 22 23", "12 22 32 33", "21 22 13 23"],
        Shape::T => &["21 12 22 32", "21 22 32 23", "12 22 32 23", "21 12 22 23"],
        Shape::L => &["31 12 22 32", "21 22 23 33", "12 22 32 13", "11 21 22 23"],
    };
    let digit = |byte: u8| (byte - b'0') as i8;
    let cell = |word: &str| (digit(word.as_bytes()[0]), digit(word.as_bytes()[1]));
    words.iter().map(|plan| plan.split(' ').map(cell).collect()).collect()
}

struct Twin {
    locked: Cells,
    piece: Option<(Shape, usize, i8, i8)>,
    next: Vec<Shape>,
    pieces: Pieces,
    score: u64,
    running: bool,
}

impl Twin {
    fn new(mut pieces: Pieces) -> Twin {
        let next = (0..3).map(|_| pieces.deal()).collect();
        Twin { locked: Vec::new(), piece: None, next, pieces, score: 0, running: true }
    }

    fn cells((shape, plan, x, y): (Shape, usize, i8, i8)) -> Cells {
        let plans = plans(shape);
        plans[plan % plans.len()].iter().map(|cell| (cell.0 + x, cell.1 + y)).collect()
    }

    fn valid(&self, piece: (Shape, usize, i8, i8)) -> bool {
        Twin::cells(piece).iter().all(|cell| cell.0 > 0 && cell.0 < 9 && cell.1 < 30 && !self.locked.contains(cell))
    }

    fn tick(&mut self, key: char) {
        if !self.running {
            return;
        }
        let mut piece = self.piece.unwrap_or_else(|| {
            self.next.push(self.pieces.deal());
            let piece = (self.next.remove(0), 1, 2, 0);
            self.running = self.valid(piece);
            piece
        });
        piece.3 += 1;
        if self.valid(piece) {
            let mut wanted = piece;
            match key {
                'w' => wanted.1 += 1,
                'a' => wanted.2 -= 1,
                'd' => wanted.2 += 1,
                's' => {
                    while self.valid((wanted.0, wanted.1, wanted.2, wanted.3 + 1)) {
                        wanted.3 += 1;
                    }
                }
                _ => {}
            }
            self.piece = Some(if self.valid(wanted) { wanted } else { piece });
            return;
        }
        piece.3 -= 1;
        self.piece = None;
        self.locked.extend(Twin::cells(piece));
        let mut lines = 0;
        for row in 0..30 {
            if self.locked.iter().filter(|cell| cell.1 == row).count() == 8 {
                self.locked.retain(|cell| cell.1 != row);
                self.locked.iter_mut().filter(|cell| cell.1 < row).for_each(|cell| cell.1 += 1);
                lines += 1;
            }
        }
        self.score += lines * lines;
    }
}

fn agrees(game: &Game, twin: &Twin) -> bool {
    let locked: Cells = game.field().cells().map(|cell| (cell.x, cell.y)).collect();
    let piece = game.in_play().map(|piece| piece.cells().map(|cell| (cell.x, cell.y)).to_vec());
    locked == twin.locked
        && piece == twin.piece.map(Twin::cells)
        && game.next().to_vec() == twin.next
        && (game.score(), game.is_running()) == (twin.score, twin.running)
}

/// Pieces and keys of a game: any pieces and any keys, fewer drops so that pieces fall for long, or squares and bars, which
/// are shifted so that rows are cleared.
fn pieces_and_letters(seed: u64) -> (Pieces, &'static [&'static str]) {
    match seed % 3 {
        0 => (Pieces::seeded(seed), &["w", "a", "d", "s", "-"]),
        1 => (Pieces::seeded(seed), &["w", "w", "a", "a", "a", "d", "d", "d", "-", "s"]),
        _ => {
            let squares = [Shape::O, Shape::O, Shape::O, Shape::I, Shape::O, Shape::I];
            (Pieces::list(&squares), &["-aas-", "--s-", "-dds-", "-dddds-", "-waas-", "-wddds-"])
        }
    }
}

#[test]
fn random_games_are_the_same_in_every_tick() {
    let mut random = Random::new(Seed(8), 0, Stream::Tests);
    let (mut cleared, mut ended_with_a_lock, mut ended_over_cells) = (0, 0, 0);
    for seed in 1..=300 {
        let (pieces, words) = pieces_and_letters(seed);
        let mut game = Game::new(pieces.clone());
        let mut twin = Twin::new(pieces);
        while twin.running {
            for letter in words[random.below(words.len() as u32) as usize].chars() {
                game.tick(Key::from_letter(letter));
                twin.tick(letter);
                assert!(agrees(&game, &twin), "seed {seed}: {game:?}");
            }
        }
        cleared += game.lines();
        ended_with_a_lock += u64::from(game.in_play().is_none());
        let mut cells = twin.locked.clone();
        cells.sort_unstable();
        cells.dedup();
        ended_over_cells += u64::from(cells.len() < twin.locked.len());
        game.tick(None);
        assert!(agrees(&game, &twin), "a game that is over stays as it is");
    }
    assert!(
        cleared > 50 && ended_with_a_lock > 50 && ended_over_cells > 50,
        "{cleared} {ended_with_a_lock} {ended_over_cells}"
    );
}
