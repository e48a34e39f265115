//! What the search looks at, against the same counted cell by cell.

use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_protocols::aveiro::search::measures::{MEASURES, NAMES, measure};
use tetrolab_protocols::aveiro::{Cell, HEIGHT, Stack};

/// Rows of columns, with walls and floor around them.
fn is_filled(stack: &Stack, x: i8, y: i8) -> bool {
    !(1..=8).contains(&x) || y >= HEIGHT as i8 || stack.is_filled(Cell { x, y })
}

fn slowly(stack: &Stack) -> [f64; MEASURES] {
    let rows = HEIGHT as i8;
    let filled = |x, y| is_filled(stack, x, y);
    let top = |x| (0..rows).find(|&y| filled(x, y)).unwrap_or(rows);
    let heights: Vec<i32> = (1..=8).map(|x| i32::from(rows - top(x))).collect();
    let highest = *heights.iter().max().unwrap();
    let cells = || (1..=8).flat_map(|x| (0..rows).map(move |y| (x, y)));
    let is_hole = |x, y| !filled(x, y) && y > top(x);
    let holes = cells().filter(|&(x, y)| is_hole(x, y)).count();
    let above_holes = cells().filter(|&(x, y)| filled(x, y) && (y..rows).any(|below| is_hole(x, below))).count();
    let rows_with_holes = (0..rows).filter(|&y| (1..=8).any(|x| is_hole(x, y))).count();
    let stacked = rows - highest as i8..rows;
    let row_transitions: usize = stacked.map(|y| (0..=8).filter(|&x| filled(x, y) != filled(x + 1, y)).count()).sum();
    let column_transitions = cells().filter(|&(x, y)| filled(x, y) != filled(x, y + 1)).count();
    let side = |x: i32| if (0..8).contains(&x) { heights[x as usize] } else { i32::MAX };
    let depth = |x: usize| side(x as i32 - 1).min(side(x as i32 + 1)) - heights[x];
    let well = (0..8).rev().max_by_key(|&x| depth(x)).unwrap();
    let deep = depth(well).max(0);
    let kept: Vec<i32> = (0..8).filter(|&x| deep == 0 || x != well).map(|x| heights[x]).collect();
    let bumpiness: i32 = kept.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
    let other_wells: i32 = (0..8).filter(|&x| x != well).map(|x| (1..=depth(x).clamp(0, 10)).sum::<i32>()).sum();
    let mut ready = 0;
    while ready + heights[well] < rows.into()
        && (1..=8).all(|x| x == well as i8 + 1 || filled(x, rows - 1 - (ready + heights[well]) as i8))
    {
        ready += 1;
    }
    [
        holes as f64,
        above_holes as f64,
        rows_with_holes as f64,
        row_transitions as f64,
        column_transitions as f64,
        bumpiness.into(),
        other_wells.into(),
        deep.min(10).into(),
        ready.min(4).into(),
        (ready - 4).clamp(0, 6).into(),
        heights.iter().sum::<i32>().into(),
        (highest - 10).max(0).into(),
        (highest - 16).max(0).into(),
        (highest - 21).max(0).into(),
        f64::from(u8::from(deep >= 2 && (well == 0 || well == 7))),
    ]
}

#[test]
fn measures_are_what_counting_says() {
    let mut random = Random::new(Seed(10), 0, Stream::Tests);
    let mut sums = [0.0; MEASURES];
    for round in 0..4000 {
        let emptiness = random.below(8);
        let well = 1 + random.below(8) as i8;
        let tops: Vec<u32> = (1..=8).map(|x| if x == well { 26 } else { random.below(30 - round % 20) }).collect();
        let cells = (1..=8).flat_map(|x| (0..HEIGHT as i8).map(move |y| Cell { x, y }));
        let kept: Vec<Cell> =
            cells.filter(|cell| cell.y as u32 >= tops[cell.x as usize - 1] && random.below(30) >= emptiness).collect();
        let stack = Stack::from_cells(kept).unwrap();
        let (fast, slow) = (measure(&stack), slowly(&stack));
        for index in 0..MEASURES {
            assert_eq!(fast[index], slow[index], "{} of {stack:?}", NAMES[index]);
            sums[index] += fast[index];
        }
    }
    assert_eq!(measure(&Stack::EMPTY), slowly(&Stack::EMPTY));
    for (name, sum) in NAMES.iter().zip(sums) {
        assert!(sum > 0.0, "{name} was always 0");
    }
}
