//! Where pieces can lock, against the game itself: every sequence of keys is tried on a copy of it.

use std::collections::{HashMap, HashSet, VecDeque};

use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_protocols::aveiro::{Cell, Field, HEIGHT, InPlay, Key, Reach, Shape, Stack};

/// A stack with holes and overhangs whose highest row is `top`.
fn random_cells(random: &mut Random, top: i8, emptiness: u32) -> Vec<Cell> {
    let mut cells = Vec::new();
    for y in top..HEIGHT as i8 {
        let missing = 1 + random.below(8) as i8;
        cells.extend((1..=8).filter(|&x| x != missing && random.below(10) >= emptiness).map(|x| Cell { x, y }));
    }
    cells
}

/// One tick as the facts say it: down first; if there is room the key acts, otherwise the piece locks.
fn tick(field: &Field, piece: InPlay, key: Option<Key>) -> Option<InPlay> {
    let fallen = piece.moved(0, 1);
    if !field.fits(fallen) {
        return None;
    }
    let wanted = match key {
        None => fallen,
        Some(Key::Turn) => fallen.turned(),
        Some(Key::Left) => fallen.moved(-1, 0),
        Some(Key::Right) => fallen.moved(1, 0),
        Some(Key::Drop) => field.dropped(fallen),
    };
    Some(if field.fits(wanted) { wanted } else { fallen })
}

/// Every place where a piece can lock, with the fewest ticks until it lies there.
fn brute_force(field: &Field, start: InPlay) -> HashMap<InPlay, usize> {
    let (mut seen, mut locks) = (HashSet::from([start]), HashMap::new());
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((piece, ticks)) = queue.pop_front() {
        for key in [None].into_iter().chain(Key::ALL.map(Some)) {
            match tick(field, piece, key) {
                None => _ = locks.entry(piece).or_insert(ticks),
                Some(next) if seen.insert(next) => queue.push_back((next, ticks + 1)),
                Some(_) => {}
            }
        }
    }
    locks
}

#[test]
fn plans_find_what_trying_every_key_finds() {
    let mut random = Random::new(Seed(8), 0, Stream::Tests);
    let mut tucks = 0;
    for round in 0..600 {
        let top = if round % 10 == 0 { HEIGHT as i8 } else { 4 + random.below(26) as i8 };
        let cells = random_cells(&mut random, top, round % 7);
        let field = Field::from_cells(&cells).unwrap();
        let stack = Stack::from(&field);
        assert_eq!(stack, Stack::from_cells(cells).unwrap());
        let spawn = InPlay::spawn(Shape::ALL[random.below(7) as usize]);
        // Where it is dealt, where it is seen first, and somewhere on its way.
        let way = [Key::Left, Key::Right, Key::Turn].map(|key| (key, random.below(3)));
        let mut moved = spawn;
        for key in way.into_iter().flat_map(|(key, times)| (0..times).map(move |_| key)) {
            moved = tick(&field, moved, Some(key)).unwrap_or(moved);
        }
        for start in [spawn, spawn.moved(0, 1), moved].into_iter().filter(|&start| field.fits(start)) {
            let expected = brute_force(&field, start);
            let reach = Reach::new(&stack, start);
            let locks: Vec<InPlay> = reach.locks().collect();
            assert_eq!(
                locks.iter().copied().collect::<HashSet<_>>(),
                expected.keys().copied().collect(),
                "{start:?} {field:?}"
            );
            assert_eq!(locks.len(), expected.len(), "each once");
            for (&goal, &ticks) in &expected {
                let way = reach.way(goal).unwrap();
                assert_eq!(way.keys().len(), ticks, "{start:?} to {goal:?}");
                let end = way.keys().iter().try_fold(start, |piece, &key| tick(&field, piece, key));
                assert_eq!(end, Some(goal), "{start:?} {way:?}");
                assert_eq!(tick(&field, goal, None), None, "it locks there");
                assert_eq!(reach.is_resting(), tick(&field, start, None).is_none());
                tucks += usize::from(!field.fits(goal.moved(0, -3)));
            }
        }
    }
    assert!(tucks > 300, "places below overhangs are among them: {tucks}");
}

#[test]
fn nothing_leads_to_other_places() {
    let reach = Reach::new(&Stack::EMPTY, InPlay::spawn(Shape::T));
    let resting = reach.locks().next().unwrap();
    assert!(reach.way(resting).is_some());
    assert!(reach.way(resting.moved(0, -1)).is_none(), "it does not lock in the air");
    assert!(reach.way(resting.moved(0, 60)).is_none(), "nor below the floor");
    assert!(reach.way(InPlay { shape: Shape::J, ..resting }).is_none(), "nor as another shape");
}

#[test]
fn stacks_lock_and_clear_as_fields_do() {
    let mut random = Random::new(Seed(9), 0, Stream::Tests);
    let mut cleared = [0; 5];
    for _ in 0..3000 {
        let top = 6 + random.below(24) as i8;
        let mut field = Field::from_cells(&random_cells(&mut random, top, 0)).unwrap();
        let mut stack = Stack::from(&field);
        let reach = Reach::new(&stack, InPlay::spawn(Shape::ALL[random.below(7) as usize]));
        let goal = reach.locks().max_by_key(|lock| field.clone().lock(*lock)).unwrap();
        let lines = field.lock(goal);
        assert_eq!(stack.lock(goal), lines);
        assert_eq!(stack, Stack::from(&field));
        assert_eq!(stack.top() as i8, stack.cells().next().map_or(30, |cell| cell.y));
        cleared[lines as usize] += 1;
    }
    assert!(cleared[1] > 100 && cleared[2] > 10, "{cleared:?}");
}
