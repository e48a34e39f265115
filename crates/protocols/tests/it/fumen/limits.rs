//! Where the format ends.

use tetrolab_engine::{Piece, Placement, Rotation};
use tetrolab_protocols::fumen::{Fumen, LONGEST_COMMENT, MOST_PAGES, Page};

#[test]
fn pages_are_limited() {
    let pages = |count: usize| Fumen { pages: vec![Page::default(); count] };
    let most = pages(MOST_PAGES);
    assert_eq!(Fumen::decode(&most.encode()).unwrap(), most);
    let refusal = pages(MOST_PAGES + 1).try_encode().unwrap_err().to_string();
    assert_eq!(refusal, "10001 pages are too many: a fumen has at most 10000");
    // Again and again: no change of the field on 64 pages of three letters.
    let endless = format!("v115@{}", format!("vh/{}", "AAA".repeat(64)).repeat(200));
    let refusal = Fumen::decode(&endless).unwrap_err().to_string();
    assert!(refusal.ends_with(": the fumen has more than 10000 pages"), "{refusal}");
}

#[test]
fn comments_are_limited() {
    let page = |comment: String| Fumen { pages: vec![Page { comment, ..Page::default() }] };
    let longest = page("x".repeat(LONGEST_COMMENT));
    assert_eq!(Fumen::decode(&longest.encode()).unwrap(), longest);
    let refusal = page("あ".repeat(683)).try_encode().unwrap_err().to_string();
    assert_eq!(refusal, "page 1: the comment is too long: 4098 letters when escaped, at most 4095 have room");
}

#[test]
fn operations_lie_in_the_field() {
    let page = |placement| Fumen { pages: vec![Page { operation: Some(placement), ..Page::default() }] };
    let above = page(Placement::new(Piece::I, Rotation::North, 4, 23));
    assert_eq!(above.try_encode().unwrap_err().to_string(), "page 1: I at x 4, y 23 lies outside the field");
    // One Mino sticks out of the top, and is gone when the piece locks.
    let half = page(Placement::new(Piece::T, Rotation::North, 4, 22));
    assert_eq!(Fumen::decode(&half.encode()).unwrap(), half);
    assert_eq!(half.pages[0].field_after().blocks().board().filled_cells(), 3);
}
