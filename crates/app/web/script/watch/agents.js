// Who can be watched, and the dialog in which somebody is chosen.

import { element } from "../dom.js";
import { text } from "../texts.js";

/** Bots by how many placements they value; they play the timed game only. */
const BOTS = [
  ["bot:1", "page.watch.bot_first"],
  ["bot:1000", "page.watch.bot_quick"],
  ["bot", "page.watch.bot_full"],
];

/** All agents for a game: name and one line about each. */
export function agentsFor(app, game) {
  const bots = game === "research" ? [] : BOTS.map(([name, about]) => ({ name, about: text(about) }));
  const known = app.agents.map(({ name, about, run }) => ({ name, about: about ?? text("page.watch.learned", { run }) }));
  return [...bots, ...known];
}

/** Lets somebody be chosen who is not there yet. */
export function choose({ app, game, present, onchoose }) {
  const offered = agentsFor(app, game).filter(({ name }) => !present.includes(name));
  const close = () => dialog.close();
  const card = ({ name, about }) =>
    element("li", {}, element("button", { type: "button", class: "card agent", onclick: () => [close(), onchoose(name)] }, element("strong", {}, name), element("span", { class: "small quiet" }, about)));
  const dialog = element(
    "dialog",
    { "aria-labelledby": "choose-title", onclose: () => dialog.remove() },
    element(
      "div",
      { class: "stack" },
      element("h2", { id: "choose-title" }, text("page.watch.add_title")),
      element("p", { class: "small quiet" }, text("page.watch.add_about")),
      element("ul", { class: "agents" }, offered.map(card)),
      element("form", { method: "dialog" }, element("button", {}, text("page.shell.close"))),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
