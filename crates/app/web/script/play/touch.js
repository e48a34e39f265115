// Buttons on the screen, for fingers. They press and release as keys do.

import { element, icon } from "../dom.js";
import { text } from "../texts.js";

/** The buttons, as they lie: what they do, their picture and their text. */
const PAD = [
  ["hold", "hold", "keys.hold"],
  ["rotate-left", "turn_left", "keys.rotate_left"],
  ["rotate-right", "turn", "keys.rotate_right"],
  ["hard-drop", "drop", "keys.hard_drop"],
  ["left", "left", "keys.move_left"],
  ["soft-drop", "down", "keys.soft_drop"],
  ["right", "right", "keys.move_right"],
  ["pause", "pause", "keys.pause"],
];

/** The buttons. `press` and `release` are told the command and the moment. */
export function touchPad({ press, release }) {
  const button = ([command, picture, name]) => {
    const down = (event) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      press(command, event.timeStamp);
    };
    const up = (event) => release(command, event.timeStamp);
    // A pause brings other things under the finger, so it begins when the finger has gone.
    const acts =
      command === "pause" ? { onclick: (event) => press(command, event.timeStamp) } : { onpointerdown: down, onpointerup: up, onpointercancel: up };
    return element(
      "button",
      {
        type: "button",
        "aria-label": text(name),
        tabindex: "-1",
        data: { command },
        ...acts,
        oncontextmenu: (event) => event.preventDefault(),
      },
      icon(picture),
    );
  };
  return element("div", { class: "touch", role: "group", "aria-label": text("page.play.touch") }, PAD.map(button));
}

/** Whether the buttons are shown, as the settings say. */
export const isTouched = (setting) => setting === "on" || (setting === "auto" && matchMedia("(pointer: coarse)").matches);
