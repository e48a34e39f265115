// What the tabs of this place share: answers that come late, errors, commands, numbers, keys.

import { choice, element, field } from "../dom.js";
import { text } from "../texts.js";
import { Fault, withFault } from "./faults.js";

/** How long to wait for the next stroke before asking, in milliseconds. */
const PAUSE = 120;

/** Asks the latest of several questions that follow each other quickly; older answers are thrown away. */
export class Latest {
  #turn = 0;
  #timer = null;

  /** Does it a little later, unless something newer comes. `work` is told how to find out whether it is still wanted. */
  later(work, pause = PAUSE) {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.#timer = setTimeout(() => work(() => turn === this.#turn), pause);
  }

  /** Nothing that was asked is wanted any more. */
  forget() {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }
}

export { figure, percent, seconds, signed } from "../numbers.js";

/** The command that gives the same in a terminal. */
export const command = (words) => (words ? element("code", { class: "command", tabindex: "0", "aria-label": text("page.ask.command") }, words) : null);

/** What is wrong, in a sentence. */
export const wrong = (sentence) => element("p", { class: "error", role: "alert" }, sentence);

const ARROWS = {
  left: "←",
  right: "→",
  "left-held": "⇤",
  "right-held": "⇥",
  "rotate-left": "↺",
  "rotate-right": "↻",
  "rotate-half": "180°",
  "hard-drop": "⇓",
  hold: "⇄",
};
const NAMES = { left: "move_left", right: "move_right", "rotate-left": "rotate_left", "rotate-right": "rotate_right", "rotate-half": "rotate_half", "hard-drop": "hard_drop", hold: "hold" };

/** What a key is called. */
function keyTitle(key) {
  const held = key.replace("-held", "");
  if (held !== key) return text("page.ask.held", { key: text(`keys.${NAMES[held]}`) });
  const rows = /^soft-drop-(\d+)$/.exec(key)?.[1];
  if (rows) return `${text("keys.soft_drop")} ${rows}`;
  return NAMES[key] ? text(`keys.${NAMES[key]}`) : key;
}

/** Keys as signs; those who listen hear their names. */
export function keyList(keys) {
  const counted = [];
  for (const key of keys) {
    const last = counted.at(-1);
    if (last?.key === key) last.count += 1;
    else counted.push({ key, count: 1 });
  }
  const sign = ({ key, count }) => {
    const rows = /^soft-drop-(\d+)$/.exec(key)?.[1];
    const arrow = rows ? `↓${rows}` : (ARROWS[key] ?? key);
    return element("kbd", { title: keyTitle(key), "aria-hidden": "true" }, count > 1 ? `${arrow} ${count}×` : arrow);
  };
  const spokenKeys = counted.map(({ key, count }) => (count > 1 ? `${keyTitle(key)} ${count}×` : keyTitle(key))).join(", ");
  return element("span", { class: "keys" }, counted.map(sign), element("span", { class: "unseen" }, spokenKeys));
}

/** A panel with a heading. */
export const panel = (title, ...children) => element("section", { class: "panel stack" }, element("h2", {}, title), ...children);

/** Names and choices of a select, from a table and the texts that say what they are called. */
export const named = (names, section) => names.map((name) => [name, text(`page.ask.${section}_${name.replaceAll("-", "_")}`)]);

/**
 * A field to choose from: `choices` are pairs of value and name, `usual` is the value if the address says nothing of `name`. What is wrong with
 * what it says stands below it until something is chosen.
 */
export class Chosen {
  #usual;

  constructor({ given, name, title, choices, usual, onchange }) {
    this.#usual = usual;
    this.select = choice(choices, given.one(name, choices, usual), (value) => {
      this.fault.clear();
      onchange(value);
    });
    this.fault = new Fault(this.select);
    this.fault.say(given.fault(name));
    this.node = withFault(field(title, this.select), this.fault);
  }

  get value() {
    return this.select.value;
  }

  set value(value) {
    this.select.value = value;
    this.fault.clear();
  }

  /** What the address says of it: nothing if it is as usual. */
  get said() {
    return this.value === this.#usual ? null : this.value;
  }
}

/**
 * A question that takes seconds: a button that starts and stops it, what it says meanwhile, and the time that it may take. `ask` gives
 * `{ question, options, seconds }`, `say` makes words of how far it is, `done` gets the answer and its command.
 */
export class Pondering {
  #talk = null;
  #app;
  #on;

  constructor(app, on) {
    this.#app = app;
    this.#on = on;
    this.button = element("button", { type: "button", class: "main", onclick: () => this.toggle() }, on.start);
    this.progress = element("p", { class: "quiet number ask-progress", role: "status" });
    this.element = element("div", { class: "row" }, this.button, this.progress);
  }

  get isGoing() {
    return this.#talk !== null;
  }

  toggle() {
    if (this.isGoing) this.#talk.send({ stop: true });
    else this.start();
  }

  start() {
    this.close();
    const { question, options, seconds } = this.#on.ask();
    let words = null;
    const end = () => {
      this.#talk = null;
      this.button.textContent = this.#on.start;
    };
    const fail = (sentence) => {
      end();
      this.progress.textContent = "";
      this.#on.failed(sentence);
    };
    this.button.textContent = text("page.ask.stop");
    this.progress.textContent = text("page.ask.thinking");
    this.#on.begin?.();
    const talk = this.#app.socket.talk("ask-long", { question, options, seconds }, {
      answer: (begun) => {
        words = begun.command;
        if (begun.is_waiting) this.progress.textContent = text("page.ask.waiting");
      },
      say: (said) => {
        if (this.#talk !== talk) return;
        if ("answer" in said) {
          this.progress.textContent = "";
          this.#on.done(said.answer, words);
        } else if ("progress" in said) this.progress.textContent = this.#on.say(said.progress, said.seconds);
        else this.progress.textContent = text("page.ask.thinking");
      },
      error: (sentence) => this.#talk === talk && fail(sentence),
      end: () => this.#talk === talk && end(),
      lost: () => this.#talk === talk && end(),
    });
    this.#talk = talk;
  }

  close() {
    const talk = this.#talk;
    this.#talk = null;
    talk?.close();
    this.button.textContent = this.#on.start;
    this.progress.textContent = "";
  }
}
