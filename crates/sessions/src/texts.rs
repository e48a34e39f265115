//! All texts that players read, in every language. The files in `texts/` hold them; the terminal and the page share them.

mod figures;

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::ops::Deref;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use tetrolab_engine::Mode;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Spanish,
    Portuguese,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::English, Language::Spanish, Language::Portuguese];

    /// Two letters, as in `LANG`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Spanish => "es",
            Language::Portuguese => "pt",
        }
    }

    /// The language that the environment asks for, English if it asks for one that is not there.
    pub fn of_environment() -> Language {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"));
        locale.map_or(Language::English, |locale| Language::of_locale(&locale))
    }

    /// The language of a locale such as `pt_BR.UTF-8`.
    fn of_locale(locale: &str) -> Language {
        let word = locale.split(['_', '.', '-', '@']).next().unwrap_or_default();
        word.to_ascii_lowercase().parse().unwrap_or(Language::English)
    }

    /// What is said in it.
    pub fn texts(self) -> &'static Texts {
        static ALL: LazyLock<[Texts; 3]> = LazyLock::new(|| {
            [include_str!("../texts/en.toml"), include_str!("../texts/es.toml"), include_str!("../texts/pt.toml")]
                .map(|text| toml::from_str(text).expect("the files of texts are tested"))
        });
        &ALL[self as usize]
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(code: &str) -> Result<Language, String> {
        let found = Language::ALL.into_iter().find(|language| language.code() == code);
        found.ok_or_else(|| "the languages are en, es and pt".to_string())
    }
}

impl Texts {
    /// The name of a mode and one line about it.
    pub fn mode(&self, mode: &Mode) -> (&Text, &Text) {
        let texts = &self.modes;
        match mode.name {
            "sprint" => (&texts.sprint, &texts.sprint_about),
            "ultra" => (&texts.ultra, &texts.ultra_about),
            "zen" => (&texts.zen, &texts.zen_about),
            "cheese" => (&texts.cheese, &texts.cheese_about),
            "perfect-clear" => (&texts.perfect_clear, &texts.perfect_clear_about),
            "versus" => (&texts.versus, &texts.versus_about),
            _ => (&texts.marathon, &texts.marathon_about),
        }
    }

    /// What a word of the settings is called, such as `extended`; the word itself if it has no other name.
    pub fn value_of<'t>(&'t self, word: &'t str) -> &'t str {
        self.value.get(word).map_or(word, |text| text)
    }

    /// What a feature is called: `row transitions` for `f3_row_transitions`, and with its place if it has several numbers, such as
    /// `heights 3`. Formulas are themselves.
    pub fn feature_name(&self, name: &str) -> String {
        let (key, place) = name.split_once(' ').unwrap_or((name, ""));
        match (self.feature.get(key), place.parse::<u64>()) {
            (Some(feature), Ok(place)) => format!("{} {}", feature.name, place + 1),
            (Some(feature), Err(_)) if place.is_empty() => feature.name.to_string(),
            _ => name.to_string(),
        }
    }
}

/// A text, with gaps such as `{lines}`. A gap such as `{lines|line|lines}` is the first word if there is one line, the second
/// otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Text(String);

impl Text {
    /// The text with its gaps filled.
    pub fn with(&self, values: &[(&str, &dyn Display)]) -> String {
        let (mut text, mut rest) = (String::new(), self.0.as_str());
        while let Some((before, (gap, behind))) = next_gap(rest) {
            text.push_str(before);
            text.push_str(&filled(gap, values).unwrap_or_else(|| format!("{{{gap}}}")));
            rest = behind;
        }
        text + rest
    }
}

/// What stands before the first gap, the gap, and what stands behind it.
fn next_gap(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, after) = text.split_once('{')?;
    Some((before, after.split_once('}')?))
}

