//! Times as players read them.

use tetrolab_engine::{SECOND, Time};

/// Minutes, seconds and hundredths.
pub fn clock(time: Time) -> String {
    let hundredths = time / (SECOND / 100);
    format!("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_count_minutes() {
        assert_eq!(clock(0), "0:00.00");
        assert_eq!(clock(61 * SECOND + 234_567_890), "1:01.23");
        assert_eq!(clock(3600 * SECOND), "60:00.00");
    }
}
