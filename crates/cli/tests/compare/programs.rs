//! The earlier and the present program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

use super::cases::Case;
use super::difference::differences;
use super::observed::Observed;
use super::renames::Renames;

/// Both programs, and where they work.
pub struct Programs {
    pub old: PathBuf,
    pub new: PathBuf,
    pub renames: Renames,
    /// The commit of the earlier program.
    pub commit: String,
}

/// The folder of the project.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

impl Programs {
    /// Both, after the earlier one was built if it is not there yet.
    pub fn get() -> &'static Programs {
        static PROGRAMS: OnceLock<Programs> = OnceLock::new();
        PROGRAMS.get_or_init(|| {
            let commit = include_str!("baseline").trim().to_string();
            let kept = project().join("target/compare").join(&commit);
            let old = kept.join("tetrolab");
            if !old.exists() {
                build(&commit, &kept);
            }
            Programs { old, new: env!("CARGO_BIN_EXE_tetrolab").into(), renames: Renames::read(), commit }
        })
    }

    /// A folder of this name to work in, empty.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = project().join("target/compare/work").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Runs the cases by both programs.
    ///
    /// # Panics
    /// If anything differs; all differences are written down.
    pub fn compare(&self, section: &str, cases: &[Case]) {
        self.compare_with(section, cases, Case::run);
    }

    /// Like [`Programs::compare`], for cases that are run in a way of their own.
    pub fn compare_with<T: Named + Sync>(
        &self,
        section: &str,
        cases: &[T],
        run: impl Fn(&T, &Path, &Path) -> Observed + Sync,
    ) {
        let waiting = Mutex::new(cases.iter().enumerate());
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    loop {
                        let Some((number, case)) = waiting.lock().unwrap().next() else { break };
                        let differences = self.compare_one(section, number, case, &run);
                        if !differences.is_empty() {
                            found.lock().unwrap().push((number, case.name(), differences));
                        }
                    }
                });
            }
        });
        let mut found = found.into_inner().unwrap();
        found.sort();
        for (_, name, differences) in &found {
            println!("{section}: {name}");
            for difference in differences {
                println!("    {difference}");
            }
        }
        println!("{section}: {} of {} cases differ", found.len(), cases.len());
        assert!(found.is_empty(), "{section}: {} cases differ", found.len());
    }

    fn compare_one<T: Named>(
        &self,
        section: &str,
        number: usize,
        case: &T,
        run: &impl Fn(&T, &Path, &Path) -> Observed,
    ) -> Vec<String> {
        // All in one place, because paths are part of some answers.
        let place = self.folder(&format!("{section}-{number}"));
        let (folder, linked) = (place.join("folder"), place.join("tetrolab"));
        let observe = |program: &Path| {
            fs::create_dir(&folder).unwrap();
            fs::hard_link(program, &linked).unwrap();
            let observed = run(case, &linked, &folder).without_folder(&folder, &linked);
            fs::remove_file(&linked).unwrap();
            fs::remove_dir_all(&folder).unwrap();
            observed
        };
        let mut old = Vec::from([observe(&self.old), observe(&self.old)]);
        loop {
            let new = self.renames.kept(section, &observe(&self.new));
            let renamed: Vec<Observed> = old.iter().map(|old| self.renames.apply(section, old)).collect();
            let found = differences(&renamed, &new);
            // What differs may be a time that was twice the same by chance.
            if found.is_empty() || old.len() == 4 {
                return found;
            }
            old.push(observe(&self.old));
        }
    }
}

/// What the report calls a case.
pub trait Named {
    fn name(&self) -> String;
}

/// Builds the program of a commit in a folder of its own.
fn build(commit: &str, kept: &Path) {
    let (source, root) = (kept.join("source"), project());
    fs::create_dir_all(&source).unwrap();
    let archive = format!("git archive {commit} | tar -x -C '{}'", source.display());
    let unpacked = Command::new("sh").args(["-c", &archive]).current_dir(&root).status().unwrap();
    assert!(unpacked.success(), "{commit} could not be unpacked: is the whole history here?");
    let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release"])
        .current_dir(&source)
        .env("CARGO_TARGET_DIR", kept.join("target"))
        .status()
        .unwrap();
    assert!(built.success(), "{commit} could not be built");
    fs::rename(kept.join("target/release/tetrolab"), kept.join("tetrolab")).unwrap();
    fs::remove_dir_all(kept.join("target")).unwrap();
}
