// A figure of a run, as it grows, with the table of its numbers.

import { element, refill } from "../dom.js";
import { text, wordName } from "../texts.js";

/** What people want to see first. */
const FIRST = ["fitness", "weights", "learned", "runs"];
const place = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** A drawing as a picture that can be shown without a gap. */
async function picture(svg) {
  // The page itself may have no styles of its own, and needs only the words here.
  const parsed = new DOMParser().parseFromString(svg.replace(/ style="[^"]*"/, ""), "image/svg+xml");
  const words = (tag) => parsed.querySelector(`svg > ${tag}`)?.textContent ?? "";
  const image = element("img", {
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
    alt: `${words("title")}. ${words("desc")}`,
    width: parsed.documentElement.getAttribute("width"),
    height: parsed.documentElement.getAttribute("height"),
  });
  // A drawing that cannot be shown has its words still.
  await image.decode().catch(() => {});
  return image;
}

/** The table behind a figure. */
function table({ columns, rows }) {
  const cell = (value, index) => (index === 0 ? element("th", { scope: "row" }, value) : element("td", { class: "number" }, wordName(value)));
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, columns.map((name, index) => element("th", { scope: "col", class: index > 0 ? "number" : null }, name)))),
    element("tbody", {}, rows.map((row) => element("tr", {}, row.map(cell)))),
  );
}

/** The place of a figure. `look` is told what the user wants to see: the name of a figure and a run. */
export class FigurePlace {
  #tabs = element("div", { class: "tabs", role: "group", "aria-label": text("page.learn.figures") });
  #runs = element("div", { class: "row" });
  #frame = element("div", { class: "frame scroll", tabindex: "0", role: "group", "aria-label": text("page.learn.figure") });
  #numbers = element("div", { class: "scroll numbers", tabindex: "0", role: "group", "aria-label": text("page.learn.numbers") });
  #behind = element("details", {}, element("summary", {}, text("page.learn.numbers")), this.#numbers);
  #look;
  #shown = null;
  #turn = 0;
  #choices = "";
  node = element("section", { class: "panel stack figures", "aria-labelledby": "learn-figures" }, element("h2", { id: "learn-figures" }, text("page.learn.figures")), this.#tabs, this.#runs, this.#frame, this.#behind);

  constructor(look) {
    this.#look = look;
    this.#behind.addEventListener("toggle", () => this.#tell());
  }

  /** Which figures there are, which one is shown, and of which run. */
  choose(figures, view, lastRun) {
    const choices = JSON.stringify([figures, view, lastRun]);
    if (choices === this.#choices) return;
    this.#choices = choices;
    const sorted = [...figures].sort(([first], [second]) => place(first) - place(second));
    const had = this.#tabs.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const button = ([name]) =>
      element("button", { type: "button", data: { name }, "aria-pressed": String(name === view.figure), onclick: () => this.#look({ ...view, figure: name }) }, text(`page.learn.figure_${name}`));
    refill(this.#tabs, sorted.map(button));
    if (had) this.#tabs.querySelector(`[data-name="${had}"]`)?.focus();
    const isOfOne = figures.find(([name]) => name === view.figure)?.[1];
    if (!isOfOne || lastRun < 2) return refill(this.#runs);
    if (this.#runs.contains(document.activeElement)) return;
    const select = element("select", { onchange: () => this.#look({ ...view, run: select.value === "" ? null : Number(select.value) }) }, element("option", { value: "" }, text("page.learn.last_run", { run: lastRun })));
    for (let run = 1; run <= lastRun; run++) select.append(element("option", { value: run }, text("page.learn.run_number", { run })));
    select.value = view.run ?? "";
    refill(this.#runs, element("label", { class: "row" }, element("span", { class: "small quiet" }, text("page.learn.of_run")), select));
  }

  /** Shows a figure. */
  async show(figure) {
    const turn = ++this.#turn;
    const image = await picture(figure.svg);
    if (turn !== this.#turn) return;
    refill(this.#frame, image);
    this.#shown = figure;
    this.#tell();
  }

  /** Says why there is none. */
  say(sentence) {
    this.#turn++;
    this.#shown = null;
    refill(this.#frame, element("p", { class: "quiet" }, sentence));
    refill(this.#numbers);
  }

  #tell() {
    if (this.#behind.open && this.#shown) refill(this.#numbers, table(this.#shown.numbers));
  }
}
