// The board, drawn on a canvas. It draws what it is told and keeps nothing else.

import { element } from "./dom.js";
import { blockColour, look, onLook, themeColour } from "./look.js";

/** The finest picture that is drawn, in pixels a cell. */
const FINEST = 96;

export class Board {
  #scene = { width: 10, height: 20, rows: [] };
  #above;
  #forget;
  #observer;

  /** A board that is called `label` by those who listen. `above` rows over the Skyline are drawn too. */
  constructor({ label, above = 0, attributes = {} }) {
    this.#above = above;
    this.element = element("canvas", { class: "board", role: "img", "aria-label": label, ...attributes });
    this.#forget = onLook(() => this.#paint());
    this.#observer = new ResizeObserver(() => this.#fit());
    this.#observer.observe(this.element);
    this.#fit();
  }

  close() {
    this.#forget();
    this.#observer.disconnect();
  }

  /**
   * Draws a scene: `width`, `height`, `rows` (from the floor up, a letter a cell; without them those of the last time), `piece` and
   * `ghost` (`{ piece, cells }`), `marks` (lists of cells with `colour`, drawn as outlines, `dashed` or not, with a `label`), `tints`
   * (`[x, y, colour]`; colours that begin with `--` are those of the theme), `hidden` (nothing may be seen) and `focus` (a cell).
   */
  draw(scene) {
    const rows = scene.rows ?? this.#scene.rows;
    const isOther = scene.width !== this.#scene.width || scene.height !== this.#scene.height;
    this.#scene = { ...scene, rows };
    if (isOther) this.#fit();
    else this.#paint();
  }

  /** The cell at a place of the page, or nothing. */
  cellAt(clientX, clientY) {
    const box = this.element.getBoundingClientRect();
    const { width, height } = this.#scene;
    const x = Math.floor(((clientX - box.left) / box.width) * width);
    const y = height + this.#above - 1 - Math.floor(((clientY - box.top) / box.height) * (height + this.#above));
    return x >= 0 && x < width && y >= 0 && y < height + this.#above ? [x, y] : null;
  }

