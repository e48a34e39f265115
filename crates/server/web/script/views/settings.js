// The settings: every entry of the file, section by section.

import { drawPiece } from "../board.js";
import { element, keepFocus, refill } from "../dom.js";
import { onLook } from "../look.js";
import { keyEntry } from "../settings/keys.js";
import { control } from "../settings/control.js";
import { text } from "../texts.js";

/** The pieces, to see what they look like. */
const PIECES = [..."IJLOSTZ"];

/** All pieces as they look now. `close` ends it. */
function sample() {
  const canvases = PIECES.map((letter) => element("canvas", { class: "piece first", role: "img", "aria-label": letter }));
  const draw = () => canvases.forEach((canvas, index) => drawPiece(canvas, PIECES[index]));
  return { element: element("div", { class: "panel row sample" }, canvases), draw, close: onLook(draw) };
}

export function open({ root, path, app }) {
  const chosen = app.settings.sections.some(({ name }) => name === path[0]) ? path[0] : "player";
  const pieces = chosen === "look" ? sample() : null;
  const draw = () => {
    const entry = document.activeElement?.closest?.("[data-entry]")?.dataset.entry;
    keepFocus(root, fill, () => root.querySelector(`[data-entry="${entry}"] :is(input, select, button)[id]`));
  };
  const fill = () => {
    const section = app.settings.sections.find(({ name }) => name === chosen);
    refill(
      root,
      element("header", {}, element("h1", {}, text("page.shell.settings"))),
      element(
        "nav",
        { class: "tabs", "aria-label": text("page.settings.sections") },
        app.settings.sections.map(({ name, title }) => element("a", { href: `/settings/${name}`, "aria-current": name === chosen ? "page" : null }, title)),
      ),
      pieces?.element,
      element("div", { class: "settings-list panel" }, section.entries.map((entry) => row(app, section, entry, draw))),
    );
  };
  draw();
  pieces?.draw();
  return { close: () => pieces?.close(), keys: () => [[["Tab"], text("page.shell.move")]] };
}

/** One entry: its name, a line about it, and how to change it. */
function row(app, section, entry, draw) {
  const id = `setting-${section.name}-${entry.name}`;
  const problem = element("p", { class: "error small", id: `${id}-problem`, role: "alert" });
  const set = async (value) => {
    try {
      say("");
      if (await app.setQuietly(section.name, entry.name, value)) draw();
    } catch (error) {
      say(error.message);
    }
  };
  // What is wrong with an entry stands at it.
  const say = (sentence) => {
    problem.textContent = sentence;
    document.getElementById(id)?.setAttribute("aria-invalid", String(sentence !== ""));
  };
  const isChanged = entry.value !== entry.usual;
  const reset = isChanged && element("button", { type: "button", class: "plain small", onclick: () => set(entry.usual) }, text("page.settings.usual", { value: entry.usual_shown || text("common.none") }));
  const counts = { "next-game": "settings.next_game", "next-start": "settings.next_start" }[entry.counts];
  const changer = entry.kind.is === "keys" ? keyEntry({ id, entry, set, say, app }) : control({ id, entry, set, bad: () => say(text("page.settings.no_number")) });
  return element(
    "div",
    { class: "setting", data: { entry: entry.name } },
    element(
      "div",
      { class: "grow" },
      element("label", { for: id, id: `${id}-name` }, entry.title),
      entry.kind.is !== "keys" && element("p", { class: "quiet small", id: `${id}-about` }, [entry.about, counts && isChanged ? ` · ${text(counts)}` : ""].join("")),
    ),
    element("div", { class: "changer" }, changer, reset),
    problem,
  );
}
