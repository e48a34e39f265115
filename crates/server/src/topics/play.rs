//! A game that is played on the page. The page has the clock: every message carries its own time, so that latency
//! changes nothing.

mod question;
mod table;

use std::time::Duration;

use anyhow::Result;
use tokio::task::block_in_place;

use super::{Call, read};
use question::Question;
use table::Table;

/// How long a page may be silent before a game that can be left is.
const SILENCE: Duration = Duration::from_secs(24 * 3600);

/// Plays a game with a page.
pub async fn play(call: Call) -> Result<()> {
    let Call { house, with, line, mut inbox, .. } = call;
    let question: Question = read(with)?;
    // Records are read and written on the way, which may take a moment.
    let mut table = block_in_place(|| Table::new(&house, &question))?;
    line.answer(&table.opening());
    line.say(&table.frame());
    loop {
        tokio::select! {
            heard = tokio::time::timeout(SILENCE, inbox.recv()) => {
                let Ok(Some(heard)) = heard else { break };
                table.hear(heard, &house, &line)?;
                // Whatever waits is heard before the next picture.
                while let Ok(heard) = inbox.try_recv() {
                    table.hear(heard, &house, &line)?;
                }
                table.ask();
                line.say(&table.frame());
            }
            () = table.thought() => line.say(&table.frame()),
        }
    }
    block_in_place(|| table.leave(&house));
    Ok(())
}
