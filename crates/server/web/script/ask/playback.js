// Playing something moment by moment: play, pause, step, scrub, speed.

import { choice, element, icon, iconButton } from "../dom.js";
import { isStill } from "../look.js";
import { factor } from "../numbers.js";
import { text } from "../texts.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 16];

export class Playback {
  #timer = null;
  #moments = 0;
  #on;
  #speed = 1;
  moment = 0;

  /**
   * `on.show(moment)` draws a moment, `on.pause(moment)` says how long it lasts at normal speed in milliseconds, `on.end()` hears that the
   * last one was reached.
   */
  constructor(on) {
    this.#on = on;
    this.toggleButton = iconButton("pause", text("page.ask.pause"), () => (this.isPlaying ? this.pause() : this.play()), { class: "icon main" });
    this.range = element("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": text("page.ask.moment"), oninput: () => this.#seek(Number(this.range.value)) });
    const speeds = SPEEDS.map((speed) => [String(speed), factor(speed)]);
    this.element = element(
      "div",
      { class: "row playback" },
      iconButton("back", text("page.ask.step_back"), () => this.#seek(this.moment - 1)),
      this.toggleButton,
      iconButton("step", text("page.ask.step"), () => this.#seek(this.moment + 1)),
      element("span", { class: "grow" }, this.range),
      choice(speeds, "1", (speed) => (this.#speed = Number(speed)), { "aria-label": text("page.ask.speed") }),
    );
    this.#draw();
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  get isAtEnd() {
    return this.moment >= this.#moments;
  }

  /** Begins with something new. Where nothing may move by itself, its end is shown at once. */
  begin(moments) {
    this.pause();
    this.#moments = moments;
    this.range.max = String(moments);
    if (isStill()) return this.#seek(moments);
    this.#seek(0);
    this.play();
  }

  /** Has something new, of which the end is shown. */
  rest(moments) {
    this.#moments = moments;
    this.range.max = String(moments);
    this.#seek(moments);
  }

  play() {
    if (this.isAtEnd) this.#show(0);
    this.#schedule();
    this.#draw();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#draw();
  }

  close() {
    this.pause();
    this.#moments = 0;
  }

  #schedule() {
    const pause = this.#on.pause(this.moment) / this.#speed;
    // Browsers draw sixty times a second; what is shorter is done several at a time.
    const [wait, steps] = pause < 16 ? [16, Math.max(1, Math.round(16 / Math.max(pause, 0.001)))] : [pause, 1];
    this.#timer = setTimeout(() => {
      this.#show(Math.min(this.#moments, this.#on.limit?.(this.moment, steps) ?? this.moment + steps));
      if (this.isAtEnd) this.pause();
      else this.#schedule();
    }, wait);
  }

  #seek(moment) {
    this.pause();
    this.#show(Math.min(this.#moments, Math.max(0, moment)));
  }

  #show(moment) {
    this.moment = moment;
    this.range.value = String(moment);
    this.#on.show(moment);
    if (this.isAtEnd) this.#on.end();
  }

  #draw() {
    const name = this.isPlaying ? "pause" : "play";
    const title = text(`page.ask.${name}`);
    this.toggleButton.replaceChildren(icon(name));
    this.toggleButton.setAttribute("aria-label", title);
    this.toggleButton.title = title;
  }
}
