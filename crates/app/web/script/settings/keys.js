// The keys of a command: each can be taken away, and a new one is pressed.

import { element, iconButton } from "../dom.js";
import { keyName } from "../keys.js";
import { text } from "../texts.js";

/** Keys of a command, with a button that waits for another one. */
export function keyEntry({ id, entry, set, app }) {
  const names = entry.value.split(" ").filter((name) => name !== "");
  const shown = app.settings.keys.find(({ command }) => command === entry.name)?.shown ?? names;
  const take = (name) => set(names.filter((other) => other !== name).join(" "));
  const add = element("button", { type: "button", id, onclick: () => wait() }, text("page.settings.add_key"));
  const wait = () => {
    add.textContent = text("page.settings.press_key");
    const end = () => {
      removeEventListener("keydown", press, true);
      removeEventListener("keyup", release, true);
      add.textContent = text("page.settings.add_key");
      add.onblur = null;
    };
    const accept = (name) => {
      end();
      if (name !== null && !names.includes(name)) set([...names, name].join(" "));
    };
    // A modifier by itself is meant when it is let go with nothing in between.
    let modifier = null;
    const press = (event) => {
      event.preventDefault();
      event.stopPropagation();
      const name = keyName(event);
      if (/^(left|right)-(shift|control|alt)$/.test(name ?? "")) modifier = name;
      else accept(name);
    };
    const release = (event) => {
      event.stopPropagation();
      if (modifier !== null && keyName(event) === modifier) accept(modifier);
    };
    addEventListener("keydown", press, true);
    addEventListener("keyup", release, true);
    add.onblur = end;
  };
  return element(
    "div",
    { class: "row keys", role: "group", "aria-labelledby": `${id}-name` },
    names.map((name, index) =>
      element("span", { class: "key" }, element("kbd", {}, shown[index] ?? name), iconButton("close", text("page.settings.remove_key", { key: shown[index] ?? name }), () => take(name), { class: "icon plain" })),
    ),
    add,
  );
}
