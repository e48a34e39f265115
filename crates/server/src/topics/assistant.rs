//! The assistant of a game on the page. It thinks on a thread of its own.

use std::future::pending;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_engine::{Game, Setup};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::picture::Placed;
use tetrolab_sessions::play::{Advising, Coach, Hint, Wording};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::preferences::look::Characters;
use tetrolab_sessions::texts::Texts;

/// The assistant of a game, and the coach of perfect clears if there is one.
pub struct Assistant {
    /// `None` while it thinks.
    advising: Option<Advising>,
    thinking: Option<JoinHandle<Advising>>,
    coach: Option<Coach>,
}

impl Assistant {
    /// The player's assistant, for a game from this set-up.
    ///
    /// # Errors
    /// As [`Advising::new`].
    pub fn new(preferences: &Preferences, setup: &Setup, coach: Option<Coach>) -> Result<Assistant> {
        Ok(Assistant { advising: Some(Advising::new(preferences, setup)?), thinking: None, coach })
    }

    /// Asks about the position, unless it still thinks about another one.
    pub fn watch(&mut self, game: &Game) {
        if let Some(coach) = &mut self.coach {
            coach.watch(game);
        }
        if let Some(advising) = self.advising.as_ref().filter(|advising| advising.is_asked_again(game)) {
            let (mut advising, game) = (advising.clone(), game.clone());
            self.thinking = Some(spawn_blocking(move || {
                advising.watch(&game);
                advising
            }));
            self.advising = None;
        }
    }

    /// Waits for its answer; for ever if it does not think.
    pub async fn thought(&mut self) {
        let Some(thinking) = self.thinking.as_mut() else { return pending().await };
        let advising = thinking.await.ok();
        (self.advising, self.thinking) = (advising, None);
    }

    /// What it says, if it has something to say.
    pub fn hint(&self, game: &Game, preferences: &Preferences, texts: &Texts) -> Option<Value> {
        let wording = Wording { keys: &preferences.keys, characters: Characters::Unicode, texts };
        let coached = self.coach.as_ref().and_then(|coach| Hint::of_coach(coach, game, wording));
        let advised = self.advising.as_ref().and_then(|advising| {
            let (advice, reasons) = advising.answer()?;
            Some(Hint::of_agent(advising.agent(), advice, reasons, wording).beside(self.coach.as_ref(), wording))
        });
        let hint = coached.or(advised)?;
        let reasons = hint.reasons.iter().map(|reason| json!([reason.feature, reason.difference]));
        Some(json!({
            "title": hint.title,
            "keys": hint.keys,
            "note": hint.note,
            "entries": hint.entries,
            "reasons": reasons.collect::<Vec<_>>(),
            "placement": hint.placement.map(Placed::from),
        }))
    }
}
