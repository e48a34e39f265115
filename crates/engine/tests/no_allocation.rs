//! The timed game takes no memory for an input.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tetrolab_engine::{Game, Handling, Mode, RandomKeys, Rules, Seed, Setup};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting.
struct Counting;

// Both methods only pass on to the system's allocator, whose contract is therefore kept; counting touches a
// thread-local number that needs no allocation itself.
#[expect(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn inputs_take_no_memory() {
    let handlings = [Handling::GUIDELINE, Handling::COMPETITIVE];
    for (rules, handling) in [Rules::GUIDELINE, Rules::MODERN, Rules::SOLVER].into_iter().zip(handlings.iter().cycle())
    {
        let setup = Setup { mode: Mode::MARATHON, handling: *handling, seed: Seed(3), ..Setup::new(rules) };
        let mut game = Game::from_setup(&setup).unwrap();
        let mut keys = RandomKeys::new(Seed(3), 0);
        let mut at = 0;
        for input in 0..20_000 {
            if game.is_over() {
                game = Game::from_setup(&setup).unwrap();
                at = 0;
            }
            let before = ALLOCATIONS.get();
            game.update(at, Some(keys.next_input())).unwrap();
            at += RandomKeys::STEP;
            assert_eq!(ALLOCATIONS.get(), before, "{} rules, input {input}", rules.name);
        }
    }
}
