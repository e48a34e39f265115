//! Accessibility of a page, as far as axe-core can tell.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::page::Page;

/// Where `cargo xtask test` installs it, below the folder of the project.
const PACKAGE: &str = "target/npm/node_modules/axe-core/axe.min.js";
/// How it is installed by hand.
const INSTALL: &str = "npm install --prefix target/npm axe-core@4.14.0";

/// Everything of WCAG 2.0 and 2.1 up to level AA, and good manners.
const RUN: &str = r#"axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    resultTypes: ["violations"],
}).then((results) => results.violations)"#;

/// A rule that the page breaks.
#[derive(Deserialize)]
struct Violation {
    /// The name of the rule.
    id: String,
    impact: Option<String>,
    /// What the rule asks for.
    help: String,
    nodes: Vec<Node>,
}

/// Where it is broken.
#[derive(Deserialize)]
struct Node {
    /// A selector, or several for what lies in frames and shadow trees.
    target: serde_json::Value,
}

impl Page<'_> {
    /// The rules that the page breaks, a line for each: its name, how much it hinders, where, and what it asks for.
    ///
    /// # Panics
    ///
    /// If axe-core is missing.
    pub fn accessibility(&mut self) -> Vec<String> {
        if !self.evaluate::<bool>("'axe' in window") {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PACKAGE);
            let axe = fs::read_to_string(path).unwrap_or_else(|_| {
                panic!("axe-core is missing: run `cargo xtask test`, or in the project's folder `{INSTALL}`")
            });
            // Evaluated and not added to the page, it may run under every content security policy.
            self.run(&format!("(() => {{ {axe} }})()"));
        }
        self.evaluate::<Vec<Violation>>(RUN).iter().map(line).collect()
    }
}

/// A broken rule in words.
fn line(violation: &Violation) -> String {
    let impact = violation.impact.as_deref().unwrap_or("unknown impact");
    let places: Vec<String> = violation.nodes.iter().map(place).collect();
    format!("{} ({impact}) at {}: {}", violation.id, places.join(", "), violation.help)
}

/// The selectors of a place, from the outside to the inside.
fn place(node: &Node) -> String {
    let selectors: Vec<&str> = node.target.as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
    selectors.join(" > ")
}
