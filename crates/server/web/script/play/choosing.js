// What is to be played: a card for each mode, and what can be chosen for it.

import { choice, element, field, refill } from "../dom.js";
import { numerals } from "../numbers.js";
import { capitalised, spoken, text } from "../texts.js";

/** Parts of the address that have names of their own; all others are settings of the engine. */
const OWN = ["opponent", "speed", "rules", "level", "goal", "gravity"];

/** Shows the modes. */
export function choose({ root, app }) {
  const cards = element("div", { class: "cards" });
  refill(
    root,
    element(
      "header",
      {},
      element("h1", {}, text("page.play.title")),
      element("a", { href: "/scores" }, text("page.shell.scores")),
    ),
    cards,
  );
  app.ask("modes", { language: spoken() }).then((answer) => {
    if (answer) refill(cards, answer.modes.map((mode) => card(mode, mode.name === answer.last, app)));
  });
  return { keys: () => [[["Tab"], text("page.shell.move")], [["Enter"], text("page.play.start")]] };
}

function card(mode, isLast, app) {
  const chosen = new Map();
  const seed = element("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: 19, placeholder: text("choosing.any_seed") });
  const address = () => {
    const query = new URLSearchParams();
    for (const [key, value] of chosen) {
      if (OWN.includes(key)) query.set(key, value);
      else query.append("set", `${key}=${value}`);
    }
    if (/^\d+$/.test(seed.value)) query.set("seed", seed.value);
    const words = query.toString();
    return `/play/${mode.name}${words ? `?${words}` : ""}`;
  };
  const fields = mode.fields.map(({ key, title, options, value }) =>
    field(
      title,
      choice(options.map(([word, shown]) => [word, numerals(shown)]), value, (other) => {
        if (other === value) chosen.delete(key);
        else chosen.set(key, other);
      }),
    ),
  );
  return element(
    "article",
    { class: "card", data: { mode: mode.name } },
    element("h2", {}, mode.title),
    element("p", { class: "quiet" }, capitalised(mode.about)),
    mode.best && element("p", { class: "small number" }, `${text("game.best")} ${numerals(mode.best)}`),
    element("span", { class: "gap" }),
    element("button", { type: "button", class: isLast ? "main" : null, onclick: () => app.go(address()) }, text("page.play.start"), element("span", { class: "unseen" }, mode.title)),
    element("details", {}, element("summary", {}, text("page.play.options")), element("div", { class: "fields" }, fields, field(text("choosing.seed"), seed))),
  );
}
