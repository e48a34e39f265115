//! One call to both games, and what must be equal afterwards.

use std::fmt::Debug;

use tetrolab_engine::{Button, Event, Game, Input, Setup, Time};

use super::Twin;

/// Something the caller does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Wait,
    Input(Input),
    Garbage(u32),
    Undo,
    Win,
}

/// A call and its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub at: Time,
    pub call: Call,
}

/// The two games.
pub struct Pair {
    pub game: Game,
    pub twin: Twin,
}

impl Pair {
    pub fn new(setup: &Setup) -> Result<Pair, String> {
        let game = Game::from_setup(setup).map_err(|error| format!("the engine refuses the set-up: {error}"))?;
        let pair = Pair { game, twin: Twin::new(setup) };
        pair.compare_states()?;
        Ok(pair)
    }

    /// Makes the call to both. The error says what differs.
    pub fn step(&mut self, step: Step) -> Result<Vec<Event>, String> {
        let due = self.game.next_update();
        let (at, game, twin) = (step.at, &mut self.game, &mut self.twin);
        let (events, expected) = match step.call {
            Call::Wait => (game.update(at, None), twin.update(at, None)),
            Call::Input(input) => (game.update(at, Some(input)), twin.update(at, Some(input))),
            Call::Garbage(rows) => (game.receive_garbage(at, rows), twin.receive_garbage(at, rows)),
            Call::Undo => (game.undo(at), twin.undo(at)),
            Call::Win => (game.win(at), twin.win(at)),
        };
        let events = events.map_err(|error| format!("the engine refuses {step:?}: {error:?}"))?;
        if events != expected {
            return Err(show_events(events, &expected));
        }
        let quiet = step.call == Call::Wait && due.is_none_or(|due| at < due);
        if quiet && !expected.is_empty() {
            return Err(format!("next_update said {due:?}, but there are events before: {expected:#?}"));
        }
        self.compare_states()?;
        Ok(expected)
    }

    fn compare_states(&self) -> Result<(), String> {
        let (game, twin) = (&self.game, &self.twin);
        equal("now", &game.now(), &twin.now())?;
        if twin.end().is_some() {
            equal("next_update", &game.next_update(), &None)?;
        }
        equal("in_play", &game.in_play(), &twin.in_play())?;
        equal("ghost", &game.ghost(), &twin.ghost())?;
        equal("hold", &game.hold(), &twin.hold())?;
        equal("next", game.next(), twin.next())?;
        equal("score", &game.score(), &twin.score())?;
        equal("lines", &game.lines(), &twin.lines())?;
        equal("level", &game.level(), &twin.level())?;
        equal("chain", &game.chain(), &twin.chain())?;
        equal("combo", &game.combo(), &twin.combo())?;
        equal("garbage_waiting", &game.garbage_waiting(), &twin.garbage_waiting())?;
        equal("clearing_rows", &game.clearing_rows(), &twin.clearing_rows())?;
        if twin.in_play().is_some() {
            equal("can_hold", &game.can_hold(), &twin.can_hold())?;
        }
        equal("goal_left", &game.goal_left(), &twin.goal_left())?;
        equal("garbage_left", &game.garbage_left(), &twin.garbage_left())?;
        equal("perfect_clears_left", &game.perfect_clears_left(), &twin.perfect_clears_left())?;
        for button in Button::ALL {
            equal(button.name(), &game.is_down(button), &twin.is_down(button))?;
        }
        equal("lock_left", &game.lock_left(), &twin.lock_left())?;
        equal("statistics", game.statistics(), &twin.statistics())?;
        equal("end", &game.end(), &twin.end())?;
        let size = game.rules().size;
        for y in 0..size.rows() as i8 {
            for x in 0..size.width as i8 {
                let (engine, twin) = (game.blocks().get(x, y), twin.block(x, y));
                if engine != twin {
                    equal(&format!("the cell {x}, {y}"), &engine, &twin)?;
                }
            }
        }
        Ok(())
    }
}

fn equal<T: PartialEq + Debug + ?Sized>(name: &str, engine: &T, twin: &T) -> Result<(), String> {
    if engine == twin {
        return Ok(());
    }
    Err(format!("{name} differs\n  engine: {engine:?}\n  twin:   {twin:?}"))
}

/// The events of both from shortly before the first that differs.
fn show_events(engine: &[Event], twin: &[Event]) -> String {
    let same = engine.iter().zip(twin).take_while(|(a, b)| a == b).count();
    let mut text = format!("events differ after the first {same}\n");
    for (name, events) in [("engine", engine), ("twin", twin)] {
        text += &format!("  {name}:\n");
        for event in events.iter().skip(same.saturating_sub(3)).take(12) {
            text += &format!("    {:>13} {:?}\n", event.at, event.kind);
        }
    }
    text
}
