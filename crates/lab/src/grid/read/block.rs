//! One `[[grid]]`: a kind of work and the values of its settings.

use tetrolab_agents::{Unknown, WeightsText};

use super::super::text::{Item, Text, value};
use super::super::{ExperimentError, Key, Scale, Settings, Takes, Usual, Value, Work};
use super::{Entry, whole};

/// What every grid has besides the settings of its work.
const NAMES: [&str; 6] = ["name", "work", "repetitions", "seed", "smoke", "hour"];
/// More repetitions than that are a mistake.
const MOST_REPETITIONS: u64 = 10_000;

/// Settings that every kind of work has.
const COMMON: [Key; 1] = [Key {
    name: "label",
    meaning: "a name for the row of a table",
    takes: Takes::Text(|_| Ok(())),
    usual: Usual::Text(""),
}];

/// One `[[grid]]`.
pub struct Block<'t> {
    text: Text<'t>,
    pub name: String,
    pub work: &'static dyn Work,
    pub repetitions: u64,
    seeds: Vec<u64>,
    /// Settings and their values, in the order of the file; those that are not in the file come last.
    pub settings: Vec<(String, Vec<Value>)>,
}

impl<'t> Block<'t> {
    /// Reads it at a scale.
    pub fn read(
        text: Text<'t>,
        item: &Item<'_>,
        scale: Scale,
        seed: u64,
        works: &[&'static dyn Work],
    ) -> Result<Block<'t>, ExperimentError> {
        let table = text.table("grid", item)?;
        let needed = |name: &str| {
            let found = table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, item)| item);
            found.ok_or_else(|| text.wrong(&item.span(), format_args!("the grid has no {name}")))
        };
        let work_item = needed("work")?;
        let word = text.words("work", work_item)?;
        let work = works.iter().find(|work| work.name() == word).copied().ok_or_else(|| {
            let names = works.iter().map(|work| work.name());
            text.wrong(&work_item.span(), Unknown::new("kind of work", &word, names))
        })?;
        let name = text.name("the name of a grid", needed("name")?)?;
        let mut block = Block { text, name, work, repetitions: 1, seeds: vec![seed], settings: Vec::new() };
        let is_scale = |entry: &Entry<'_>| ["smoke", "hour"].contains(&entry.0.get_ref().as_ref());
        // What is different at a scale is different from all the rest, wherever it stands.
        let (scales, lines): (Vec<Entry<'_>>, Vec<Entry<'_>>) =
            WeightsText::entries(table).into_iter().partition(is_scale);
        for entry in lines {
            if !["name", "work"].contains(&entry.0.get_ref().as_ref()) {
                block.set(entry)?;
            }
        }
        for (key, item) in scales {
            block.read_scale(key.get_ref(), item, scale)?;
        }
        for key in keys(work) {
            if block.settings.iter().all(|(name, _)| name != key.name) {
                let usual = key.usual.value().ok_or_else(|| {
                    text.wrong(&item.span(), format_args!("{} needs {}: {}", work.name(), key.name, key.meaning))
                })?;
                block.settings.push((key.name.to_string(), vec![usual]));
            }
        }
        Ok(block)
    }

    /// Reads what is different at a scale. It is read also where it is not used, so that mistakes are found.
    fn read_scale(&mut self, name: &str, item: &Item<'_>, scale: Scale) -> Result<(), ExperimentError> {
        let mut other =
            Block { settings: self.settings.clone(), name: self.name.clone(), seeds: self.seeds.clone(), ..*self };
        for entry in WeightsText::entries(self.text.table(name, item)?) {
            other.set(entry)?;
        }
        if name == scale.name() {
            *self = other;
        }
        Ok(())
    }

    /// Sets what one line says.
    fn set(&mut self, (key, item): Entry<'_>) -> Result<(), ExperimentError> {
        let (text, name) = (self.text, key.get_ref().as_ref());
        match name {
            "repetitions" => {
                self.repetitions = whole(text, "the number of repetitions", item)?;
                if self.repetitions > MOST_REPETITIONS {
                    let reason = format!("there are at most {MOST_REPETITIONS} repetitions");
                    return Err(text.wrong(&item.span(), reason));
                }
            }
            "seed" => {
                let one = |item| whole(text, "a seed", item);
                let list = item.get_ref().as_array();
                self.seeds = list.map_or_else(|| Ok(vec![one(item)?]), |items| items.iter().map(one).collect())?;
            }
            _ => {
                let Some(key) = keys(self.work).find(|key| key.name == name) else {
                    let names = keys(self.work).map(|key| key.name).chain(NAMES);
                    return Err(text.wrong(&key.span(), Unknown::new("setting", name, names)));
                };
                let values = self.values(key, item)?;
                match self.settings.iter_mut().find(|(known, _)| known == name) {
                    Some(known) => known.1 = values,
                    None => self.settings.push((name.to_string(), values)),
                }
            }
        }
        Ok(())
    }

    /// The values of a setting: one, or a list of them.
    fn values(&self, key: &Key, item: &Item<'_>) -> Result<Vec<Value>, ExperimentError> {
        let one = |item: &Item<'_>| {
            let value = value(item.get_ref()).and_then(|value| key.takes.accept(&value));
            value.ok_or_else(|| self.wrong_value(key, item))
        };
        let Some(items) = item.get_ref().as_array() else { return Ok(vec![one(item)?]) };
        let mut values = Vec::new();
        for item in items {
            let value = one(item)?;
            if values.contains(&value) {
                return Err(self.text.wrong(&item.span(), format_args!("{} has {value} twice", key.name)));
            }
            values.push(value);
        }
        if values.is_empty() {
            return Err(self.text.wrong(&item.span(), format_args!("{} has no value", key.name)));
        }
        Ok(values)
    }

    fn wrong_value(&self, key: &Key, item: &Item<'_>) -> ExperimentError {
        let name = key.name;
        let reason = match (&key.takes, value(item.get_ref())) {
            (Takes::Word(words), Some(Value::Text(text))) => Unknown::new(name, &text, words().into_iter()).to_string(),
            (Takes::Text(check), Some(Value::Text(text))) => check(&text).err().unwrap_or_default(),
            (takes, _) => format!("{name} is {}", takes.words()),
        };
        self.text.wrong(&item.span(), reason)
    }

    /// All combinations of values, the last setting changing fastest, each with its seed.
    pub fn combinations(&self) -> Vec<(Settings, u64)> {
        let mut all = vec![Settings::default()];
        for (name, values) in &self.settings {
            let with = |settings: &Settings, value: &Value| {
                let mut settings = settings.clone();
                settings.0.insert(name.clone(), value.clone());
                settings
            };
            all = all.iter().flat_map(|settings| values.iter().map(move |value| with(settings, value))).collect();
        }
        let seeds = &self.seeds;
        all.iter().flat_map(|settings| seeds.iter().map(move |&seed| (settings.clone(), seed))).collect()
    }
}

/// The settings of a kind of work, with those that every kind has.
fn keys(work: &'static dyn Work) -> impl Iterator<Item = &'static Key> {
    work.keys().iter().chain(&COMMON)
}
