// What a run has found: scores, weights, settings, the command that does the same.

import { bars, element, entries, refill } from "../dom.js";
import { number, size } from "../numbers.js";
import { text, wordName } from "../texts.js";
import * as words from "./words.js";

/** A panel with a heading. */
export function panel(name, ...children) {
  const id = `learn-${name}`;
  return element("section", { class: "panel stack", "aria-labelledby": id }, element("h2", { id }, text(`page.learn.${name}`)), children);
}

/** What the player scores, and each run. */
export function results(run, details) {
  const outcome = details.outcome;
  if (!outcome) {
    if (!details.last) return element("p", { class: "quiet" }, text("page.learn.nothing_yet"));
    const { last } = details;
    return [
      element("p", { class: "small quiet" }, text("page.learn.last_generation", { run: last.run, generation: last.generation })),
      entries([
        [text("page.learn.centre"), words.score(last.centre)],
        [text("page.learn.best_candidate"), words.score(last.best)],
        [text("page.learn.step_size"), words.figure(last.sigma)],
        [text("page.learn.pieces"), words.figure(details.pieces)],
      ]),
    ];
  }
  const row = (name, score, generations, pieces) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", { class: "number" }, words.figure(score.mean)),
      element("td", { class: "number" }, text("page.learn.from_to", { from: words.figure(score.interval[0]), to: score.interval[1] === null ? "?" : words.figure(score.interval[1]) })),
      element("td", { class: "number" }, number(generations)),
      element("td", { class: "number" }, words.figure(pieces)),
    );
  const heads = ["run", "mean", "interval", "generations", "pieces"];
  const generations = outcome.runs.reduce((sum, one) => sum + one.generations, 0);
  return [
    element("p", { class: "large number" }, words.score(run.result)),
    element("p", { class: "small quiet" }, text("page.learn.judged_by", { games: number(run.settings.judging_games) })),
    element(
      "div",
      { class: "scroll numbers", tabindex: "0", role: "group", "aria-label": text("page.learn.results") },
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col", class: head === "run" ? null : "number" }, text(`page.learn.head_${head}`))))),
        element(
          "tbody",
          {},
          outcome.runs.map((one) => row(one.run, one.score, one.generations, one.pieces)),
          row(text("page.learn.average"), outcome.average_score, generations, outcome.pieces),
        ),
      ),
    ),
    details.ended_early.map(([which, why]) => element("p", { class: "small quiet" }, text("page.learn.ended_early", { run: which, why: wordName(`stop-${why}`) }))),
    outcome.result === "best" && outcome.runs.length > 1 && element("p", { class: "small quiet" }, text("page.learn.best_of", { run: outcome.best_run })),
  ];
}

/** The best that was found for a row of pieces. */
export function solution(run, details) {
  const found = details.solution;
  if (!found) return element("p", { class: "quiet" }, text("page.learn.nothing_found"));
  const pairs = [
    ["fitness", words.figure(found.fitness)],
    ["blocks", number(found.blocks)],
    ["cleared", number(found.lines)],
    ["points", number(found.points)],
  ];
  if (found.ended) {
    pairs.push(["evaluations", words.figure(found.evaluations)], ["seconds", words.duration(found.seconds)], ["ended", wordName(found.ended)]);
    pairs.push(["proven", text(found.proof.is_best ? "page.learn.proven_best" : found.proof.has_fewest_blocks ? "page.learn.proven_blocks" : "page.learn.proven_nothing")]);
  }
  return entries(pairs.map(([name, value]) => [text(`page.learn.found_${name}`), value]));
}

