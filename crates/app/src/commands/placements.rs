//! `tetrolab placements`: every place where a piece can come to rest, and the keys that bring it there.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tetrolab_engine::{Board, KeyCost, KeyPath, Keys, Piece, Placement, Spin, Typing};

use super::board::{self, Moves};

#[derive(Debug, Args)]
pub struct Placements {
    #[command(flatten)]
    moves: Moves,
    /// The piece
    #[arg(long, ignore_case = true, value_parser = board::pieces())]
    piece: Piece,
    /// What the keys are to be few in
    #[arg(long, default_value = "presses")]
    cost: Cost,
    /// Direction keys move one column only
    #[arg(long)]
    no_auto_repeat: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Cost {
    /// Presses of a key, however long it is held
    Presses,
    /// Columns, rows of Soft Drop, turns and the Hard Drop
    Steps,
}

impl Placements {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let board = self.moves.board()?;
        let paths = self.paths(&board);
        if self.json {
            writeln!(out, "{:#}", self.written(&board, &paths))?;
        } else if paths.is_empty() {
            writeln!(out, "no placement: {} does not fit where it is generated", self.piece)?;
        } else {
            writeln!(out, "{:<9} {:>2} {:>3}  spin  presses  steps  keys", "placement", "x", "y")?;
            for KeyPath { keys, placement, spin, presses, steps } in &paths {
                let Placement { piece, rotation, x, y } = *placement;
                let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
                let name = format!("{piece} {}", rotation.name());
                let (spin, keys) = (spin_name(*spin), keys.join(" "));
                writeln!(out, "{name:<9} {x:>2} {y:>3}  {spin:<4}  {presses:>7}  {steps:>5}  {keys}")?;
            }
        }
        Ok(if paths.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    /// What `--json` prints.
    pub fn document(&self) -> Result<Value> {
        let board = self.moves.board()?;
        Ok(self.written(&board, &self.paths(&board)))
    }

    fn written(&self, board: &Board, paths: &[KeyPath]) -> Value {
        let mut list = self.moves.document(board);
        list["piece"] = self.piece.letter().to_string().into();
        list["auto_repeat"] = (!self.no_auto_repeat).into();
        list["placements"] = paths.iter().map(document).collect();
        list
    }

    fn paths(&self, board: &Board) -> Vec<KeyPath> {
        let movement = &self.moves.movement(true);
        let Some(start) = movement.generation(board, self.piece) else { return Vec::new() };
        let cost = match self.cost {
            Cost::Presses => KeyCost::Presses,
            Cost::Steps => KeyCost::Steps,
        };
        let typing = Typing { auto_repeat: !self.no_auto_repeat, ..Typing::default() };
        let keys = Keys::new(board, start, movement, typing, cost);
        board
            .placements_under(self.piece, movement)
            .with_spins()
            .filter_map(|(placement, spin)| keys.to(placement, spin))
            .collect()
    }
}

/// The spin as it is shown: nothing, if there is none.
const fn spin_name(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "",
        spin => spin.name(),
    }
}

fn document(path: &KeyPath) -> Value {
    json!({
        "rotation": path.placement.rotation.name(),
        "x": path.placement.x,
        "y": path.placement.y,
        "cells": path.placement.cells().map(|cell| [cell.x, cell.y]),
        "spin": path.spin.name(),
        "presses": path.presses,
        "steps": path.steps,
        "keys": path.keys.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
