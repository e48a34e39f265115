//! Solutions as keys: typed into the timed game of the engine, which must come to the same end.

use std::error::Error;
use std::fmt;

use tetrolab_engine::{
    Act, Blocks, Button, Game, HalfTurns, Key, KeyCost, Keys, MILLISECOND, Mode, Movement, Piece, Randomizer, Recorder,
    Replay, Rules, SoftDrop, Spin, Time, Turn, Typing, UpdateError,
};

use crate::genotype::{Actions, Encoding, Meaning};
use crate::problem::{Problem, Solution, Step};

/// A solution that was typed into a game.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The keys of each piece, after Hold if that is used, Hard Drop last.
    pub keys: Vec<Vec<Key>>,
    /// The recorded game.
    pub replay: Replay,
    /// What is left, with the pieces it is of.
    pub blocks: Blocks,
}

/// Why a solution cannot be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeError {
    /// A piece turns as no key turns it. Only the published annealing does that.
    Turn {
        /// Which piece, from 0.
        piece: usize,
    },
    /// There is no game that begins with this board.
    Start(tetrolab_engine::SetupError),
    /// No keys lead to the place of a piece.
    Place {
        /// Which piece, from 0.
        piece: usize,
    },
    /// The game comes to another end.
    End,
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeError::Turn { piece } => write!(f, "piece {} turns as no key can turn it", piece + 1),
            TypeError::Start(error) => error.fmt(f),
            TypeError::Place { piece } => write!(f, "no keys lead to the place of piece {}", piece + 1),
            TypeError::End => write!(f, "the same keys lead to another end in the timed game"),
        }
    }
}

impl Error for TypeError {}

/// How long a key is down, from one key to the next, and from one piece to the next: slow enough to be watched.
const PRESS: Time = 40 * MILLISECOND;
const PAUSE: Time = 40 * MILLISECOND;
const LOOK: Time = 200 * MILLISECOND;

impl Problem {
    /// Types a solution of this problem into a game under the `solver` rules that begins with these Blocks, and makes sure that it
    /// ends with the same board and score.
    ///
    /// ```
    /// use tetrolab_engine::{Blocks, pieces_from_letters};
    /// use tetrolab_solve::{Genotype, Problem, SIZE, Setup};
    ///
    /// let queue = pieces_from_letters("IO").unwrap();
    /// let problem = Problem::new(&Setup::new(&queue, Genotype::Simple)).unwrap();
    /// let solution = problem.solution(&[0, -3, 2, 5]).unwrap();
    /// let typed = problem.typed(&solution, &Blocks::empty(SIZE)).unwrap();
    /// let keys: Vec<String> = typed.keys[0].iter().map(ToString::to_string).collect();
    /// assert_eq!(keys, ["left", "left", "left", "hard-drop"]);
    /// assert!(typed.replay.play(|_, _| {}).is_ok());
    /// ```
    pub fn typed(&self, solution: &Solution, start: &Blocks) -> Result<Typed, TypeError> {
        let mut setup = tetrolab_engine::Setup::new(Rules::SOLVER);
        setup.mode = Mode::ZEN;
        setup.randomizer = Randomizer::Nothing;
        setup.queue = self.queue().to_vec();
        if self.queue().len() == self.pieces() && solution.steps.last().is_some_and(|step| step.hold) {
            // The queue is at its end, and Hold needs a piece in play to exchange. Any piece will do; it is not played.
            setup.queue.push(Piece::O);
        }
        setup.blocks = (!start.board().is_empty()).then_some(*start);
        if self.moves().genotype().is_some() {
            // A single fall, however deep, as the genes mean it.
            setup.handling.soft_drop = SoftDrop::Instant;
        }
        let mut typist = Typist { recorder: Recorder::new(setup).map_err(TypeError::Start)?, now: 0 };
        let mut keys = Vec::with_capacity(solution.steps.len());
        for (piece, step) in solution.steps.iter().enumerate() {
            typist.now += LOOK;
            let typed = typist.step(step, self.encoding());
            keys.push(typed.map_err(|_| TypeError::End)?.ok_or(match step.actions {
                Some(_) => TypeError::Turn { piece },
                None => TypeError::Place { piece },
            })?);
        }
        let game = typist.recorder.game();
        if *game.blocks().board() != solution.state.board() || game.score() != u64::from(solution.state.points()) {
            return Err(TypeError::End);
        }
        Ok(Typed { keys, replay: typist.recorder.replay(), blocks: *game.blocks() })
    }
}

/// Types into a game that is recorded.
struct Typist {
    recorder: Recorder,
    now: Time,
}

impl Typist {
    fn game(&self) -> &Game {
        self.recorder.game()
    }

