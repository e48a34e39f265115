//! Saved solutions: the records of the experiments, and what `--out` writes.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};
use tetrolab_engine::{Blocks, Picture};
use tetrolab_solve::{Encoding, Fitness, GenesError, Genotype, HEURISTICS, Meaning, Problem, SIZE, Setup, Solution};

use tetrolab_runs::files;
use tetrolab_runs::json::present;

/// One record.
pub struct Record {
    /// For sentences about it: its number, and its name if it has one.
    pub name: String,
    pub id: Option<String>,
    /// The fitness that it says it has.
    pub logged: Option<f64>,
    /// What comes of its genes, if it has some.
    pub played: Option<Played>,
}

/// A record that was played.
pub struct Played {
    pub problem: Problem,
    pub blocks: Blocks,
    pub solution: Solution,
}

/// Reads a record, a list of records, or an object with such a list, as `--decode --json` writes it. With a fitness, that one counts
/// and not theirs.
pub fn read(text: &str, fitness: Option<Fitness>) -> Result<Vec<Record>> {
    let value: Value = serde_json::from_str(text).context("this is no JSON")?;
    let values = match (&value, value.get("records")) {
        (Value::Array(values), _) | (_, Some(Value::Array(values))) => &values[..],
        (one, _) => std::slice::from_ref(one),
    };
    ensure!(!values.is_empty(), "there is no record in it");
    values.iter().enumerate().map(|(index, value)| record(index + 1, value, fitness)).collect()
}

fn record(number: usize, value: &Value, fitness: Option<Fitness>) -> Result<Record> {
    let id = match value.get("id") {
        Some(Value::String(id)) => Some(id.clone()),
        Some(Value::Number(id)) => Some(id.to_string()),
        _ => None,
    };
    let name = id.as_ref().map_or(format!("record {number}"), |id| format!("record {number} ({id})"));
    let object = value.as_object();
    let object = object.with_context(|| format!("{name} is no object with queue, n, genotype and genes"))?;
    let logged = ["final_best", "fitness"].into_iter().find_map(|key| Some((key, present(object, key)?)));
    let logged = logged.map(|(key, value)| {
        value.as_f64().with_context(|| format!("{name}: {key} is {value}, but a fitness is a number"))
    });
    let logged = logged.transpose()?;
    let played = match present(object, "genes") {
        Some(genes) => Some(played(object, genes, fitness).with_context(|| name.clone())?),
        None => None,
    };
    Ok(Record { name, id, logged, played })
}

fn text<'a>(object: &'a Map<String, Value>, key: &str) -> Result<Option<&'a str>> {
    present(object, key).map(|value| value.as_str().with_context(|| format!("{key} is no text"))).transpose()
}

fn played(object: &Map<String, Value>, genes: &Value, fitness: Option<Fitness>) -> Result<Played> {
    let queue = text(object, "queue")?.context("there is no queue")?;
    let queue = tetrolab_inputs::numbers::pieces(queue).map_err(|wrong| anyhow::anyhow!("the queue: {wrong}"))?;
    let genotype: Genotype = text(object, "genotype")?.context("there is no genotype")?.parse()?;
    let encoding = match text(object, "encoding")? {
        None => Encoding::default(),
        Some(word) => {
            let found = Encoding::ALL.into_iter().find(|encoding| encoding.name() == word);
            found.with_context(|| format!("the encoding is program or paper, not {word:?}"))?
        }
    };
    let rows = genes.as_array().context("genes is no list with a row for each piece")?;
    let pieces = match present(object, "n") {
        None => rows.len(),
        Some(n) => n.as_u64().context("n is no whole number")? as usize,
    };
    let blocks = present(object, "board").map_or_else(|| Ok(Blocks::empty(SIZE)), board)?;
    let fitness = match fitness {
        Some(fitness) => fitness,
        None => present(object, "weights").map_or(Ok(Fitness::default()), weights)?,
    };
    let problem =
        Problem::new(&Setup { pieces, encoding, fitness, board: *blocks.board(), ..Setup::new(&queue, genotype) })?;
    ensure!(rows.len() == pieces, "there are genes for {} pieces, but n is {pieces}", rows.len());
    let any_turns = present(object, "any_turns").is_some_and(|value| value == true);
    let meanings = genotype.meanings(encoding);
    let mut genes = Vec::with_capacity(pieces * meanings.len());
    for (piece, row) in rows.iter().enumerate() {
        let row = row.as_array().with_context(|| format!("piece {}: its genes are no list", piece + 1))?;
        let (given, needed) = (row.len(), meanings.len());
        ensure!(given == needed, "piece {}: it has {given} genes, but {genotype} has {needed}", piece + 1);
        for (gene, &meaning) in row.iter().zip(&meanings) {
            let is_turn = matches!(meaning, Meaning::FirstTurn | Meaning::SecondTurn);
            let range = if is_turn && any_turns { Meaning::SecondMove.range() } else { meaning.range() };
            let value = gene.as_i64();
            let value =
                value.with_context(|| format!("piece {}: {} is {gene}, no whole number", piece + 1, meaning.name()))?;
            match i8::try_from(value).ok().filter(|value| range.contains(value)) {
                Some(value) => genes.push(value),
                None => bail!(GenesError::Value { piece, meaning, value }),
            }
        }
    }
    let solution = problem.solution_unchecked(&genes);
    Ok(Played { problem, blocks, solution })
}

