//! Agents that are watched: one or several side by side on the same pieces, from step by step to as fast as they can.

mod curve;
mod question;
mod research;
mod seat;
mod show;
mod stack;
mod thought;
mod timed;

use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::block_in_place;
use tokio::time::sleep_until;

use super::{Call, read};
use crate::house::House;
use question::Question;
use show::Show;

/// The longest turn of one agent.
const SLICE: Duration = Duration::from_millis(2);
/// After each slice of work a conversation rests this many times as long, with other clients and without.
const REST: f64 = 3.0;
const REST_ALONE: f64 = 0.25;

/// Shows agents at play until the page has seen enough.
pub async fn watch(call: Call) -> Result<()> {
    let Call { house, with, line, mut inbox, .. } = call;
    let question: Question = read(with)?;
    let opened = block_in_place(|| question.open(&house))?;
    line.answer(&opened.opening);
    let mut show = Show::new(opened.games, &question, Instant::now());
    loop {
        let wake = show.wake();
        tokio::select! {
            heard = inbox.recv() => match heard {
                Some(heard) => show.hear(read(heard)?, Instant::now())?,
                None => return Ok(()),
            },
            () = sleep_until(wake.unwrap_or_else(Instant::now).into()), if wake.is_some() => {}
        }
        if !line.is_free() && show.is_unread(Instant::now()) {
            // The page does not read, so nothing is played until it does.
            tokio::select! {
                () = line.taken() => {}
                heard = inbox.recv() => match heard {
                    Some(heard) => show.hear(read(heard)?, Instant::now())?,
                    None => return Ok(()),
                },
            }
            continue;
        }
        // Whatever waits is heard before anything is played.
        while let Ok(heard) = inbox.try_recv() {
            show.hear(read(heard)?, Instant::now())?;
        }
        let worked = work(&mut show, &house).await;
        let rest = if house.has_one_client() { REST_ALONE } else { REST };
        show.rest_until(Instant::now() + worked.mul_f64(rest));
        if !show.is_news(Instant::now()) {
            continue;
        }
        if line.is_free() {
            let turn = house.turn().await;
            let told = block_in_place(|| show.tell(Instant::now()));
            drop(turn);
            line.say(&told);
        } else {
            show.postpone(Instant::now());
        }
    }
}

/// Lets every agent play a little, each in its turn. Returns how long they have played.
async fn work(show: &mut Show, house: &House) -> Duration {
    let mut worked = Duration::ZERO;
    let now = Instant::now();
    show.grant(now);
    for seat in show.busy(now) {
        let turn = house.turn().await;
        let begun = Instant::now();
        // A bot that thinks about a piece takes longer than a turn; others need not wait for this thread.
        block_in_place(|| seat.work(begun + SLICE));
        drop(turn);
        worked += begun.elapsed();
    }
    worked
}

/// A number with as many digits as anyone sees.
fn brief(value: f64) -> f64 {
    /// Digits that stay.
    const DIGITS: i32 = 6;
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10f64.powi(DIGITS - 1 - value.abs().log10().floor() as i32);
    let rounded = (value * scale).round() / scale;
    if rounded.is_finite() { rounded } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_brief() {
        let written = [0.0, 1.0 / 3.0, -1673.6988890000002, 5.0e7, 123_456_789.0].map(brief);
        assert_eq!(written, [0.0, 0.333333, -1673.70, 5.0e7, 123_457_000.0]);
        assert!([1e-300, -1e300, 5e-324, f64::MAX].iter().all(|&value| (brief(value) / value - 1.0).abs() < 1e-5));
        assert!(brief(f64::NAN).is_nan());
    }
}
