//! Settings that do not pass the gate.

use std::error::Error;
use std::fmt;

/// Everything that is wrong with some settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused<P> {
    problems: Vec<P>,
}

impl<P> Refused<P> {
    /// Settings pass if nothing is wrong.
    pub(crate) fn unless_empty(problems: Vec<P>) -> Result<(), Refused<P>> {
        if problems.is_empty() { Ok(()) } else { Err(Refused { problems }) }
    }

    /// What is wrong: at least one thing.
    pub fn problems(&self) -> &[P] {
        &self.problems
    }
}

impl<P: fmt::Display> fmt::Display for Refused<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let between = if index == 0 { "" } else { "; " };
            write!(f, "{between}{problem}")?;
        }
        Ok(())
    }
}

impl<P: fmt::Debug + fmt::Display> Error for Refused<P> {}
