// The timeline below a replay: a scrubber, and marks for the clears that are worth a look.

import { element, write } from "../dom.js";
import { clock } from "../numbers.js";
import { text } from "../texts.js";

/** What stands for each kind of clear: a letter too, since colours alone say nothing. */
const SIGNS = { tetris: "4", "t-spin": "T", "perfect-clear": "P" };

export class Timeline {
  #length;

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
    this.marks = element("div", { class: "marks", role: "group", "aria-label": text("page.replays.marks"), onkeydown: (event) => this.#move(event) }, marks.map(mark));
    // One stop for the Tab key; arrows go from mark to mark.
    this.marks.firstElementChild?.setAttribute("tabindex", "0");
    this.element = element("div", { class: "timeline" }, marks.length > 0 && this.marks, element("div", { class: "scrub" }, this.scrubber, this.time));
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
