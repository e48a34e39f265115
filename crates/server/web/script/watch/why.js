// Why an agent decides as it does: all placements in order, and what each feature adds.

import { element, refill, write } from "../dom.js";
import { percentage, short, signed as withSign } from "../numbers.js";
import { featureAbout, featureCode, featureName, text } from "../texts.js";
import { FEWEST, legend } from "./heat.js";

/** Features that are drawn at most. */
const MOST_BARS = 14;

/** A difference with its sign. */
const signed = (value) => withSign(value, short);
const plain = (value) => (value === null ? text("page.watch.lost") : short(value));

export class Why {
  #title = element("h2", { id: "why" });
  #summary = element("p", { class: "small quiet" });
  #list;
  #bars = element("div", { class: "bars why-bars" });
  #compared = element("p", { class: "small quiet" });
  #meanings = element("dl", { class: "meanings small" });
  #details;
  #legend;
  #thought = null;
  #looked = null;
  #pointed = null;
  #onlook;

  /** `onlook` is told when another placement is looked at, `onheat` whether the heat map is wanted. */
  constructor({ onlook, onheat, heat }) {
    this.#onlook = onlook;
    this.#list = element("ol", {
      class: "ranks",
      role: "listbox",
      tabindex: 0,
      "aria-label": text("page.watch.placements"),
      onkeydown: (event) => this.#key(event),
      onpointerleave: () => this.point(null),
      onblur: () => this.#look(null),
    });
    const check = element("input", { type: "checkbox", onchange: () => onheat(check.checked) });
    check.checked = heat;
    this.#legend = element("div", { class: "row spread" }, element("label", { class: "check small" }, check, text("page.watch.heat")), legend());
    this.#details = element("details", { class: "small" }, element("summary", {}, text("page.watch.meanings")), this.#meanings);
    this.element = element("section", { class: "panel stack why", "aria-labelledby": "why" }, this.#title, this.#summary, this.#legend, this.#list, this.#compared, this.#bars, this.#details);
  }

  /** The placement that is looked at: that under the pointer, or that of the keys. */
  get looked() {
    return this.#pointed ?? this.#looked;
  }

  /** Explains another agent. */
  agent({ name, features }) {
    write(this.#title, text("page.watch.why", { agent: name }));
    const term = (name) => [featureName(name), featureCode(name) && element("span", { class: "quiet mono" }, ` ${featureCode(name)}`)];
    refill(this.#meanings, features.map((name) => [element("dt", {}, term(name)), element("dd", { class: "quiet" }, featureAbout(name))]));
    this.#details.hidden = features.length === 0;
    this.show(null);
  }

  /** Shows a thought, or nothing. */
  show(thought) {
    this.#thought = thought;
    const count = thought?.placements.length ?? 0;
    if (this.#looked >= count) this.#looked = null;
    if (this.#pointed >= count) this.#pointed = null;
    this.#paint();
  }

  /** The pointer is over a placement. */
  point(rank) {
    if (rank === this.#pointed) return;
    this.#pointed = rank;
    this.#paint();
    this.#onlook();
  }

  #look(rank) {
    if (rank === this.#looked) return;
    this.#looked = rank;
    this.#paint();
    this.#onlook();
  }

  #key(event) {
    const count = this.#thought?.placements.length ?? 0;
    const now = this.#looked ?? -1;
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: count - 1, Escape: -1 }[event.key];
    if (to === undefined || count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#look(to < 0 ? null : Math.min(to, count - 1));
    if (this.#looked !== null) this.#list.children[this.#looked]?.scrollIntoView({ block: "nearest" });
  }

  #paint() {
    const thought = this.#thought;
    this.#legend.hidden = !thought || thought.placements.length < FEWEST;
    if (!thought) {
      write(this.#summary, text("page.watch.no_thought"));
      for (const part of [this.#list, this.#bars, this.#compared]) part.hidden = true;
      return;
    }
    const { placements, chosen, considered } = thought;
    const best = placements[chosen];
    const keys = best.keys ? text("page.watch.by_keys", { keys: best.keys }) : "";
    write(this.#summary, `${text("page.watch.considered", { piece: best.piece, count: considered })} ${keys}`.trim());
    this.#paintList(placements, chosen);
    const other = this.looked !== null && this.looked !== chosen ? this.looked : placements.findIndex((_, rank) => rank !== chosen);
    this.#paintBars(best, placements[other] ?? null, other);
  }

  #paintList(placements, chosen) {
    this.#list.hidden = false;
    const items = this.#list.children;
    while (items.length > placements.length) items[items.length - 1].remove();
    while (items.length < placements.length) {
      const rank = items.length;
      const select = () => this.#look(rank);
      this.#list.append(
        element("li", { role: "option", id: `rank-${rank}`, onpointerenter: () => this.point(rank), onclick: select }, element("span", { class: "number quiet" }, `${rank + 1}`), element("span", { class: "number" }), element("span", { class: "number quiet" }), element("span", { class: "small" })),
      );
    }
    const best = placements[chosen].value;
    placements.forEach(({ piece, value, lines, danger, keys }, rank) => {
      const item = items[rank];
      const [, worth, behind, note] = item.children;
      write(worth, `${piece} ${plain(value)}`);
      write(behind, rank === chosen || value === null || best === null ? "" : signed(value - best));
      const notes = [lines > 0 && text("page.watch.clears", { lines }), danger > 0 && text("page.watch.danger", { percent: percentage(100 * danger, danger < 0.1 ? 1 : 0) }), keys];
      write(note, notes.filter(Boolean).join(" · "));
      item.classList.toggle("is-chosen", rank === chosen);
      item.setAttribute("aria-selected", String(rank === this.looked));
    });
    if (this.#looked === null) this.#list.removeAttribute("aria-activedescendant");
    else this.#list.setAttribute("aria-activedescendant", `rank-${this.#looked}`);
  }

  /** What each feature adds to the best, with a mark where another placement is, and the difference. */
  #paintBars(best, other, rank) {
    const isSum = best.parts !== null && this.#thought.names.length > 0;
    this.#bars.hidden = !isSum;
    this.#compared.hidden = false;
    if (!isSum) return write(this.#compared, text("page.watch.no_sum"));
    const against = other?.parts ?? null;
    write(this.#compared, against ? text("page.watch.compared", { rank: rank + 1 }) : text("page.watch.adds"));
    const rows = this.#thought.names.map((name, place) => ({ name, adds: best.parts[place], other: against?.[place] ?? null }));
    const size = ({ adds, other }) => Math.max(Math.abs(adds), Math.abs(other ?? 0));
    rows.sort((one, two) => size(two) - size(one));
    const largest = Math.max(...rows.map(size), Number.MIN_VALUE);
    refill(this.#bars, rows.slice(0, MOST_BARS).map((row) => this.#row(row, largest)));
  }

  #row({ name, adds, other }, largest) {
    const share = (50 * Math.abs(adds)) / largest;
    const bar = element("span", { class: adds < 0 ? "bar against" : "bar" });
    bar.style.width = `${share}%`;
    bar.style.left = `${adds < 0 ? 50 - share : 50}%`;
    const mark = other === null ? null : element("span", { class: "mark" });
    if (mark) mark.style.left = `${50 + (50 * other) / largest}%`;
    const difference = other === null || other === adds ? "" : signed(adds - other);
    return [
      element("span", { class: "feature", title: featureAbout(name) }, featureName(name)),
      element("span", { class: "track" }, bar, mark),
      element("span", { class: "number" }, plain(adds)),
      element("span", { class: adds >= (other ?? adds) ? "number good" : "number error" }, difference),
    ];
  }
}
