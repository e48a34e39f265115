//! The program in a real terminal, driven through tmux.

use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::{TempDir, tempdir};

/// A terminal of its own that runs a command until it is dropped.
struct Terminal {
    socket: String,
    /// Where the program finds its settings and keeps its games.
    _home: TempDir,
}

impl Terminal {
    fn new(name: &str, width: u16, height: u16, command: &str) -> Terminal {
        let home = tempdir().expect("there is room for a folder");
        let variables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME"].map(|name| format!("{name}={}", home.path().display()));
        let command = format!("env {} {command}", variables.join(" "));
        let terminal = Terminal { socket: format!("tetrolab-{name}-{}", std::process::id()), _home: home };
        let (width, height) = (width.to_string(), height.to_string());
        // The shell stays after the program, so that what it leaves behind can be seen.
        let command = format!("{command}; echo finished with $?; sleep 60");
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, &command]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(arguments).env_remove("TMUX").output();
        let output = output.expect("tmux is needed: apt-get install tmux");
        assert!(output.status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen is as it should be.
    fn wait_for(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "waited in vain for {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

fn program(arguments: &str) -> String {
    format!("{} {arguments}", env!("CARGO_BIN_EXE_tetrolab"))
}

#[test]
fn the_demo_is_drawn_and_q_gives_the_terminal_back() {
    let terminal = Terminal::new("demo", 80, 24, &program("demo"));
    // One condition for all: a single look may see a frame that is half drawn.
    let words = ["██", "Hold", "Next", "Sprint 40", "Score", "Lines left", "? keys"];
    terminal.wait_for("the whole screen", |screen| words.iter().all(|word| screen.contains(word)));
    terminal.tmux(&["send-keys", "q"]);
    let screen = terminal.wait_for("the end", |screen| screen.contains("finished with 0"));
    assert!(screen.contains("tetrolab 0.1.0)"), "the result is printed:\n{screen}");
    assert!(!screen.contains("? keys"), "{screen}");
}

#[test]
fn the_demo_plays_to_its_end_by_itself() {
    let terminal = Terminal::new("end", 80, 24, &program("demo --speed 200"));
    let screen = terminal.wait_for("the end", |screen| screen.contains("finished with 0"));
    let screen = screen.replace('\n', "");
    assert!(screen.contains("won, 15633 points, 40 lines"), "{screen}");
}

#[test]
fn a_small_terminal_is_told_so_and_growing_helps() {
    let terminal = Terminal::new("small", 40, 10, &program("demo"));
    terminal.wait_for("the message", |screen| screen.contains("this needs 74x24"));
    terminal.tmux(&["resize-window", "-x", "80", "-y", "24"]);
    terminal.wait_for("the board", |screen| screen.contains("Next"));
    terminal.tmux(&["send-keys", "C-c"]);
    terminal.wait_for("the end", |screen| screen.contains("finished with 0"));
}

#[test]
fn pause_stops_the_clock() {
    let terminal = Terminal::new("pause", 80, 24, &program("demo --speed 3"));
    terminal.wait_for("pieces", |screen| screen.contains("██"));
    terminal.tmux(&["send-keys", "Space"]);
    terminal.wait_for("the pause", |screen| screen.contains("paused"));
    std::thread::sleep(Duration::from_millis(200));
    let paused = terminal.screen();
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(terminal.screen(), paused);
}

#[test]
fn a_search_is_shown_and_q_prints_the_plan() {
    let arguments = "path --piece J --goal west@18,4 --algorithm breadth-first --animate";
    let terminal = Terminal::new("search", 80, 24, &program(arguments));
    let words =
        ["searching: ", " of 516 expanded", "frontier", "▸breadth-first", "iterative-deepening", "()", "q quit"];
    terminal.wait_for("the search", |screen| words.iter().all(|word| screen.contains(word)));
    terminal.tmux(&["send-keys", "Space"]);
    terminal.wait_for("the pause", |screen| screen.contains("paused"));
    terminal.tmux(&["send-keys", "?"]);
    terminal.wait_for("the keys", |screen| screen.contains("again from the beginning"));
    terminal.tmux(&["send-keys", "?", "q"]);
    let screen = terminal.wait_for("the end", |screen| screen.contains("finished with 0"));
    assert!(screen.contains("A A A A A A A A A A A A A A A A A G_izq\ncost 18, 516 expanded"), "{screen}");
    assert!(!screen.contains("q quit"), "{screen}");
}

#[test]
fn the_plan_of_a_search_is_played_to_its_end() {
    let terminal = Terminal::new("plan", 80, 24, &program("path --piece T --best sevilla --animate --speed 30"));
    terminal.wait_for("the last step", |screen| screen.contains("step 21 of 21") && screen.contains("[]"));
    let screen = terminal.wait_for("the end", |screen| screen.contains("finished with 0"));
    assert!(screen.contains("the board after it"), "{screen}");
}

/// The longest name of an algorithm, in the smallest terminal and in a wide one.
#[test]
fn the_keys_of_a_search_are_not_cut_off() {
    for (name, width, height) in [("keys", 80, 24), ("wide", 120, 40)] {
        let arguments = "path --piece J --goal west@18,4 --algorithm iterative-deepening --animate";
        let terminal = Terminal::new(name, width, height, &program(arguments));
        let is_whole = |screen: &str| screen.lines().any(|line| line.trim_end().ends_with("q quit  ? keys"));
        let words = ["searching: ", "▸iterative-deepening"];
        let is_drawn = |screen: &str| is_whole(screen) && words.iter().all(|word| screen.contains(word));
        let screen = terminal.wait_for("all keys", is_drawn);
        assert!(!screen.contains("A A A"), "the plan is not told before it is found:\n{screen}");
    }
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    for (name, goal, sentence, code) in [
        ("none", "5,4 5,5 6,4 6,5 --start 10,4 10,5 11,4 11,5", "no plan: the piece cannot reach the goal", 1),
        ("start", "0,4 0,5 1,4 1,5", "nothing to do: the start is a goal", 0),
    ] {
        let goal = goal.replace(" --start ", "' --start '");
        let terminal = Terminal::new(name, 80, 24, &program(&format!("path --piece O --goal '{goal}' --animate")));
        let over = |screen: &str| screen.contains("the search is over: ") && screen.contains(sentence);
        terminal.wait_for(sentence, |screen| over(screen) && screen.contains("q quit"));
        terminal.tmux(&["send-keys", "q"]);
        terminal.wait_for("the end", |screen| screen.contains(&format!("finished with {code}")));
    }
}

#[test]
fn a_solution_is_played() {
    let arguments = "solve --queue TILZJOSTZL --watch --speed 5";
    let terminal = Terminal::new("solve", 80, 24, &program(arguments));
    let words = ["██", "Hold", "Next", "Zen", "Score", "x5.00", "? keys"];
    terminal.wait_for("the whole screen", |screen| words.iter().all(|word| screen.contains(word)));
    let screen = terminal.wait_for("the end", |screen| screen.contains("finished with 0"));
    let screen = screen.replace('\n', "");
    assert!(screen.contains("28 points, 4 lines"), "{screen}");
}
