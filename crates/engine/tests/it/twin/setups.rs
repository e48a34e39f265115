//! Random set-ups of every kind.

use tetrolab_engine::{
    ATTACK_TABLES, Block, Blocks, Fall, Goal, HANDLINGS, HalfTurns, InitialAction, Kicks, LockDown, MILLISECOND, MODES,
    NEVER, PerfectClear, Piece, Placement, RULES, Randomizer, Rotation, Seed, Setup, Size, SoftDrop, Time, Turn,
};

use super::choices::Choices;
use super::turning::{cells, rotation_points};

/// What a series of random games is about. Everything can happen in each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Nothing in particular.
    Everything,
    /// Timers that are due at the same moment: all times are multiples of one.
    Ties,
    /// Times of a few nanoseconds.
    Nanoseconds,
    /// A player who clears many lines.
    Lines,
    /// T pieces and places to spin them into.
    Spins,
    /// Garbage from the other player.
    Garbage,
    /// Pieces are taken back.
    Undo,
    /// Rows of garbage are dug, and others follow them.
    Digging,
}

impl Theme {
    pub const ALL: [Theme; 8] = [
        Theme::Everything,
        Theme::Ties,
        Theme::Nanoseconds,
        Theme::Lines,
        Theme::Spins,
        Theme::Garbage,
        Theme::Undo,
        Theme::Digging,
    ];

    /// Whether the games are played by a player who clears many lines.
    pub fn is_played_well(self) -> bool {
        matches!(self, Theme::Lines | Theme::Digging)
    }
}

/// A set-up that is a game.
pub fn random_setup(choices: &mut Choices<'_>, theme: Theme) -> Setup {
    loop {
        let setup = any_setup(choices, theme);
        if setup.problems().is_empty() {
            return setup;
        }
        if choices.used_up {
            return Setup::default();
        }
    }
}

fn any_setup(choices: &mut Choices<'_>, theme: Theme) -> Setup {
    let mut setup = Setup {
        rules: choices.pick(&RULES),
        mode: choices.pick(&MODES),
        handling: choices.pick(&HANDLINGS),
        seed: Seed(choices.below(1 << 30)),
        game: choices.below(1 << 20),
        ..Setup::default()
    };
    change_board(choices, &mut setup, theme);
    change_rules(choices, &mut setup);
    change_scoring(choices, &mut setup);
    change_mode(choices, &mut setup, theme);
    change_handling(choices, &mut setup);
    change_pieces(choices, &mut setup, theme);
    change_times(choices, &mut setup, theme);
    if setup.rules.fall != Fall::Never && !choices.one_in(50) {
        setup.rules.block_out = true;
    }
    if choices.coin() {
        setup.blocks = Some(random_blocks(choices, setup.rules.size, theme));
        if choices.coin() {
            setup.mode.starting_rows = 0;
        }
    }
    if choices.one_in(4) {
        setup.in_play = Some(random_placement(choices, setup.rules.size));
        setup.mode.starting_rows = 0;
    }
    if theme == Theme::Spins && !choices.one_in(4) {
        prepare_spin(choices, &mut setup);
    }
    setup
}

fn change_board(choices: &mut Choices<'_>, setup: &mut Setup, theme: Theme) {
    let rules = &mut setup.rules;
    let is_narrow = theme.is_played_well() || choices.one_in(3);
    if is_narrow {
        rules.size.width = choices.between(4, 7) as u8;
    } else if choices.coin() {
        rules.size.width = choices.between(4, 16) as u8;
    }
    if choices.coin() {
        rules.size.height = choices.pick(&[1, 2, 4, 5, 6, 8, 10, 12, 16, 20, 23, 40]);
        rules.size.buffer = choices.pick(&[0, 1, 2, 3, 4, 6, 10, 20]);
        let (height, buffer) = (i64::from(rules.size.height), i64::from(rules.size.buffer));
        if height + buffer >= 2 {
            rules.generation_row = choices.between(-height.min(5), buffer - 2) as i8;
        }
    }
    if choices.one_in(3) {
        rules.generation_drop = choices.coin();
    }
}

