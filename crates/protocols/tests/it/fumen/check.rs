//! What holds for every text that is read as fumen. The tests and the fuzz target share it.

use tetrolab_protocols::fumen::{Fumen, MOST_PAGES};

/// Reads a text. If it is a document, it survives being written and read again. Says whether it was.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let fumen = match Fumen::decode(text) {
        Ok(fumen) => fumen,
        Err(error) => {
            let said = error.to_string();
            assert!(!said.contains('\n'), "one line: {said:?}");
            // What is missing is one behind the last character.
            assert!(error.position().is_none_or(|at| (1..=text.chars().count() + 1).contains(&at)), "{said}");
            return false;
        }
    };
    assert!(fumen.pages.len() <= MOST_PAGES);
    // A long comment that was not escaped can be too long when it is.
    if let Ok(written) = fumen.try_encode() {
        assert_eq!(Fumen::decode(&written).as_ref(), Ok(&fumen), "{written}");
    }
    for page in &fumen.pages {
        let _ = (page.to_string(), page.is_quiz(), page.picture());
    }
    true
}
