// What is shown where nothing can be: a sentence, and where to go from there.

import { element, refill } from "./dom.js";

/** Fills a view with a title, a sentence about what is wrong, and links: pairs of address and words, the first of them the best. */
export function showTrouble(root, { title, sentence, links }) {
  const link = ([href, words], index) => element("a", { class: index === 0 ? "button main" : "button", href }, words);
  refill(
    root,
    element("header", {}, element("h1", {}, title)),
    element("div", { class: "empty" }, element("p", { class: "error", role: "alert" }, sentence), element("div", { class: "row" }, links.map(link))),
  );
}
