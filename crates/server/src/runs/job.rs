//! A run that is worked on here, or waits for that.

use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use serde_json::{Value, json};
use tetrolab_lab::laboratory::{Progress, RunningCell};
use tetrolab_lab::solving::Line;
use tetrolab_simulate::Cpu;

use super::kinds::Kind;
use crate::lock;
use tetrolab_lab::train::{At, Course};
use tetrolab_runs::name::Name;

/// A run that is worked on here, or waits for that.
pub struct Job {
    /// Which run.
    pub name: Name,
    /// What kind of run.
    pub kind: &'static Kind,
    /// How many threads it may use.
    pub threads: u64,
    /// How far it is if it learns, once that is known.
    pub course: OnceLock<Course>,
    /// How far it is if it solves, once that is known.
    pub solving: Mutex<Option<Line>>,
    /// How far it is if it is an experiment, once that is known.
    pub experiment: Mutex<Option<Progress>>,
    stopped: AtomicBool,
    working: AtomicBool,
}

impl Job {
    /// A run that waits.
    pub fn new(name: Name, kind: &'static Kind, threads: u64) -> Job {
        let (stopped, working) = (AtomicBool::new(false), AtomicBool::new(false));
        let (solving, experiment) = (Mutex::new(None), Mutex::new(None));
        Job { name, kind, threads, course: OnceLock::new(), solving, experiment, stopped, working }
    }

    /// What it may use of the machine.
    pub fn cpu(&self) -> Cpu {
        Cpu { threads: NonZero::new(self.threads as usize).unwrap_or(NonZero::<usize>::MIN) }
    }

    /// It is to stop as soon as it can.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Its turn has come.
    pub fn begin(&self) {
        self.working.store(true, Ordering::Relaxed);
    }

    /// Whether its turn has come.
    pub fn is_working(&self) -> bool {
        self.working.load(Ordering::Relaxed)
    }

    /// Says how far it is at this moment, which its folder does not know yet.
    pub fn tell(&self, progress: &mut Value) {
        if let Some(now) = self.course.get().map(Course::now) {
            match now.at {
                At::Generation { run, number } => {
                    progress["run"] = run.into();
                    progress["generation"] = number.into();
                }
                At::Judging { .. } => progress["judging"] = now.share.into(),
            }
            progress["speed"] = now.speed.round().into();
            progress["left"] = now.left.map(f64::round).into();
            progress["is_at_least"] = now.is_at_least.into();
        }
        if let Some(line) = lock(&self.solving).as_ref() {
            progress["stage"] = line.stage.as_str().into();
            progress["count"] = line.count.into();
            progress["evaluations"] = line.evaluations.into();
            progress["seconds"] = line.seconds.round().into();
            progress["fitness"] = line.fitness.into();
            progress["blocks"] = line.blocks.into();
        }
        if let Some(now) = lock(&self.experiment).as_ref() {
            let begun: f64 = now.running.iter().filter_map(|running| running.share).sum();
            progress["share"] = ((now.done as f64 + begun) / now.cells.max(1) as f64).into();
            progress["done"] = now.done.into();
            progress["failed"] = now.failed.into();
            progress["left"] = now.left.map(|left| left.as_secs_f64().round()).into();
            progress["running"] = now.running.iter().map(running).collect();
        }
    }
}

/// A cell that is being done.
fn running(cell: &RunningCell) -> Value {
    json!({ "cell": cell.cell, "share": cell.share, "seconds": cell.since.elapsed().as_secs() })
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("name", &self.name).field("threads", &self.threads).finish_non_exhaustive()
    }
}
