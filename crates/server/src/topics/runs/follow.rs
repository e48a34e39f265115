//! A run that a client follows: its progress, and its figures as they grow.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::super::{Call, read};
use crate::house::House;
use crate::refusal::sentence;
use crate::runs::{Name, View};
use crate::turns::Effort;
use tetrolab_sessions::texts::Language;

/// How often is looked.
const LOOK: Duration = Duration::from_millis(250);

/// Which run is followed, and what is looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    name: String,
    #[serde(default)]
    look: Look,
}

/// What is looked at.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    figure: Option<String>,
    run: Option<u64>,
    #[serde(default)]
    dark: bool,
    columns: Option<usize>,
}

impl Look {
    /// What is seen then, in a language.
    fn view(self, language: Language) -> View {
        View { figure: self.figure, run: self.run, is_dark: self.dark, columns: self.columns.unwrap_or(1), language }
    }
}

/// What the page knows already.
#[derive(Default)]
struct Known {
    summary: Value,
    /// How much there was to be known about the run.
    extent: Option<(u64, bool)>,
    view: Option<View>,
}

/// Tells a page about a run whenever something has changed.
pub async fn follow(call: Call) -> Result<()> {
    let Call { house, with, line, queue, mut inbox, language } = call;
    let Question { name, look } = read(with)?;
    let name: Name = name.parse()?;
    let mut view = look.view(language);
    let mut known = Known::default();
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            heard = inbox.recv() => {
                let Some(heard) = heard else { return Ok(()) };
                view = read::<Look>(heard)?.view(language);
                continue;
            }
            _ = looks.tick() => {}
        }
        if !line.is_free() {
            continue;
        }
        let Some(turn) = queue.turn(Effort::Thought).await else { return Ok(()) };
        let (asked, name, view) = (Arc::clone(&house), name.clone(), view.clone());
        let work = move || {
            let looked = look_at(&asked, &name, &view, known);
            drop(turn);
            looked
        };
        let (news, now_known) = spawn_blocking(work).await??;
        known = now_known;
        if let Some(news) = news {
            line.say(&news);
        }
    }
}

/// What is new about a run since `known`.
fn look_at(house: &House, name: &Name, view: &View, mut known: Known) -> Result<(Option<Value>, Known)> {
    let runs = house.runs();
    let (summary, extent) = (runs.summary(name)?, runs.extent(name));
    let has_more = known.extent != Some(extent);
    let looks_elsewhere = known.view.as_ref() != Some(view);
    if !has_more && !looks_elsewhere && known.summary == summary {
        return Ok((None, known));
    }
    let mut news = json!({ "summary": summary });
    if has_more && let Ok(Some(details)) = runs.details(name) {
        news["details"] = details;
    }
    // What cannot be read is said by the summary, and figures of experiments are in their reports.
    if (has_more || looks_elsewhere) && summary["progress"].is_object() && summary["experiment"].is_null() {
        match runs.figure(name, view) {
            Ok(figure) => news["figure"] = json!(*figure),
            Err(error) => news["no_figure"] = sentence(&error, view.language.texts()).into(),
        }
    }
    known = Known { summary, extent: Some(extent), view: Some(view.clone()) };
    Ok((Some(news), known))
}
