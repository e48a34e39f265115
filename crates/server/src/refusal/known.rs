//! What libraries refuse, in the words of the page.

use std::fmt::Display;

use anyhow::Error;
use tetrolab_agents::WidthError;
use tetrolab_agents::path::SpaceError;
use tetrolab_engine::{MAX_BUFFER, MAX_HEIGHT, MAX_WIDTH, Problem, ReplayError, SetupError};
use tetrolab_protocols::fumen::FumenError;
use tetrolab_records::RecordsError;
use tetrolab_solve::perfect_clear::{MOST_LINES, PatternError, WIDTH};
use tetrolab_solve::{MOST_PIECES, SIZE, SetupError as SolverError};

use super::Refusal;
use tetrolab_inputs::board::FullRow;
use tetrolab_queries::path::NoRoom;
use tetrolab_queries::pc::FieldProblem;
use tetrolab_runs::name::{self, NameError};
use tetrolab_sessions::history;
use tetrolab_sessions::preferences::look::Characters;
use tetrolab_sessions::preferences::preference::{Preference, Section};
use tetrolab_sessions::texts::Texts;

/// The sentence for an error of a library; `None` if there is none.
pub fn sentence(error: &Error, texts: &Texts) -> Option<String> {
    let refused = &texts.refused;
    if let Some(SetupError { problems }) = error.downcast_ref() {
        let reasons: Vec<String> = problems.iter().map(|problem| problem_sentence(problem, texts)).collect();
        return Some(reasons.join(" "));
    }
    if let Some(error) = error.downcast_ref::<RecordsError>() {
        return Some(records_sentence(error, texts));
    }
    if let Some(error) = error.downcast_ref::<ReplayError>() {
        return Some(replay_sentence(error, texts));
    }
    if error.downcast_ref::<WidthError>().is_some() {
        return Some(refused.agent_width.with(&[("name", &error.to_string())]));
    }
    if error.downcast_ref::<FumenError>().is_some() {
        return Some(refused.fumen.to_string());
    }
    if let Some(PatternError { pattern, character, .. }) = error.downcast_ref() {
        return Some(match character {
            0 => refused.pattern_whole.with(&[("pattern", pattern)]),
            character => refused.pattern.with(&[("pattern", pattern), ("character", character)]),
        });
    }
    if let Some(FullRow { row }) = error.downcast_ref() {
        return Some(refused.board_full_row.with(&[("row", row)]));
    }
    if let Some(problem) = error.downcast_ref::<FieldProblem>() {
        return Some(field_sentence(problem, texts));
    }
    if let Some(NoRoom { piece }) = error.downcast_ref() {
        return Some(refused.path_start.with(&[("piece", piece)]));
    }
    if let Some(NameError { name }) = error.downcast_ref() {
        return Some(refused.run_name.with(&[("name", name), ("most", &name::LONGEST)]));
    }
    if error.downcast_ref::<SpaceError>().is_some() {
        return Some(refused.path_goal.to_string());
    }
    if let Some(error) = error.downcast_ref::<SolverError>() {
        return Some(solver_sentence(error, texts));
    }
    None
}

/// Why there can be no such game.
pub fn problem_sentence(problem: &Problem, texts: &Texts) -> String {
    let refused = &texts.refused;
    match problem {
        Problem::Size(_) => {
            refused.board_size.with(&[("columns", &MAX_WIDTH), ("rows", &MAX_HEIGHT), ("buffer", &MAX_BUFFER)])
        }
        Problem::BoardSize { .. } => refused.board_other_size.to_string(),
        Problem::FullRow { row } => refused.board_full_row.with(&[("row", &(row + 1))]),
        Problem::Generation { pieces, .. } => {
            let pieces: Vec<String> = pieces.iter().map(ToString::to_string).collect();
            refused.new_pieces.with(&[("pieces", &pieces.join(", "))])
        }
        Problem::StartingRows { rows, .. } => refused.starting_rows.with(&[("rows", rows)]),
        Problem::Next(next) => value_sentence("next", next, texts),
        Problem::StartLevel(level) => value_sentence("start-level", level, texts),
        Problem::Limit { name } => refused.limit.with(&[("field", &title(name, texts))]),
        Problem::Time { name, .. } => refused.time.with(&[("field", &title(name, texts))]),
        Problem::Messiness(value) => value_sentence("garbage-messiness", value, texts),
        Problem::SoftDrop(value) => value_sentence("soft-drop", value, texts),
        Problem::NoEnd => refused.no_end.to_string(),
        Problem::NoTime => refused.no_time.to_string(),
        other => refused.no_setup.with(&[("reason", other)]),
    }
}

/// A setting of rules, mode or handling cannot have this value.
pub fn of_setting(name: &'static str, value: &str) -> Refusal {
    let value = value.to_string();
    Refusal::new(move |texts| value_sentence(name, &value, texts))
}

