// The position that is asked about: a board, the piece, Next and Hold. The address holds all of it.

import { text } from "../texts.js";
import { shown } from "./given.js";

/** The letters that a cell can have; `.` is empty, `X` is garbage. */
export const KINDS = ["I", "J", "L", "O", "S", "T", "Z", "X"];
export const PIECES = KINDS.slice(0, 7);

/** The smallest and largest boards that are drawn here. */
export const LEAST = { width: 4, height: 4 };
export const MOST = { width: 16, height: 40 };

const USUAL = { width: 10, height: 20 };

/** Positions to begin with: the first is shown to who comes without one. Boards are rows from the top. */
export const EXAMPLES = [
  { name: "opener", board: "JJJ....JJZ/OOJT...JZZ/OOTTT..JZL/IIII...LLL", piece: "T", queue: "ILSZ", hold: "J" },
  { name: "spin", board: "JJJ..ZZOOI/LLJ...ZOOI/LXXX.XXXXI", piece: "T", queue: "IJLO", hold: "" },
  { name: "tuck", board: "......JJJ./......XXXX/OO....XXXX/OOLLL....X/XXLXX.XXXX", piece: "L", queue: "IOST", hold: "" },
  { name: "cheese", board: "..X......./XXXXXX.XXX/XX.XXXXXXX/XXXXXXXX.X/.XXXXXXXXX/XXXX.XXXXX", piece: "I", queue: "TOJS", hold: "L" },
  { name: "empty", board: "..........", piece: "T", queue: "IJLO", hold: "" },
];

/** Rows from the floor up, all as wide as the board. */
export class Position {
  constructor({ width = USUAL.width, height = USUAL.height, rows = [], piece = "T", queue = "", hold = "" } = {}) {
    Object.assign(this, { width, height, piece, queue, hold });
    this.rows = rows;
    this.fit();
  }

  /** Makes the rows as many and as wide as they should be. */
  fit() {
    const row = (y) => (this.rows[y] ?? "").slice(0, this.width).padEnd(this.width, ".");
    this.rows = Array.from({ length: this.height }, (_, y) => row(y));
  }

  get(x, y) {
    return this.rows[y]?.[x] ?? ".";
  }

  set(x, y, letter) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const row = this.rows[y];
    this.rows[y] = row.slice(0, x) + letter + row.slice(x + 1);
  }

  /** How many rows have Blocks, from the floor. */
  stack() {
    return this.rows.reduce((height, row, y) => (/[^.]/.test(row) ? y + 1 : height), 0);
  }

  blocks() {
    return this.rows.join("").replaceAll(".", "").length;
  }

  /** The rows from the top, with something between them; empty rows above the stack are left out, or not. */
  picture(between = "/", isWhole = false) {
    const rows = isWhole ? this.rows : this.rows.slice(0, Math.max(1, this.stack()));
    return [...rows].reverse().join(between);
  }

  /** The size as commands write it. */
  size() {
    return `${this.width}x${this.height}`;
  }

  mirror() {
    const other = { J: "L", L: "J", S: "Z", Z: "S" };
    const swap = (letter) => other[letter] ?? letter;
    this.rows = this.rows.map((row) => [...row].reverse().map(swap).join(""));
    this.piece = swap(this.piece);
    this.queue = [...this.queue].map(swap).join("");
    this.hold = swap(this.hold);
  }

  /** A row of garbage rises. */
  raise() {
    const hole = (this.rows[0].indexOf(".") + this.width) % this.width;
    const row = "X".repeat(hole) + "." + "X".repeat(this.width - hole - 1);
    this.rows = [row, ...this.rows.slice(0, -1)];
  }

  /** The lowest row goes. */
  lower() {
    this.rows = [...this.rows.slice(1), ".".repeat(this.width)];
  }

  clear() {
    this.rows = [];
    this.fit();
  }

  copy() {
    return new Position({ ...this, rows: [...this.rows] });
  }

  /** Takes over another one, in place. */
  become(other) {
    Object.assign(this, { ...other, rows: [...other.rows] });
    this.fit();
  }

  /** What the address says of it. */
  parameters() {
    const isUsual = this.width === USUAL.width && this.height === USUAL.height;
    return {
      board: this.picture(),
      size: isUsual ? null : this.size(),
      piece: this.piece,
      queue: this.queue || null,
      hold: this.hold || null,
    };
  }
}

