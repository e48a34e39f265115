//! A player that plays well and only taps keys: rotations, side steps, Hard Drop.

use tetrolab_agents::{Agent, Lookahead, Player as Mind};
use tetrolab_engine::{Act, Button, DropRules, Game, MILLISECOND, Setup, Step};

/// Time between two keys of the game that is thought of.
const TAP: u64 = MILLISECOND;

/// A game in mind, played along with the one on the page.
pub struct Player {
    game: Game,
    mind: Mind,
}

impl Player {
    /// A player of games from this set-up.
    pub fn new(setup: &Setup) -> Player {
        let mut game = Game::from_setup(setup).unwrap();
        game.update(0, None).unwrap();
        let weights = Agent::named("bcts").unwrap().weights();
        Player { game, mind: Mind::new(weights, DropRules::default(), Lookahead::One).unwrap() }
    }

    /// Lines so far.
    pub fn lines(&self) -> u32 {
        self.game.lines()
    }

    /// The buttons for the piece in play; nothing when the game is over.
    pub fn next_piece(&mut self) -> Option<Vec<Button>> {
        let piece = self.game.in_play().filter(|_| !self.game.is_over())?.piece;
        // The board of the mind has no rows above the Skyline.
        let rules = self.mind.rules();
        let mut board = tetrolab_engine::Board::empty(rules.size());
        for cell in self.game.blocks().board().cells() {
            board.set(cell.x, cell.y, true);
        }
        let ranked = self.mind.ranked(&board, piece, None);
        let buttons = ranked.iter().find_map(|ranked| {
            let wanted = ranked.dropped.drop.placement(ranked.dropped.landing.row as i8)?;
            let mut wanted: Vec<(i8, i8)> = wanted.cells().map(|cell| (cell.x, cell.y)).to_vec();
            wanted.sort_unstable();
            ways().into_iter().find(|buttons| {
                let mut game = self.game.clone();
                tap(&mut game, buttons);
                let mut cells = game.ghost().map(|ghost| ghost.cells().map(|cell| (cell.x, cell.y)).to_vec());
                cells.iter_mut().for_each(|cells| cells.sort_unstable());
                cells.as_ref() == Some(&wanted)
            })
        });
        let mut buttons = buttons.unwrap_or_default();
        buttons.push(Button::HardDrop);
        tap(&mut self.game, &buttons);
        Some(buttons)
    }
}

/// All ways to turn and step to the side, the shortest first.
fn ways() -> Vec<Vec<Button>> {
    let turns = [vec![], vec![Button::RotateRight], vec![Button::RotateLeft], vec![Button::RotateRight; 2]];
    let mut ways: Vec<Vec<Button>> = Vec::new();
    for turn in turns {
        for (button, most) in [(Button::Left, 6), (Button::Right, 6)] {
            ways.extend((0..=most).map(|steps| turn.iter().copied().chain(vec![button; steps]).collect()));
        }
    }
    ways.sort_by_key(Vec::len);
    ways
}

fn tap(game: &mut Game, buttons: &[Button]) {
    for &button in buttons {
        for act in [Act::Press(button), Act::Release(button)] {
            game.step(Step { at: game.clock() + TAP, act }).unwrap();
        }
    }
}

/// The key of a button: where it is on the keyboard and what it means.
pub fn key(button: Button) -> (&'static str, &'static str) {
    match button {
        Button::Left => ("ArrowLeft", "ArrowLeft"),
        Button::Right => ("ArrowRight", "ArrowRight"),
        Button::SoftDrop => ("ArrowDown", "ArrowDown"),
        Button::HardDrop => ("Space", " "),
        Button::RotateRight => ("KeyX", "x"),
        Button::RotateLeft => ("KeyZ", "z"),
        Button::RotateHalf => ("KeyA", "a"),
        Button::Hold => ("KeyC", "c"),
    }
}