fn change_rules(choices: &mut Choices<'_>, setup: &mut Setup) {
    let rules = &mut setup.rules;
    if choices.coin() {
        rules.kicks = choices.pick(&[Kicks::Srs, Kicks::SrsPlus, Kicks::None]);
        rules.half_turns = choices.pick(&[HalfTurns::Off, HalfTurns::Tests, HalfTurns::Quarters]);
    }
    if choices.one_in(3) {
        rules.spins = !choices.one_in(4);
        rules.sticky_fifth_point = choices.coin();
    }
    if choices.one_in(3) {
        rules.hold = !choices.one_in(4);
        rules.next = choices.between(1, 6) as u8;
    }
    if choices.coin() {
        rules.lock_down = choices.pick(&[LockDown::Extended, LockDown::Infinite, LockDown::Classic]);
        rules.lock_moves = choices.pick(&[0, 1, 2, 3, 5, 15, 255]);
    }
    if choices.one_in(3) {
        rules.block_out = choices.coin();
        rules.lock_out = choices.coin();
    }
    if choices.one_in(3) {
        rules.attack = choices.pick(&ATTACK_TABLES);
    }
    if choices.coin() {
        rules.garbage.blocking = choices.coin();
        rules.garbage.cap = choices.pick(&[0, 1, 2, 3, 8, 10, 255]);
        rules.garbage.messiness = choices.pick(&[0, 1, 300, 500, 999, 1000]);
    }
}

fn change_scoring(choices: &mut Choices<'_>, setup: &mut Setup) {
    let scoring = &mut setup.rules.scoring;
    if choices.one_in(3) {
        scoring.by_level = choices.coin();
        scoring.back_to_back = choices.pick(&[0, 1, 33, 50, 100, 150, 999]);
        scoring.combo = choices.pick(&[0, 1, 50, 77]);
        scoring.soft_drop = choices.pick(&[0, 1, 3]);
        scoring.hard_drop = choices.pick(&[0, 2, 5]);
    }
    if choices.one_in(4) {
        for action in scoring.actions.as_flattened_mut() {
            *action = choices.pick(&[0, 1, 7, 99, 100, 101, 250, 333, 1200, 5000]);
        }
    }
    if choices.one_in(4) {
        scoring.perfect_clear_is = choices.pick(&[PerfectClear::BoardEmpty, PerfectClear::FloorEmpty]);
        for points in &mut scoring.perfect_clear {
            *points = choices.pick(&[0, 1, 20, 800, 2000]);
        }
    }
}

fn change_mode(choices: &mut Choices<'_>, setup: &mut Setup, theme: Theme) {
    let mode = &mut setup.mode;
    if choices.coin() {
        mode.start_level = choices.between(1, 15) as u8;
        mode.goal = choices.pick(&[Goal::Fixed, Goal::Variable, Goal::Nothing]);
        mode.endless = choices.coin();
    }
    if choices.one_in(4) {
        mode.line_limit = choices.pick(&[None, Some(1), Some(2), Some(5), Some(10)]);
    }
    if choices.one_in(4) {
        mode.time_limit = Some(1 + choices.span() * choices.pick(&[1, 10, 100]));
    }
    if choices.one_in(4) {
        let most = if choices.one_in(8) { i64::from(setup.rules.size.rows()) } else { 10 };
        mode.starting_rows = choices.between(0, most) as u8;
    }
    if choices.one_in(4) {
        mode.garbage_limit = choices.pick(&[None, Some(1), Some(3), Some(8), Some(20)]);
        mode.perfect_clear_limit = choices.pick(&[None, None, Some(1), Some(2), Some(3)]);
    }
    if theme == Theme::Digging {
        mode.starting_rows = choices.between(0, 5) as u8;
        mode.garbage_limit = Some(choices.between(1, 10) as u32);
    }
    if theme == Theme::Undo || choices.one_in(3) {
        mode.undo = true;
    }
}

fn change_handling(choices: &mut Choices<'_>, setup: &mut Setup) {
    let handling = &mut setup.handling;
    if choices.coin() {
        handling.soft_drop = match choices.below(6) {
            0 | 1 => SoftDrop::Instant,
            2 => SoftDrop::Times(1),
            3 => SoftDrop::Times(choices.pick(&[1000, 999_983, 1_000_000])),
            _ => SoftDrop::Times(choices.between(2, 60) as u32),
        };
    }
    if choices.coin() {
        let actions = [InitialAction::Off, InitialAction::Tap, InitialAction::Hold];
        handling.initial_rotation = choices.pick(&actions);
        handling.initial_hold = choices.pick(&actions);
    }
}

