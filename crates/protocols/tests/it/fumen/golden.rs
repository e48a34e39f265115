//! Documents that other programs have written, and what is in them.

use tetrolab_engine::{Piece, Placement, Rotation};
use tetrolab_protocols::fumen::{Flags, Fumen, FumenError, Page, Part};

/// Seven pieces of an opening, with two comments.
const OPENING: &str = "v115@vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBJFKYPAUEzP?EJG98AQmqhECDdCA";
/// Colours, a garbage row, comments in between, and a mirror.
const PERFECT_CLEAR: &str = "v115@9gilGeglRpGeg0RpGei0GeI8AeAgWYAQIKvDll2TAS?IvBElCyTASIqPEFGNXEvhE9tB0sBXjBAwSYATwgkDlt0TAz?\
                             B88AQx2vAx178AwngHBAAPMAFbuYCJciNEyoAVB";
/// O in each of its rotations.
const SQUARES: &str = "v115@OgA8ceA8ceA8jezKJvhC7bBjMBr9A6fxSHexSHeAAIexSHexSHeAAIexSHexSHeAAIexSHexSOeAAA";
const LOCK_OFF: &str = "v115@bhJ8Je1KnvhA1qf";
const RISE: &str = "v115@chwhLeA8EeAYJvhAAAAShQaLeAAOeAAA";
const MIRROR: &str = "v115@bhwhglQpAtwwg0Q4A8LeAQLvhAAAAdhAAwDgHQLAPwSgWQaJeAAA";
const JAPANESE: &str = "v115@vhAAgWqAlvs2A1sDfEToABBlvs2AWDEfET4J6Alvs2AWJEfE0H3KBlvtHB00AAA";
const SURROGATES: &str = "v115@vhAAgWwAl/SSBzEEfEEFj6Al/SSBzEEfEkGpzBl/SSBzEEfEkpv6Bl/SSBTGEfEEojHB";
/// A quiz over ten pages.
const QUIZ: &str =
    "v115@vhJSSYtAFLDmClcJSAVDEHBEooRBMoAVBU3LMC6f/w?CpHLWCTO1LCJO1LCJO1LCpAAAA1wBTpB3qBxpBUsBWtBOmB?FqBctB";
const OLD: &str = "v110@7eAA4G";

/// All of them, and one as a link.
pub const GOLDEN: [&str; 11] = [
    OPENING,
    PERFECT_CLEAR,
    SQUARES,
    LOCK_OFF,
    RISE,
    MIRROR,
    JAPANESE,
    SURROGATES,
    QUIZ,
    OLD,
    "https://fumen.zui.jp/?d115@vhAAgH&a=b",
];

fn read(text: &str) -> Vec<Page> {
    Fumen::decode(text).unwrap_or_else(|error| panic!("{error}: {text}")).pages
}

#[test]
fn written_again_they_are_the_same() {
    for text in GOLDEN.iter().filter(|text| text.starts_with("v115@")) {
        assert_eq!(Fumen::decode(text).unwrap().encode().replace('?', ""), text.replace('?', ""));
    }
    assert_eq!(Fumen::decode(PERFECT_CLEAR).unwrap().encode(), PERFECT_CLEAR);
}

#[test]
fn an_opening() {
    let pages = read(OPENING);
    assert_eq!(pages.len(), 7);
    assert!(pages[..6].iter().all(|page| page.comment == "Opening" && !page.is_quiz()));
    assert_eq!(pages[6].comment, "T-Spin Double");
    assert_eq!(pages[0].operation, Some(Placement::new(Piece::I, Rotation::North, 4, 0)));
    assert_eq!(pages[0].flags, Flags { colour: true, ..Flags::default() });
    assert_eq!(pages[6].to_string(), "...JJJ....\nL..ZZJS...\nLtttZZSSOO\nLLtIIIISOO\n");
}

#[test]
fn an_opening_and_its_mirror() {
    let pages = read(PERFECT_CLEAR);
    let comments: Vec<&str> = pages.iter().map(|page| page.comment.as_str()).collect();
    assert_eq!(comments[..1], ["Perfect Clear Opener"]);
    assert_eq!(comments[4..], ["Success: 61.19 %", "(Mirror)"]);
    assert_eq!(pages[0].to_string(), "LLL.......\nLOO.......\nJOO.......\nJJJ.......\n----------\nXXXXXXXXX.\n");
    assert_eq!(pages[4].to_string(), "LLL.....SS\nLOO....SST\nJOO...ZZTT\nJJJ....ZZT\n----------\nXXXXXXXXX.\n");
    // The garbage row is not mirrored.
    assert_eq!(pages[5].to_string(), "SS.....LLL\nTSS....OOL\nTTZZ...OOJ\nTZZ....JJJ\n----------\nXXXXXXXXX.\n");
}

