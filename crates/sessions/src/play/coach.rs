//! The coach of perfect clears: whether the board can still be emptied, and where the piece goes then.
//!
//! It sees what the player sees: the piece in play, Hold and Next. Where these are too few, it tries every continuation that the
//! bag allows and takes the place that most of them lead to. A search may take a while, so it runs beside the game.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use tetrolab_engine::{
    Board, Game, HalfTurns, KeyCost, KeyPath, Keys, Movement, Piece, Placement, Randomizer, Spin, Typing,
};
use tetrolab_solve::perfect_clear::{
    Answer, Budget, Field, MOST_LINES, Moves, Puzzle, SoftDrop, SoftDropHalfTurns, Solver, Step,
};

/// No higher board is emptied at once.
const LINES: u8 = 4;
/// At most this many unseen pieces are guessed.
const MOST_GUESSED: usize = 2;
/// Fields that are looked at for one continuation: a few milliseconds.
const NODES: u64 = 200_000;

/// What the coach knows about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The board can be emptied in `clears` of all `continuations`, if this step is done first.
    Possible { step: Step, clears: usize, continuations: usize },
    /// It cannot be emptied.
    Impossible,
    /// That would take more pieces than can be guessed.
    TooFar,
}

/// A position as the player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    board: Board,
    /// The piece in play and those to come.
    queue: Vec<Piece>,
    hold: Option<Piece>,
    use_hold: bool,
    /// What the bag still holds after them.
    bag: Vec<Piece>,
    half_turns: bool,
}

/// The coach of one game.
#[derive(Default)]
pub struct Coach {
    position: Option<Position>,
    verdict: Option<Verdict>,
    search: Option<Search>,
}

/// A search that is on.
struct Search {
    answer: Receiver<Verdict>,
    stop: Arc<AtomicBool>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Coach {
    /// Looks at the game; begins a new search if the position is another one.
    pub fn watch(&mut self, game: &Game) {
        let position = Position::of(game);
        if position != self.position {
            self.verdict = None;
            self.search = position.clone().map(Search::begin);
            self.position = position;
        }
        if let Some(search) = &self.search {
            match search.answer.try_recv() {
                Ok(verdict) => (self.verdict, self.search) = (Some(verdict), None),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.search = None,
            }
        }
    }

    /// What it knows, if it knows it yet.
    pub const fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whether it is still thinking.
    pub const fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// The keys for what it would do.
    pub fn path(&self, game: &Game) -> Option<(bool, KeyPath)> {
        let Some(Verdict::Possible { step, .. }) = &self.verdict else { return None };
        let (board, movement) = (game.blocks().board(), Movement::of(game.rules()));
        let start = if step.hold { movement.generation(board, step.placement.piece)? } else { game.in_play()? };
        if !board.fits(start) {
            return None;
        }
        let keys = Keys::new(board, start, &movement, Typing::of(game.handling()), KeyCost::Presses);
        let path =
            Spin::ALL.into_iter().filter_map(|spin| keys.to(step.placement, spin)).min_by_key(|path| path.presses)?;
        Some((step.hold, path))
    }
}

impl Position {
    fn of(game: &Game) -> Option<Position> {
        let in_play = game.in_play()?;
        let mut queue = vec![in_play.piece];
        queue.extend(game.next());
        let taken = game.statistics().pieces as usize + 1 + usize::from(game.hold().is_some());
        Some(Position {
            board: *game.blocks().board(),
            bag: bag(game, taken + game.next().len()),
            queue,
            hold: game.hold(),
            use_hold: game.rules().hold && game.can_hold(),
            half_turns: game.rules().half_turns != HalfTurns::Off,
        })
    }

    /// What can be done.
    fn verdict(&self, stop: &AtomicBool) -> Verdict {
        match self.half_turns {
            true => self.search(&SoftDropHalfTurns, stop),
            false => self.search(&SoftDrop, stop),
        }
    }

    fn search(&self, moves: &(impl Moves + Clone), stop: &AtomicBool) -> Verdict {
        let Some(field) = Field::of(&self.board) else { return Verdict::Impossible };
        let mut is_too_far = false;
        for lines in field.height().max(1)..=LINES.max(field.height()).min(MOST_LINES) {
            let puzzle = Puzzle { field, lines, queue: &self.queue, hold: self.hold, use_hold: self.use_hold };
            let Some(pieces) = puzzle.pieces().filter(|&pieces| pieces > 0) else { continue };
            let seen = self.queue.len() + usize::from(self.use_hold && self.hold.is_some());
            // Without Hold the first pieces decide; with it one more may be seen than is needed.
            let guessed = pieces.saturating_sub(seen);
            if guessed > MOST_GUESSED {
                is_too_far = true;
                continue;
            }
            if let Some(verdict) = self.vote(moves.clone(), puzzle, guessed, stop) {
                return verdict;
            }
        }
        if is_too_far { Verdict::TooFar } else { Verdict::Impossible }
    }