    fn act(&mut self, act: Act) -> Result<(), UpdateError> {
        self.recorder.step(tetrolab_engine::Step { at: self.now, act }).map(|_| ())
    }

    fn tap(&mut self, button: Button) -> Result<(), UpdateError> {
        self.act(Act::Press(button))?;
        self.now += PRESS;
        self.act(Act::Release(button))?;
        self.now += PAUSE;
        Ok(())
    }

    /// The keys of one piece, or `None` if there are none that do this.
    fn step(&mut self, step: &Step, encoding: Encoding) -> Result<Option<Vec<Key>>, UpdateError> {
        // Pieces come into play when time passes.
        self.act(Act::Wait)?;
        if step.hold {
            self.tap(Button::Hold)?;
        }
        match step.actions {
            Some(actions) => self.genes(actions, encoding),
            None => self.way(step),
        }
    }

    /// The turns and moves of genes.
    fn genes(&mut self, actions: Actions, encoding: Encoding) -> Result<Option<Vec<Key>>, UpdateError> {
        let Actions { first_turn, first_move, second_move, second_turn, .. } = actions;
        let range = Meaning::FirstTurn.range();
        if !range.contains(&first_turn) || !range.contains(&second_turn) {
            return Ok(None);
        }
        let mut keys = match encoding {
            Encoding::Program => [turns(first_turn, encoding), moves(first_move)].concat(),
            Encoding::Paper => [moves(first_move), turns(first_turn, encoding)].concat(),
        };
        for key in &keys {
            self.tap(key.button())?;
        }
        // Without anything to do below, Hard Drop falls just as far.
        if second_move != 0 || second_turn != 0 {
            let row = |game: &Game| game.in_play().map_or(0, |piece| piece.y);
            let before = row(self.game());
            self.tap(Button::SoftDrop)?;
            let rows = before - row(self.game());
            keys.extend((rows > 0).then_some(Key::Down(rows as u8)));
        }
        let last = [moves(second_move), turns(second_turn, encoding), vec![Key::HardDrop]].concat();
        for key in &last {
            self.tap(key.button())?;
        }
        keys.extend(last);
        Ok(Some(keys))
    }

    /// The shortest way to a place.
    fn way(&mut self, step: &Step) -> Result<Option<Vec<Key>>, UpdateError> {
        let Some(start) = self.game().in_play() else { return Ok(None) };
        let board = *self.game().blocks().board();
        if !board.fits(start) {
            // There is no room for it: it locks where it is.
            self.tap(Button::HardDrop)?;
            return Ok(Some(vec![Key::HardDrop]));
        }
        let movement = Movement { half_turns: HalfTurns::Off, ..Movement::of(&Rules::SOLVER) };
        let typing = Typing { auto_repeat: false, ..Typing::default() };
        let ways = Keys::new(&board, start, &movement, typing, KeyCost::Presses);
        let spins: &[Spin] = if step.spin { &[Spin::Full, Spin::Mini] } else { &[Spin::None] };
        let Some(way) = spins.iter().find_map(|&spin| ways.to(step.placement, spin)) else { return Ok(None) };
        for &key in &way.keys {
            match key {
                Key::Down(rows) => self.soft_drop(rows)?,
                key => self.tap(key.button())?,
            }
        }
        Ok(Some(way.keys))
    }

    /// Holds Soft Drop until the piece has fallen `rows` rows.
    fn soft_drop(&mut self, rows: u8) -> Result<(), UpdateError> {
        let Some(before) = self.game().in_play() else { return Ok(()) };
        self.act(Act::Press(Button::SoftDrop))?;
        while self.game().in_play().is_some_and(|piece| before.y - piece.y < rows as i8)
            && let Some(next) = self.game().next_update()
        {
            self.now = next;
            self.act(Act::Wait)?;
        }
        self.act(Act::Release(Button::SoftDrop))?;
        self.now += PAUSE;
        Ok(())
    }
}

/// The keys of a move.
fn moves(gene: i8) -> Vec<Key> {
    vec![if gene < 0 { Key::Left } else { Key::Right }; gene.unsigned_abs().into()]
}

/// The keys of a turn.
fn turns(gene: i8, encoding: Encoding) -> Vec<Key> {
    match (encoding, gene) {
        (_, 0) => Vec::new(),
        (Encoding::Paper, turns) => vec![Key::Turn(Turn::Right); turns.unsigned_abs().into()],
        (Encoding::Program, 1) => vec![Key::Turn(Turn::Left)],
        (Encoding::Program, 2) => vec![Key::Turn(Turn::Right)],
        (Encoding::Program, _) => vec![Key::Turn(Turn::Half)],
    }
}
