//! `tetrolab bench --bot`.

use std::path::Path;

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

#[test]
fn the_bot_is_measured() {
    let arguments = ["bench", "--bot", "--pieces", "200", "--nodes", "400", "--previews", "3", "--seed", "5"];
    let document = || -> Value {
        let output = tetrolab(Path::new("."), &[&arguments[..], &["--json"]].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (mut first, mut again) = (document(), document());
    assert_eq!((&first["pieces"], &first["stopped"]), (&200.into(), &false.into()));
    assert!(first["attack_per_piece"].as_f64().unwrap() > 0.1);
    assert!(first["margin"].as_f64().is_some());
    assert!(first["nodes"].as_u64().unwrap() >= 200 * 400);
    assert!(first["nodes_per_cpu_second"].as_f64().is_none_or(|rate| rate > 10_000.0));
    assert!(first["clears"]["none"][1].as_u64().unwrap() + first["clears"]["none"][4].as_u64().unwrap() > 5);
    for document in [&mut first, &mut again] {
        for clock in ["seconds", "cpu_seconds", "nodes_per_cpu_second"] {
            document.as_object_mut().unwrap().remove(clock);
        }
    }
    assert_eq!(first, again);
    let printed = text(&tetrolab(Path::new("."), &arguments).stdout);
    assert!(printed.starts_with("200 pieces in ") && printed.contains("\nattack per piece "), "{printed}");
    assert!(printed.ends_with("seed 5, 3 previews, 400 nodes a piece, 1 thread)\n"), "{printed}");
}

#[test]
fn options_of_the_bot_need_the_bot() {
    let refused = |arguments: &[&str]| refusal(Path::new("."), &[&["bench"], arguments].concat());
    assert_eq!(refused(&["--nodes", "5"]), "--threads, --nodes, --memory and --weights need --bot");
    assert_eq!(refused(&["--pieces", "500"]), "--pieces needs --players or --bot");
    assert!(refused(&["--bot", "--players"]).contains("--players"));
    assert!(refused(&["--bot", "--nodes", "9", "--time-per-move", "1s"]).contains("--time-per-move"));
}
