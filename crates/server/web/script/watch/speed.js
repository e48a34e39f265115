// How fast agents are watched: a slider on a logarithmic scale, from step by step to as fast as possible.

import { element } from "../dom.js";
import { number, text } from "../texts.js";

/** The ends of the slider; in between it is logarithmic. */
const LAST = 60;
const SLOWEST = 0.5;
const FASTEST = 100000;
/** What the server takes for as fast as possible. */
export const UNLIMITED = 1e6;
/** How far one key moves the slider. */
const KEY_STEP = 3;

/** The speed at a place of the slider, with two digits. */
function speedAt(place) {
  if (place <= 0) return 0;
  if (place >= LAST) return UNLIMITED;
  return Number((SLOWEST * (FASTEST / SLOWEST) ** ((place - 1) / (LAST - 2))).toPrecision(2));
}

/** The place of a speed. */
function placeOf(speed) {
  if (speed <= 0) return 0;
  if (speed > FASTEST) return LAST;
  return Math.max(1, Math.round(1 + ((LAST - 2) * Math.log(speed / SLOWEST)) / Math.log(FASTEST / SLOWEST)));
}

/** A speed in words. */
export function speedText(speed) {
  if (speed <= 0) return text("page.watch.stepwise");
  if (speed >= UNLIMITED) return text("page.watch.unlimited");
  return text("watch.speed", { speed: number(speed, Number.isInteger(speed) ? 0 : 1) });
}

/** The slider. `onchange` is told the speed. */
export class SpeedSlider {
  #input;
  #output;
  #onchange;
  #speed;

  constructor(speed, onchange) {
    this.#onchange = onchange;
    this.#input = element("input", { type: "range", min: 0, max: LAST, step: 1, id: "speed", oninput: () => this.#moved() });
    this.#output = element("output", { class: "number", for: "speed" });
    const name = element("label", { for: "speed", class: "small quiet" }, text("page.watch.speed"));
    this.element = element("div", { class: "speed" }, element("div", { class: "row spread" }, name, this.#output), this.#input);
    this.set(speed);
  }

  get speed() {
    return this.#speed;
  }

  set(speed) {
    this.#speed = speed;
    this.#input.value = placeOf(speed);
    this.#input.setAttribute("aria-valuetext", speedText(speed));
    this.#output.textContent = speedText(speed);
  }

  /** Faster with 1, slower with -1. */
  nudge(direction) {
    this.#change(speedAt(Math.min(LAST, Math.max(0, placeOf(this.#speed) + direction * KEY_STEP))));
  }

  #moved() {
    this.#change(speedAt(Number(this.#input.value)));
  }

  #change(speed) {
    this.set(speed);
    this.#onchange(speed);
  }
}
