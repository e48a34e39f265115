//! Agents of the course's game: the students' scores, and every agent of the table.

use tetrolab_protocols::aveiro::{Agent, AgentError, Brain, Game, Key, Pieces, View, entries, lock_step};

/// What the program of the students scores with these seeds when no key is ever late.
#[test]
fn the_students_agent_scores_what_it_scored() {
    let scores: Vec<u64> = (1..=10).map(|seed| lock_step(&mut Brain::seed_agent(), seed, 20_000).score).collect();
    assert_eq!(scores, [107, 66, 56, 105, 42, 118, 42, 110, 30, 70]);
}

/// Over a thousand games the program had a mean of 103.7, a median of 94, and cleared 65 388, 7065, 896 and 126 times one to four rows. To
/// these come seven single rows here: an I that is dealt onto an I ends the game, and their eight cells make a full row.
#[test]
fn a_thousand_games_of_the_students_agent() {
    let played: Vec<_> = (1..=1000).map(|seed| lock_step(&mut Brain::seed_agent(), seed, 20_000)).collect();
    let mut scores: Vec<u64> = played.iter().map(|played| played.score).collect();
    scores.sort_unstable();
    assert_eq!(scores.iter().sum::<u64>(), 103_728 + 7);
    assert_eq!((scores[0], scores[500], scores[999]), (4, 94, 435));
    let clears =
        played.iter().fold([0; 4], |sums: [u64; 4], played| std::array::from_fn(|n| sums[n] + played.clears[n]));
    assert_eq!(clears, [65_388 + 7, 7065, 896, 126]);
}

#[test]
fn every_agent_plays() {
    for entry in entries() {
        let agent = Agent::named(entry.name).unwrap();
        let first = lock_step(&mut agent.brain(3), 3, 60);
        assert_eq!(first, lock_step(&mut agent.brain(3), 3, 60), "{}: the same again", entry.name);
        assert!(first.pieces > 10, "{}: {first:?}", entry.name);
        assert!(!entry.meaning.is_empty());
        let further = agent.with_lookahead(1);
        match entry.name {
            "aveiro" | "aveiro-general" => assert_eq!(further.unwrap_err(), AgentError::NoLookahead),
            _ => assert!(lock_step(&mut further.unwrap().brain(3), 3, 20).pieces > 10, "{}", entry.name),
        }
    }
}

/// Pieces get where they are wanted: nothing that a pilot does is lost, and no key is pressed in vain.
#[test]
fn pilots_press_only_keys_that_act() {
    for name in ["tetrolab", "lee", "random"] {
        let mut brain = Agent::named(name).unwrap().brain(5);
        let mut game = Game::new(Pieces::seeded(5));
        let mut key: Option<Key> = None;
        while game.is_running() && game.dealt() < 200 {
            let before = game.in_play();
            game.tick(key);
            if let (Some(before), Some(after), Some(key)) = (before, game.in_play(), key) {
                assert_ne!(after, before.moved(0, 1), "{name}: {key:?}");
            }
            key = brain.see(&View::from(&game)).keys().last().flatten();
        }
    }
}

#[test]
fn ours_survives_and_clears_four_rows_at_once() {
    let played = lock_step(&mut Agent::named("tetrolab").unwrap().brain(1), 1, 1000);
    assert!(played.is_capped, "{played:?}");
    assert!(played.score > 1000, "{played:?}");
    assert!(played.clears[3] * 4 * 2 > played.lines, "most rows go four at once: {played:?}");
}

#[test]
fn there_are_reasons_to_refuse_an_agent() {
    let unknown = Agent::named("nobody").unwrap_err().to_string();
    assert!(unknown.starts_with("there is no agent \"nobody\"; there are tetrolab, aveiro,"), "{unknown}");
    assert_eq!(Agent::named("lee").unwrap().with_lookahead(4).unwrap_err(), AgentError::Lookahead(4));
}
