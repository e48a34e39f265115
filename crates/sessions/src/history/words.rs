//! Games and their tables in the player's words.

use tetrolab_engine::{MODES, Mode, ReplayError, SECOND, Setup, Time, setting};
use tetrolab_records::{GameRecord, Ranking, RecordsError, Rival, Table};

use super::Moment;
use crate::play::{clock, ending, title};
use crate::preferences::preference::Preference;
use crate::texts::{Text, Texts};

/// Between the parts of a title.
const BETWEEN: &str = " · ";
/// Where there is no number.
const NOTHING: &str = "–";

/// The mode and the settings in which it differs from its preset, from words such as `sprint line-limit=100`.
fn mode(variant: &str) -> Mode {
    let mut words = variant.split(' ');
    let name = words.next().unwrap_or_default();
    let mut setup = Setup { mode: Mode::named(name).unwrap_or(MODES[0]), ..Setup::default() };
    for (name, value) in words.filter_map(|word| word.split_once('=')) {
        if let Some(setting) = setting(name) {
            // What a newer program wrote may mean nothing here; then it is not in the title.
            let _ = (setting.set)(&mut setup, value);
        }
    }
    setup.mode
}

/// The name of a mode with what makes it special, from words such as `sprint line-limit=100`.
pub fn mode_title(variant: &str, texts: &Texts) -> String {
    title(&mode(variant), texts)
}

/// What is compared in a table: mode, rules, whatever differs from them, and the opponent.
pub fn table_title(table: &Table, texts: &Texts) -> String {
    let played = mode(&table.mode);
    let is_in_title = |name: &str| match name {
        "line-limit" => played.line_limit.is_some(),
        "time-limit" => played.line_limit.is_none() && played.time_limit.is_some(),
        "goal" => played.line_limit.is_none() && played.time_limit.is_none(),
        _ => false,
    };
    let rules = table.rules.split(' ').next().unwrap_or_default();
    let mut parts = vec![title(&played, texts), rules.to_string()];
    let differences = differences(&table.mode).filter(|(name, _)| !is_in_title(name));
    let falls = !table.rules.split(' ').any(|word| word == "fall=never");
    // Where nothing falls, nothing is locked by time either.
    let rules = self::differences(&table.rules).filter(|(name, _)| falls || *name != "lock-delay");
    parts.extend(differences.chain(rules).map(|(name, value)| difference(name, value, texts)));
    parts.extend(table.opponent.as_ref().map(|rival| against(rival, texts)));
    parts.join(BETWEEN)
}

/// Settings and their values behind the name of a preset.
fn differences(variant: &str) -> impl Iterator<Item = (&str, &str)> {
    variant.split(' ').skip(1).filter_map(|word| word.split_once('='))
}

/// A setting that differs, in words if there are any for it.
fn difference(name: &str, value: &str, texts: &Texts) -> String {
    let words = &texts.choosing;
    let value = match value {
        "on" => &texts.common.on,
        "off" => &texts.common.off,
        "none" => &texts.common.none,
        other => other,
    };
    let named = |text: &Text| format!("{text} {value}");
    match name {
        "start-level" => named(&words.level),
        "goal" => named(&words.goal),
        "line-limit" => named(&words.lines),
        "time-limit" => named(&words.time),
        "garbage-limit" => named(&words.garbage),
        "perfect-clear-limit" => named(&words.perfect_clears),
        "starting-rows" => named(&words.starting_rows),
        "lock-down" => named(&words.lock_down),
        "next" => named(&words.next),
        "hold" => named(&words.hold),
        "fall" if value == "never" => format!("{} {}", words.gravity, texts.common.off),
        _ => match Preference::of_games(name) {
            Some(preference) => format!("{} {value}", preference.text(texts)),
            None => format!("{name} {value}"),
        },
    }
}

/// Who was played against, in a sentence.
pub fn against(rival: &Rival, texts: &Texts) -> String {
    texts.scores.against.with(&[("agent", &rival.agent), ("speed", &rival.speed)])
}

/// What decides the place of a game: its time or its points.
pub fn result(game: &GameRecord) -> String {
    match game.table.ranking {
        Ranking::Time => clock(game.counts.time),
        Ranking::Score => game.score.to_string(),
    }
}

