// An experiment run: what is asked, the cells that are being done, and those that are.

import { element } from "../dom.js";
import { duration, figure, percentage, seconds } from "../numbers.js";
import { number, text } from "../texts.js";
import { keep, panel } from "./report.js";
import * as words from "./words.js";

/** A value of a setting. */
const value = (setting) => (typeof setting === "boolean" ? text(setting ? "common.yes" : "common.no") : typeof setting === "number" ? figure(setting) : String(setting ?? "–"));

/** What tells a cell from others. */
const label = ({ grid, values, repetition }) => [grid, ...values.map(value), repetition !== null && `#${repetition}`].filter(Boolean).join(" ");

/** Digits of the time that cells take: most take less than a second. */
const digits = (took) => (took < 1 ? 3 : 1);

/** What is asked, and where it was asked first. */
const asked = ({ title }, { question, source, remark }) => [
  element("p", {}, element("strong", {}, title)),
  [question, remark].filter(Boolean).map((paragraph) => element("p", {}, paragraph)),
  source && element("p", { class: "small quiet" }, text("page.learn.source", { source })),
];

/** The cells that are being done. Of those of another program nobody here knows how far they are. */
function running(cells) {
  const row = (cell) => {
    const name = label(cell.label);
    const isKnown = typeof cell.share === "number";
    const far = [isKnown && percentage(100 * cell.share), cell.seconds !== undefined && duration(cell.seconds)].filter(Boolean).join(" · ");
    return element(
      "li",
      {},
      element("span", {}, name),
      element("span", { class: "small quiet number" }, far),
      isKnown && element("progress", { max: 1, value: cell.share, "aria-label": name }),
    );
  };
  return element("ul", { class: "running" }, cells.map(row));
}

/** The cells of a grid that are done. */
function table(grid) {
  const heads = [
    ...grid.axes.map((name) => [name, false]),
    ...(grid.is_repeated ? [[text("page.learn.head_repetition"), true]] : []),
    ...grid.measures.map(([name, unit]) => [unit && unit !== name ? `${name} (${unit})` : name, true]),
    [text("page.learn.head_time"), true],
  ];
  const row = ({ values, repetition, numbers, seconds: took }) => {
    const cells = [...values.map(value), ...(grid.is_repeated ? [number(repetition)] : []), ...numbers.map(figure), seconds(took, digits(took))];
    // What tells a row from others names it.
    return element("tr", {}, cells.map((cell, index) => (index === 0 ? element("th", { scope: "row" }, cell) : element("td", { class: heads[index][1] ? "number" : null }, cell))));
  };
  return element(
    "div",
    { class: "scroll numbers", tabindex: "0", role: "group", "aria-label": text("page.learn.cells_of", { grid: grid.name }) },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, heads.map(([head, isNumber]) => element("th", { scope: "col", class: isNumber ? "number" : null }, head)))),
      element("tbody", {}, grid.rows.map(row)),
    ),
  );
}

/** All cells that are done, as far as there is room for them. */
function finished(details) {
  if (details.done === 0) return element("p", { class: "quiet" }, text("page.learn.no_cells"));
  const grids = details.grids.filter((grid) => grid.rows.length > 0);
  return [
    details.shown < details.done && element("p", { class: "small quiet" }, text("page.learn.cells_shown", { shown: number(details.shown), done: number(details.done) })),
    grids.map((grid) => [details.grids.length > 1 && element("h3", {}, grid.name), table(grid)]),
  ];
}

/** The place of all that. */
export class ExperimentPlace {
  #parts = Object.fromEntries(["asked", "running_cells", "failed_cells", "finished_cells"].map((part) => [part, element("div", { class: "stack" })]));
  node = element("div", { class: "experiment" }, Object.entries(this.#parts).map(([part, place]) => panel(part, place)));

  /** Shows what is known. */
  show(run, details) {
    // Between two cells there may be none, and nothing should move because of that.
    this.#fill("running_cells", words.isMoving(run) && running(run.progress?.running ?? []));
    if (!details) return;
    this.#fill("asked", asked(run.experiment, details));
    this.#fill("failed_cells", details.failed.length > 0 && details.failed.map(([cell, reason]) => element("p", { class: "error" }, `${label(cell)}: ${reason}`)));
    this.#fill("finished_cells", finished(details));
  }

  /** Puts something into a part, which is hidden while there is nothing. */
  #fill(part, content) {
    this.#parts[part].parentElement.hidden = !content;
    if (content) keep(this.#parts[part], content);
  }
}
