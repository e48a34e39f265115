//! What a view changes in the preferences: it counts at once, and is saved when the view is left.

use super::view::Shared;
use tetrolab_sessions::preferences::Preferences;

/// The preferences as they were saved last.
pub struct Changes {
    saved: Preferences,
}

impl Changes {
    /// None so far.
    pub fn none(shared: &Shared) -> Changes {
        Changes { saved: shared.preferences.clone() }
    }

    /// Saves them if there are any.
    pub fn save(&mut self, shared: &mut Shared) {
        if self.saved != shared.preferences {
            self.saved = shared.preferences.clone();
            shared.save_preferences();
        }
    }
}
