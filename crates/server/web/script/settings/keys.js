// The keys of a command: each can be taken away, and a new one is pressed.

import { element, iconButton } from "../dom.js";
import { keyName } from "../keys.js";
import { text } from "../texts.js";

/** So many keys can have the same command. */
const MOST_KEYS = 3;
/** What these keys do is the same everywhere, so no command can have them. */
const RESERVED = ["?", "q", "ctrl-c"];
/** The command without which a game could only be left. */
const NEEDED = "pause";

/** Keys of a command, with a button that waits for another one. `say` shows a sentence at the entry. */
export function keyEntry({ id, entry, set, say, app }) {
  const names = entry.value.split(" ").filter((name) => name !== "");
  const shown = app.settings.keys.find(({ command }) => command === entry.name)?.shown ?? names;
  const take = (name) => {
    if (entry.name === NEEDED && names.length === 1) return say(text("page.keying.needed", { command: entry.title }));
    return set(names.filter((other) => other !== name).join(" "));
  };
  const add = element(
    "button",
    { type: "button", id, "aria-describedby": `${id}-problem`, data: { stop: id }, onclick: () => (names.length < MOST_KEYS ? wait() : say(text("page.keying.most", { count: MOST_KEYS }))) },
    text("page.settings.add_key"),
  );
  const accept = (name) => {
    if (name === null || names.includes(name)) return;
    const problem = problemWith(name, app);
    if (problem) say(problem);
    else set([...names, name].join(" "));
  };
  const wait = () => {
    say("");
    add.textContent = text("page.settings.press_key");
    add.setAttribute("aria-pressed", "true");
    waitForKey(add, (name) => {
      add.textContent = text("page.settings.add_key");
      add.removeAttribute("aria-pressed");
      accept(name);
    });
  };
  const key = (name, index) => {
    const words = shown[index] ?? name;
    const away = iconButton("close", text("page.settings.remove_key", { key: words }), () => take(name), { class: "icon plain", data: { stop: `${id}-${index}` } });
    return element("span", { class: "key" }, element("kbd", {}, words), away);
  };
  return element("div", { class: "row keys", role: "group", "aria-labelledby": `${id}-name` }, names.map(key), add);
}

/** Why a command cannot have a key that it does not have yet; nothing if it can. */
function problemWith(name, app) {
  if (RESERVED.includes(name)) return text("page.keying.reserved", { key: name });
  const owner = app.settings.keys.find(({ keys }) => keys.includes(name));
  return owner && text("page.keying.taken", { key: owner.shown[owner.keys.indexOf(name)], command: owner.title });
}

/** Waits for one key while a button has the focus; `done` is told its name, or nothing: Esc ends it, Tab and a click elsewhere go on. */
function waitForKey(button, done) {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (name) => {
    controller.abort();
    done(name);
  };
  // A modifier by itself is meant when it is let go with nothing in between.
  let modifier = null;
  const press = (event) => {
    if (event.key === "Tab") return end(null);
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return end(null);
    const name = keyName(event);
    if (/^(left|right)-(shift|control|alt)$/.test(name ?? "")) modifier = name;
    else end(name);
  };
  const release = (event) => {
    event.stopPropagation();
    if (modifier !== null && keyName(event) === modifier) end(modifier);
  };
  addEventListener("keydown", press, { capture: true, signal });
  addEventListener("keyup", release, { capture: true, signal });
  button.addEventListener("blur", () => end(null), { signal });
}
