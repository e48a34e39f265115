// What is watched, as the address says it.

import { element, choice, field } from "../dom.js";
import { size, whole } from "../numbers.js";
import { text, valueName } from "../texts.js";

/** What is watched unless the address says otherwise. */
const USUAL = { agents: ["bcts"], game: "research", size: "10x20", speed: 3 };
/** Boards that papers use, and a small one on which games end soon. */
const SIZES = ["10x20", "10x16", "10x10", "8x20", "6x12"];
/** More are not watched at once. */
export const MOST_AGENTS = 6;

/** The parts of an address that Watch knows. */
const KNOWN = ["agents", "game", "size", "seed", "speed", "lookahead", "focus"];

/** Reads the address: what is watched, and which of its parts mean nothing. */
export function fromQuery(query) {
  const agents = (query.get("agents") ?? "").split(",").filter(Boolean);
  const meaningless = [...query].filter(([name]) => !KNOWN.includes(name)).map((part) => part.join("="));
  const number = (name, usual, read = Number) => {
    const value = query.has(name) ? read(query.get(name)) : undefined;
    if (Number.isFinite(value)) return value;
    if (query.has(name)) meaningless.push(`${name}=${query.get(name)}`);
    return usual;
  };
  const chosen = {
    agents: agents.length > 0 ? agents : USUAL.agents,
    game: query.get("game") ?? USUAL.game,
    size: query.get("size") ?? USUAL.size,
    seed: number("seed", null, whole),
    speed: number("speed", USUAL.speed),
    lookahead: query.get("lookahead") === "1",
    focus: number("focus", 0, whole),
  };
  return { chosen, meaningless };
}

/** The address of what is watched. What is usual is left out, but for what people look for in it. */
export function address({ agents, game, size, seed, speed, lookahead, focus }) {
  const parts = [`agents=${agents.map(encodeURIComponent).join(",")}`, `game=${encodeURIComponent(game)}`];
  if (size !== USUAL.size) parts.push(`size=${encodeURIComponent(size)}`);
  if (seed !== null) parts.push(`seed=${seed}`);
  parts.push(`speed=${speed}`);
  if (lookahead) parts.push("lookahead=1");
  if (focus > 0) parts.push(`focus=${focus}`);
  return `/watch?${parts.join("&")}`;
}

/** What the server is asked. */
export function question(chosen, language) {
  const { agents, game, size, seed, speed, lookahead, focus } = chosen;
  return { language, agents, game, size, ...(seed === null ? {} : { seed }), speed, lookahead, explain: true, focus: Math.min(focus, agents.length - 1) };
}

/** The form in which game, size and seed are chosen. `onchange` is told what differs. */
export function form({ app, chosen, onchange }) {
  const games = [["research", text("page.watch.research")], ...app.hello.rules.map((name) => [name, text("page.watch.timed", { rules: valueName(name) })])];
  const sizes = (SIZES.includes(chosen.size) ? SIZES : [chosen.size, ...SIZES]).map((words) => [words, size(words)]);
  const seed = element("input", { type: "number", data: { stop: "seed" }, min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, value: chosen.seed ?? "", onchange: () => onchange({ seed: seed.value === "" ? null : Number(seed.value) }) });
  const ahead = element("input", { type: "checkbox", data: { stop: "ahead" }, onchange: () => onchange({ lookahead: ahead.checked }) });
  ahead.checked = chosen.lookahead;
  const other = element("button", { type: "button", data: { stop: "other" }, onclick: () => onchange({ seed: null }) }, text("page.watch.other_seed"));
  return element(
    "div",
    { class: "fields wide" },
    field(text("page.watch.game"), choice(games, chosen.game, (game) => onchange({ game }), { data: { stop: "game" } })),
    field(text("page.watch.size"), choice(sizes, chosen.size, (size) => onchange({ size }), { data: { stop: "size" } })),
    field(text("game.seed"), seed),
    element("div", { class: "row" }, other),
    element("label", { class: "check" }, ahead, text("page.watch.lookahead")),
  );
}