  #fit() {
    const { width, height } = this.#scene;
    const canvas = this.element;
    canvas.style.aspectRatio = `${width} / ${height + this.#above}`;
    // How many times higher than wide it is, for styles that fit it into a place.
    canvas.parentElement?.style.setProperty("--ratio", (height + this.#above) / width);
    const wide = canvas.clientWidth * devicePixelRatio;
    const cell = Math.max(4, Math.min(FINEST, Math.round(wide / width) || 24));
    if (canvas.width !== cell * width || canvas.height !== cell * (height + this.#above)) {
      canvas.width = cell * width;
      canvas.height = cell * (height + this.#above);
    }
    this.#paint();
  }

  #paint() {
    const { width, height, rows, piece, ghost, marks = [], tints = [], hidden, focus } = this.#scene;
    const context = this.element.getContext("2d");
    const cell = this.element.width / width;
    const top = height + this.#above - 1;
    const place = (x, y) => [x * cell, (top - y) * cell];
    context.clearRect(0, 0, this.element.width, this.element.height);
    if (this.#above > 0) {
      context.fillStyle = themeColour("--ground");
      context.fillRect(0, 0, this.element.width, this.#above * cell);
    }
    if (look.grid) grid(context, width, height, this.#above, cell);
    if (hidden) return;
    for (const [x, y, colour] of tints) {
      context.fillStyle = ink(colour);
      context.fillRect(...place(x, y), cell, cell);
    }
    rows.forEach((row, y) => {
      for (let x = 0; x < row.length; x += 1) if (row[x] !== ".") block(context, row[x], ...place(x, y), cell);
    });
    if (ghost && look.ghost) outline(context, ghost.cells, blockColour(ghost.piece), place, cell, false);
    if (piece) for (const [x, y] of piece.cells) block(context, piece.piece, ...place(x, y), cell);
    for (const { cells, colour, dashed, label } of marks) {
      outline(context, cells, ink(colour), place, cell, dashed);
      if (label) write(context, label, centre(cells, place, cell), cell * 0.55, ink(colour));
    }
    if (focus) {
      context.strokeStyle = themeColour("--focus");
      context.lineWidth = Math.max(2, cell / 12);
      context.strokeRect(...place(...focus), cell, cell);
    }
  }
}

/** A colour, or that of the theme as it is now. */
const ink = (colour) => (colour.startsWith("--") ? themeColour(colour) : colour);

/** A piece by itself, for Hold and Next. */
export function drawPiece(canvas, letter, isFaint = false) {
  const scale = devicePixelRatio;
  const [width, height] = [Math.round((canvas.clientWidth || 72) * scale), Math.round((canvas.clientHeight || 40) * scale)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  const cells = SHAPES[letter];
  if (!cells) return;
  const wide = 1 + Math.max(...cells.map(([x]) => x));
  const high = 1 + Math.max(...cells.map(([, y]) => y));
  const cell = Math.floor(Math.min(width / 4, height / 2.2));
  const [left, bottom] = [(width - wide * cell) / 2, (height + high * cell) / 2];
  context.globalAlpha = isFaint ? 0.4 : 1;
  for (const [x, y] of cells) block(context, letter, left + x * cell, bottom - (y + 1) * cell, cell);
  context.globalAlpha = 1;
}

/** The seven pieces, facing north. */
export const SHAPES = {
  I: [[0, 0], [1, 0], [2, 0], [3, 0]],
  J: [[0, 0], [1, 0], [2, 0], [0, 1]],
  L: [[0, 0], [1, 0], [2, 0], [2, 1]],
  O: [[0, 0], [1, 0], [0, 1], [1, 1]],
  S: [[0, 0], [1, 0], [1, 1], [2, 1]],
  T: [[0, 0], [1, 0], [2, 0], [1, 1]],
  Z: [[1, 0], [2, 0], [0, 1], [1, 1]],
};

function grid(context, width, height, above, cell) {
  context.strokeStyle = themeColour("--grid");
  context.lineWidth = 1;
  context.beginPath();
  for (let x = 1; x < width; x += 1) {
    context.moveTo(Math.round(x * cell) + 0.5, above * cell);
    context.lineTo(Math.round(x * cell) + 0.5, (height + above) * cell);
  }
  for (let y = 0; y < height; y += 1) {
    context.moveTo(0, Math.round((y + above) * cell) + 0.5);
    context.lineTo(width * cell, Math.round((y + above) * cell) + 0.5);
  }
  context.stroke();
}

function block(context, letter, left, top, cell) {
  const gap = Math.max(0.5, cell / 28);
  const size = cell - 2 * gap;
  context.fillStyle = blockColour(letter);
  context.beginPath();
  context.roundRect(left + gap, top + gap, size, size, cell / 9);
  context.fill();
  // Light from above, so that cells of one colour can be counted.
  context.fillStyle = "#ffffff2e";
  context.fillRect(left + gap + cell / 12, top + gap, size - cell / 6, Math.max(1, cell / 10));
  if (look.blocks === "patterns") pattern(context, letter, left, top, cell);
  // A pattern tells pieces apart by itself; a letter over it could not be read.
  if (look.blocks === "letters" || (look.is_monochrome && look.blocks !== "patterns")) {
    const name = letter === "X" || letter === "G" ? "■" : letter;
    write(context, name, [left + cell / 2, top + cell / 2], cell * 0.6, "#000000cc", "#ffffffb0");
  }
}

/** A pattern for each piece: lines of other directions, rings and points. */
function pattern(context, letter, left, top, cell) {
  const line = (x1, y1, x2, y2) => {
    context.moveTo(left + x1 * cell, top + y1 * cell);
    context.lineTo(left + x2 * cell, top + y2 * cell);
  };
  context.strokeStyle = "#000000a0";
  context.lineWidth = Math.max(1, cell / 10);
  context.beginPath();
  if (letter === "I") line(0.5, 0.15, 0.5, 0.85);
  else if (letter === "J") line(0.2, 0.2, 0.8, 0.8);
  else if (letter === "L") line(0.8, 0.2, 0.2, 0.8);
  else if (letter === "O") context.rect(left + cell * 0.28, top + cell * 0.28, cell * 0.44, cell * 0.44);
  else if (letter === "S") context.arc(left + cell / 2, top + cell / 2, cell * 0.22, 0, 2 * Math.PI);
  else if (letter === "T") [line(0.5, 0.2, 0.5, 0.8), line(0.2, 0.5, 0.8, 0.5)];
  else if (letter === "Z") [line(0.2, 0.35, 0.8, 0.35), line(0.2, 0.65, 0.8, 0.65)];
  context.stroke();
}

/** The outline of some cells, without lines between them. */
function outline(context, cells, colour, place, cell, dashed) {
  const has = (x, y) => cells.some(([cx, cy]) => cx === x && cy === y);
  const width = Math.max(1.5, cell / 11);
  const inset = width / 2 + Math.max(0.5, cell / 28);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = "square";
  context.setLineDash(dashed ? [cell / 5, cell / 4] : []);
  context.beginPath();
  for (const [x, y] of cells) {
    const [left, top] = place(x, y);
    const [up, down, west, east] = [has(x, y + 1), has(x, y - 1), has(x - 1, y), has(x + 1, y)];
    // A side ends where the next one begins, or goes on into the cell beside it; around an inner corner it reaches a little further.
    const from = (isInside, corner) => (isInside ? (corner ? -inset : 0) : inset);
    const side = (horizontal, at, before, after) => {
      const [start, end] = [before, cell - after];
      if (horizontal) [context.moveTo(left + start, top + at), context.lineTo(left + end, top + at)];
      else [context.moveTo(left + at, top + start), context.lineTo(left + at, top + end)];
    };
    if (!up) side(true, inset, from(west, has(x - 1, y + 1)), from(east, has(x + 1, y + 1)));
    if (!down) side(true, cell - inset, from(west, has(x - 1, y - 1)), from(east, has(x + 1, y - 1)));
    if (!west) side(false, inset, from(up, has(x - 1, y + 1)), from(down, has(x - 1, y - 1)));
    if (!east) side(false, cell - inset, from(up, has(x + 1, y + 1)), from(down, has(x + 1, y - 1)));
  }
  context.stroke();
  context.setLineDash([]);
}

function centre(cells, place, cell) {
  const points = cells.map(([x, y]) => place(x, y));
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length + cell / 2;
  return [mean(0), mean(1)];
}

function write(context, text, [x, y], size, colour, halo = null) {
  context.font = `700 ${size}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (halo) {
    context.strokeStyle = halo;
    context.lineWidth = size / 5;
    context.strokeText(text, x, y + size / 20);
  }
  context.fillStyle = colour;
  context.fillText(text, x, y + size / 20);
}
