//! A difference, made small enough to read.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tetrolab_engine::{Block, Blocks, Placement, SETTINGS, Setup};

use super::compare::{Pair, Step};

/// What differs when these steps are taken, if anything.
fn difference(setup: &Setup, steps: &[Step]) -> Option<String> {
    if !setup.problems().is_empty() {
        return None;
    }
    let result = catch_unwind(AssertUnwindSafe(|| {
        let mut pair = Pair::new(setup)?;
        for &step in steps {
            pair.step(step)?;
        }
        Ok(())
    }));
    result.unwrap_or_else(|_| Err("a panic, see above".to_string())).err()
}

/// A readable account of a difference, after leaving out what it does not need.
pub fn explain(setup: &Setup, steps: &[Step]) -> String {
    let (mut setup, mut steps) = (setup.clone(), steps.to_vec());
    if difference(&setup, &steps).is_some() {
        drop_steps(&setup, &mut steps);
        simplify_setup(&mut setup, &steps);
        drop_steps(&setup, &mut steps);
    }
    let what = difference(&setup, &steps).unwrap_or_else(|| "no difference any more when played again".to_string());
    let mut text = format!("the engine and its twin disagree: {what}\n\n{}", setup.settings_text());
    text += &format!("seed {} game {} randomizer {}\n", setup.seed.0, setup.game, setup.randomizer);
    text += &format!("queue {:?} hold {:?} in play {:?}\n", setup.queue, setup.hold, setup.in_play);
    if let Some(blocks) = &setup.blocks {
        text += &draw(blocks, setup.in_play);
    }
    for step in &steps {
        text += &format!("{:>13} {:?}\n", step.at, step.call);
    }
    text
}

fn drop_steps(setup: &Setup, steps: &mut Vec<Step>) {
    let mut length = steps.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start + length <= steps.len() {
            let mut fewer = steps.clone();
            fewer.drain(start..start + length);
            if difference(setup, &fewer).is_some() {
                *steps = fewer;
            } else {
                start += length;
            }
        }
        length /= 2;
    }
}

fn simplify_setup(setup: &mut Setup, steps: &[Step]) {
    let plain = Setup::default();
    let mut keep = |simpler: Setup| {
        if difference(&simpler, steps).is_some() {
            *setup = simpler.clone();
        }
        setup.clone()
    };
    let mut now = keep(plain.clone());
    for setting in SETTINGS {
        let mut simpler = now.clone();
        (setting.set)(&mut simpler, &(setting.get)(&plain)).expect("a default value can be set");
        now = keep(simpler);
    }
    now = keep(Setup { blocks: None, ..now });
    now = keep(Setup { hold: None, ..now });
    now = keep(Setup { in_play: None, ..now });
    now = keep(Setup { queue: Vec::new(), ..now });
    if let Some(blocks) = now.blocks {
        let size = blocks.board().size();
        for y in (0..size.rows() as i8).rev() {
            for x in 0..size.width as i8 {
                if now.blocks.is_some_and(|blocks| blocks.get(x, y).is_some()) {
                    let mut simpler = now.clone();
                    simpler.blocks.as_mut().expect("there are Blocks").set(x, y, None);
                    now = keep(simpler);
                }
            }
        }
    }
}

/// The rows from the highest Block down; Minos of the piece in play are small letters.
fn draw(blocks: &Blocks, in_play: Option<Placement>) -> String {
    let size = blocks.board().size();
    let mut text = String::new();
    for y in (0..size.rows() as i8).rev() {
        let row: String = (0..size.width as i8)
            .map(|x| {
                let is_piece = in_play.is_some_and(|placement| placement.cells().iter().any(|c| (c.x, c.y) == (x, y)));
                let letter = blocks.get(x, y).map_or('.', Block::letter);
                if is_piece { '@' } else { letter }
            })
            .collect();
        if !text.is_empty() || row.contains(|letter| letter != '.') {
            text += &format!("  {row}\n");
        }
    }
    text
}
