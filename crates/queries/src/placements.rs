//! Every place where a piece can come to rest, and the keys that bring it there.

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tetrolab_engine::{Board, KeyCost, KeyPath, Keys, Piece, Typing};

use crate::moves::{Moves, pieces};

/// Which piece is placed where, and how it moves.
#[derive(Debug, Args)]
pub struct Placements {
    #[command(flatten)]
    moves: Moves,
    /// The piece
    #[arg(long, ignore_case = true, value_parser = pieces())]
    pub piece: Piece,
    /// What the keys are to be few in
    #[arg(long, default_value = "presses")]
    cost: Cost,
    /// Direction keys move one column only
    #[arg(long)]
    no_auto_repeat: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Cost {
    /// Presses of a key, however long it is held
    Presses,
    /// Columns, rows of Soft Drop, turns and the Hard Drop
    Steps,
}

impl Placements {
    /// The board, and the placements with their keys.
    pub fn answer(&self) -> Result<(Board, Vec<KeyPath>)> {
        let board = self.moves.board()?;
        Ok((board, self.paths(&board)))
    }

    /// What `--json` prints.
    pub fn document(&self, board: &Board, paths: &[KeyPath]) -> Value {
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
