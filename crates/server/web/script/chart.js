// A small live chart: thin axes, lines of different colours and dashes, and their names at their ends.

import { element, shape } from "./dom.js";
import { short } from "./numbers.js";

/** Room around the lines, in pixels; that on the right is for names. */
const ROOM = { top: 8, right: 16, bottom: 28, left: 48 };
/** The width of a letter, roughly, and the most that names may take of the chart. */
const LETTER = 7;
const MOST_NAMES = 0.3;
/** Names are this far apart at least. */
const NAME_GAP = 14;
/** Pixels between two numbers of an axis, roughly. */
const TICK_GAP = { x: 90, y: 40 };
/** Lines with names at their ends; there are colours and dashes for so many. */
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2"];

/** How the line with this number is drawn: the colour as a variable of the theme, and the dashes. */
export const stroke = (index) => ({ colour: `var(--line-${(index % DASHES.length) + 1})`, dashes: DASHES[index % DASHES.length] });

/** Numbers for an axis: 1, 2 or 5 times powers of ten, about `count` of them, at least `least` apart. */
export function ticks(low, high, count, least = 0) {
  const rough = Math.max(least, (high - low) / Math.max(1, count));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const found = [];
  for (let tick = Math.ceil(low / step); tick * step <= high * (1 + 1e-9) && found.length < 50; tick += 1) found.push(tick * step);
  return found;
}

/** Powers of ten for an axis with a log scale. */
function powers(low, high) {
  const found = [];
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high * (1 + 1e-9); power += 1) found.push(10 ** power);
  return found;
}

export class Chart {
  #svg;
  #title;
  #x;
  #y;
  #log;
  #least;
  #step;
  #series = [];
  #observer;

  /**
   * A chart with a `title`; `x` and `y` say what is along the axes, with its unit. With `log` the upright axis has a log scale, and `y`
   * says so. `zero` is whether that axis begins at 0. What is counted, always along `x` and with `counts` along `y` too, has whole numbers.
   */
  constructor({ title, x, y, log = false, zero = true, counts = false, level = "h3" }) {
    this.#step = counts ? 1 : 0;
    [this.#title, this.#x, this.#y, this.#log, this.#least] = [title, x, y, log, zero && !log ? 0 : Infinity];
    this.#svg = shape("svg", { class: "chart", role: "img", "aria-label": title });
    this.heading = element(level, {}, title);
    this.element = element("figure", { class: "chart" }, element("figcaption", {}, this.heading, element("span", { class: "small quiet" }, y)), this.#svg);
    this.#observer = new ResizeObserver(() => this.#paint());
    this.#observer.observe(this.#svg);
  }

  close() {
    this.#observer.disconnect();
  }

  /** What it is about, if that changes. */
  set title(words) {
    this.#title = words;
    this.heading.textContent = words;
  }

  /** Draws lines: `{ name, points }` with points `[x, y]`; a point whose y is null is a gap. `index` says which colour, `band` is pairs `[x, low, high]`. */
  draw(series) {
    this.#series = series;
    this.#paint();
  }

  #paint() {
    const [width, height] = [this.#svg.clientWidth, this.#svg.clientHeight];
    if (width === 0 || height === 0) return;
    const isShown = ([, y]) => y !== null && Number.isFinite(y) && (!this.#log || y > 0);
    const shown = this.#series.map((line, index) => ({ ...line, index: line.index ?? index, seen: line.points.filter(isShown) })).filter((line) => line.seen.length > 0);
    const all = shown.flatMap((line) => line.seen.concat((line.band ?? []).flatMap(([x, low, high]) => [[x, low], [x, high]]).filter(isShown)));
    const names = shown.length > 1 || shown[0]?.name ? Math.max(0, ...shown.map((line) => (line.name ?? "").length)) * LETTER : 0;
    const right = width - ROOM.right - Math.min(names, width * MOST_NAMES);
    const bottom = height - ROOM.bottom;
    const [firstX, lastX] = spread(all.map(([x]) => x), 0);
    const [firstY, lastY] = spread(all.map(([, y]) => y), this.#least);
    const scale = this.#log ? Math.log10 : (value) => value;
    const atX = (x) => ROOM.left + ((x - firstX) / (lastX - firstX)) * (right - ROOM.left);
    const atY = (y) => bottom - ((scale(y) - scale(firstY)) / (scale(lastY) - scale(firstY))) * (bottom - ROOM.top);

    const parts = [];
    const marksX = ticks(firstX, lastX, (right - ROOM.left) / TICK_GAP.x, 1);
    const marksY = this.#log ? powers(firstY, lastY) : ticks(firstY, lastY, (bottom - ROOM.top) / TICK_GAP.y, this.#step);
    for (const tick of marksY) {
      parts.push(shape("line", { class: "grid", x1: ROOM.left, x2: right, y1: atY(tick), y2: atY(tick) }));
      parts.push(shape("text", { x: ROOM.left - 6, y: atY(tick) + 4, "text-anchor": "end" }, short(tick)));
    }
    for (const tick of marksX) parts.push(shape("text", { x: atX(tick), y: bottom + 14, "text-anchor": "middle" }, short(tick)));
    parts.push(shape("path", { class: "axis", d: `M${ROOM.left} ${ROOM.top}V${bottom}H${right}` }));
    parts.push(shape("text", { class: "unit", x: right, y: height - 2, "text-anchor": "end" }, this.#x));
    for (const { band, index } of shown) {
      if (!band?.length) continue;
      const edge = (place) => band.map((point) => `${atX(point[0]).toFixed(1)} ${atY(point[place]).toFixed(1)}`);
      parts.push(shape("path", { class: "band", d: `M${[...edge(2), ...edge(1).reverse()].join("L")}Z`, fill: stroke(index).colour }));
    }
    const ends = [];
    for (const { name, points, seen, index } of shown) {
      const { colour, dashes } = stroke(index);
      let path = "";
      let isGap = true;
      for (const point of points) {
        if (isShown(point)) path += `${isGap ? "M" : "L"}${atX(point[0]).toFixed(1)} ${atY(point[1]).toFixed(1)}`;
        isGap = !isShown(point);
      }
      parts.push(shape("path", { class: "line", d: path, stroke: colour, "stroke-dasharray": dashes }));
      const [x, y] = seen.at(-1);
      parts.push(shape("circle", { cx: atX(x), cy: atY(y), r: 3, fill: colour }));
      ends.push({ name, y: atY(y), x: atX(x), value: y });
    }
    apart(ends, ROOM.top + 4, bottom);
    if (names > 0) for (const { name, y } of ends) parts.push(shape("text", { class: "name", x: right + 8, y: y + 4 }, name ?? ""));
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#svg.setAttribute("aria-label", [this.#title, ...ends.map(({ name, value }) => `${name ?? ""} ${short(value)}`.trim())].join(", "));
    this.#svg.replaceChildren(...parts);
  }
}

/** The least and the largest, never the same. */
function spread(values, least) {
  let [low, high] = [least, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (!Number.isFinite(low)) low = 0;
  return high > low ? [low, high] : [low, low + 1];
}

/** Moves names apart that would lie on each other. */
function apart(ends, top, bottom) {
  const order = [...ends].sort((one, other) => one.y - other.y);
  order.forEach((end, place) => {
    end.y = Math.max(end.y, place === 0 ? top : order[place - 1].y + NAME_GAP);
  });
  for (let place = order.length - 1; place >= 0; place -= 1) {
    const limit = place === order.length - 1 ? bottom : order[place + 1].y - NAME_GAP;
    order[place].y = Math.min(order[place].y, limit);
  }
}
