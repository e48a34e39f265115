// All runs, and how to begin one.

import { element, refill } from "../dom.js";
import { text } from "../texts.js";
import { experiments } from "./experiments.js";
import { solving, training } from "./form.js";
import { SMALL, recipes } from "./recipes.js";
import * as words from "./words.js";

/** How often is looked while something moves, and otherwise, in milliseconds. */
const OFTEN = 1000;
const SELDOM = 5000;

/** Shows the list. Returns how to end that. */
export function list({ root, app }) {
  const table = element("div", {});
  const catalogue = element("div", {});
  const settings = element("div", { class: "stack" });
  const begin = async (question) => {
    const run = await app.ask("run.start", question);
    if (run) await app.go(`/learn/${run.name}`);
  };
  refill(
    root,
    element("header", {}, element("h1", {}, text("page.shell.learn")), element("p", { class: "quiet" }, text("page.learn.about"))),
    recipes(begin),
    element(
      "section",
      { class: "panel stack catalogue", "aria-labelledby": "learn-experiments" },
      element("h2", { id: "learn-experiments" }, text("page.learn.experiments")),
      element("p", { class: "quiet" }, text("page.learn.experiments_about")),
      catalogue,
    ),
    element("section", { class: "stack", "aria-labelledby": "learn-runs" }, element("h2", { id: "learn-runs" }, text("page.learn.runs")), table),
    settings,
  );
  let timer = null;
  let isOver = false;
  let before = new Map();
  const look = async () => {
    let known = null;
    try {
      known = await app.socket.ask("runs");
    } catch (error) {
      if (!isOver) app.notify(error.message, true);
      return;
    }
    if (isOver) return;
    show(table, known.runs, begin);
    if (settings.childElementCount === 0) {
      refill(catalogue, experiments(known, begin));
      const fold = (title, form) => element("details", { class: "panel" }, element("summary", {}, element("h2", {}, text(title))), form(known, begin));
      refill(settings, fold("page.learn.all_settings", training), fold("page.learn.all_settings_solving", solving));
    }
    for (const run of known.runs) {
      if (before.has(run.name) && before.get(run.name) !== run.state) app.announce(`${run.name}: ${words.state(run)}`);
    }
    before = new Map(known.runs.map((run) => [run.name, run.state]));
    timer = setTimeout(look, known.runs.some(words.isMoving) ? OFTEN : SELDOM);
  };
  look();
  return {
    close: () => {
      isOver = true;
      clearTimeout(timer);
    },
    keys: () => [],
  };
}

/** The table, its rows kept in place so that focus stays where it is. */
function show(place, runs, begin) {
  if (runs.length === 0) {
    const start = element("button", { type: "button", class: "main", onclick: () => begin(SMALL) }, text("page.learn.start_small"));
    if (!place.querySelector(".empty")) refill(place, element("div", { class: "empty" }, element("p", {}, text("page.learn.empty")), start));
    return;
  }
  let body = place.querySelector("tbody");
  if (!body) {
    const head = ["run", "stands", "far", "mean", "what"].map((name) => element("th", { scope: "col", class: name === "mean" ? "number" : null }, text(`page.learn.column_${name}`)));
    body = element("tbody");
    refill(place, element("div", { class: "scroll panel runs", tabindex: "0", role: "group", "aria-labelledby": "learn-runs" }, element("table", {}, element("thead", {}, element("tr", {}, head)), body)));
  }
  const names = runs.map((run) => run.name).join(" ");
  if (body.dataset.names !== names) {
    body.dataset.names = names;
    refill(body, runs.map(row));
  }
  runs.forEach((run, index) => write(body.rows[index], run));
}

function row(run) {
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, element("a", { href: `/learn/${run.name}` }, run.name)),
    element("td", {}, element("span", { class: "state" })),
    element("td", {}, element("progress", { max: 1, "aria-label": text("page.learn.column_far") }), element("span", { class: "small quiet" })),
    element("td", { class: "number" }),
    element("td", { class: "small" }),
  );
}

function write(row, run) {
  const [, stands, far, mean, what] = row.cells;
  what.textContent = words.summary(run);
  stands.firstChild.textContent = words.state(run);
  stands.firstChild.dataset.state = run.state;
  stands.title = run.failure ?? "";
  far.firstChild.value = words.share(run);
  far.firstChild.hidden = !run.progress;
  // What came of a finished run stands in the next column.
  far.lastChild.textContent = run.failure ?? (run.state === "done" ? "" : words.progress(run));
  mean.textContent = words.result(run);
}
