// Runs that begin with one click.

import { element } from "../dom.js";
import { text } from "../texts.js";

/** The question to the server for a small game. */
export const SMALL = {
  options: { features: "dellacherie", size: "6x12", population: 16, games: 30, generations: 30, runs: 3, "judging-games": 100 },
};

/** What they are: the names of their texts, and the question to the server. */
const RECIPES = [
  { name: "small", start: SMALL },
  { name: "boumaza", start: { options: { features: "boumaza-8", hard: true, allocation: "racing" } } },
  { name: "solver", start: { kind: "solve", options: { queue: "TILZJOSTZLIOSJ", pieces: 10, algorithm: "ga" } } },
];

/** The cards. `begin` is told what to ask the server for. */
export function recipes(begin) {
  const card = ({ name, start }) => {
    const title = text(`page.learn.recipe_${name}`);
    const button = element("button", { type: "button", class: "main", "aria-label": text("page.learn.start_this", { what: title }) }, text("page.learn.start"));
    let isBeginning = false;
    button.addEventListener("click", async () => {
      if (isBeginning) return;
      isBeginning = true;
      await begin(start);
      isBeginning = false;
    });
    return element("article", { class: "card" }, element("h2", {}, title), element("p", { class: "quiet grow" }, text(`page.learn.recipe_${name}_about`)), element("div", { class: "row" }, button));
  };
  return element("div", { class: "cards" }, RECIPES.map(card));
}