    /// Tries all continuations with `guessed` more pieces.
    fn vote(&self, moves: impl Moves, puzzle: Puzzle<'_>, guessed: usize, stop: &AtomicBool) -> Option<Verdict> {
        let mut solver = Solver::new(moves);
        let mut votes: HashMap<Step, usize> = HashMap::new();
        let continuations = continuations(&self.bag, guessed);
        for more in &continuations {
            let queue = [puzzle.queue, more].concat();
            let budget = Budget { nodes: NODES, stop: Some(stop) };
            if let Answer::Found(steps) = solver.find(&Puzzle { queue: &queue, ..puzzle }, budget)
                && let Some(&step) = steps.first()
            {
                *votes.entry(step).or_default() += 1;
            }
        }
        let clears = votes.values().sum();
        // Among equals any will do, but always the same.
        let order = |Placement { piece, rotation, x, y }: Placement| (piece as u8, rotation as u8, x, y);
        let best = votes.into_iter().max_by_key(|(step, votes)| (*votes, step.hold, order(step.placement)));
        best.map(|(step, _)| Verdict::Possible { step, clears, continuations: continuations.len() })
    }
}

/// What the bag holds after `dealt` pieces were dealt, the last of which can be seen; all seven where that is not
/// known.
fn bag(game: &Game, dealt: usize) -> Vec<Piece> {
    let shown = dealt % Piece::ALL.len();
    let next = game.next();
    if game.randomizer() != Randomizer::SevenBag || shown > next.len() {
        return Piece::ALL.to_vec();
    }
    let gone = &next[next.len() - shown..];
    let mut left = Piece::ALL.to_vec();
    left.retain(|piece| !gone.contains(piece));
    left
}

/// All sequences of `count` pieces out of a bag, which is refilled when it is empty.
fn continuations(bag: &[Piece], count: usize) -> Vec<Vec<Piece>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let bag = if bag.is_empty() { &Piece::ALL } else { bag };
    let mut all = Vec::new();
    for &piece in bag {
        let left: Vec<Piece> = bag.iter().copied().filter(|&other| other != piece).collect();
        for rest in continuations(&left, count - 1) {
            all.push([&[piece][..], &rest].concat());
        }
    }
    all
}

impl Search {
    /// Begins in a thread of its own, which ends soon after this is dropped.
    fn begin(position: Position) -> Search {
        let (sender, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        thread::spawn(move || {
            let verdict = position.verdict(&told);
            if !told.load(Ordering::Relaxed) {
                // The receiver may be gone.
                let _ = sender.send(verdict);
            }
        });
        Search { answer, stop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrolab_engine::{Rules, Seed, Setup};

    fn position(board: &str, queue: &str) -> Position {
        let setup = Setup { rules: Rules::MODERN, seed: Seed(3), ..Setup::default() };
        let size = setup.rules.size;
        let board = tetrolab_engine::Picture::parse(board, size).unwrap().blocks;
        Position {
            board: *board.board(),
            queue: tetrolab_engine::pieces_from_letters(queue).unwrap(),
            hold: None,
            use_hold: true,
            bag: Vec::new(),
            half_turns: false,
        }
    }

    #[test]
    fn a_board_that_can_be_emptied_is_known_with_its_first_step() {
        let stop = AtomicBool::new(false);
        let verdict = position("XXXX..XXXX\nXXXX..XXXX", "TO").verdict(&stop);
        let Verdict::Possible { step, clears, continuations } = verdict else { panic!("{verdict:?}") };
        assert!(step.hold && step.placement.piece == Piece::O && step.placement.bottom() == 0);
        assert_eq!((clears, continuations), (1, 1));
    }

    #[test]
    fn what_cannot_be_emptied_is_impossible_or_too_far() {
        let stop = AtomicBool::new(false);
        assert_eq!(position("X.........", "TOISZLJ").verdict(&stop), Verdict::Impossible);
        // Not with one piece; four lines would take six.
        assert_eq!(position("XXXX..XXXX\nXXXX..XXXX", "SS").verdict(&stop), Verdict::TooFar);
    }

    #[test]
    fn unseen_pieces_are_tried_as_the_bag_allows() {
        assert_eq!(continuations(&[Piece::I, Piece::O], 2).len(), 2);
        assert_eq!(continuations(&[Piece::I], 2).len(), 7);
        assert_eq!(continuations(&[], 1).len(), 7);
        let stop = AtomicBool::new(false);
        let shaft = ["XXXX..XXXX"; 4].join("\n");
        let open = Position { bag: vec![Piece::O, Piece::I], ..position(&shaft, "O") };
        // After one O another one empties it, and I does not.
        let verdict = open.verdict(&stop);
        let Verdict::Possible { step, clears, continuations } = verdict else { panic!("{verdict:?}") };
        assert_eq!((step.placement.piece, clears, continuations), (Piece::O, 1, 2));
        let far = Position { bag: vec![Piece::O], ..position("", "O") };
        assert_eq!(far.verdict(&stop), Verdict::TooFar);
    }

    #[test]
    fn the_bag_is_known_from_what_was_dealt() {
        let mut game = Game::new(Rules::GUIDELINE, Seed(3));
        game.update(0, None).unwrap();
        assert_eq!(game.next().len(), 6);
        let position = Position::of(&game).unwrap();
        assert_eq!((position.queue.len(), position.bag.len()), (7, 7), "a whole bag is in sight");
    }

    #[test]
    fn the_coach_answers_and_gives_keys() {
        let setup = Setup {
            blocks: Some(tetrolab_engine::Picture::parse("XXXX..XXXX\nXXXX..XXXX", Rules::MODERN.size).unwrap().blocks),
            queue: vec![Piece::O],
            ..Setup::new(Rules::MODERN)
        };
        let mut game = Game::from_setup(&setup).unwrap();
        game.update(0, None).unwrap();
        let mut coach = Coach::default();
        coach.watch(&game);
        while coach.is_thinking() {
            thread::yield_now();
            coach.watch(&game);
        }
        let (hold, path) = coach.path(&game).unwrap();
        assert!(!hold && path.placement.bottom() == 0, "{path:?}");
    }
}
