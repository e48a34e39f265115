// The time of a replay: how it passes.

/** Speeds, and how much one press changes them. */
const SLOWEST = 0.05;
const FASTEST = 100;
const FACTOR = 1.25;

/** The time of a replay, in milliseconds: it passes at some speed, or stands. */
export class ReplayTime {
  now = 0;
  speed = 1;
  isPaused = true;
  #since = 0;

  constructor(length) {
    this.length = length;
  }

  /** Lets the time of the page pass. Returns whether the end was reached by that. */
  pass(moment) {
    const passed = Math.max(0, moment - this.#since);
    this.#since = moment;
    if (this.isPaused) return false;
    this.now = Math.min(this.length, this.now + passed * this.speed);
    return this.now >= this.length;
  }

  seek(to) {
    this.now = Math.max(0, Math.min(this.length, to));
  }

  faster() {
    this.speed = Math.min(FASTEST, this.speed * FACTOR);
  }

  slower() {
    this.speed = Math.max(SLOWEST, this.speed / FACTOR);
  }
}
