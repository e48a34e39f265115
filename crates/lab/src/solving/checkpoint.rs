//! The file that a run goes on from.

use std::fs;

use serde::{Deserialize, Serialize};
use tetrolab_engine::Digest;
use tetrolab_solve::Checkpoint;

use tetrolab_runs::folder::{Folder, FolderError};

/// Where the run was when it was last kept.
const CHECKPOINT: &str = "checkpoint.json";

/// A checkpoint with what it belongs to.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    /// The digest of the settings of its run.
    run: String,
    /// How many seconds were worked until then.
    pub seconds: f64,
    pub checkpoint: Checkpoint,
}

/// What there is to go on from.
#[derive(Debug)]
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// Something that is torn, or belongs to another run.
    Unusable,
    /// This.
    Kept(Box<Kept>),
}

/// Writes it whole: a line with the digest of the rest, then the rest.
pub(super) fn write(folder: &Folder, run: &str, seconds: f64, checkpoint: Checkpoint) -> Result<(), FolderError> {
    let kept = Kept { run: run.to_string(), seconds, checkpoint };
    let body = serde_json::to_string(&kept).map_err(|error| folder.wrong(error))?;
    folder.write(CHECKPOINT, format!("{}\n{body}\n", digest(&body)).as_bytes())
}

/// Reads what there is for this run.
pub(super) fn read(folder: &std::path::Path, run: &str) -> Found {
    let Ok(bytes) = fs::read(folder.join(CHECKPOINT)) else { return Found::Nothing };
    let kept = || -> Option<Kept> {
        let text = String::from_utf8(bytes).ok()?;
        let (sum, body) = text.split_once('\n')?;
        let body = body.strip_suffix('\n').filter(|body| digest(body) == sum)?;
        serde_json::from_str(body).ok().filter(|kept: &Kept| kept.run == run && kept.seconds >= 0.0)
    };
    kept().map_or(Found::Unusable, |kept| Found::Kept(Box::new(kept)))
}

/// Takes it away.
pub(super) fn remove(folder: &Folder) -> Result<(), FolderError> {
    folder.remove(CHECKPOINT)
}

fn digest(body: &str) -> String {
    let mut digest = Digest::default();
    digest.add(body.as_bytes());
    format!("{:016x}", digest.value())
}