/// What is said of a value that a setting of rules, mode or handling cannot have.
pub fn value_sentence(name: &str, value: &dyn Display, texts: &Texts) -> String {
    match Preference::of_games(name) {
        Some(setting) => setting_sentence(setting, &value.to_string(), texts),
        None => texts.refused.value.with(&[("field", &name), ("value", value)]),
    }
}

/// What is said of a value that a setting cannot have, and what it can be.
pub fn setting_sentence(setting: &Preference, value: &str, texts: &Texts) -> String {
    let needed = match (setting.section, setting.name) {
        (Section::Player, "name") => texts.refused.needs_name.to_string(),
        _ => setting.possible(Characters::Unicode, texts),
    };
    texts.refused.value_needed.with(&[("field", &setting.text(texts)), ("value", &value), ("needed", &needed)])
}

/// What a setting of rules, games or handling is called.
pub fn title<'t>(name: &'t str, texts: &'t Texts) -> &'t str {
    Preference::of_games(name).map_or(name, |preference| preference.text(texts))
}

/// What is wrong with stored games.
fn records_sentence(error: &RecordsError, texts: &Texts) -> String {
    match error {
        RecordsError::NoSuchGame { .. } => texts.refused.no_game.to_string(),
        RecordsError::StoredReplay { .. } => history::refusal(error, texts),
        error => texts.refused.records.with(&[("reason", error)]),
    }
}

/// What is wrong with a replay.
fn replay_sentence(error: &ReplayError, texts: &Texts) -> String {
    let refused = &texts.refused;
    match error {
        ReplayError::Foreign => refused.replay_foreign.to_string(),
        ReplayError::Version(version) => refused.replay_version.with(&[("version", version)]),
        ReplayError::Damaged(_) | ReplayError::Setup(_) => refused.replay_damaged.to_string(),
        ReplayError::Different { .. } => refused.replay_different.to_string(),
    }
}

/// Why a board cannot be cleared by whole pieces.
fn field_sentence(problem: &FieldProblem, texts: &Texts) -> String {
    let refused = &texts.refused;
    match problem {
        FieldProblem::Width(_) => refused.pc_width.with(&[("columns", &WIDTH)]),
        FieldProblem::Stack(_) => refused.pc_stack.with(&[("most", &MOST_LINES)]),
        FieldProblem::Lines { height, .. } => refused.pc_lines.with(&[("height", height)]),
        FieldProblem::Cells { lines, empty, .. } => refused.pc_cells.with(&[("lines", lines), ("empty", empty)]),
        FieldProblem::Pieces { pieces, given, .. } => refused.pc_pieces.with(&[("pieces", pieces), ("given", given)]),
    }
}

/// The error of a piece sequence that cannot be solved.
fn solver_sentence(error: &SolverError, texts: &Texts) -> String {
    let refused = &texts.refused;
    match error {
        SolverError::Pieces(_) => refused.most_pieces.with(&[("most", &MOST_PIECES)]),
        SolverError::Queue { pieces, given } => refused.queue.with(&[("given", given), ("needed", pieces)]),
        SolverError::Board => refused.solver_board.with(&[("columns", &SIZE.width), ("rows", &SIZE.height)]),
        SolverError::Weight => refused.other.with(&[("reason", error)]),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};
    use tetrolab_engine::{Piece, Setup};

    use super::*;
    use tetrolab_sessions::texts::Language;

    #[test]
    fn what_libraries_refuse_has_a_sentence_of_ours() {
        let mut setup = Setup::default();
        setup.rules.next = 9;
        setup.mode.line_limit = Some(0);
        let spanish = Language::Spanish.texts();
        for (error, said) in [
            (
                anyhow!(SetupError { problems: setup.problems() }),
                "Piezas siguientes: «9» no es posible. Puede ser: de 1 a 6. Líneas para ganar: es 1 como mínimo.",
            ),
            (anyhow!(ReplayError::Version(9)), "Esta repetición es de la versión 9 y no se puede leer aquí."),
            (anyhow!(RecordsError::NoSuchGame { id: 3 }), "No hay ninguna partida guardada con este número."),
            (anyhow!(FullRow { row: 2 }).context("--board"), "La fila 2 desde el suelo ya está llena; quítala."),
            (
                Err::<(), _>(FieldProblem::Pieces { lines: 4, pieces: 10, given: 1 }).context("--pattern").unwrap_err(),
                "Hacen falta 10 piezas, pero el patrón tiene 1.",
            ),
            (anyhow!(NoRoom { piece: Piece::T }), "T no cabe arriba en este tablero."),
        ] {
            assert_eq!(sentence(&error, spanish).as_deref(), Some(said));
        }
        assert_eq!(sentence(&anyhow!("something else"), spanish), None);
    }
}