/** No more pieces than these are known to come. */
export const MOST_NEXT = 40;

/** The letters of pieces in a text, and whatever else is in it besides spaces and commas. */
export function letters(text) {
  const all = [...text.toUpperCase()].filter((letter) => !/[\s,]/.test(letter));
  return { pieces: all.filter((letter) => PIECES.includes(letter)).join(""), others: [...new Set(all.filter((letter) => !PIECES.includes(letter)))].join(" ") };
}

/** The position of an example. */
export function example(name) {
  const found = EXAMPLES.find((one) => one.name === name) ?? EXAMPLES[0];
  return new Position({ ...found, rows: found.board.split("/").reverse() });
}

/** Whether a text is fumen, or a link with fumen in it. */
export const isFumen = (words) => /[vdm]\d{3}(@|%40)/.test(words);

/** Whether a picture shows a piece in play, in small letters. */
const hasPiece = (picture) => /[ijlostz]/.test(picture);

/** The rows of a picture, from the top: rows below each other or with `/` between them. */
export const rowsOf = (picture) => picture.split(/[/\n]/).map((row) => row.trim()).filter((row) => row !== "");

/** What is wrong with a picture, in a sentence; null if nothing is. `size` is the one that it should have, if that is known. */
export function pictureFault(rows, size = null) {
  const wrong = /[^._#XGIJLOSTZijlostz]/u.exec(rows.join(""))?.[0];
  if (wrong) return text("page.ask.fault_letter", { letter: wrong });
  const columns = rows[0]?.length ?? 0;
  const other = rows.findIndex((row) => row.length !== columns);
  if (other >= 0) return text("page.ask.fault_ragged", { row: other + 1, found: rows[other].length, columns });
  if (size && columns !== size.width) return text("page.ask.fault_size_differs", { found: columns, columns: size.width });
  if (columns < LEAST.width || columns > MOST.width) return text("page.ask.fault_columns", { found: columns, least: LEAST.width, most: MOST.width });
  const most = size?.height ?? MOST.height;
  return rows.length > most ? text("page.ask.fault_rows", { found: rows.length, most }) : null;
}

/** The size that an address says, or null. */
function sizeOf(given) {
  const said = given.get("size");
  if (said === null) return null;
  const [, width, height] = (/^(\d{1,2})x(\d{1,2})$/.exec(said) ?? []).map(Number);
  if (width >= LEAST.width && width <= MOST.width && height >= LEAST.height && height <= MOST.height) return { width, height };
  const limits = { least: `${LEAST.width}x${LEAST.height}`, most: `${MOST.width}x${MOST.height}` };
  given.refuse("size", text("page.ask.fault_size", { given: shown(said), ...limits }));
  return null;
}

/** The board that an address says, without its pieces. What only the server can read is in `unread`. */
function boardOf(given) {
  const board = given.get("board");
  const size = sizeOf(given);
  const named = given.one("example", EXAMPLES.map(({ name }) => [name, text(`page.ask.example_${name}`)]), EXAMPLES[0].name);
  if (board === null) {
    const position = example(named);
    if (size) position.become(new Position({ ...position, ...size, rows: given.has("example") ? position.rows : [] }));
    return { position, unread: null };
  }
  const empty = new Position(size ?? {});
  // In an address a plus is read as a space, but fumen has no spaces.
  if (isFumen(board)) return { position: empty, unread: board.replaceAll(" ", "+") };
  const rows = rowsOf(board);
  if (rows.length === 0) return { position: empty, unread: null };
  const fault = pictureFault(rows, size);
  if (fault) {
    given.refuse("board", fault);
    return { position: empty, unread: null };
  }
  const whole = size ?? { width: rows[0].length, height: Math.max(USUAL.height, rows.length) };
  if (hasPiece(board)) return { position: new Position(whole), unread: rows.join("/") };
  const plain = rows.map((row) => row.replaceAll("_", ".").replace(/[#G]/g, "X"));
  return { position: new Position({ ...whole, rows: plain.reverse() }), unread: null };
}

/** The position of an address. A fumen, or a picture with a piece in play, is in `unread`: only the server reads it. */
export function positionOf(given) {
  const { position, unread } = boardOf(given);
  const hasBoard = given.has("board");
  const piece = given.get("piece");
  if (piece !== null) {
    const { pieces, others } = letters(piece);
    if (pieces.length === 1 && others === "") position.piece = pieces;
    else given.refuse("piece", text("page.ask.fault_piece", { given: shown(piece), used: position.piece }));
  }
  const queue = given.get("queue");
  if (hasBoard || queue !== null) {
    const { pieces, fault } = nextOf(queue ?? "");
    position.queue = pieces;
    if (fault) given.refuse("queue", fault);
  }
  const hold = given.get("hold");
  if (hasBoard || hold !== null) {
    const { pieces, others } = letters(hold ?? "");
    const isOne = pieces.length <= 1 && others === "";
    position.hold = isOne ? pieces : "";
    if (!isOne) given.refuse("hold", text("page.ask.fault_hold", { given: shown(hold) }));
  }
  return { position, unread };
}

/** The pieces of Next in a text, and what is wrong with the text. */
export function nextOf(words) {
  const { pieces, others } = letters(words);
  if (others) return { pieces: pieces.slice(0, MOST_NEXT), fault: text("page.ask.fault_next", { letters: shown(others) }) };
  return { pieces: pieces.slice(0, MOST_NEXT), fault: pieces.length > MOST_NEXT ? text("page.ask.fault_next_long", { most: MOST_NEXT }) : null };
}

/** Which of the pieces that are played, in their order, take Hold, if this piece is in play, this one in Hold, and those come next. */
export function holdsOf(played, { piece, hold, next }) {
  let [current, held] = [piece, hold];
  const rest = [...next];
  return [...played].map((letter) => {
    const isSwapped = letter !== current;
    if (isSwapped) {
      // Where Hold is empty, the next piece comes and is the one that is played.
      if (!held) rest.shift();
      held = current;
    }
    current = rest.shift();
    return isSwapped;
  });
}

/** What a link of this page says, or the part of it after the question mark; null if the words are no such link. */
export function linkOf(words) {
  const link = /^(?:https?:\/\/[^/\s]+)?\/ask(?:\?(\S*))?$/.exec(words) ?? /^\??([a-z]+=\S*)$/.exec(words);
  return link ? new URLSearchParams((link[1] ?? "").replace(/#.*$/, "")) : null;
}

/** An address with these parameters; what is null is left out. */
export function address(parameters) {
  const escape = (value) => encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%40", "@").replaceAll("%3A", ":");
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return `/ask?${given.map(([name, value]) => `${name}=${escape(value)}`).join("&")}`;
}

/** Cells in one order, as a text that can be compared. */
export const cellsText = (cells) => [...cells].sort(([ax, ay], [bx, by]) => ay - by || ax - bx).map(([x, y]) => `${x},${y}`).join(" ");

/** Rows (from the floor up) after a piece has locked, without full rows. */
export function locked(rows, piece, cells, width) {
  const after = [...rows];
  for (const [x, y] of cells) {
    while (after.length <= y) after.push(".".repeat(width));
    after[y] = after[y].slice(0, x) + piece + after[y].slice(x + 1);
  }
  return after.filter((row) => row.includes("."));
}

/** Boards before each step of a solution, from the rows it begins with, and the one after the last. */
export function framesOf(start, steps, width) {
  const frames = [start];
  for (const { piece, cells } of steps) frames.push(locked(frames.at(-1), piece, cells, width));
  return frames;
}

/** What is seen of a solution at a moment: a piece where it locks; full rows go with the next one, and what is left comes last. */
export function momentOf(frames, steps, moment) {
  const step = steps[moment - 1];
  return { rows: frames[Math.max(0, moment - 1)], piece: step ? { piece: step.piece, cells: step.cells } : null };
}
