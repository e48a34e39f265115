// Every placement as a heat map: cells are tinted by the best placement that covers them, in one palette.

import { element } from "../dom.js";
import { text } from "../texts.js";

/** Steps of the palette, from the worst to the best. */
const STEPS = 6;

/** Fewer placements than these make no map. */
export const FEWEST = 3;

/** The tint of a rank among so many: the first is the best. */
function tint(rank, count) {
  const share = count > 1 ? 1 - rank / (count - 1) : 1;
  return `--heat-${1 + Math.round(share * (STEPS - 1))}`;
}

/** The tints of all placements of the piece at hand. Placements that lose the game have none. */
export function tints(thought) {
  const best = new Map();
  thought.placements.forEach(({ cells, is_lost }, rank) => {
    if (is_lost) return;
    for (const [x, y] of cells) if (!best.has(`${x} ${y}`)) best.set(`${x} ${y}`, [x, y, rank]);
  });
  return [...best.values()].map(([x, y, rank]) => [x, y, tint(rank, thought.placements.length)]);
}

/** What the tints mean. */
export function legend() {
  const steps = Array.from({ length: STEPS }, (_, step) => element("span", { class: `heat heat-${step + 1}` }));
  return element(
    "div",
    { class: "legend small", role: "img", "aria-label": text("page.watch.legend") },
    element("span", { class: "quiet" }, text("page.watch.worst")),
    element("span", { class: "steps" }, steps),
    element("span", { class: "quiet" }, text("page.watch.best")),
  );
}

/** The outlines of the best, of the next best and of the one that is looked at. */
export function marks(thought, looked = null) {
  const { placements, chosen } = thought;
  const second = placements.findIndex((_, rank) => rank !== chosen);
  const found = [];
  const add = (rank, dashed) => placements[rank] && found.push({ cells: placements[rank].cells, colour: "--text", dashed, label: String(rank + 1) });
  add(looked !== null && looked !== chosen ? looked : second, true);
  add(chosen, false);
  return found;
}
