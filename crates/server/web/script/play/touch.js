// Buttons on the screen, for fingers. They press and release as keys do.

import { element, icon } from "../dom.js";
import { text } from "../texts.js";

/** The buttons below the board, as they lie: what they do, their picture and their text. */
const PAD = [
  ["hold", "hold", "keys.hold"],
  ["rotate-left", "turn_left", "keys.rotate_left"],
  ["rotate-right", "turn", "keys.rotate_right"],
  ["hard-drop", "drop", "keys.hard_drop"],
  ["left", "left", "keys.move_left"],
  ["soft-drop", "down", "keys.soft_drop"],
  ["right", "right", "keys.move_right"],
];

/** The buttons on the left and on the right of the board, which are not part of a move. */
const TOOLS = {
  // A new game begins from the pause: nobody loses one by a finger that slips.
  west: [["pause", "pause", "keys.pause"]],
  east: [
    ["hint", "hint", "keys.hint"],
    ["undo", "undo", "keys.undo"],
  ],
};

/** The buttons. `press` and `release` are told the command and the moment; `canUndo` is whether pieces can be taken back. */
export function touchPad({ canUndo, press, release }) {
  const button = ([command, picture, name], acts) =>
    element(
      "button",
      { type: "button", "aria-label": text(name), title: text(name), tabindex: "-1", data: { command }, ...acts, oncontextmenu: (event) => event.preventDefault() },
      icon(picture),
    );
  const key = (entry) => {
    const [command] = entry;
    const down = (event) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      press(command, event.timeStamp);
    };
    const up = (event) => release(command, event.timeStamp);
    return button(entry, { onpointerdown: down, onpointerup: up, onpointercancel: up });
  };
  // These bring other things under the finger, or cannot be undone, so they act when the finger has gone, however long it was there,
  // and not if it has gone elsewhere. No click may follow: it would be for what has come under the finger.
  const tool = (entry) => {
    const act = (event) => press(entry[0], event.timeStamp);
    const up = (event) => event.currentTarget.contains(document.elementFromPoint(event.clientX, event.clientY)) && act(event);
    return button(entry, {
      onpointerup: up,
      ontouchend: (event) => event.preventDefault(),
      // Those who listen press buttons without pointers.
      onclick: (event) => event.detail === 0 && act(event),
    });
  };
  const side = ([name, entries]) => element("div", { class: `touch-tools ${name}` }, entries.filter(([command]) => command !== "undo" || canUndo).map(tool));
  return {
    pad: element("div", { class: "touch", role: "group", "aria-label": text("page.play.touch") }, PAD.map(key)),
    tools: Object.entries(TOOLS).map(side),
  };
}

/** Whether the buttons are shown, as the settings say. */
export const isTouched = (setting) => setting === "on" || (setting === "auto" && matchMedia("(pointer: coarse)").matches);
