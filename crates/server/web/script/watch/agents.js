// Who can be watched, and the dialog in which somebody is chosen.

import { showDialog } from "../dialog.js";
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
  const card = ({ name, about }, index) => {
    const take = () => [dialog.close(), onchoose(name)];
    return element(
      "li",
      {},
      element("button", { type: "button", class: "card agent", autofocus: index === 0, onclick: take }, element("strong", {}, name), element("span", { class: "small quiet" }, about)),
    );
  };
  const dialog = showDialog(
    text("page.watch.add_title"),
    {},
    element("p", { class: "small quiet" }, text("page.watch.add_about")),
    element("ul", { class: "agents", tabindex: "-1" }, offered.map(card)),
    element("form", { method: "dialog" }, element("button", {}, text("page.shell.close"))),
  );
}