#[test]
fn squares_have_four_centres() {
    let operations: Vec<Placement> = read(SQUARES).iter().filter_map(|page| page.operation).collect();
    let square = |rotation, x, y| Placement::new(Piece::O, rotation, x, y);
    assert_eq!(
        operations,
        [
            square(Rotation::North, 3, 0),
            square(Rotation::West, 4, 3),
            square(Rotation::South, 4, 7),
            square(Rotation::East, 3, 10)
        ]
    );
}

#[test]
fn flags_say_what_is_carried_on() {
    let pages = read(LOCK_OFF);
    // The full row stays, since nothing locked.
    assert_eq!(pages[1].to_string(), "...t......\n..ttt.....\nXXXXXXXXXX\n");
    let pages = read(RISE);
    assert_eq!(pages[0].to_string(), ".I........\n----------\n....X.....\n");
    assert_eq!(pages[1].to_string(), ".I........\n....X.....\n");
    let pages = read(MIRROR);
    assert_eq!((pages[0].to_string(), pages[1].to_string()), ("ILOZTJSX..\n".into(), "..XSJTZOLI\n".into()));
}

#[test]
fn comments_are_unicode() {
    assert_eq!(read(JAPANESE)[0].comment, "こんにちは世界");
    assert_eq!(read(SURROGATES)[0].comment, "🂡🆛🏍😵");
}

#[test]
fn a_quiz_goes_on() {
    let pages = read(QUIZ);
    let comments: Vec<&str> = pages.iter().map(|page| page.comment.as_str()).collect();
    assert!(pages.iter().all(Page::is_quiz));
    assert_eq!(comments[0], "#Q=[](L)TOSIZJJTIZOLSIIIIIIIIIIII");
    assert_eq!(comments[1], "#Q=[](T)OSIZJJTIZOLSIIIIIIIIIIII");
    assert_eq!(comments[9], "#Q=[](I)ZOLSIIIIIIIIIIII");
}

#[test]
fn links_and_other_marks() {
    let opening = read(OPENING);
    let data = &OPENING[5..];
    for text in [
        format!("d115@{data}"),
        format!("m115@{data}"),
        format!("https://fumen.zui.jp/?v115@{data}"),
        format!("https://harddrop.com/fumen/?v115@{data}#english.js"),
        format!("https://example.org/?a=1&d=v115%40{}&b=2", data.replace('/', "%2F").replace('?', "%3F")),
        format!("  v115@{}\n", data.replace('?', "\n ")),
    ] {
        assert_eq!(read(&text), opening, "{text}");
    }
    assert_eq!(read(OLD), read("v115@vhAAgH"));
    assert_eq!(read("v115@"), []);
}

#[test]
fn refusals_say_what_and_where() {
    let refusal = |text: &str| Fumen::decode(text).unwrap_err().to_string();
    assert_eq!(refusal("board.txt"), "there is no fumen in the text: it begins with v115@ or v110@");
    assert_eq!(refusal("é v100@vhAAgH"), "character 3: fumen of version 100 cannot be read, only 115 and 110");
    assert_eq!(
        refusal("v115@vhA!gH"),
        "character 9: '!' on page 1 is no letter of fumen (they are A to Z, a to z, 0 to 9, + and /)"
    );
    assert_eq!(refusal("v115@v"), "character 7: the fumen ends in the middle of the field of page 1");
    assert_eq!(refusal("v115@vhBAgHA"), "character 13: the fumen ends in the middle of the operation of page 2");
    assert_eq!(refusal("v115@vhAAgWA"), "character 13: the fumen ends in the middle of the comment of page 1");
    assert_eq!(refusal("v115@AAAgH"), "character 6: the field of page 1 has a cell of a colour that does not exist");
    assert_eq!(refusal("v115@A8vhAgH"), "character 8: the field of page 1 has more cells than there is room for");
    assert_eq!(refusal("v115@vhAAgWBA/////"), "character 14: the comment of page 1 is no text");
    let error = FumenError::EndsEarly { position: 7, page: 1, part: Part::Field };
    assert_eq!(Fumen::decode("v115@v"), Err(error));
}