/// What stands in a gap; `None` if there is no such value.
fn filled(gap: &str, values: &[(&str, &dyn Display)]) -> Option<String> {
    let mut words = gap.split('|');
    let wanted = words.next()?;
    let value = values.iter().find(|(name, _)| *name == wanted)?.1.to_string();
    match (words.next(), words.next()) {
        (Some(one), Some(_)) if value == "1" => Some(one.to_string()),
        (Some(_), Some(many)) => Some(many.to_string()),
        _ => Some(value),
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A name and one line about what it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Described {
    pub name: Text,
    pub about: Text,
}

/// The sections of the files, and what is in each; behind them the sections whose keys come from a table elsewhere.
macro_rules! texts {
    (
        $($(#[$about:meta])* $section:ident: $name:ident { $($key:ident),* $(,)? })*
        $(; $(#[$words_about:meta])* $words:ident: $type:ty)*
    ) => {
        /// Everything that is said in a language.
        #[derive(Debug, Deserialize, Serialize)]
        #[serde(deny_unknown_fields)]
        pub struct Texts {
            $($(#[$about])* pub $section: $name,)*
            $($(#[$words_about])* pub $words: BTreeMap<String, $type>,)*
        }

        $($(#[$about])*
        #[derive(Debug, Deserialize, Serialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(pub $key: Text,)*
        })*
    };
}

texts! {
    /// The language itself, in its own words.
    language: Itself { name }

    /// Words that many views use.
    common: Common { yes, no, on, off, back, quit, none, automatic, keys, too_small, no_releases }

    /// A game that is on.
    game: Game {
        hold, next, score, best, level, lines, lines_left, goal_left, time, time_left, pieces_per_second, keys_per_piece,
        faults, attack, player, rank, unranked, perfect_clear, perfect_clears, perfect_clears_left, combo, new_level, garbage, garbage_left, ready,
        seed
    }

    /// What can be played.
    modes: Modes {
        marathon, sprint, ultra, zen, cheese, perfect_clear, versus,
        marathon_about, sprint_about, ultra_about, zen_about, cheese_about, perfect_clear_about, versus_about,
        variable
    }

    /// The first view.
    menu: Menu {
        title, watch, scores, replays, statistics, settings, keys, quit,
        watch_about, scores_about, replays_about, statistics_about, settings_about, keys_about, quit_about,
        move_about, choose
    }

    /// What is to be played.
    choosing: Choosing {
        agent, speed, pieces_per_second, rules, level, goal, fixed, variable, lines, time, garbage, perfect_clears,
        starting_rows, gravity, lock_down, next, hold, seed, any_seed, start, change, type_seed
    }

    /// A pause.
    pause: Pause { title, go_on, restart, settings, leave, choose }

    /// The end of a game.
    over: Over {
        won, block_out, lock_out, top_out, time_up, out_of_pieces, duel_won, duel_lost, new_best, rank, not_kept, unkept, watch
    }

    /// Watching a replay.
    replay: Replay {
        pause, paused, seek, take_over, speed, step, piece, normal_speed, hint, ends, already_over, no_opponent
    }

    /// The best tables, and what is said of a game.
    scores: Scores {
        game, agent, date, number, end, pieces, combo, chain, handling, against, other_table, watch, empty, empty_about,
        nothing, other_version, damaged
    }

    /// All games.
    games: Games {
        mode, by, result, all, won, lost, hints, continued, other_mode, delete, ask, confirm, deleted, export, exported,
        empty, empty_about
    }

    /// What games add up to.
    statistics: Statistics {
        all, mode, games, won, pieces, faults_per_piece, attack_per_minute, combo, chain, empty, empty_about
    }

    /// Watching an agent.
    watch: Watch { speed }

    hint: Hint { advice, value, next_best, held, clear, clear_likely, no_clear, thinking, too_far, as_good }

    /// What keys can do in a game, and the keys themselves.
    keys: Keys {
        move_left, move_right, soft_drop, hard_drop, rotate_right, rotate_left, rotate_half, hold,
        undo, restart, pause, hint,
        key_left, key_right, key_up, key_down, key_space, key_enter, key_esc, key_tab, key_backspace,
        key_insert, key_delete, key_home, key_end, key_page_up, key_page_down, key_menu,
        key_left_shift, key_right_shift, key_left_control, key_right_control, key_left_alt, key_right_alt,
        keypad, keypad_begin,
    }

    /// The game that is told piece by piece.
    assist: Assist {
        welcome, settings, pieces, pieces_with_seed, question, not_understood, piece, best, value, least, greatest, drawn, better,
        as_good, filled_cells, maximum_height, holes, weighted_height, full_rows, steps, no_steps, cleared, map, finished, lost,
        closing, again,
    }

    /// The view in which keys are chosen.
    key_choice: KeyChoice {
        title, preset, changed, press, taken, swap, take, reserved, nameless, unreported, choose_key, take_away, preset_about
    }

    /// The view in which settings are changed.
    settings: Settings {
        range, time, text, five_numbers, some_keys, possible, usual, refused, together, next_game, next_start, environment,
        edit, accept, discard, ten_steps, section, reset
    }

    /// Why something is refused on the page.
    refused: Refused {
        other, fault, too_long, too_many, agent, agent_nearest, agent_timed, agent_file, agent_bot, agent_width, agents,
        bots, mode, game, filter, size, speed, seed, setting, value, value_needed, needs_number, needs_count, needs_decimal,
        needs_size, needs_time, needs_pieces, needs_name, settings_file, no_setup, board_size, board_other_size,
        board_full_row, board_picture, new_pieces, starting_rows, limit, time, no_end, no_time, no_game, records, replay_foreign, replay_version, replay_damaged, replay_different, replay_large,
        replay_long, replay_mode, run, run_name, run_exists, run_many, run_folder, run_stopping, run_going,
        run_going_stop, run_elsewhere, run_done, run_resting, run_terminal, run_no_player, run_figure, experiment, most_candidates, most_games, most_weights, most_solutions, threads, pattern, pattern_whole, fumen, queue,
        most_pieces, solver_board,
        pc_width, pc_stack, pc_lines, pc_cells, pc_pieces, path_start, path_goal
    };

    /// The sections of the settings.
    section: Text;
    /// The words that settings can be.
    value: Text;
    /// The settings themselves, by section and name.
    setting: BTreeMap<String, Described>;
    /// What the agents are, by their names.
    agent: Text;
    /// What experiments of the catalogue answer, by their names.
    experiment: Text;
    /// What players look at, by the names of the features.
    feature: Described;
    /// What only the page says, by place and name.
    page: BTreeMap<String, Text>
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the gaps, each once: how often a language needs the words for one and many is its own affair.
    pub fn gaps(text: &str) -> Vec<&str> {
        let gaps = text.split('{').skip(1).map(|rest| rest.split(['}', '|']).next().unwrap_or_default());
        let mut gaps: Vec<&str> = gaps.collect();
        gaps.sort_unstable();
        gaps.dedup();
        gaps
    }

    /// Section, key and text of everything in a language.
    fn entries(language: Language) -> Vec<(String, String)> {
        fn walk(key: &str, value: &toml::Value, entries: &mut Vec<(String, String)>) {
            match value {
                toml::Value::Table(table) => {
                    for (name, value) in table {
                        walk(&format!("{key}.{name}"), value, entries);
                    }
                }
                text => entries.push((key.to_string(), text.as_str().unwrap().to_string())),
            }
        }
        let mut entries = Vec::new();
        walk("", &toml::Value::try_from(language.texts()).unwrap(), &mut entries);
        entries
    }

    #[test]
    fn every_language_says_everything_with_the_same_gaps() {
        let english = entries(Language::English);
        for language in Language::ALL {
            assert_eq!(entries(language).len(), english.len(), "{language:?}");
            for ((key, text), (other_key, english)) in entries(language).iter().zip(&english) {
                assert_eq!(key, other_key);
                assert!(!text.trim().is_empty(), "{key} in {language:?}");
                assert_eq!(gaps(text), gaps(english), "{key} in {language:?}");
                assert!(!text.contains('!'), "{key} in {language:?}: no exclamation marks");
            }
        }
    }

    #[test]
    fn features_have_names() {
        for (name, english) in [
            ("f3_row_transitions", "row transitions"),
            ("heights 0", "height of column 1"),
            ("f5_holes > 3", "f5_holes > 3"),
            ("", ""),
        ] {
            assert_eq!(Language::English.texts().feature_name(name), english);
        }
    }

    #[test]
    fn locales_are_known_by_their_language() {
        for (locale, language) in [
            ("pt_BR.UTF-8", Language::Portuguese),
            ("es", Language::Spanish),
            ("ES_mx", Language::Spanish),
            ("en_US.UTF-8", Language::English),
            ("C.UTF-8", Language::English),
            ("", Language::English),
            ("fr_FR", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn gaps_are_filled() {
        let text = Text("{rank} of {games}".to_string());
        assert_eq!(text.with(&[("rank", &1), ("games", &"many")]), "1 of many");
        assert_eq!(text.with(&[("rank", &"{games}")]), "{games} of {games}");
    }

    #[test]
    fn one_is_not_many() {
        let text = Text("{rows} {rows|row does|rows do} not fit".to_string());
        assert_eq!(text.with(&[("rows", &1)]), "1 row does not fit");
        assert_eq!(text.with(&[("rows", &21)]), "21 rows do not fit");
        assert_eq!(text.with(&[("rows", &0)]), "0 rows do not fit");
    }

    #[test]
    fn all_agents_and_features_are_said_in_every_language() {
        for language in Language::ALL {
            let texts = language.texts();
            let agents: Vec<&str> = texts.agent.keys().map(String::as_str).collect();
            let mut named: Vec<&str> = tetrolab_agents::AGENTS.iter().map(|agent| agent.name).collect();
            named.sort_unstable();
            assert_eq!(agents, named, "{language:?}");
            let features: Vec<&str> = texts.feature.keys().map(String::as_str).collect();
            let mut known: Vec<&str> = tetrolab_agents::FEATURES.iter().map(|feature| feature.name).collect();
            known.sort_unstable();
            assert_eq!(features, known, "{language:?}");
            let experiments: Vec<&str> = texts.experiment.keys().map(String::as_str).collect();
            let catalogue = tetrolab_lab::catalogue::CATALOGUE;
            let mut named: Vec<&str> = catalogue.iter().map(|entry| entry.name).collect();
            named.sort_unstable();
            assert_eq!(experiments, named, "{language:?}");
        }
    }
}