/// The Blocks of a list of rows.
fn board(rows: &Value) -> Result<Blocks> {
    let rows = rows.as_array().and_then(|rows| rows.iter().map(Value::as_str).collect::<Option<Vec<&str>>>());
    let rows = rows.context("the board is no list of rows, each a text")?;
    let picture = Picture::parse(&rows.join("\n"), SIZE).context("the board")?;
    ensure!(picture.in_play.is_none(), "the board shows a piece in play (small letters)");
    ensure!(picture.blocks.board().full_rows() == 0, "the board has a full row");
    Ok(picture.blocks)
}

/// The weights of a fitness, as `--json` writes them.
fn weights(value: &Value) -> Result<Fitness> {
    let object = value.as_object().context("weights is no object")?;
    let weight = |object: &Map<String, Value>, name: &str| {
        let weight = object.get(name).and_then(Value::as_f64).filter(|weight| weight.abs() <= 1e90);
        weight.with_context(|| format!("the weight of {name} is missing or no number"))
    };
    let list = object.get("weights").and_then(Value::as_object).context("weights has no list of weights")?;
    let mut weights = [0.0; HEURISTICS.len()];
    for (weight_of, name) in weights.iter_mut().zip(HEURISTICS) {
        *weight_of = weight(list, name)?;
    }
    Ok(Fitness {
        penalty: weight(object, "penalty")?,
        score: weight(object, "score")?,
        heuristics: weight(object, "heuristics")?,
        weights,
    })
}

/// The genes of a saved solution of this problem.
pub fn start(file: &Path, problem: &Problem) -> Result<Vec<i8>> {
    let name = files::name(file);
    let records = read(&files::read_text(file)?, None).with_context(|| name.clone())?;
    let played: Vec<Played> = records.into_iter().filter_map(|record| record.played).collect();
    ensure!(!played.is_empty(), "{name}: there are no genes in it");
    let is_of_it = |one: &&Played| {
        let other = &one.problem;
        (other.queue(), other.pieces(), other.moves(), other.encoding(), other.start())
            == (problem.queue(), problem.pieces(), problem.moves(), problem.encoding(), problem.start())
    };
    match (played.iter().find(is_of_it), &played[..]) {
        (Some(found), _) => Ok(found.solution.genes.clone()),
        (None, [Played { problem: other, .. }]) => {
            let queue: String = other.queue().iter().map(|piece| piece.letter()).collect();
            let (pieces, moves, preset) = (other.pieces(), other.moves().name(), other.encoding().name());
            bail!(
                "{name} solves another problem: --queue {queue} --pieces {pieces} --genotype {moves} --preset {preset}"
            )
        }
        (None, _) => bail!("{name}: none of its records solves this problem"),
    }
}
