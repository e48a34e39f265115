//! Messages that are unusual, and messages that are wrong.

use serde_json::{Value, json};
use tetrolab_bot::{Move, Position, Supply, TBP_RULES};
use tetrolab_engine::{Kicks, Piece, Placement, Rotation, Spin};
use tetrolab_protocols::tbp::{
    BotMessage, FrontendMessage, Randomizer, RandomizerKind, RulesMessage, Start, Suggestion, TbpError,
};

fn read(value: &Value) -> Result<FrontendMessage, TbpError> {
    FrontendMessage::read(value.to_string().as_bytes())
}

fn read_start(value: &Value) -> Start {
    match read(value) {
        Ok(FrontendMessage::Start(start)) => *start,
        other => panic!("{other:?}"),
    }
}

/// A start with an attribute that is otherwise than usual.
fn start(attribute: &str, value: Value) -> Value {
    let mut start = json!({
        "type": "start", "hold": null, "queue": ["T", "I"], "combo": 0, "back_to_back": false,
        "board": vec![vec![Value::Null; 10]; 40],
    });
    start[attribute] = value;
    start
}

/// What is wrong with a message, without the character at which it is.
fn wrong(value: &Value) -> String {
    match read(value) {
        Err(TbpError::Wrong { kind, reason }) => {
            let reason = reason.rsplit_once(" at character ").map_or(&*reason, |(reason, _)| reason);
            format!("{kind}: {reason}")
        }
        other => panic!("{other:?}"),
    }
}

fn row(cells: &str) -> Value {
    cells.chars().map(|cell| if cell == '.' { Value::Null } else { cell.to_string().into() }).collect()
}

