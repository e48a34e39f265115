// What an address says, part by part, and what is wrong with it. Nothing that it says is left out in silence.

import { text } from "../texts.js";

/** No part of an address is quoted at greater length. */
const QUOTED = 24;

/** A part of an address as sentences show it. */
export const shown = (words) => (words.length > QUOTED ? `${words.slice(0, QUOTED)}…` : words);

export class Given {
  #query;
  #read = new Set();
  #faults = new Map();

  constructor(query = new URLSearchParams()) {
    this.#query = query;
  }

  /** What is said under a name, or null. */
  get(name) {
    this.#read.add(name);
    return this.#query.get(name);
  }

  has(name) {
    return this.#query.has(name);
  }

  /** Says what is wrong with a part. */
  refuse(name, sentence) {
    this.#faults.set(name, sentence);
  }

  /** What is wrong with a part, or null. */
  fault(name) {
    return this.#faults.get(name) ?? null;
  }

  /** All that is wrong. */
  get faults() {
    return [...this.#faults.values()];
  }

  /** One of several: pairs of value and name, as those of a choice. */
  one(name, choices, usual) {
    const said = this.get(name);
    if (said === null || choices.some(([value]) => value === said)) return said ?? usual;
    const used = choices.find(([value]) => value === usual)?.[1] ?? usual;
    this.refuse(name, text("page.ask.fault_choice", { given: shown(said), used }));
    return usual;
  }

  /** A whole number, as text. */
  whole(name, least, most, usual) {
    const said = this.get(name);
    if (said === null) return usual;
    if (/^\d{1,15}$/.test(said) && Number(said) >= least && Number(said) <= most) return String(Number(said));
    this.refuse(name, text("page.ask.fault_number", { given: shown(said), least, most, used: usual }));
    return usual;
  }

  /** Yes (1) or no (0). */
  flag(name, usual) {
    return this.one(name, [["0", "0"], ["1", "1"]], usual ? "1" : "0") === "1";
  }

  /** What is wrong with the address as a whole: names that mean nothing here, and names that are there twice. */
  rest() {
    const names = [...new Set(this.#query.keys())];
    const unknown = names.filter((name) => !this.#read.has(name));
    const twice = names.filter((name) => this.#read.has(name) && this.#query.getAll(name).length > 1);
    const said = (key, list) => (list.length > 0 ? [text(`page.ask.${key}`, { names: shown(list.join(", ")) })] : []);
    return [...said("fault_unknown", unknown), ...said("fault_twice", twice)];
  }
}
