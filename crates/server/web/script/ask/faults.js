// What is wrong, said in a sentence at the field that it is about.

import { element } from "../dom.js";

let count = 0;

/** The place of a sentence about some controls. It is empty while nothing is wrong with them; a new sentence replaces the last one. */
export class Fault {
  #controls;

  constructor(...controls) {
    this.#controls = controls;
    count += 1;
    this.element = element("p", { class: "error small fault", id: `ask-fault-${count}`, role: "alert" });
    for (const control of controls) {
      const about = [control.getAttribute("aria-describedby"), this.element.id].filter(Boolean).join(" ");
      control.setAttribute("aria-describedby", about);
    }
  }

  /** Says what is wrong; nothing is wrong without a sentence. */
  say(sentence) {
    this.element.textContent = sentence ?? "";
    for (const control of this.#controls) {
      if (!control.matches("input, select, textarea")) continue;
      if (sentence) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  }

  clear() {
    this.say(null);
  }
}

/** A field, or whatever its controls are in, with the place for what is wrong below it. */
export const withFault = (node, fault) => element("div", { class: "faulty" }, node, fault.element);
