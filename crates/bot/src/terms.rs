//! What the bot looks at: one table, from which files of weights, help and the sum itself are made.

/// One thing that is counted, and what the sum of all of them is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The name it has in files of weights.
    pub name: &'static str,
    /// What is counted.
    pub meaning: &'static str,
}

/// How many things are counted on a board.
pub(crate) const BOARD_TERMS: usize = 21;

/// How many things are counted of a move.
pub(crate) const MOVE_TERMS: usize = 18;

/// Makes the table and names each entry.
macro_rules! terms {
    ($table:ident, $count:ident, $kind:ident: $($entry:ident $name:literal $meaning:literal)*) => {
        /// The entries by name.
        #[expect(dead_code, reason = "clears and slots are counted from the first of their kind on")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub(crate) enum $kind { $($entry),* }

        pub(crate) const $table: [Term; $count] = [$(Term { name: $name, meaning: $meaning }),*];
    };
}

terms! { OF_BOARD, BOARD_TERMS, OfBoard:
    Height "height" "the heights of all columns together"
    Highest "highest" "the height of the highest column"
    UpperHalf "upper-half" "how far the highest column reaches above half of the visible rows"
    UpperQuarter "upper-quarter" "how far it reaches above three quarters of them"
    Bumpiness "bumpiness" "the steps between neighbouring columns, the well left out"
    SquaredBumpiness "squared-bumpiness" "their squares"
    RowTransitions "row-transitions" "filled and empty cells side by side, walls being filled"
    Holes "holes" "empty cells below the top of their column"
    HoleColumns "hole-columns" "columns that have holes"
    Covered "covered" "filled cells above the highest hole of their column, at most six a column"
    SquaredCovered "squared-covered" "the squares of these counts"
    WellDepth "well-depth" "rows that are full but for the lowest column, from its top on, at most eight"
    DeepWells "deep-wells" "how far columns other than the lowest lie more than two rows below both neighbours"
    NearEdgeWell "well-at-wall" "whether the lowest column is beside a wall"
    EmptySlots "t-slots" "places for a T-Spin under an overhang that would clear nothing yet"
    SingleSlots "t-slots-single" "such places that would clear one line"
    DoubleSlots "t-slots-double" "such places that would clear two lines"
    TripleSlots "t-slots-triple" "such places that would clear three lines"
    BackToBack "back-to-back" "whether the next difficult clear is a Back-to-Back"
    HeldT "held-t" "whether a T is in Hold"
    Combo "combo" "how many pieces directly before cleared lines, at most twelve"
}

terms! { OF_MOVE, MOVE_TERMS, OfMove:
    Attack "attack" "rows sent"
    Single "single" "one line cleared without a spin"
    Double "double" "two lines cleared without a spin"
    Triple "triple" "three lines cleared without a spin"
    Tetris "tetris" "four lines cleared"
    MiniSingle "mini-single" "one line cleared by a Mini T-Spin"
    MiniDouble "mini-double" "two lines cleared by a Mini T-Spin"
    SpinSingle "spin-single" "one line cleared by a T-Spin"
    SpinDouble "spin-double" "two lines cleared by a T-Spin"
    SpinTriple "spin-triple" "three lines cleared by a T-Spin"
    BackToBackClear "back-to-back-clear" "a clear that was a Back-to-Back"
    BackToBackBroken "back-to-back-broken" "a clear that ended a Back-to-Back chain"
    ComboAttack "combo-attack" "rows sent by the combo"
    PerfectClear "perfect-clear" "a clear that left no Block"
    WastedT "wasted-t" "a T that cleared nothing by a spin"
    WastedI "wasted-i" "an I that was no Tetris"
    Landing "landing" "the lowest row of the piece"
    Held "held" "whether Hold was used"
}

/// Everything that is counted: first on the board after a move, then of the move.
///
/// ```
/// use tetrolab_bot::terms;
///
/// assert!(terms().any(|term| term.name == "t-slots-double"));
/// ```
pub fn terms() -> impl Iterator<Item = &'static Term> {
    OF_BOARD.iter().chain(&OF_MOVE)
}