#[test]
fn unknown_types_and_attributes_are_ignored() {
    assert_eq!(read(&json!({"type": "weather", "board": 7})), Ok(FrontendMessage::Unknown));
    assert_eq!(read(&json!({"type": "suggest", "urgent": {"very": true}})), Ok(FrontendMessage::Suggest));
    assert_eq!(BotMessage::read(br#"{"type":"chat","text":"hi"}"#), Ok(BotMessage::Unknown));
    let plain = read_start(&start("combo", 0.into()));
    assert_eq!(read_start(&start("tetrolab:unheard", json!([1]))), plain);
}

/// A row is named by its number, and no character is made up for it.
#[test]
fn places_are_true() {
    let reason = |value: &Value| read(value).unwrap_err().to_string();
    let short = start("board", json!([row("..........."), row("..........")]));
    assert_eq!(reason(&short), "start: row 0 of the board has 11 cells instead of 10");
    let unknown = start("board", json!([row("Q.........")]));
    let character = unknown.to_string().find("\"Q\"").unwrap() + "\"Q\",".len();
    let expected = format!("start: \"Q\" is no cell: a cell is null, a piece or \"G\" at character {character}");
    assert_eq!(reason(&unknown), expected);
}

#[test]
fn lines_that_are_no_messages() {
    let reason = |line: &[u8]| FrontendMessage::read(line).unwrap_err().to_string();
    assert_eq!(reason(b"{\"type\":\"suggest\""), "this is no JSON: EOF while parsing an object at character 17");
    assert_eq!(reason(b"hello"), "this is no JSON: expected value at character 1");
    for line in [&b"5"[..], b"null", b"[\"quit\"]", b"{}", b"{\"type\":7}", b"\"quit\""] {
        assert_eq!(reason(line), "a message is a JSON object with a `type`");
    }
    assert_eq!(reason(b"{\"type\":\"\xff\xfe\"}"), "this is no JSON: bytes that are no text at character 10");
    let deep = format!("{{\"type\":\"rules\",\"randomizer\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(reason(deep.as_bytes()).starts_with("rules: recursion limit exceeded"));
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(wrong(&json!({"type": "play"})), "play: missing field `move`");
    let turned = json!({"location": {"type": "T", "orientation": "up", "x": 1, "y": 0}, "spin": "none"});
    let expected = "play: unknown variant `up`, expected one of `north`, `east`, `south`, `west`";
    assert_eq!(wrong(&json!({"type": "play", "move": turned})), expected);
    let pieces = "is none of the pieces I, J, L, O, S, T and Z";
    assert_eq!(wrong(&start("queue", json!(["T", "Q"]))), format!("start: \"Q\" {pieces}"));
    assert_eq!(wrong(&start("hold", json!("TT"))), format!("start: \"TT\" {pieces}"));
    assert_eq!(
        wrong(&start("board", json!([row("....x.....")]))),
        "start: \"x\" is no cell: a cell is null, a piece or \"G\""
    );
    let short = json!([row(".........."), row(".........")]);
    assert_eq!(wrong(&start("board", short)), "start: row 1 of the board has 9 cells instead of 10");
    assert_eq!(wrong(&start("board", json!([row("GGGGGGGGGG")]))), "start: row 0 of the board is full");
    let mut high = vec![row(".........."); 41];
    assert!(read(&start("board", json!(high))).is_ok(), "empty rows above the board do no harm");
    high[40] = row("T.........");
    assert_eq!(wrong(&start("board", json!(high))), "start: the board has Blocks above row 39");
    let randomizer = |value| wrong(&start("randomizer", value));
    let twice = randomizer(json!({"type": "seven_bag", "bag_state": ["T", "O", "T"]}));
    assert_eq!(twice, "start: a bag of seven has only one T");
    let missing = randomizer(json!({"type": "seven_bag"}));
    assert_eq!(missing, "start: the randomizer is wrong: missing field `bag_state`");
    let empty = randomizer(json!({"type": "general_bag", "current_bag": {"I": 1}, "filled_bag": {"I": 0}}));
    assert_eq!(empty, "start: the filled bag has no pieces");
    // One line, and not too long, whatever a stranger writes.
    let long = wrong(&start("hold", "\n\u{1b}[31m".repeat(1000).into()));
    assert!(long.len() < 300 && !long.contains('\u{1b}'), "{long}");
}

#[test]
fn what_does_no_harm_is_understood() {
    let low = start("board", json!([row("GG.TTTJJLL"), row("Z.........")]));
    let position = Position::from(&read_start(&low));
    assert_eq!(position.board.to_string(), "X.........\nXX.XXXXXXX\n");
    assert_eq!(Position::from(&read_start(&start("combo", json!(-1)))).combo, 0);
    assert_eq!(Position::from(&read_start(&start("combo", json!(i64::MAX)))).combo, 10_000);
    let least = read_start(&json!({"type": "start", "queue": [], "board": []}));
    assert_eq!(Position::from(&least), Position::default());
}

#[test]
fn randomizers_become_supplies() {
    let supply = |value| Position::from(&read_start(&start("randomizer", value))).supply;
    assert_eq!(supply(json!({"type": "uniform"})), Supply::Uniform);
    assert_eq!(supply(json!({"type": "memory", "of": 4})), Supply::Uniform);
    assert_eq!(supply(json!("seven_bag")), Supply::Uniform);
    assert_eq!(supply(Value::Null), Supply::Uniform);
    assert_eq!(supply(json!({"type": "seven_bag", "bag_state": ["S"]})), Supply::seven_bag(&[Piece::S]));
    assert_eq!(supply(json!({"type": "seven_bag", "bag_state": []})), Supply::seven_bag(&Piece::ALL));
    let bag = supply(json!({"type": "general_bag", "current_bag": {"T": 1, "X": 9}, "filled_bag": {"I": 2, "T": 3}}));
    assert_eq!(bag, Supply::Bag { left: [0, 0, 0, 0, 0, 1, 0], full: [2, 0, 0, 0, 0, 3, 0] });
    for supply in [Supply::Uniform, Supply::seven_bag(&[Piece::L, Piece::Z]), bag] {
        let position = Position { supply, incoming: 3, queue: vec![Piece::O], ..Position::default() };
        let line = FrontendMessage::Start(Box::new(Start::from(&position))).to_string();
        let FrontendMessage::Start(again) = FrontendMessage::read(line.as_bytes()).unwrap() else { unreachable!() };
        assert_eq!(Position::from(&*again), position);
    }
    let kinds = [Supply::Uniform, Supply::seven_bag(&[]), bag].map(|supply| RandomizerKind::from(&supply));
    assert_eq!(kinds, [RandomizerKind::Uniform, RandomizerKind::SevenBag, RandomizerKind::GeneralBag]);
    assert_eq!(Supply::from(&Randomizer::Unknown), Supply::Uniform);
}

#[test]
fn rules_never_fail_to_be_read() {
    let rules = |value: Value| match read(&value) {
        Ok(FrontendMessage::Rules(rules)) => rules,
        other => panic!("{other:?}"),
    };
    for unknown in [json!({"type": "rules"}), json!({"type": "rules", "randomizer": {"odd": 1}})] {
        assert_eq!(rules(unknown), RulesMessage::default());
    }
    assert_eq!(rules(json!({"type": "rules", "randomizer": "uniform"})).randomizer, RandomizerKind::Uniform);
    let plus = rules(json!({"type": "rules", "tetrolab:kicks": "srs_plus", "tetrolab:half_turns": "tests"}));
    assert_eq!(plus.rules().unwrap().kicks, Kicks::SrsPlus);
    assert_eq!(plus, RulesMessage::default().with_movement(&plus.rules().unwrap()));
    assert_eq!(RulesMessage::default().rules(), Some(TBP_RULES));
    for odd in [json!("arika"), json!(5), Value::Null] {
        let message = rules(json!({"type": "rules", "tetrolab:kicks": odd}));
        assert_eq!(message.rules().is_some(), odd.is_null());
    }
}

/// The bottom left, top left, top right and bottom right Mino of O; of I the middle left one when it lies and the middle top one
/// when it stands, and the other one of the two in the middle upside down.
#[test]
fn centres_of_o_and_i_are_those_of_the_protocol() {
    let square = [(4, 0), (5, 0), (4, 1), (5, 1)];
    for (orientation, x, y) in [("north", 4, 0), ("east", 4, 1), ("south", 5, 1), ("west", 5, 0)] {
        assert_eq!(cells_of(Piece::O, orientation, x, y), square, "{orientation}");
    }
    let lying = [(3, 0), (4, 0), (5, 0), (6, 0)];
    let standing = [(3, 0), (3, 1), (3, 2), (3, 3)];
    for (orientation, x, y, cells) in
        [("north", 4, 0, lying), ("east", 3, 2, standing), ("south", 5, 0, lying), ("west", 3, 1, standing)]
    {
        assert_eq!(cells_of(Piece::I, orientation, x, y), cells, "{orientation}");
    }
}

/// The cells of a move that can be played on the empty board, row by row.
fn cells_of(piece: Piece, orientation: &str, x: i8, y: i8) -> [(i8, i8); 4] {
    let location = json!({"type": piece.to_string(), "orientation": orientation, "x": x, "y": y});
    let message = read(&json!({"type": "play", "move": {"location": location, "spin": "none"}}));
    let Ok(FrontendMessage::Play(a_move)) = message else { panic!("{message:?}") };
    let position = Position { queue: vec![piece], ..Position::default() };
    position.check(&TBP_RULES, a_move).unwrap();
    let mut cells = a_move.placement.cells().map(|cell| (cell.x, cell.y));
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    cells
}

#[test]
fn moves_are_written_as_they_are_named() {
    let far =
        r#"{"type":"play","move":{"location":{"type":"T","orientation":"west","x":99999999999,"y":-7},"spin":"full"}}"#;
    let Ok(FrontendMessage::Play(a_move)) = FrontendMessage::read(far.as_bytes()) else { panic!("it is a move") };
    assert_eq!(a_move, Move { placement: Placement::new(Piece::T, Rotation::West, 127, -7), spin: Spin::Full });
    for piece in Piece::ALL {
        for rotation in Rotation::ALL {
            for spin in Spin::ALL {
                let a_move = Move { placement: Placement::new(piece, rotation, 3, 7), spin };
                let line = FrontendMessage::Play(a_move).to_string();
                assert_eq!(FrontendMessage::read(line.as_bytes()), Ok(FrontendMessage::Play(a_move)));
            }
        }
    }
}

#[test]
fn a_move_that_cannot_be_understood_does_not_spoil_the_others() {
    let good = json!({"location": {"type": "T", "orientation": "north", "x": 1, "y": 0}, "spin": "none"});
    let mut wrong = [good.clone(), good.clone(), good.clone(), json!(7)];
    wrong[0]["location"]["type"] = "Q".into();
    wrong[1]["location"]["x"] = 4.5.into();
    wrong[2].as_object_mut().unwrap().remove("spin");
    let moves = [&wrong[..], &[good]].concat();
    let line = json!({"type": "suggestion", "moves": moves}).to_string();
    let Ok(BotMessage::Suggestion(suggestion)) = BotMessage::read(line.as_bytes()) else { panic!("{line}") };
    let reasons: Vec<&str> =
        suggestion.moves.iter().flat_map(|a_move| a_move.as_ref().err()).map(|reason| &**reason).collect();
    let expected = [
        "\"Q\" is none of the pieces I, J, L, O, S, T and Z",
        "invalid type: floating point `4.5`, expected i64",
        "missing field `spin`",
        "invalid type: integer `7`, expected a move",
    ];
    assert_eq!(reasons, expected);
    assert!(suggestion.moves[4].is_ok());
    let written = BotMessage::Suggestion(suggestion).to_string();
    assert_eq!(written.matches("location").count(), 1, "{written}");
}

#[test]
fn move_info_is_only_decoration() {
    let line = br#"{"type":"suggestion","moves":[],"move_info":{"nodes":"many","nps":5,"depth":-1,"extra":null}}"#;
    let Ok(BotMessage::Suggestion(Suggestion { moves, move_info })) = BotMessage::read(line) else {
        panic!("it is a suggestion")
    };
    let info = move_info.unwrap();
    assert_eq!((moves.len(), info.nodes, info.nps, info.depth, info.extra), (0, None, Some(5.0), None, None));
    let odd = BotMessage::read(br#"{"type":"suggestion","moves":[],"move_info":"none"}"#);
    assert_eq!(odd, Ok(BotMessage::Suggestion(Suggestion::default())));
}
