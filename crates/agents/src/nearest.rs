//! Names that are not in a table, and what was probably meant.

use std::error::Error;
use std::fmt;

/// A name that is in no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    what: &'static str,
    name: String,
    nearest: Option<&'static str>,
}

impl Unknown {
    /// `what` was looked for by this name among these.
    pub fn new(what: &'static str, name: &str, names: impl Iterator<Item = &'static str>) -> Unknown {
        let likeness = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), other);
        let nearest = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        // A name that is less similar would be a puzzling suggestion.
        Unknown { what, name: name.to_string(), nearest: nearest.filter(|nearest| likeness(nearest) > 0.7) }
    }

    /// The name that may have been meant.
    pub const fn nearest(&self) -> Option<&'static str> {
        self.nearest
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} {:?}", self.what, self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; the nearest is {nearest}"),
            None => Ok(()),
        }
    }
}

impl Error for Unknown {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let names = || ["dellacherie", "boumaza-6", "boumaza-8", "bcts"].into_iter();
        let said = |name| Unknown::new("agent", name, names()).to_string();
        assert_eq!(said("delacherie"), "there is no agent \"delacherie\"; the nearest is dellacherie");
        assert_eq!(said("BCTS"), "there is no agent \"BCTS\"; the nearest is bcts");
        assert_eq!(said("boumaza8"), "there is no agent \"boumaza8\"; the nearest is boumaza-8");
        assert_eq!(said("xyz"), "there is no agent \"xyz\"");
    }
}
