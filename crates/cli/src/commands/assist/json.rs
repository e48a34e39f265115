//! The game as one JSON document, written piece by piece; `docs/assist.md` describes it.

use std::cell::RefCell;
use std::convert::Infallible;
use std::io::{self, Write};
use std::iter;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use tetrolab_agents::Explanation;
use tetrolab_agents::assisted::{Turn, Valued, Verdict};
use tetrolab_agents::sevilla::TERMS;

use super::map::rows;
use super::sequence::letters;
use super::{Assist, End, Session, unasked};
use tetrolab_report::short as number;

/// Plays the game and writes it. However long it is, only one piece of it is kept.
pub fn write(out: &mut impl Write, assist: &Assist, session: &mut Session, interrupted: &AtomicBool) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::pretty(&mut *out);
    let mut document = serializer.serialize_map(None)?;
    document.serialize_entry("version", env!("CARGO_PKG_VERSION"))?;
    document.serialize_entry("settings", &settings(assist, session))?;
    let mut end = End::Sequence;
    let mut turns = iter::from_fn(|| {
        let Ok(next) = session.next(|| Ok::<_, Infallible>(unasked(interrupted)));
        match next {
            ControlFlow::Continue(played) => Some(turn(assist, &played)),
            ControlFlow::Break(reason) => {
                end = reason;
                None
            }
        }
    });
    document.serialize_entry("pieces", &List(RefCell::new(&mut turns)))?;
    let (why, piece) = match end {
        End::Answer | End::Interrupt => ("interrupt", None),
        End::Sequence => ("sequence", None),
        End::Limit => ("pieces", None),
        End::Lost(piece) => ("lost", Some(piece.to_string())),
    };
    document.serialize_entry("end", why)?;
    document.serialize_entry("does_not_fit", &piece)?;
    document.serialize_entry("totals", &json!({ "pieces": session.game.pieces(), "lines": session.game.lines() }))?;
    document.end()?;
    writeln!(out)
}

/// A list whose elements are made while it is written.
struct List<'a>(RefCell<&'a mut dyn Iterator<Item = Value>>);

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&mut **self.0.borrow_mut())
    }
}

/// All that is needed to play it again.
fn settings(assist: &Assist, session: &Session) -> Value {
    let (size, sequence) = (session.start.board().size(), &session.sequence);
    json!({
        "rows": size.height,
        "width": size.width,
        "board": rows(&session.start),
        "queue": sequence.given.as_deref().map(letters),
        "randomizer": sequence.given.is_none().then(|| sequence.randomizer.to_string()),
        "seed": sequence.seed,
        "limit": sequence.limit,
        "agent": (!session.is_file).then_some(&session.agent),
        "weights": session.is_file.then_some(&session.agent),
        "rotation": assist.rotation.name,
        "algorithm": assist.algorithm.name,
        "command": assist.command(session),
    })
}

fn turn(assist: &Assist, turn: &Turn) -> Value {
    let Turn { number, piece, start, choice, plan, after } = turn;
    let mut document = json!({
        "number": number,
        "piece": piece.to_string(),
        "start": start,
        "cells": choice.resting.cells,
        "places": choice.candidates,
        "value": null,
        "steps": plan.iter().map(|&action| (assist.letters.of)(action)).collect::<Vec<_>>(),
        "lines": after.lines,
        "board": rows(&after.blocks),
    });
    match &choice.verdict {
        Verdict::Course { variant, score, terms } => {
            let name = |place: usize| TERMS[place].name.replace(' ', "_");
            document["value"] = (*score).into();
            document["terms"] = terms.iter().enumerate().map(|(place, &term)| (name(place), json!(term))).collect();
            document["weights"] = json!(variant.weights);
        }
        Verdict::Weights { best, runner_up } => {
            document["value"] = number::json(best.value);
            document["contributions"] = contributions(&best.explanation);
            document["runner_up"] = runner_up.as_ref().map(valued).into();
        }
        Verdict::Chance => {}
    }
    document
}

fn valued(valued: &Valued) -> Value {
    json!({
        "cells": valued.cells,
        "value": number::json(valued.value),
        "contributions": contributions(&valued.explanation),
    })
}

/// What is added up, by name.
fn contributions(explanation: &Explanation) -> Value {
    let parts = explanation.parts.iter().map(|part| (part.measure.to_string(), number::json(part.contribution)));
    parts.chain([("reward".to_string(), number::json(explanation.reward))]).collect()
}
