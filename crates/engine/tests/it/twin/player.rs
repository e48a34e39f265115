//! A player for the twins: without line clears, a game has little to compare.

use tetrolab_engine::{Block, Button, EventKind, Input, Placement, Spin, Turn};

use super::Twin;
use super::choices::Choices;
use super::field::Field;
use super::turning::cells;

/// The buttons that put the piece in play where it leaves the fewest holes and the lowest stack.
pub fn plan(twin: &Twin) -> Vec<Input> {
    let Some(place) = twin.in_play() else { return Vec::new() };
    let field = &twin.state.field;
    let mut best: Option<(i64, Vec<Button>)> = None;
    let mut turned = place;
    for turns in 0..4 {
        for (sideways, direction) in [(-1, Button::Left), (1, Button::Right)] {
            let mut there = turned;
            let mut buttons = vec![Button::RotateRight; turns];
            while field.fits(there) {
                let cost = cost(field, there);
                if best.as_ref().is_none_or(|(lowest, _)| cost < *lowest) {
                    best = Some((cost, buttons.clone()));
                }
                there = there.shifted(sideways, 0);
                buttons.push(direction);
            }
        }
        turned.rotation = turned.rotation.turned(Turn::Right);
    }
    let (_, mut buttons) = best.unwrap_or_default();
    buttons.push(Button::HardDrop);
    taps(&buttons)
}

fn taps(buttons: &[Button]) -> Vec<Input> {
    buttons.iter().flat_map(|&button| [Input::Press(button), Input::Release(button)]).collect()
}

/// Some buttons that make a spin if they are all tapped now, found by trying, best with rotation point 5 on the way;
/// nothing if none were found.
pub fn plan_spin(choices: &mut Choices<'_>, twin: &Twin) -> Vec<Input> {
    let moves = [Button::Left, Button::Right, Button::SoftDrop, Button::SoftDrop];
    let turns = [Button::RotateRight, Button::RotateLeft, Button::RotateHalf];
    let mut found = Vec::new();
    for _ in 0..16 {
        let mut buttons = Vec::new();
        for _ in 0..choices.pick(&[0, 0, 0, 1, 2, 4]) {
            buttons.push(choices.pick(&moves));
        }
        for _ in 0..choices.between(1, 3) {
            buttons.push(choices.pick(&turns));
        }
        buttons.push(Button::HardDrop);
        let inputs = taps(&buttons);
        let mut tried = twin.clone();
        let events: Vec<_> = inputs.iter().flat_map(|&input| tried.update(tried.now, Some(input))).collect();
        let uses_fifth = events.iter().any(|event| matches!(event.kind, EventKind::Rotated { point: 5, .. }));
        let spins = |kind| matches!(kind, EventKind::Locked { spin, .. } if spin != Spin::None);
        if events.iter().any(|event| spins(event.kind)) {
            found = inputs;
            if uses_fifth {
                break;
            }
        }
    }
    found
}

/// How bad the board is after a drop from here.
fn cost(field: &Field, mut place: Placement) -> i64 {
    while !field.is_surface(place) {
        place = place.shifted(0, -1);
    }
    let mut after = field.clone();
    for (x, y) in cells(place) {
        after.set(x, y, Block::Garbage);
    }
    let full = after.full_rows();
    after.remove(&full);
    let size = after.size();
    let mut cost = 0;
    for x in 0..size.width as i8 {
        let mut is_covered = false;
        for y in (0..size.rows() as i8).rev() {
            if after.get(x, y).is_some() {
                cost += i64::from(y) + 1;
                is_covered = true;
            } else if is_covered {
                cost += 15;
            }
        }
    }
    cost - 10 * full.len() as i64
}
