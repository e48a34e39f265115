//! The value of the Blocks against a twin that counts cell by cell.

use tetrolab_engine::{Board, Random, Seed, Size, Stream};

use super::*;
use crate::terms::OF_BOARD;

/// A board with columns of any height, holes, and sometimes a tidy stack with a well.
fn board(random: &mut Random, size: Size) -> Board {
    let mut board = Board::empty(size);
    let (tallest, chance) = (random.below(u32::from(size.height) + 4), random.below(8));
    let well = random.below(u32::from(size.width)) as i8;
    for x in 0..size.width as i8 {
        let height = if random.below(2) == 0 { tallest } else { random.below(tallest + 1) };
        for y in 0..(height as i8).min(size.rows() as i8) {
            let is_filled = random.below(10) >= chance && (x != well || random.below(4) == 0);
            board.set(x, y, is_filled);
        }
    }
    board
}

fn height(board: &Board, x: i8) -> i8 {
    (0..board.size().rows() as i8).rev().find(|&y| board.is_filled(x, y)).map_or(0, |y| y + 1)
}

/// Everything that is counted of the Blocks.
fn counts(board: &Board) -> [f32; BOARD_TERMS] {
    let (width, visible) = (board.size().width as i8, i32::from(board.size().height));
    let heights: Vec<i32> = (0..width).map(|x| i32::from(height(board, x))).collect();
    let highest = *heights.iter().max().unwrap();
    let lowest = *heights.iter().min().unwrap();
    let well = heights.iter().position(|&height| height == lowest).unwrap();
    let mut counts = [0.0; BOARD_TERMS];
    let mut add = |term: OfBoard, count: i32| counts[term as usize] += count as f32;
    add(OfBoard::Highest, highest);
    add(OfBoard::UpperHalf, (highest - visible / 2).max(0));
    add(OfBoard::UpperQuarter, (highest - visible * 3 / 4).max(0));
    for x in 0..width {
        let top = heights[x as usize];
        add(OfBoard::Height, top);
        let holes = (0..top).filter(|&y| !board.is_filled(x, y as i8)).count() as i32;
        add(OfBoard::Holes, holes);
        if holes > 0 {
            let covered = (0..top).rev().take_while(|&y| board.is_filled(x, y as i8)).count().min(6) as i32;
            add(OfBoard::HoleColumns, 1);
            add(OfBoard::Covered, covered);
            add(OfBoard::SquaredCovered, covered * covered);
        }
        let side = |beside: i8| if (0..width).contains(&beside) { heights[beside as usize] } else { 32 };
        if x as usize != well {
            add(OfBoard::DeepWells, (side(x - 1).min(side(x + 1)) - top - 2).max(0));
        }
    }
    let others: Vec<i32> = (0..heights.len()).filter(|&x| x != well).map(|x| heights[x]).collect();
    for pair in others.windows(2) {
        add(OfBoard::Bumpiness, (pair[0] - pair[1]).abs());
        add(OfBoard::SquaredBumpiness, (pair[0] - pair[1]).pow(2));
    }
    for y in 0..highest as i8 {
        let steps = (0..=width).filter(|&x| board.is_filled(x - 1, y) != board.is_filled(x, y)).count();
        add(OfBoard::RowTransitions, steps as i32);
    }
    let is_ready = |y: &i32| (0..width).all(|x| x as usize == well || board.is_filled(x, *y as i8));
    add(OfBoard::WellDepth, (lowest..40).take_while(is_ready).count().min(8) as i32);
    add(OfBoard::NearEdgeWell, i32::from(well == 0 || well + 1 == heights.len()));
    for (lines, count) in slots(board).into_iter().enumerate() {
        counts[OfBoard::EmptySlots as usize + lines] = count as f32;
    }
    counts
}

/// Whether a picture, top row first, lies on the board with its lower left corner there. `^` is free with nothing above it.
fn looks_like(board: &Board, picture: &[&str], left: i8, bottom: i8, mirrored: bool) -> bool {
    picture.iter().rev().zip(bottom..).all(|(row, y)| {
        let width = row.len() as i8;
        row.chars().zip(0..).all(|(cell, column)| {
            let x = left + if mirrored { width - 1 - column } else { column };
            match cell {
                'X' => board.is_filled(x, y),
                '.' => y >= 0 && !board.is_filled(x, y),
                '^' => y >= 0 && (y..40).all(|y| !board.is_filled(x, y)),
                _ => true,
            }
        })
    })
}

fn slots(board: &Board) -> [u32; 4] {
    let mut found = [0; 4];
    let width = board.size().width as i8;
    let is_full_but = |y: i8, free: &[i8]| (0..width).all(|x| free.contains(&x) || board.is_filled(x, y));
    for bottom in 0..28 {
        for left in 0..width {
            let notch = [["X ?", ".^^", "X.X"], ["? X", "^^.", "X.X"]];
            let is_notch = |picture: &[&str; 3]| looks_like(board, picture, left, bottom, false);
            if left + 2 < width && notch.iter().any(is_notch) {
                let body = is_full_but(bottom + 1, &[left, left + 1, left + 2]);
                let nose = is_full_but(bottom, &[left + 1]);
                found[usize::from(body) + usize::from(nose)] += 1;
            }
            let well = ["X  ", ".^^", ".X ", "..?", ".X "];
            for mirrored in [false, true] {
                // The notch may have a roof of one Block only.
                if left + 2 < width && looks_like(board, &well, left, bottom, mirrored) {
                    let (column, beside) = if mirrored { (left + 2, left + 1) } else { (left, left + 1) };
                    let arms = [bottom, bottom + 2].into_iter().filter(|&y| is_full_but(y, &[column])).count();
                    let nose = is_full_but(bottom + 1, &[column, beside]);
                    found[arms + usize::from(nose)] += 1;
                }
            }
        }
    }
    found
}

#[test]
fn lanes_agree_with_counting_cell_by_cell() {
    let mut random = Random::new(Seed(8), 0, Stream::Tests);
    let mut with_slots = 0;
    for size in [Size::STANDARD, Size { width: 4, height: 8, buffer: 4 }, Size { width: 14, height: 20, buffer: 4 }] {
        for _ in 0..4000 {
            let board = board(&mut random, size);
            let counts = counts(&board);
            with_slots += u32::from(counts[OfBoard::EmptySlots as usize..][..4].iter().any(|&count| count > 0.0));
            for term in 0..BOARD_TERMS {
                let weights = std::array::from_fn(|other| if other == term { 1.0 } else { 0.0 });
                let value = Ground::new(&weights, size).value(&board);
                assert_eq!(value, counts[term], "{}\n{board}", OF_BOARD[term].name);
            }
        }
    }
    assert!(with_slots > 500, "{with_slots}");
}
