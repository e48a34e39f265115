// One run: how far it is, its figures as they grow, what it has found, and what can be done with it.

import { Playback } from "../ask/playback.js";
import { framesOf, momentOf } from "../ask/position.js";
import { Board } from "../board.js";
import { confirmed } from "../dialog.js";
import { element, icon, refill, write } from "../dom.js";
import { onLook } from "../look.js";
import { text } from "../texts.js";
import { showTrouble } from "../trouble.js";
import { ExperimentPlace } from "./experiment.js";
import { FigurePlace } from "./figure.js";
import { elsewhere, keep, panel, results, settings, solution, weights } from "./report.js";
import * as words from "./words.js";

/** Two panels of a figure are beside each other where there is at least so much room, in CSS pixels. */
const WIDE = 1200;
/** The board of the solver, and how long a piece of its answer is shown, in milliseconds. */
const SIZE = { width: 10, height: 20 };
const STEP = 500;

/** Shows a run. Returns how to end that. */
export function run({ root, name, query, app }) {
  const view = { figure: query.get("figure"), run: query.has("run") ? Number(query.get("run")) || null : null };
  const parts = Object.fromEntries(["results", "weights", "settings", "elsewhere"].map((part) => [part, element("div", { class: "stack" })]));
  const heading = element("h1", { tabindex: "-1" }, name);
  const state = element("span", { class: "state" });
  const bar = element("progress", { max: 1, "aria-label": text("page.learn.column_far") });
  const far = element("p", { class: "small quiet number" });
  const failure = element("p", { class: "error", role: "alert", hidden: true });
  const buttons = element("div", { class: "row" });
  const figures = new FigurePlace(look);
  const experiment = new ExperimentPlace();
  const board = new Board({ label: text("page.learn.left_title") });
  const playback = new Playback({ show: drawMoment, pause: () => STEP, end: () => {} });
  const left = panel("left_title", element("div", { class: "stack playing" }, board.element, playback.element));
  left.hidden = true;
  const columns = element("div", { class: "columns", hidden: true });
  bar.hidden = true;
  refill(
    root,
    element("p", { class: "small" }, element("a", { href: "/learn" }, text("page.learn.back"))),
    element("header", {}, heading, state),
    element("div", { class: "stack far" }, bar, far, failure, buttons),
    columns,
  );
  const [found, given] = [element("div", { class: "stack" }, panel("results", parts.results), panel("weights", parts.weights), left), panel("settings", parts.settings)];
  columns.append(figures.node, experiment.node, found, element("div", { class: "stack" }, given, panel("elsewhere", parts.elsewhere)));
  app.title(name);

  let shown = null;
  let details = null;
  let solved = { genes: null, steps: [], frames: [[]] };
  const looked = () => ({ ...view, dark: document.documentElement.dataset.theme !== "light", columns: innerWidth >= WIDE ? 2 : 1 });
  const talk = app.socket.talk("run.follow", { name, look: looked() }, {
    say: hear,
    error: (sentence) => {
      showTrouble(root, { title: name, sentence, links: [["/learn", text("page.learn.back")]] });
    },
  });

  /** Something else is to be seen. */
  function look(wanted = view) {
    Object.assign(view, wanted);
    const query = new URLSearchParams();
    if (view.figure !== null) query.set("figure", view.figure);
    if (view.run !== null) query.set("run", view.run);
    app.note(`/learn/${name}${query.size > 0 ? `?${query}` : ""}`);
    if (details?.figures) choose();
    talk.send(looked());
  }

  /** Offers the figures that there are. */
  function choose() {
    const usual = shown.kind === "solve" ? "progress" : "fitness";
    figures.choose(details.figures, { ...view, figure: view.figure ?? usual }, details.last_run);
  }

  /** Draws the board that a solution leaves, which can be played from its beginning. */
  function drawLeft(found) {
    const { final_board: rows, blocks, board: begun, steps } = found;
    const label = text("page.learn.left_board", { blocks, rows: rows.length === 0 ? "–" : rows.join(" / ") });
    board.element.setAttribute("aria-label", label);
    if (JSON.stringify(found.genes) === solved.genes) return;
    solved = { genes: JSON.stringify(found.genes), steps, frames: framesOf((begun ?? []).toReversed(), steps, SIZE.width) };
    playback.rest(steps.length + 1);
  }

  function drawMoment(moment) {
    board.draw({ ...SIZE, ...momentOf(solved.frames, solved.steps, moment) });
  }

  function hear(news) {
    const before = shown;
    columns.hidden = false;
    shown = news.summary;
    details = news.details ?? details;
    write(state, words.state(shown));
    state.dataset.state = shown.state;
    bar.hidden = !shown.progress;
    bar.value = words.share(shown);
    write(far, [words.summary(shown), shown.state === "done" ? "" : words.progress(shown)].filter(Boolean).join(" · "));
    failure.hidden = !shown.failure;
    write(failure, shown.failure ?? "");
    if (before?.state !== shown.state || before?.has_player !== shown.has_player || before?.has_report !== shown.has_report) {
      // Whoever has just pressed one of them finds its successor, and the heading while there is none.
      const had = buttons.contains(document.activeElement) || document.activeElement === heading;
      refill(buttons, actions(shown));
      if (had) (buttons.querySelector("button:not(.danger)") ?? buttons.querySelector("a, button") ?? heading).focus();
      if (before) app.announce(`${name}: ${words.state(shown)}`);
    }
    const isExperiment = Boolean(shown.experiment);
    experiment.node.hidden = !isExperiment;
    if (isExperiment) {
      experiment.show(shown, details);
      // There is nothing else beside the rest.
      if (given.parentElement !== found) found.append(given);
    }
    const hasFigures = Boolean(details) && !isExperiment;
    figures.node.hidden = !hasFigures;
    if (hasFigures) {
      choose();
      keep(parts.results, shown.kind === "solve" ? solution(shown, details) : results(shown, details));
      if (details.weights) keep(parts.weights, weights(details));
      else if (details.solution) drawLeft(details.solution);
    }
    parts.results.parentElement.hidden = !hasFigures;
    parts.weights.parentElement.hidden = !details?.weights;
    left.hidden = !details?.solution;
    keep(parts.settings, settings(shown, details));
    keep(parts.elsewhere, elsewhere(shown, details));
    if (news.figure) figures.show(news.figure);
    else if (news.no_figure) figures.say(news.no_figure);
  }

  /** What can be done with the run as it stands. */
  function actions(run) {
    const button = (what, onclick, kind = "") => element("button", { type: "button", class: kind, onclick }, text(`page.learn.${what}`));
    const can = { going: ["stop"], waiting: ["stop"], stopped: ["resume", "delete"], failed: ["resume", "delete"], done: ["delete"] }[run.state] ?? [];
    const isOurs = run.kind !== null && run.kind !== "tune-bot";
    return [
      run.has_report && element("a", { class: "button main", href: `/runs/${name}/report.html`, target: "_blank", rel: "noopener" }, text("page.learn.open_report")),
      run.has_player && element("a", { class: "button main", href: `/watch?agents=${encodeURIComponent(`run:${name}`)}${run.settings?.game ? `&size=${run.settings.game.size}` : ""}` }, icon("watch"), text("page.learn.watch")),
      can.includes("stop") && button("stop", () => app.ask("run.stop", { name })),
      can.includes("resume") && isOurs && button("resume", () => app.ask("run.resume", { name }), "main"),
      can.includes("delete") && button("delete", remove, "danger"),
      run.state === "elsewhere" && element("p", { class: "quiet" }, text("page.learn.elsewhere_about")),
    ];
  }

  /** Puts the run aside, if that is wanted. */
  async function remove() {
    const isWanted = await confirmed({
      question: text("page.learn.delete_question", { name }),
      about: text("page.learn.delete_about"),
      yes: text("page.learn.delete"),
      no: text("page.learn.keep"),
    });
    const done = isWanted && (await app.ask("run.delete", { name }));
    if (!done) return;
    talk.close();
    await app.go("/learn");
    app.notify(text("page.learn.deleted", { name, place: done.place }));
  }

  const stopLooking = onLook(() => talk.send(looked()));
  const wide = matchMedia(`(min-width: ${WIDE}px)`);
  const resized = () => talk.send(looked());
  wide.addEventListener("change", resized);
  return {
    close: () => {
      talk.close();
      playback.close();
      board.close();
      stopLooking();
      wide.removeEventListener("change", resized);
    },
    keys: () => [],
  };
}
