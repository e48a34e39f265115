// The position that is asked about: a board, the piece, Next and Hold. The address holds all of it.

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

/** Keeps only letters of pieces. */
export const letters = (text) => [...text.toUpperCase()].filter((letter) => PIECES.includes(letter)).join("");

/** The position of an example. */
export function example(name) {
  const found = EXAMPLES.find((one) => one.name === name) ?? EXAMPLES[0];
  return new Position({ ...found, rows: found.board.split("/").reverse() });
}

/** The position of an address, without a fumen, which only the server reads: then it is in `fumen`. */
export function positionOf(query) {
  const board = query.get("board");
  const start = example(query.get("example"));
  const [, width, height] = /^(\d+)x(\d+)$/.exec(query.get("size") ?? "") ?? [];
  const within = (number, axis) => Math.min(MOST[axis], Math.max(LEAST[axis], Number(number ?? USUAL[axis])));
  const isFumen = board !== null && /v11[05]@/.test(board);
  const position = board === null ? start : new Position();
  if (board !== null && !isFumen) {
    const rows = board.split("/").reverse().map((row) => row.replace(/[^IJLOSTZX.]/g, "."));
    const widest = Math.max(...rows.map((row) => row.length));
    position.become(new Position({ width: within(width ?? widest, "width"), height: within(height ?? Math.max(USUAL.height, rows.length), "height"), rows }));
  } else if (width) {
    position.become(new Position({ ...position, width: within(width, "width"), height: within(height, "height") }));
  }
  const piece = letters(query.get("piece") ?? "")[0];
  if (piece) position.piece = piece;
  if (board !== null || query.has("queue")) position.queue = letters(query.get("queue") ?? "").slice(0, 40);
  if (board !== null || query.has("hold")) position.hold = letters(query.get("hold") ?? "").slice(0, 1);
  // In an address a plus is read as a space, but fumen has no spaces.
  return { position, fumen: isFumen ? board.replaceAll(" ", "+") : null };
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
