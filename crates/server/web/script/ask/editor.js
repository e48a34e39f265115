// The board that is drawn on: by pointer, by finger and by keys.

import { Board } from "../board.js";
import { text } from "../texts.js";
import { KINDS } from "./position.js";

/** How many changes can be taken back. */
const MOST_UNDONE = 200;

export class Editor {
  /** What cells become; `.` takes Blocks away. */
  kind = "X";
  /** What is drawn besides the Blocks: whatever a scene has. */
  #overlay = {};
  #focus = null;
  #stroke = null;
  #past = [];
  #app;
  #position;
  #onchange;
  /** Who wants the cells that are clicked, instead of painting them. */
  picker = null;

  /** `onchange` hears when the position has become another one. */
  constructor({ app, position, onchange }) {
    this.#app = app;
    this.#position = position;
    this.#onchange = onchange;
    this.board = new Board({
      label: text("page.ask.board"),
      attributes: { role: "application", tabindex: "0", "aria-describedby": "ask-keys", "aria-roledescription": text("page.ask.editor") },
    });
    const canvas = this.board.element;
    canvas.addEventListener("pointerdown", (event) => this.#begin(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", () => (this.#stroke = null));
    canvas.addEventListener("pointercancel", () => (this.#stroke = null));
    canvas.addEventListener("pointerleave", () => this.picker?.hover?.(null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("keydown", (event) => this.#press(event));
    canvas.addEventListener("focus", () => this.#look(this.#focus ?? [Math.floor(position.width / 2), Math.min(position.stack(), position.height - 1)], false));
    canvas.addEventListener("blur", () => this.draw());
    this.draw();
  }

  close() {
    this.board.close();
  }

  /** Draws something over the board. */
  show(overlay) {
    this.#overlay = overlay;
    this.draw();
  }

  draw() {
    const { width, height, rows } = this.#position;
    const focus = document.activeElement === this.board.element ? this.#focus : null;
    const scene = { width, height, rows, ...this.#overlay, focus };
    // The style makes the board as large as there is room for, which depends on its shape.
    this.board.element.style.setProperty("--ratio", String(scene.width / scene.height));
    this.board.draw(scene);
  }

  /** Changes the position so that it can be taken back. */
  change(change) {
    const before = this.#position.copy();
    change(this.#position);
    this.#position.fit();
    this.#keep(before);
    this.#changed();
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#position.become(before);
    this.#changed();
    this.#app.announce(text("page.ask.undone"));
  }

  #keep(before) {
    this.#past.push(before);
    if (this.#past.length > MOST_UNDONE) this.#past.shift();
  }

  #changed() {
    this.#overlay = {};
    const { width, height } = this.#position;
    if (this.#focus) this.#focus = [Math.min(this.#focus[0], width - 1), Math.min(this.#focus[1], height - 1)];
    this.draw();
    this.#onchange();
  }

  #begin(event) {
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (!cell) return;
    if (this.picker && event.button === 0) {
      this.picker.pick(cell);
      return;
    }
    // What is drawn with the right button, or over its own kind, goes away.
    const isOver = this.#position.get(...cell) === this.kind;
    const kind = event.button === 2 || isOver ? "." : this.kind;
    this.board.element.setPointerCapture(event.pointerId);
    this.#stroke = kind;
    this.#keep(this.#position.copy());
    this.#paint(cell, kind);
  }

  #move(event) {
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (this.#stroke !== null && cell) this.#paint(cell, this.#stroke);
    else if (this.#stroke === null) this.picker?.hover?.(cell);
  }

  #paint([x, y], kind) {
    if (this.#position.get(x, y) === kind) return;
    this.#position.set(x, y, kind);
    this.#focus = [x, y];
    this.#changed();
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z") {
        event.preventDefault();
        this.undo();
      }
      return;
    }
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const [x, y] = this.#focus ?? [0, 0];
    const letter = event.key.toUpperCase();
    if (event.key in moves) this.#look([x + moves[event.key][0], y + moves[event.key][1]]);
    else if (event.key === "Home") this.#look([0, y]);
    else if (event.key === "End") this.#look([this.#position.width - 1, y]);
    else if (event.key === " ") {
      if (this.picker) this.picker.pick([x, y]);
      else this.#put(this.#position.get(x, y) === "." ? (this.kind === "." ? "X" : this.kind) : ".");
    } else if (event.key === "Delete" || event.key === "Backspace" || event.key === ".") this.#put(".");
    else if (KINDS.includes(letter) && event.key.length === 1) this.#put(letter);
    else return;
    event.preventDefault();
  }

  #put(kind) {
    const [x, y] = this.#focus;
    this.change((position) => position.set(x, y, kind));
    this.#say();
  }

  #look([x, y], isSaid = true) {
    const { width, height } = this.#position;
    this.#focus = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
    this.draw();
    if (isSaid) this.#say();
  }

  /** Says what the cell is. */
  #say() {
    const [x, y] = this.#focus;
    const letter = this.#position.get(x, y);
    const what = letter === "." ? text("page.ask.empty") : letter === "X" ? text("page.ask.garbage") : letter;
    this.#app.announce(text("page.ask.cell", { column: x + 1, row: y + 1, what }));
  }
}
