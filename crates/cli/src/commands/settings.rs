//! `tetrolab settings`: the tables of presets and settings.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Map, Value, json};
use tetrolab_engine::{Group, HANDLINGS, MODES, RULES, SETTINGS, Setup};

#[derive(Debug, Args)]
pub struct Settings {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Settings {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let groups = [
            (Group::Rules, "rules", RULES.map(|rules| (rules.name, Setup { rules, ..Setup::default() })).to_vec()),
            (Group::Mode, "mode", MODES.map(|mode| (mode.name, Setup { mode, ..Setup::default() })).to_vec()),
            (
                Group::Handling,
                "handling",
                HANDLINGS.map(|handling| (handling.name, Setup { handling, ..Setup::default() })).to_vec(),
            ),
        ];
        let mut document = Map::new();
        for (group, name, presets) in groups {
            let settings = SETTINGS.iter().filter(|setting| setting.group == group);
            if self.json {
                let list: Vec<Value> = settings
                    .map(|setting| {
                        let values: Map<String, Value> = presets
                            .iter()
                            .map(|(preset, setup)| (preset.to_string(), (setting.get)(setup).into()))
                            .collect();
                        json!({
                            "name": setting.name,
                            "meaning": setting.meaning,
                            "values": setting.values,
                            "presets": values,
                        })
                    })
                    .collect();
                document.insert(name.to_string(), list.into());
                continue;
            }
            write!(out, "{name:<20}")?;
            for (preset, _) in &presets {
                write!(out, " {preset:<20}")?;
            }
            writeln!(out)?;
            for setting in settings {
                write!(out, "  {:<18}", setting.name)?;
                for (_, setup) in &presets {
                    write!(out, " {:<20}", (setting.get)(setup))?;
                }
                writeln!(out, " {} ({})", setting.meaning, setting.values)?;
            }
            writeln!(out)?;
        }
        if self.json {
            writeln!(out, "{:#}", Value::from(document))?;
        }
        Ok(())
    }
}
