//! The bot where players of the research game are asked for.

use crate::program::refusal;

#[test]
fn the_bot_does_not_play_the_research_game() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["evaluate", "bot"][..],
        &["agents", "bot"],
        &["place", "--piece", "T", "--agent", "bot"],
        &["assist", "--agent", "bot"],
        &["train", "--start", "bot", "--out", "run"],
    ] {
        let error = refusal(folder.path(), arguments);
        assert_eq!(error, "bot plays the modern game only: tetrolab watch, play versus, arena", "{arguments:?}");
    }
    let error = refusal(folder.path(), &["evaluate", "bcts", "bot:1000"]);
    assert!(error.starts_with("bot:1000 plays the modern game only"), "{error}");
}
