// What is said about runs: how they stand, what they learn, and their numbers.

import { number, spoken, text } from "../texts.js";

/** A number with as many digits as anyone needs. */
export function figure(value) {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (size >= 1e6) return value.toExponential(2).replace("e+", "e");
  if (size !== 0 && size < 1e-3) return value.toExponential(1);
  if (Number.isInteger(value) || size >= 100) return number(value);
  return number(value, size < 1 ? 3 : size < 10 ? 2 : 1);
}

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
  return run.result ? text("page.learn.result_lines", { score: score(run.result) }) : "–";
}

/** Seconds as people say them. */
export function duration(seconds) {
  const two = (value) => String(value).padStart(2, "0");
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return hours === 0 ? `${minutes}:${two(Math.floor(seconds % 60))} min` : `${hours}:${two(minutes % 60)} h`;
}

/** A moment. */
export const moment = (seconds) =>
  new Date(1000 * seconds).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" });

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
  if (solving) return text("page.learn.summary_solving", solving);
  if (!settings) return kind(run);
  return text("page.learn.summary", {
    size: settings.game.size,
    pieces: pieces(settings.game.randomizer),
    optimizer: settings.search.optimizer,
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
    return text("page.learn.at_solving", { stage: far.stage, count: figure(far.count), fitness: figure(far.fitness), blocks: far.blocks ?? "–", evaluations: figure(far.evaluations), time: duration(far.seconds) });
  }
  if (far.judging !== undefined) parts.push(text("page.learn.judging", { share: Math.round(100 * far.judging) }));
  else parts.push(text("page.learn.at", { run: far.run, runs: far.runs, generation: far.generation, generations: far.generations }));
  if (far.left) parts.push(text(far.is_at_least ? "page.learn.left_at_least" : "page.learn.left", { time: duration(far.left) }));
  if (far.speed) parts.push(text("page.learn.speed", { speed: number(far.speed) }));
  return parts.join(" · ");
}

/** How much of a run is done, from 0 to 1. */
export const share = (run) => (run.state === "done" ? 1 : (run.progress?.judging ?? run.progress?.share ?? 0));

/** `f1 landing height` for `f1_landing_height`. */
export const feature = (name) => name.replaceAll("_", " ");
