//! The side of the frontend.

use tetrolab_bot::{Position, Supply, TBP_RULES};
use tetrolab_engine::{HalfTurns, Kicks, Piece, Rules};
use tetrolab_protocols::tbp::{BotEvent, HostSide};

const INFO: &[u8] = br#"{"type":"info","name":"Example","version":"1","author":"Me","features":[]}"#;
const CLEVER: &[u8] =
    br#"{"type":"info","name":"Clever","features":["tetrolab:incoming","tetrolab:kicks","tetrolab:half_turns"]}"#;

fn reason(host: &mut HostSide, line: &[u8]) -> String {
    host.hear(line).unwrap_err().to_string()
}

#[test]
fn a_bot_speaks_in_turn() {
    let mut host = HostSide::new();
    let suggestion = br#"{"type":"suggestion","moves":[]}"#;
    let ready = br#"{"type":"ready"}"#;
    assert_eq!(reason(&mut host, ready), "ready: no rules were named that it could answer");
    assert_eq!(host.hear(INFO), Ok(BotEvent::Info));
    assert_eq!(host.info().unwrap().name, "Example");
    assert_eq!(reason(&mut host, INFO), "info: the bot has already said who it is");
    host.rules(&TBP_RULES, &Supply::Uniform);
    assert_eq!(host.hear(b"  "), Ok(BotEvent::Nothing));
    assert_eq!(host.hear(br#"{"type":"news"}"#), Ok(BotEvent::Nothing));
    assert!(!host.is_ready());
    assert_eq!(host.hear(ready), Ok(BotEvent::Ready));
    assert!(host.is_ready());
    host.start(&Position { queue: vec![Piece::S], ..Position::default() });
    assert_eq!(reason(&mut host, suggestion), "suggestion: nobody asked for one");
    host.suggest();
    assert_eq!(host.asked(), 1);
    assert!(reason(&mut host, b"]").starts_with("this is no JSON"));
    assert!(matches!(host.hear(suggestion), Ok(BotEvent::Suggestion(_))));
    assert_eq!(host.asked(), 0);
    let error = br#"{"type":"error","reason":"unsupported_rules"}"#;
    assert_eq!(host.hear(error), Ok(BotEvent::Error("unsupported_rules".to_string())));
    assert!(!host.is_ready());
    host.rules(&TBP_RULES, &Supply::Uniform);
    assert_eq!(host.hear(error), Ok(BotEvent::Refused("unsupported_rules".to_string())));
}

#[test]
fn extensions_are_for_bots_that_have_them() {
    let position = Position { queue: vec![Piece::S], incoming: 4, ..Position::default() };
    let rules = Rules { kicks: Kicks::SrsPlus, half_turns: HalfTurns::Tests, ..TBP_RULES };
    for (info, other, can) in [
        (INFO, TBP_RULES, true),
        (INFO, rules, false),
        (CLEVER, rules, true),
        (CLEVER, Rules { hold: false, ..TBP_RULES }, false),
        (CLEVER, Rules { half_turns: HalfTurns::Quarters, ..TBP_RULES }, false),
        (INFO, Rules { lock_out: false, ..TBP_RULES }, true),
    ] {
        let mut host = HostSide::new();
        host.hear(info).unwrap();
        assert_eq!(host.can_name(&other), can, "{other:?}");
    }
    let lines = |info: &[u8]| {
        let mut host = HostSide::new();
        host.hear(info).unwrap();
        [host.rules(&rules, &position.supply), host.start(&position)]
    };
    let [rules, start] = lines(INFO);
    assert_eq!(rules, r#"{"type":"rules","randomizer":"uniform"}"#);
    assert!(!start.contains("tetrolab"));
    let [rules, start] = lines(CLEVER);
    let expected =
        r#"{"type":"rules","randomizer":"uniform","tetrolab:kicks":"srs_plus","tetrolab:half_turns":"tests"}"#;
    assert_eq!(rules, expected);
    assert!(start.contains(r#""tetrolab:incoming":4"#), "{start}");
}
