//! `tetrolab perft`: counts all sequences of placements, and how fast.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde_json::json;
use tetrolab_engine::{Board, Instructions, Movement, Perft as Count, Piece};

use tetrolab_inputs::numbers::MOST_THREADS;
use tetrolab_inputs::parsers::THREADS;
use tetrolab_queries::moves::Moves;

#[derive(Debug, Args)]
pub struct Perft {
    /// The pieces, in order
    #[arg(long, value_name = "PIECES", default_value = "IOLJSZT", value_parser = queue)]
    queue: Queue,
    /// How many of them [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    #[command(flatten)]
    moves: Moves,
    /// Whether a T counts once for each spin
    #[arg(long, default_value = "none")]
    spins: Spins,
    /// Threads
    #[arg(long, value_name = THREADS, default_value_t = 1, value_parser = tetrolab_inputs::numbers::count::<MOST_THREADS>)]
    threads: u64,
    /// Instructions of the processor [default: the fastest it has]
    #[arg(long, value_name = "NAME", value_parser = instructions())]
    instructions: Option<Instructions>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// No queue is longer: the count would never finish.
const LONGEST: usize = 100;

#[derive(Clone, Debug)]
struct Queue(Vec<Piece>);

/// What of a spin counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Spins {
    /// Only the cells
    None,
    /// The cells and the spin of T
    T,
}

fn queue(text: &str) -> Result<Queue, String> {
    match tetrolab_inputs::numbers::pieces(text)? {
        pieces if pieces.is_empty() => Err("there is no piece in it".to_string()),
        pieces if pieces.len() > LONGEST => Err(format!("{} pieces; at most {LONGEST} can be counted", pieces.len())),
        pieces => Ok(Queue(pieces)),
    }
}

fn instructions() -> impl TypedValueParser<Value = Instructions> {
    let find = |name: &str| Instructions::ALL.into_iter().find(|instructions| instructions.name() == name);
    PossibleValuesParser::new(Instructions::ALL.map(Instructions::name))
        .map(move |name| find(&name).expect("in the list"))
}

impl Perft {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let depth = self.depth.map_or(self.queue.0.len(), usize::from);
        ensure!(
            depth <= self.queue.0.len(),
            "--depth {depth} needs as many pieces, but --queue has only {}",
            self.queue.0.len()
        );
        let queue = &self.queue.0[..depth];
        let board = self.moves.board()?;
        let movement = self.moves.movement(self.spins == Spins::T);
        let instructions = self.instructions.unwrap_or_else(Instructions::best);
        ensure!(instructions.is_there(), "this processor has no {}", instructions.name());
        let start = Instant::now();
        let perft = Count::new(queue, &movement).instructions(instructions);
        let nodes = count(&perft, &board, queue, &movement, self.threads as usize)?;
        let seconds = start.elapsed().as_secs_f64();
        let last = nodes[nodes.len() - 1];
        let rate = last as f64 / seconds;
        if self.json {
            let mut document = self.moves.document(&board);
            document["queue"] = letters(queue).into();
            document["spins"] = if movement.spins { "t" } else { "none" }.into();
            document["threads"] = self.threads.into();
            document["instructions"] = instructions.name().into();
            document["depth"] = depth.into();
            document["nodes_by_depth"] = json!(nodes);
            document["nodes"] = last.into();
            document["seconds"] = seconds.into();
            document["nodes_per_second"] = rate.into();
            writeln!(out, "{document:#}")?;
            return Ok(());
        }
        writeln!(out, "depth  piece  {:>20}", "nodes")?;
        for (index, (nodes, piece)) in nodes.iter().zip(queue).enumerate() {
            writeln!(out, "{:>5}  {:<5}  {nodes:>20}", index + 1, piece.letter())?;
        }
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        writeln!(
            out,
            "{seconds:.3} s, {:.1} million nodes per second ({} {threads}, {})",
            rate / 1e6,
            self.threads,
            instructions.name()
        )?;
        Ok(())
    }
}

fn letters(queue: &[Piece]) -> String {
    queue.iter().map(|piece| piece.letter()).collect()
}

/// Boards that are counted one after the other, so that threads can share them and progress can be seen.
const PARTS: usize = 256;

/// Nodes by depth, counted on `threads` threads.
fn count(perft: &Count<'_>, board: &Board, queue: &[Piece], movement: &Movement, threads: usize) -> Result<Vec<u64>> {
    let mut counts = vec![0; queue.len()];
    // The first pieces one by one, until there are enough boards; the last two stay together.
    let (mut boards, mut index) = (vec![*board], 0);
    while boards.len() < PARTS && index + 2 < queue.len() && !boards.is_empty() {
        let children = boards.iter().flat_map(|board| {
            let placements = board.placements_under(queue[index], movement).with_spins();
            placements.map(|(placement, _)| board.after(placement).0)
        });
        boards = children.collect();
        counts[index] = boards.len() as u64;
        index += 1;
    }
    let next = AtomicUsize::new(0);
    let total = Mutex::new(counts);
    let work = || {
        let mut counts = vec![0; queue.len()];
        while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
            perft.add(board, index, &mut counts);
        }
        if let Ok(mut total) = total.lock() {
            total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
    };
    let progress = || {
        let done = next.load(Ordering::Relaxed).min(boards.len());
        let mut to = stderr();
        // Whether it can be shown does not matter to the count.
        let _ = write!(to, "\r{done} of {} boards", boards.len()).and_then(|()| to.flush());
    };
    thread::scope(|scope| -> Result<()> {
        let workers = (0..threads.min(boards.len()))
            .map(|_| thread::Builder::new().spawn_scoped(scope, work))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| anyhow!("cannot start {threads} threads: {error}"));
        if workers.is_err() {
            // Workers that have started find no more boards.
            next.store(boards.len(), Ordering::Relaxed);
        }
        let workers = workers?;
        if stderr().is_terminal() {
            let (start, mut shown) = (Instant::now(), false);
            while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
                thread::sleep(Duration::from_millis(20));
                if start.elapsed() > Duration::from_secs(1) {
                    progress();
                    shown = true;
                }
            }
            if shown {
                let _ = write!(stderr(), "\r{:30}\r", "");
            }
        }
        Ok(())
    })?;
    Ok(total.into_inner().unwrap_or_default())
}
