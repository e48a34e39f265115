// One agent at play: its board, its name and its numbers.

import { Board } from "../board.js";
import { stroke } from "../chart.js";
import { element, entries, iconButton, refill, shape, write } from "../dom.js";
import { themeColour } from "../look.js";
import { short } from "../numbers.js";
import { text } from "../texts.js";
import { FEWEST, marks, tints } from "./heat.js";

/** Rows above the Skyline that are drawn: the piece waits there. */
const ABOVE = 2;
/** Milliseconds between two new labels for those who listen. */
const LABEL_PAUSE = 2000;

/** Where a mean lies. */
function intervalText(mean) {
  if (!mean) return "–";
  const lower = short(mean.lower);
  return mean.upper === null ? text("page.watch.above", { lower }) : text("page.watch.between", { lower, upper: short(mean.upper) });
}

export class Seat {
  #board;
  #known = {};
  #lines = element("span", { class: "big number" }, "0");
  #figures = element("dl", { class: "entries" });
  #choose;
  #name;
  #labelled = 0;

  /** An agent; `onfocus` when its decisions are asked for, `onremove` when it is sent away (nothing if it is the only one). */
  constructor({ agent, index, isOne, onfocus, onremove }) {
    this.#name = agent.name;
    this.#board = new Board({ label: agent.name, above: ABOVE, attributes: { onclick: onfocus } });
    const { colour, dashes } = stroke(index);
    const line = shape("svg", { class: "key", viewBox: "0 0 24 8", "aria-hidden": "true" }, shape("line", { x1: 0, x2: 24, y1: 4, y2: 4, stroke: colour, "stroke-width": 3, "stroke-dasharray": dashes }));
    const title = text("page.watch.explain", { agent: agent.name });
    this.#choose = isOne ? null : element("button", { type: "button", class: "plain name", "aria-pressed": "false", title, data: { stop: `seat-${index}` }, onclick: onfocus }, line, agent.name);
    this.element = element(
      "article",
      { class: "seat" },
      element(
        "header",
        {},
        element("div", { class: "row spread" }, element("h2", {}, this.#choose ?? agent.name), onremove && iconButton("close", text("page.watch.remove", { agent: agent.name }), onremove, { class: "icon plain", data: { stop: `away-${index}` } })),
        element("p", { class: "small quiet about" }, agent.about),
      ),
      this.#board.element,
      element("div", { class: "figures" }, element("p", { class: "row" }, this.#lines, element("span", { class: "quiet small" }, text("game.lines"))), this.#figures),
    );
  }

  close() {
    this.#board.close();
  }

  set isFocused(isFocused) {
    this.element.classList.toggle("is-focused", isFocused);
    this.#choose?.setAttribute("aria-pressed", String(isFocused));
  }

  /** Shows what is new. */
  show(told, rate) {
    const rows = told.rows ?? this.#known.rows;
    this.#known = { ...told, rows };
    write(this.#lines, short(told.lines));
    entries(
      [
        [text("page.watch.pieces"), short(told.pieces)],
        told.score !== undefined && [text("game.score"), short(told.score)],
        told.level !== undefined && [text("game.level"), short(told.level)],
        [text("page.watch.height"), short(told.stack)],
        [text("page.watch.games"), short(told.games)],
        [text("page.watch.mean"), told.mean ? short(told.mean.lines) : "–"],
        told.score === undefined && [text("page.watch.interval"), intervalText(told.mean)],
        [text("game.pieces_per_second"), short(rate)],
        told.score !== undefined && [text("game.hold"), told.hold ?? "–"],
        [text("game.next"), told.next || "–"],
      ].filter(Boolean),
      this.#figures,
    );
    if (performance.now() > this.#labelled + LABEL_PAUSE) this.label();
  }

  /** Says to those who listen what is on the board. */
  label() {
    this.#labelled = performance.now();
    const { lines = 0, stack = 0 } = this.#known;
    this.#board.element.setAttribute("aria-label", text("page.watch.board", { agent: this.#name, lines: short(lines), height: stack }));
  }

  /** Draws the board; a thought of the same position is drawn on it. */
  draw({ thought = null, looked = null, heat = true } = {}) {
    const { place } = this.#known;
    const isExplained = thought && thought.placements.length > 0;
    const goal = place ? [{ cells: place.cells, colour: themeColour("--text"), dashed: false }] : [];
    this.#board.draw({
      ...this.#known,
      tints: isExplained && heat && thought.placements.length >= FEWEST ? tints(thought) : [],
      marks: isExplained ? marks(thought, looked) : goal,
    });
  }

  /** The placement whose cells are at a place of the page. */
  rankAt(event, thought) {
    const cell = this.#board.cellAt(event.clientX, event.clientY);
    if (!cell || !thought) return null;
    const rank = thought.placements.findIndex(({ cells }) => cells.some(([x, y]) => x === cell[0] && y === cell[1]));
    return rank < 0 ? null : rank;
  }

  get canvas() {
    return this.#board.element;
  }
}

/** Puts seats side by side. */
export function arrange(stage, seats) {
  stage.dataset.count = seats.length;
  refill(stage, seats.map((seat) => seat.element));
}
