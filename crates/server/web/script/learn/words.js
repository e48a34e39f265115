// What is said about runs: how they stand, what they learn, and their numbers.

import { duration, figure, number, percentage, size } from "../numbers.js";
import { text, wordName } from "../texts.js";

export { duration, figure } from "../numbers.js";
export { featureName as feature } from "../texts.js";

/** A weight. */
export const weight = (value) => number(value, 4);

/** A mean with its interval. */
export function score(document) {
  const [lower, upper] = document.interval;
  return text("page.learn.score", { mean: figure(document.mean), from: figure(lower), to: upper === null ? "?" : figure(upper) });
}

/** What came of a run, in a few words. */
export function result(run) {
  const fitness = run.kind === "solve" && run.state === "done" ? run.progress?.fitness : null;
  if (fitness !== null && fitness !== undefined) return text("page.learn.result_fitness", { fitness: figure(fitness) });
  if (run.experiment && run.state === "done") return text("page.learn.cells", { cells: number(run.experiment.cells) });
  return run.result ? text("page.learn.result_lines", { score: score(run.result) }) : "–";
}

/** How a run stands. */
export const state = (run) => text(`page.learn.state_${run.state}`);

/** Whether a run may still change by itself. */
export const isMoving = (run) => ["going", "stopping", "waiting", "elsewhere"].includes(run.state);

/** What kind of run it is. Nobody knows that of one that is damaged. */
export const kind = (run) => (run.kind ? text(`page.learn.kind_${run.kind.replace("-", "_")}`) : "–");

/** The pieces of a game in words. */
function pieces(randomizer) {
  const known = { uniform: "uniform", "7-bag": "bag", "weighted:1/1/1/1/3/1/3": "hard" }[randomizer];
  return known ? text(`page.learn.pieces_${known}`) : randomizer;
}

/** What a run learns, in a line. */
export function summary(run) {
  const { settings, solving } = run;
  if (solving) return text("page.learn.summary_solving", { ...solving, genotype: wordName(solving.genotype), algorithm: wordName(solving.algorithm) });
  if (run.experiment) return text("page.learn.summary_experiment", run.experiment);
  if (!settings) return kind(run);
  return text("page.learn.summary", {
    size: size(settings.game.size),
    pieces: pieces(settings.game.randomizer),
    optimizer: wordName(settings.search.optimizer),
    weights: settings.search.start.length,
    games: number(settings.games),
    seed: settings.seed,
  });
}

/** How far a run is, in a line. */
export function progress(run) {
  const far = run.progress;
  if (!far) return "";
  const parts = [];
  if (run.kind === "solve") {
    if (far.fitness === null || far.fitness === undefined) return text("page.learn.nothing_found");
    return text("page.learn.at_solving", { stage: wordName(far.stage), count: figure(far.count), fitness: figure(far.fitness), blocks: far.blocks ?? "–", evaluations: figure(far.evaluations), time: duration(far.seconds) });
  }
  if (run.experiment) {
    parts.push(text("page.learn.at_cells", { done: number(far.done), cells: number(far.cells) }));
    if (far.failed > 0) parts.push(text("page.learn.cells_failed", { failed: number(far.failed) }));
  } else if (far.judging !== undefined) parts.push(text("page.learn.judging", { share: percentage(100 * far.judging) }));
  else parts.push(text("page.learn.at", { run: far.run, runs: far.runs, generation: far.generation, generations: far.generations }));
  if (far.left && isMoving(run)) parts.push(text(far.is_at_least ? "page.learn.left_at_least" : "page.learn.left", { time: duration(far.left) }));
  if (far.speed) parts.push(text("page.learn.speed", { speed: number(far.speed) }));
  return parts.join(" · ");
}

/** How much of a run is done, from 0 to 1. */
export const share = (run) => (run.state === "done" ? 1 : (run.progress?.judging ?? run.progress?.share ?? 0));
