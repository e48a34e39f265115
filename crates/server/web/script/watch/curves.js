// The curves of agents at play: lines, height of the stack, and what the choices are worth.

import { Chart } from "../chart.js";
import { element } from "../dom.js";
import { text } from "../texts.js";

/** Points that are kept of an agent; when there are more, every two become one. */
const MOST_POINTS = 1000;
/** Milliseconds between two drawings. */
const PAUSE = 120;

/** Two points as one: the last, with the most lines and the highest stack of both. */
const joined = ([, lines, height], last) => [last[0], Math.max(lines, last[1]), Math.max(height, last[2]), last[3]];

/** The curve of one agent. */
class Curve {
  points = [];
  #stride = 1;
  #waiting = [];

  add(points) {
    for (const point of points) {
      this.#waiting.push(point);
      if (this.#waiting.length < this.#stride) continue;
      this.points.push(this.#waiting.reduce(joined));
      this.#waiting = [];
    }
    if (this.points.length > MOST_POINTS) {
      const halved = [];
      for (let place = 0; place + 1 < this.points.length; place += 2) halved.push(joined(this.points[place], this.points[place + 1]));
      this.points = halved;
      this.#stride *= 2;
    }
  }
}

export class Curves {
  #curves;
  #names;
  #focus = 0;
  #charts;
  #drawn = 0;
  #timer = null;

  constructor(names) {
    this.#names = names;
    this.#curves = names.map(() => new Curve());
    const x = text("page.watch.pieces_axis");
    this.#charts = {
      lines: new Chart({ title: text("page.watch.lines_curve"), x, y: text("page.watch.lines_axis"), counts: true, level: "h2" }),
      height: new Chart({ title: text("page.watch.height_curve"), x, y: text("page.watch.height_axis"), counts: true, level: "h2" }),
      value: new Chart({ title: text("page.watch.value_curve"), x, y: text("page.watch.value_axis"), zero: false, level: "h2" }),
    };
    this.element = element("section", { class: "curves", "aria-label": text("page.watch.curves") }, Object.values(this.#charts).map((chart) => element("div", { class: "panel" }, chart.element)));
    this.focus(0);
  }

  close() {
    clearTimeout(this.#timer);
    Object.values(this.#charts).forEach((chart) => chart.close());
  }

  /** Values of agents cannot be compared, so those of one are drawn. */
  focus(index) {
    this.#focus = index;
    this.#charts.value.title = text("page.watch.value_of", { agent: this.#names[index] });
    this.#draw();
  }

  add(index, points) {
    if (points.length === 0) return;
    this.#curves[index].add(points);
    if (this.#timer === null) this.#timer = setTimeout(() => this.#draw(), Math.max(0, this.#drawn + PAUSE - performance.now()));
  }

  #draw() {
    this.#timer = null;
    this.#drawn = performance.now();
    const isOne = this.#names.length === 1;
    const series = (place) => this.#curves.map((curve, index) => ({ name: isOne ? "" : this.#names[index], points: curve.points.map((point) => [point[0], point[place]]) }));
    this.#charts.lines.draw(series(1));
    this.#charts.height.draw(series(2));
    this.#charts.value.draw([{ ...series(3)[this.#focus], name: "", index: this.#focus }]);
  }
}