/** The weights as bars, and published ones of the same features beside them. */
export function weights(details) {
  if (details.weights.length === 0) return element("p", { class: "quiet" }, text("page.learn.nothing_yet"));
  const rows = details.features.map((name, index) => [words.feature(name), details.weights[index], words.weight(details.weights[index])]);
  const beside = () =>
    element(
      "details",
      {},
      element("summary", {}, text("page.learn.beside")),
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": text("page.learn.beside") },
        element(
          "table",
          {},
          element("thead", {}, element("tr", {}, [text("page.learn.feature"), text("page.learn.learned"), ...details.published.map(([name]) => name)].map((head, index) => element("th", { scope: "col", class: index > 0 ? "number" : null }, head)))),
          element(
            "tbody",
            {},
            rows.map(([name, , learned], index) => element("tr", {}, element("th", { scope: "row" }, name), [learned, ...details.published.map(([, values]) => words.weight(values[index]))].map((value) => element("td", { class: "number" }, value)))),
          ),
        ),
      ),
    );
  return [element("p", { class: "small quiet" }, text(details.outcome ? "page.learn.weights_player" : "page.learn.weights_centre")), bars(rows, rows.length), details.published.length > 0 && beside()];
}

/** What an experiment is, and where it is run. */
const experiment = ({ name, scale, seed, cells }, details) => [
  ["name", name],
  ["scale", scale],
  ["seed", seed],
  ["cells", number(cells)],
  ...(details ? [["worked", words.duration(details.worked)], ...details.hosts.map((host) => ["host", host])] : []),
];

/** What the run was told. */
export function settings(run, details) {
  const { settings } = run;
  if (run.solving) return entries(Object.entries(run.solving).filter(([, value]) => value !== null).map(([name, value]) => [text(`page.learn.solving_${name}`), ["genotype", "algorithm"].includes(name) ? wordName(value) : String(value)]));
  if (run.experiment) return entries(experiment(run.experiment, details).map(([name, value]) => [text(`page.learn.experiment_${name}`), value]));
  if (!settings) return entries([[text("page.learn.column_what"), words.kind(run)]]);
  const { game, search } = settings;
  const pairs = [
    ["size", size(game.size)],
    ["randomizer", wordName(game.randomizer)],
    ["optimizer", wordName(search.optimizer)],
    ["population", `${search.population}${search.parents ? ` / ${search.parents}` : ""}`],
    ["sigma", number(search.sigma, 2)],
    ["generations", number(settings.generations)],
    ["runs", number(settings.runs)],
    ["games", number(settings.games)],
    ["centre_games", number(settings.centre_games)],
    ["allocation", wordName(settings.allocation)],
    ["judging_games", number(settings.judging_games)],
    ["result", wordName(settings.result)],
    ["seed", settings.seed],
  ];
  const yes = [["two_piece", game.two_piece], ["lines_after_overflow", game.lines_after_overflow]].filter(([, is]) => is);
  return entries([...pairs, ...yes.map(([name]) => [name, text("page.learn.yes")])].map(([name, value]) => [text(`page.learn.option_${name}`), value]));
}

/** Commands that do the same in a terminal, and files. */
export function elsewhere(run, details) {
  const command = (name, line) => line && [element("h3", {}, text(`page.learn.${name}`)), element("code", { class: "command", tabindex: "0" }, line)];
  const file = (name) => element("a", { class: "button", href: `/runs/${run.name}/${name}`, download: `${run.name}-${name}` }, name);
  const isDone = run.state === "done";
  const own = run.experiment ? ["events.jsonl", run.has_report && "report.html"] : [run.has_player && "player.toml", isDone && "result.json"];
  const files = [...own, "manifest.json"].filter(Boolean);
  return [
    command("command", run.command),
    run.has_player && command("evaluate", details?.evaluate),
    details?.last && command("plot", details.plot),
    element("h3", {}, text("page.learn.files")),
    element("div", { class: "row" }, files.map(file)),
  ];
}

/** What places hold. */
const contents = new WeakMap();

/** Puts something into a place when it differs from what is there. */
export function keep(place, content) {
  const fresh = element("div", {}, content);
  if (contents.get(place) === fresh.innerHTML) return;
  // Whoever reads a table that was opened goes on reading it, and the keyboard stays where it is.
  const open = [...place.querySelectorAll("details")].map((details) => details.open);
  const within = () => [...place.querySelectorAll("a, button, summary, [tabindex]")];
  const focused = within().indexOf(document.activeElement);
  contents.set(place, fresh.innerHTML);
  refill(place, [...fresh.childNodes]);
  place.querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
  if (focused >= 0) within()[focused]?.focus();
}