/// All times, by themselves so that a theme can say what they are like.
fn change_times(choices: &mut Choices<'_>, setup: &mut Setup, theme: Theme) {
    let changes_all = matches!(theme, Theme::Ties | Theme::Nanoseconds);
    let unit = choices.pick(&[10, 50, 100]) * MILLISECOND;
    let span = |choices: &mut Choices<'_>, old: Time| match theme {
        Theme::Ties => choices.pick(&[0, 1, 1, 2, 3, 5, 10]) * unit,
        Theme::Nanoseconds => choices.pick(&[0, 1, 2, 3, 5, 8, 13, 40]),
        _ if choices.one_in(3) => choices.span(),
        _ => old,
    };
    let rules = &mut setup.rules;
    rules.generation_delay = span(choices, rules.generation_delay);
    rules.clear_delay = span(choices, rules.clear_delay);
    rules.lock_delay = span(choices, rules.lock_delay);
    rules.garbage.travel = span(choices, rules.garbage.travel);
    if choices.one_in(20) {
        rules.lock_delay = NEVER;
    }
    let handling = &mut setup.handling;
    handling.auto_repeat_delay = span(choices, handling.auto_repeat_delay);
    handling.auto_repeat_rate = span(choices, handling.auto_repeat_rate);
    handling.cut_delay = span(choices, handling.cut_delay);
    if changes_all || choices.one_in(3) {
        rules.fall = match choices.below(if changes_all { 3 } else { 4 }) {
            0 => Fall::Never,
            1 => Fall::Instant,
            2 => Fall::Every(span(choices, 30 * MILLISECOND).max(1)),
            _ => Fall::ByLevel,
        };
    }
    // Two rules that the gate has: an end, and time between pieces.
    if theme == Theme::Nanoseconds && (rules.fall != Fall::Never || !rules.block_out) {
        if choices.coin() {
            rules.generation_delay += MILLISECOND;
        } else {
            rules.lock_delay = rules.lock_delay.saturating_add(MILLISECOND);
        }
    }
    // The slow game does every repeat, moving or not, one by one.
    if theme != Theme::Nanoseconds && handling.auto_repeat_rate < MILLISECOND / 2 {
        handling.auto_repeat_rate = 0;
    }
    if theme == Theme::Ties && setup.mode.time_limit.is_some() {
        setup.mode.time_limit = Some(unit * (1 + choices.below(60)));
    }
}

fn change_pieces(choices: &mut Choices<'_>, setup: &mut Setup, theme: Theme) {
    if choices.coin() {
        setup.randomizer = match choices.below(6) {
            0 => Randomizer::SevenBag,
            1 => Randomizer::Uniform,
            2 => Randomizer::Weighted([0; 7].map(|_: u16| choices.below(4) as u16)),
            3 => Randomizer::Repeat,
            4 => Randomizer::Nothing,
            _ => Randomizer::Mdptetris,
        };
    }
    if theme == Theme::Spins && !choices.one_in(4) {
        setup.randomizer = Randomizer::Weighted([1, 1, 1, 0, 1, 12, 1]);
    }
    if theme == Theme::Lines && choices.one_in(3) {
        setup.randomizer = Randomizer::Weighted(choices.pick(&[[9, 1, 1, 1, 1, 1, 1], [1, 0, 0, 0, 0, 0, 0]]));
    }
    let needs_pieces = matches!(setup.randomizer, Randomizer::Repeat | Randomizer::Nothing);
    if needs_pieces || choices.one_in(4) {
        let most = choices.pick(&[2, 4, 30]);
        for _ in 0..choices.between(1, most) {
            setup.queue.push(choices.pick(&Piece::ALL));
        }
    }
    if choices.one_in(4) {
        setup.hold = Some(choices.pick(&Piece::ALL));
    }
}