/// What went wrong with stored games, in a sentence.
pub fn refusal(error: &RecordsError, texts: &Texts) -> String {
    match error {
        RecordsError::StoredReplay { id, error: ReplayError::Version(version), .. } => {
            texts.scores.other_version.with(&[("id", id), ("version", version)])
        }
        RecordsError::StoredReplay { id, error: ReplayError::Damaged(reason), .. } => {
            texts.scores.damaged.with(&[("id", id), ("reason", reason)])
        }
        RecordsError::StoredReplay { id, error, .. } => texts.scores.damaged.with(&[("id", id), ("reason", error)]),
        error => error.to_string(),
    }
}

/// A rate with two digits.
pub fn rate(rate: Option<f64>) -> String {
    rate.map_or_else(|| NOTHING.to_string(), |rate| format!("{rate:.2}"))
}

/// A long time.
pub fn duration(time: Time) -> String {
    let seconds = time / SECOND;
    match seconds / 60 {
        0 => format!("{seconds} s"),
        minutes @ 1..60 => format!("{minutes} min {:02} s", seconds % 60),
        minutes => format!("{} h {:02} min", minutes / 60, minutes % 60),
    }
}

/// Everything that is known of a game and not in its table's title, name and value, the most important first.
pub fn details(game: &GameRecord, texts: &Texts) -> Vec<String> {
    let (words, in_game) = (&texts.scores, &texts.game);
    let counts = &game.counts;
    let mut entries = Vec::new();
    let mut add = |name: &str, value: String| entries.push(format!("{name} {value}"));
    add(&words.game, game.id.to_string());
    match &game.agent {
        Some(agent) => add(&words.agent, agent.clone()),
        None => add(&in_game.player, game.player.clone()),
    }
    add(&words.date, Moment::of(game.at).to_string());
    add(&in_game.seed, game.seed.0.to_string());
    if game.number > 0 {
        add(&words.number, game.number.to_string());
    }
    if let Some(end) = game.end {
        add(&words.end, ending(end, texts).to_string());
    }
    add(&in_game.time, clock(counts.time));
    add(&in_game.score, game.score.to_string());
    add(&in_game.lines, counts.lines.to_string());
    add(&in_game.level, game.level.to_string());
    add(&words.pieces, counts.pieces.to_string());
    add(&in_game.pieces_per_second, rate(counts.pieces_per_second()));
    add(&in_game.keys_per_piece, rate(counts.keys_per_piece()));
    add(&in_game.faults, counts.faults.to_string());
    add(&in_game.attack, counts.attack.to_string());
    add(&in_game.perfect_clears, counts.perfect_clears.to_string());
    add(&words.combo, game.longest_combo.to_string());
    add(&words.chain, game.longest_chain.to_string());
    add(&words.handling, game.handling.clone());
    entries
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::Script;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn tables_are_named_in_the_players_words() {
        for (script, language, expected) in [
            ("mode sprint", Language::English, "Sprint 40 · guideline"),
            ("mode sprint\nset line-limit 100\nset next 3", Language::Spanish, "Sprint 100 · guideline · Siguientes 3"),
            ("mode ultra\nset time-limit 60s\nset hold off", Language::English, "Ultra 1:00 · guideline · Hold off"),
            (
                "set goal variable\nset start-level 5",
                Language::English,
                "Marathon (variable goal) · guideline · First level 5",
            ),
            (
                "rules modern\nmode zen\nset fall never\nset lock-delay never",
                Language::English,
                "Zen · modern · Gravity off",
            ),
            ("mode sprint\nset kicks none", Language::Portuguese, "Sprint 40 · guideline · Pontos de rotação nenhum"),
        ] {
            let setup = script.parse::<Script>().unwrap().setup;
            assert_eq!(table_title(&Table::of(&setup, None), language.texts()), expected, "{script}");
        }
        let rival = Rival { agent: "bcts".to_string(), speed: 1.5 };
        let table = Table::of(&Setup { mode: Mode::VERSUS, ..Setup::default() }, Some(rival));
        let english = Language::English.texts();
        assert_eq!(table_title(&table, english), "Versus · guideline · against bcts, 1.5 pieces/s");
    }

    #[test]
    fn long_times_have_units() {
        for (seconds, shown) in
            [(0, "0 s"), (59, "59 s"), (61, "1 min 01 s"), (3600, "1 h 00 min"), (90_061, "25 h 01 min")]
        {
            assert_eq!(duration(seconds * SECOND), shown);
        }
    }
}
