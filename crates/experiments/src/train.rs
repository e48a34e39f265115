//! Players that learn.

pub mod record;
