// The timeline below a replay: a scrubber, and marks for the clears that are worth a look.

import { element, write } from "../dom.js";
import { clock } from "../numbers.js";
import { text } from "../texts.js";

/** What stands for each kind of clear: a letter too, since colours alone say nothing. */
const SIGNS = { tetris: "4", "t-spin": "T", "perfect-clear": "P" };

/** Marks that are nearer to each other than this lie in different rows, in rem, and there are so many rows. */
const MARK = 1.75;
const MOST_LANES = 4;

export class Timeline {
  #length;
  #observer;

  /** `onseek` is told where to go, in milliseconds. */
  constructor({ length, marks, onseek }) {
    this.#length = length;
    this.scrubber = element("input", {
      type: "range",
      min: 0,
      max: Math.round(length),
      step: 1,
      value: 0,
      "aria-label": text("page.replays.timeline"),
      oninput: () => onseek(Number(this.scrubber.value)),
    });
    this.time = element("span", { class: "number" });
    const mark = ({ at, kind, name }) => {
      const words = text("page.replays.go_to", { name, time: clock(at) });
      const button = element("button", { type: "button", class: `mark ${kind}`, title: words, "aria-label": words, tabindex: -1, onclick: () => onseek(at), data: { sign: SIGNS[kind] } });
      button.style.left = `${(100 * at) / Math.max(1, length)}%`;
      return button;
    };
    this.moments = marks.map(({ at }) => at / Math.max(1, length));
    this.marks = element("div", { class: "marks", role: "group", "aria-label": text("page.replays.marks"), onkeydown: (event) => this.#move(event) }, marks.map(mark));
    // One stop for the Tab key; arrows go from mark to mark.
    this.marks.firstElementChild?.setAttribute("tabindex", "0");
    this.#observer = new ResizeObserver(() => this.#spread());
    this.#observer.observe(this.marks);
    this.element = element("div", { class: "timeline" }, marks.length > 0 && this.marks, element("div", { class: "scrub" }, this.scrubber, this.time));
  }

  close() {
    this.#observer.disconnect();
  }

  /** Puts marks that would cover each other into rows above each other. */
  #spread() {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const apart = MARK * rem;
    const ends = [];
    this.moments.forEach((share, index) => {
      const place = share * this.marks.clientWidth;
      const free = ends.findIndex((end) => place - end >= apart);
      const lane = free >= 0 ? free : Math.min(ends.length, MOST_LANES - 1);
      ends[lane] = place;
      this.marks.children[index].style.bottom = `${lane * MARK}rem`;
    });
    this.marks.style.height = `${Math.max(1, ends.length) * MARK}rem`;
  }

  #move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.marks.children];
    const next = all[all.indexOf(document.activeElement) + step];
    if (!next) return;
    for (const button of all) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }

  /** Shows a moment. */
  show(now) {
    const [time, length] = [clock(now), clock(this.#length)];
    this.scrubber.value = String(Math.round(now));
    this.scrubber.setAttribute("aria-valuetext", text("page.replays.moment", { time, length }));
    write(this.time, `${time} / ${length}`);
  }
}
