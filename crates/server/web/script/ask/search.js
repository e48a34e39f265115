// What a search had looked at, moment by moment: first every expansion, then every step of the plan.

/** The faintest and the strongest tint, from 0 to 255. */
const FAINT = 40;
const STRONG = 170;

export class SearchPicture {
  #states;
  #successors;
  #expanded;

  constructor({ states, successors, expanded, plan }) {
    this.#states = states;
    this.#successors = successors;
    this.#expanded = expanded;
    /** The states along the plan, the start first; only the start if there is none. */
    this.plan = plan;
  }

  /** How many expansions there are. */
  get expansions() {
    return this.#expanded.length;
  }

  /** How many moments there are after the first. */
  get moments() {
    return this.expansions + this.plan.length - 1;
  }

  /** The cells of a state. */
  cells(state) {
    return this.#states[state];
  }

  /** The state at a moment: the one that was expanded last, then the one on the way. */
  at(moment) {
    if (moment >= this.expansions) return this.plan[Math.min(moment - this.expansions, this.plan.length - 1)];
    return moment === 0 ? (this.plan[0] ?? null) : this.#expanded[moment - 1];
  }

  /** Cells tinted in the order in which they were first expanded, the first ones strongest, and the cells of the frontier. */
  looks(moment, colour) {
    const done = this.#expanded.slice(0, Math.min(moment, this.expansions));
    const isDone = new Uint8Array(this.#states.length);
    const first = new Map();
    const key = ([x, y]) => y * 64 + x;
    done.forEach((state, index) => {
      if (isDone[state]) return;
      isDone[state] = 1;
      for (const cell of this.#states[state]) if (!first.has(key(cell))) first.set(key(cell), index);
    });
    const frontier = new Map();
    // The plan is easier to see without what was left over.
    if (moment <= this.expansions) {
      isDone.forEach((is, state) => {
        if (!is) return;
        for (const next of this.#successors[state]) {
          if (isDone[next]) continue;
          for (const cell of this.#states[next]) if (!first.has(key(cell))) frontier.set(key(cell), cell);
        }
      });
    }
    const all = Math.max(1, this.expansions - 1);
    const tint = (index) => Math.round(STRONG - ((STRONG - FAINT) * index) / all).toString(16).padStart(2, "0");
    const tints = [...first].map(([at, index]) => [at % 64, Math.floor(at / 64), `${colour}${tint(index)}`]);
    return { tints, frontier: [...frontier.values()] };
  }
}
