//! Every setting of a game by name, so that scripts, replays, commands and help all speak of the same things.

use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use crate::attack::AttackTable;
use crate::handling::{Handling, InitialAction, SoftDrop};
use crate::levels::{Fall, Goal};
use crate::lock_down::LockDown;
use crate::modes::Mode;
use crate::rotation::{HalfTurns, Kicks};
use crate::rules::Rules;
use crate::scoring::PerfectClear;
use crate::setup::Setup;
use crate::time::{NEVER, Seconds, Time, parse_time};

/// Which part of a [`Setup`] a setting belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Rules,
    Mode,
    Handling,
}

/// One setting.
pub struct Setting {
    pub name: &'static str,
    /// Where it belongs.
    pub group: Group,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// What it can be.
    pub values: &'static str,
    /// Its value as text.
    pub get: fn(&Setup) -> String,
    /// Sets it from text, or says what it can be.
    pub set: fn(&mut Setup, &str) -> Result<(), String>,
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setting").field("name", &self.name).field("group", &self.group).finish_non_exhaustive()
    }
}

/// A value that is written and read as one word.
trait Value: Sized {
    fn read(text: &str) -> Result<Self, String>;
    fn show(&self) -> String;
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number in range".to_string())
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl Value for $type {
            fn read(text: &str) -> Result<$type, String> {
                number(text)
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
numbers!(u8, i8, u16, u32);

/// Values that are one of several words.
macro_rules! words {
    ($type:ty: $($value:path = $word:literal),*) => {
        impl Value for $type {
            fn read(text: &str) -> Result<$type, String> {
                match text {
                    $($word => Ok($value),)*
                    _ => Err(concat!("expected one of:" $(, " ", $word)*).to_string()),
                }
            }
            fn show(&self) -> String {
                match self {
                    $($value => $word,)*
                }
                .to_string()
            }
        }

        impl FromStr for $type {
            type Err = String;

            /// The value with this name, or a sentence that lists the names.
            fn from_str(name: &str) -> Result<$type, String> {
                Value::read(name)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.show())
            }
        }
    };
}
words!(Kicks: Kicks::Srs = "srs", Kicks::SrsPlus = "srs-plus", Kicks::None = "none");
words!(HalfTurns: HalfTurns::Off = "off", HalfTurns::Tests = "tests", HalfTurns::Quarters = "quarters");
words!(LockDown: LockDown::Extended = "extended", LockDown::Infinite = "infinite", LockDown::Classic = "classic");
words!(Goal: Goal::Fixed = "fixed", Goal::Variable = "variable", Goal::Nothing = "none");
words!(PerfectClear: PerfectClear::BoardEmpty = "board-empty", PerfectClear::FloorEmpty = "floor-empty");
words!(InitialAction: InitialAction::Off = "off", InitialAction::Tap = "tap", InitialAction::Hold = "hold");

impl Value for bool {
    fn read(text: &str) -> Result<bool, String> {
        match text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err("expected one of: on off".to_string()),
        }
    }
    fn show(&self) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

/// Times, to keep them apart from other numbers.
fn read_time(text: &str) -> Result<Time, String> {
    parse_time(text).ok_or_else(|| "expected a time such as 0.5s, 250ms or 100ns".to_string())
}

fn show_time(time: Time) -> String {
    format!("{}s", Seconds(time))
}

impl Value for Fall {
    fn read(text: &str) -> Result<Fall, String> {
        Ok(match text {
            "by-level" => Fall::ByLevel,
            "instant" => Fall::Instant,
            "never" => Fall::Never,
            _ => Fall::Every(read_time(text).map_err(|_| "expected by-level, instant, never or a time for one row")?),
        })
    }
    fn show(&self) -> String {
        match self {
            Fall::ByLevel => "by-level".to_string(),
            Fall::Instant => "instant".to_string(),
            Fall::Never => "never".to_string(),
            Fall::Every(time) => show_time(*time),
        }
    }
}

impl Value for SoftDrop {
    fn read(text: &str) -> Result<SoftDrop, String> {
        match text {
            "instant" => Ok(SoftDrop::Instant),
            _ => text.parse().map(SoftDrop::Times).map_err(|_| "expected instant or a whole number".to_string()),
        }
    }
    fn show(&self) -> String {
        match self {
            SoftDrop::Instant => "instant".to_string(),
            SoftDrop::Times(times) => times.to_string(),
        }
    }
}

impl Value for AttackTable {
    fn read(text: &str) -> Result<AttackTable, String> {
        AttackTable::named(text).ok_or_else(|| "expected one of: versus jstris none".to_string())
    }
    fn show(&self) -> String {
        self.name.to_string()
    }
}

/// Five numbers, for 0 to 4 lines.
impl Value for [u32; 5] {
    fn read(text: &str) -> Result<[u32; 5], String> {
        let numbers: Option<Vec<u32>> = text.split('/').map(|number| number.parse().ok()).collect();
        numbers
            .and_then(|numbers| <[u32; 5]>::try_from(numbers).ok())
            .filter(|points| points.iter().all(|&point| point <= 1_000_000))
            .ok_or_else(|| {
                "expected five numbers up to 1000000 for 0 to 4 lines, such as 0/100/300/500/800".to_string()
            })
    }
    fn show(&self) -> String {
        self.map(|number| number.to_string()).join("/")
    }
}

/// A number, or `none`.
impl Value for Option<u32> {
    fn read(text: &str) -> Result<Option<u32>, String> {
        if text == "none" { Ok(None) } else { number(text).map(Some) }
    }
    fn show(&self) -> String {
        self.map_or("none".to_string(), |number| number.to_string())
    }
}

macro_rules! setting {
    ($name:literal, $group:ident, $field:ident $(. $more:tt)* $([$index:literal])?, $values:literal, $meaning:literal) => {
        Setting {
            name: $name,
            group: Group::$group,
            meaning: $meaning,
            values: $values,
            get: |setup| setup.$field $(.$more)* $([$index])?.show(),
            set: |setup, text| {
                setup.$field $(.$more)* $([$index])? = Value::read(text)?;
                Ok(())
            },
        }
    };
}

macro_rules! time {
    ($name:literal, $group:ident, $field:ident $(. $more:ident)*, $meaning:literal) => {
        Setting {
            name: $name,
            group: Group::$group,
            meaning: $meaning,
            values: "a time",
            get: |setup| show_time(setup.$field $(.$more)*),
            set: |setup, text| {
                setup.$field $(.$more)* = read_time(text)?;
                Ok(())
            },
        }
    };
}

/// All settings.
pub static SETTINGS: &[Setting] = &[
    setting!("width", Rules, rules.size.width, "4 to 16", "columns of the board"),
    setting!("height", Rules, rules.size.height, "1 to 40", "rows below the Skyline"),
    setting!("buffer", Rules, rules.size.buffer, "0 to 20", "rows above the Skyline"),
    setting!("kicks", Rules, rules.kicks, "srs, srs-plus, none", "rotation points that are tried"),
    setting!("half-turns", Rules, rules.half_turns, "off, tests, quarters", "turns by 180 degrees"),
    setting!("spins", Rules, rules.spins, "on, off", "T-Spins are recognised"),
    setting!(
        "sticky-fifth-point",
        Rules,
        rules.sticky_fifth_point,
        "on, off",
        "after rotation point 5 every later turn of a T counts as full"
    ),
    setting!("hold", Rules, rules.hold, "on, off", "there is a Hold queue"),
    setting!("next", Rules, rules.next, "1 to 6", "pieces the Next queue shows"),
    setting!(
        "generation-row",
        Rules,
        rules.generation_row,
        "a row",
        "lowest row of a new piece, counted from the Skyline"
    ),
    setting!("generation-drop", Rules, rules.generation_drop, "on, off", "a new piece drops one row at once"),
    time!("generation-delay", Rules, rules.generation_delay, "time from Lock Down to the next piece"),
    time!("clear-delay", Rules, rules.clear_delay, "time that full rows stay"),
    setting!("fall", Rules, rules.fall, "by-level, instant, never, a time", "how fast pieces fall"),
    setting!("lock-down", Rules, rules.lock_down, "extended, infinite, classic", "what starts the lock timer again"),
    Setting {
        name: "lock-delay",
        group: Group::Rules,
        meaning: "time a piece may lie on a Surface",
        values: "a time, never",
        get: |setup| match setup.rules.lock_delay {
            NEVER => "never".to_string(),
            time => show_time(time),
        },
        set: |setup, text| {
            setup.rules.lock_delay = if text == "never" { NEVER } else { read_time(text)? };
            Ok(())
        },
    },
    setting!("lock-moves", Rules, rules.lock_moves, "0 to 255", "extended: moves and turns that start the timer again"),
    setting!("block-out", Rules, rules.block_out, "on, off", "a new piece that overlaps Blocks ends the game"),
    setting!("lock-out", Rules, rules.lock_out, "on, off", "a piece that locks above the Skyline ends the game"),
    setting!("points", Rules, rules.scoring.actions[0], "five numbers", "points for 0 to 4 lines"),
    setting!("mini-points", Rules, rules.scoring.actions[1], "five numbers", "points for Mini T-Spins"),
    setting!("spin-points", Rules, rules.scoring.actions[2], "five numbers", "points for T-Spins"),
    setting!("level-points", Rules, rules.scoring.by_level, "on, off", "points are multiplied with the level"),
    setting!("back-to-back", Rules, rules.scoring.back_to_back, "percent", "Back-to-Back bonus"),
    setting!("combo", Rules, rules.scoring.combo, "points", "points for each step of a combo"),
    setting!("perfect-clear", Rules, rules.scoring.perfect_clear, "five numbers", "points for perfect clears"),
    setting!(
        "perfect-clear-is",
        Rules,
        rules.scoring.perfect_clear_is,
        "board-empty, floor-empty",
        "what a perfect clear is"
    ),
    setting!("soft-drop-points", Rules, rules.scoring.soft_drop, "points", "points for a row of Soft Drop"),
    setting!("hard-drop-points", Rules, rules.scoring.hard_drop, "points", "points for a row of Hard Drop"),
    setting!("attack", Rules, rules.attack, "versus, jstris, none", "table of the rows that clears send"),
    time!("garbage-travel", Rules, rules.garbage.travel, "time until received rows are ready"),
    setting!("garbage-blocking", Rules, rules.garbage.blocking, "on, off", "clears hold garbage back"),
    setting!("garbage-cap", Rules, rules.garbage.cap, "0 to 255", "most rows that rise after one piece"),
    setting!(
        "garbage-messiness",
        Rules,
        rules.garbage.messiness,
        "0 to 1000",
        "chance in a thousand of a new hole within an attack"
    ),
    setting!("start-level", Mode, mode.start_level, "1 to 15", "first level"),
    setting!("goal", Mode, mode.goal, "fixed, variable, none", "what leads to the next level"),
    setting!("endless", Mode, mode.endless, "on, off", "the game goes on after level 15"),
    setting!("line-limit", Mode, mode.line_limit, "lines, none", "so many lines win"),
    setting!("garbage-limit", Mode, mode.garbage_limit, "rows, none", "so many rows of garbage win"),
    setting!(
        "perfect-clear-limit",
        Mode,
        mode.perfect_clear_limit,
        "perfect clears, none",
        "so many perfect clears win"
    ),
    Setting {
        name: "time-limit",
        group: Group::Mode,
        meaning: "the game is over at this time",
        values: "a time, none",
        get: |setup| setup.mode.time_limit.map_or("none".to_string(), show_time),
        set: |setup, text| {
            setup.mode.time_limit = if text == "none" { None } else { Some(read_time(text)?) };
            Ok(())
        },
    },
    setting!("starting-rows", Mode, mode.starting_rows, "rows", "prefilled rows, each with one hole"),
    setting!("undo", Mode, mode.undo, "on, off", "pieces can be taken back"),
    time!("auto-repeat-delay", Handling, handling.auto_repeat_delay, "time until a held direction repeats"),
    time!("auto-repeat-rate", Handling, handling.auto_repeat_rate, "time between repeats; 0 is at once"),
    time!("cut-delay", Handling, handling.cut_delay, "rest of auto-repeat after a new piece or a turn"),
    setting!("soft-drop", Handling, handling.soft_drop, "a factor, instant", "speed of Soft Drop"),
    setting!(
        "initial-rotation",
        Handling,
        handling.initial_rotation,
        "off, tap, hold",
        "turning before the piece is there"
    ),
    setting!("initial-hold", Handling, handling.initial_hold, "off, tap, hold", "holding before the piece is there"),
];

/// The setting with this name.
pub fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// Sets one setting by name.
pub(crate) fn set(setup: &mut Setup, name: &str, value: &str) -> Result<(), String> {
    let Some(setting) = setting(name) else { return Err(format!("there is no setting {name:.40?}")) };
    (setting.set)(setup, value).map_err(|expected| format!("{name} cannot be {value:.40?}: {expected}"))
}

impl Setup {
    /// The presets by name, and every setting that differs from them, one a line: what scripts begin with and replays
    /// store.
    ///
    /// ```
    /// use tetrolab_engine::{LockDown, Rules, Setup};
    ///
    /// let mut setup = Setup::new(Rules::guideline());
    /// setup.rules.lock_down = LockDown::Classic;
    /// assert_eq!(setup.settings_text(), "rules guideline\nmode marathon\nhandling guideline\nset lock-down classic\n");
    /// ```
    pub fn settings_text(&self) -> String {
        let presets = Setup {
            rules: Rules::named(self.rules.name).unwrap_or_default(),
            mode: Mode::named(self.mode.name).unwrap_or_default(),
            handling: Handling::named(self.handling.name).unwrap_or_default(),
            ..Setup::default()
        };
        let (rules, mode, handling) = (presets.rules.name, presets.mode.name, presets.handling.name);
        let mut text = format!("rules {rules}\nmode {mode}\nhandling {handling}\n");
        for setting in SETTINGS {
            let value = (setting.get)(self);
            if value != (setting.get)(&presets) {
                line(&mut text, &format_args!("set {} {value}", setting.name));
            }
        }
        text
    }
}

/// Adds one line.
pub(crate) fn line(text: &mut String, line: &dyn Display) {
    writeln!(text, "{line}").expect("writing to a string does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handling::HANDLINGS;
    use crate::modes::MODES;
    use crate::rules::RULES;

    #[test]
    fn every_setting_reads_what_it_shows() {
        for rules in RULES {
            for mode in MODES {
                for handling in HANDLINGS {
                    let setup = Setup { rules, mode, handling, ..Setup::default() };
                    let mut copy = Setup::default();
                    for setting in SETTINGS {
                        (setting.set)(&mut copy, &(setting.get)(&setup)).unwrap();
                    }
                    copy.rules.name = rules.name;
                    (copy.mode.name, copy.mode.meaning) = (mode.name, mode.meaning);
                    copy.handling.name = handling.name;
                    assert_eq!(copy, setup);
                }
            }
        }
    }

    #[test]
    fn names_are_unique_and_nonsense_is_refused() {
        for (index, setting) in SETTINGS.iter().enumerate() {
            assert!(SETTINGS[..index].iter().all(|other| other.name != setting.name), "{}", setting.name);
            let mut setup = Setup::default();
            assert!((setting.set)(&mut setup, "no such value").is_err(), "{}", setting.name);
            assert_eq!(setup, Setup::default());
        }
        assert_eq!(
            set(&mut Setup::default(), "kicks", "many").unwrap_err(),
            "kicks cannot be \"many\": expected one of: srs srs-plus none"
        );
    }
}