/// A T in play next to a place that it can spin into, by any rotation point.
fn prepare_spin(choices: &mut Choices<'_>, setup: &mut Setup) {
    if !choices.one_in(4) {
        setup.rules.spins = true;
        setup.handling.soft_drop = SoftDrop::Instant;
    }
    if choices.coin() {
        setup.rules.half_turns = HalfTurns::Tests;
        setup.rules.kicks = Kicks::SrsPlus;
    }
    let size = setup.rules.size;
    let mut blocks = setup.blocks.unwrap_or(Blocks::empty(size));
    let inside = |x: i8, y: i8| (0..size.width as i8).contains(&x) && (0..size.rows() as i8).contains(&y);
    let rotation = choices.pick(&Rotation::ALL);
    let turn = choices.pick(&[Turn::Left, Turn::Right, Turn::Half]);
    let points = rotation_points(setup.rules.kicks, Piece::T, rotation, turn);
    let chosen = if choices.coin() { points.len() - 1 } else { choices.below(points.len() as u64) as usize };
    let x = choices.between(0, i64::from(size.width) - 1) as i8;
    let y = choices.between(0, i64::from(size.height).min(8)) as i8;
    let before = Placement::new(Piece::T, rotation, x, y);
    let after = |(right, up)| Placement::new(Piece::T, rotation.turned(turn), x + right, y + up);
    let end = after(points[chosen]);
    for (x, y) in [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(x, y)| (end.x + x, end.y + y)) {
        if inside(x, y) && !choices.one_in(4) {
            blocks.set(x, y, Some(Block::Garbage));
        }
    }
    // The points tried before it are blocked, and it can turn on from there.
    for &point in &points[..chosen] {
        let (x, y) = choices.pick(&cells(after(point)));
        if inside(x, y) {
            blocks.set(x, y, Some(Block::Garbage));
        }
    }
    let next = Placement { rotation: end.rotation.turned(choices.pick(&Turn::ALL)), ..end };
    for &(x, y) in [cells(before), cells(end), cells(next)].as_flattened() {
        if inside(x, y) {
            blocks.set(x, y, None);
        }
    }
    setup.blocks = Some(blocks);
    setup.in_play = Some(before);
    setup.mode.starting_rows = 0;
}

fn random_placement(choices: &mut Choices<'_>, size: Size) -> Placement {
    let x = choices.between(0, i64::from(size.width) - 1) as i8;
    let y = choices.between(0, i64::from(size.rows()) - 1) as i8;
    Placement::new(choices.pick(&Piece::ALL), choices.pick(&Rotation::ALL), x, y)
}

/// Blocks of some pattern, without a full row.
fn random_blocks(choices: &mut Choices<'_>, size: Size, theme: Theme) -> Blocks {
    let mut blocks = Blocks::empty(size);
    let (width, all_rows) = (i64::from(size.width), i64::from(size.rows()));
    let highest = if choices.one_in(5) { all_rows } else { (i64::from(size.height) / 2).max(1) };
    let height = choices.between(0, highest);
    let hole = choices.between(0, width - 1);
    let pattern = match theme {
        Theme::Spins => choices.pick(&[0, 3, 3]),
        Theme::Lines => choices.pick(&[1, 2, 4, 4]),
        _ => choices.below(4),
    };
    for y in 0..height {
        for x in 0..width {
            let is_filled = match pattern {
                0 => choices.one_in(4),
                1 => !choices.one_in(4),
                2 | 4 => x != hole,
                // Slots for a T: a hole, a wider row above it, and a roof over one side.
                _ => match y % 3 {
                    0 => x != hole,
                    1 => (x - hole).abs() > 1,
                    _ => (x - hole).abs() > 1 || (x - hole == 1 - 2 * (hole % 2) && choices.coin()),
                },
            } && (pattern == 4 || !choices.one_in(40));
            if is_filled {
                let block = choices.pick(&[Block::Garbage, Block::Of(Piece::I), Block::Of(Piece::Z)]);
                blocks.set(x as i8, y as i8, Some(block));
            }
        }
        if (0..width).all(|x| blocks.get(x as i8, y as i8).is_some()) {
            blocks.set(choices.between(0, width - 1) as i8, y as i8, None);
        }
    }
    blocks
}
