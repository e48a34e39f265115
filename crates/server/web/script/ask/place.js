// Best placement: every drop from the best to the worst, and why.

import { element, refill } from "../dom.js";
import { blockColour, onLook, themeColour } from "../look.js";
import { featureAbout, featureName, text } from "../texts.js";
import { Fault, withFault } from "./faults.js";
import { Chosen, Latest, command, figure, keyList, named, panel, signed, wrong } from "./parts.js";
import { cellsText } from "./position.js";

/** How many drops are listed at first. */
const LISTED = 8;
/** The tint of the worst and of the best cell, from 0 to 255. */
const FAINT = 16;
const STRONG = 170;
/** How many features are drawn. */
const MOST_BARS = 10;

export function placeTab({ app, root, position, editor, given, changed }) {
  const latest = new Latest();
  let isHeat = given.flag("heat", false);
  let isAll = false;
  let found = null;
  let chosen = 0;

  const about = element("p", { class: "small quiet" });
  const onchange = () => {
    ask();
    changed();
  };
  const agent = new Chosen({ given, name: "agent", title: text("choosing.agent"), choices: app.agents.map(({ name }) => [name, name]), usual: "bcts", onchange });
  const lookahead = new Chosen({ given, name: "ahead", title: text("page.ask.ahead_name"), choices: named(["none", "next", "expected"], "ahead"), usual: "none", onchange });
  const heat = element("input", { type: "checkbox", onchange: () => {
    isHeat = heat.checked;
    heatFault.clear();
    legend.hidden = !isHeat;
    show();
    changed();
  } });
  heat.checked = isHeat;
  const heatFault = new Fault(heat);
  heatFault.say(given.fault("heat"));
  const legend = element("span", { class: "legend small quiet", hidden: !isHeat }, element("span", { class: "swatch tint" }), text("page.ask.heat_legend"));
  const list = element("div", { class: "stack" });
  const forget = onLook(() => show());

  const node = element(
    "div",
    { class: "stack" },
    element(
      "section",
      { class: "panel stack" },
      element("h2", {}, text("page.ask.decides")),
      element("div", { class: "fields" }, agent.node, lookahead.node),
      about,
      withFault(element("div", { class: "row" }, element("label", { class: "check" }, heat, text("page.ask.heat")), legend), heatFault),
    ),
    list,
  );

  const options = (piece) => {
    const next = lookahead.value === "next" ? position.queue[0] : undefined;
    return {
      board: position.picture(),
      piece,
      agent: agent.value,
      next,
      lookahead: lookahead.value === "expected" ? true : undefined,
      size: position.size() === "10x20" ? undefined : position.size(),
    };
  };

  /** The piece that Hold would bring, if any. */
  const otherPiece = () => position.hold || position.queue[0];

  function ask() {
    about.textContent = app.agents.find(({ name }) => name === agent.value)?.about ?? "";
    if (lookahead.value === "next") lookahead.fault.say(position.queue ? null : text("page.ask.fault_no_next"));
    root.dataset.state = "thinking";
    latest.later(async (isWanted) => {
      const place = (piece, more = {}) => app.socket.ask("ask", { question: "place", options: { ...options(piece), ...more } });
      const other = otherPiece();
      try {
        const [answer, reach, held] = await Promise.all([
          place(position.piece),
          app.socket.ask("ask", { question: "placements", options: { board: position.picture(), piece: position.piece, "spawn-row": Math.max(position.height - 1, position.stack() + 1) } }),
          other && other !== position.piece ? place(other, { top: 1, next: undefined }) : null,
        ]);
        if (!isWanted()) return;
        const keys = new Map(reach.answer.placements.map((placement) => [cellsText(placement.cells), placement.keys]));
        found = { ...answer, keys, held: held?.answer.ranked[0] ?? null, heldPiece: other };
        chosen = 0;
        isAll = false;
        draw();
        const best = found.answer.ranked[0];
        root.dataset.best = best?.cells ? cellsText(best.cells) : "";
        root.dataset.state = "done";
        if (best?.cells) app.announce(text("page.ask.best_said", { piece: position.piece, cells: columns(best.cells), value: figure(best.value) }));
      } catch (error) {
        if (!isWanted()) return;
        found = null;
        delete root.dataset.best;
        root.dataset.state = "refused";
        editor.show({});
        refill(list, wrong(error.message));
      }
    });
  }

  const columns = (cells) => {
    const all = cells.map(([x]) => x + 1);
    return text("page.ask.columns", { from: Math.min(...all), to: Math.max(...all) });
  };

  /** Draws the chosen placement and the two best on the board. */
  function show() {
    if (!found) return;
    const ranked = found.answer.ranked.filter(({ cells }) => cells);
    const [best, second] = ranked;
    const current = ranked[chosen] ?? best;
    const marks = [];
    if (best) marks.push({ cells: best.cells, colour: blockColour(position.piece), label: "1" });
    if (second) marks.push({ cells: second.cells, colour: themeColour("--quiet"), dashed: true, label: isCovered(second, best) ? null : "2" });
    const piece = chosen > 0 && current ? { piece: position.piece, cells: current.cells } : null;
    editor.show({ marks, piece, tints: isHeat ? heatOf(ranked) : [] });
  }

  function draw() {
    const { answer, keys, held, heldPiece } = found;
    const { ranked } = answer;
    if (ranked.length === 0 || answer.surviving === 0) {
      editor.show({});
      refill(list, wrong(text("page.ask.no_drop", { piece: position.piece })), command(found.command));
      return;
    }
    const digits = (value) => figure(value);
    const listed = isAll ? ranked : ranked.slice(0, LISTED);
    const rows = listed.map((drop, index) => {
      const path = drop.cells ? keys.get(cellsText(drop.cells)) : null;
      const button = element(
        "button",
        { type: "button", class: "plain rank", "aria-pressed": String(index === chosen), onclick: () => choose(index), onfocus: () => choose(index) },
        String(drop.rank),
        element("span", { class: "unseen" }, ` ${text("page.ask.show_it")}`),
      );
      return element(
        "tr",
        { class: index === chosen ? "chosen" : null, onmouseenter: () => choose(index) },
        element("td", { class: "number" }, button),
        element("td", {}, drop.cells ? columns(drop.cells) : "–"),
        element("td", {}, drop.facing ? text(`page.ask.facing_${drop.facing}`) : "–"),
        element("td", { class: "number" }, drop.lost ? text("page.ask.lost") : String(drop.lines)),
        element("td", { class: "number" }, digits(drop.value)),
        element("td", {}, path ? keyList(path) : drop.lost ? "–" : text("page.ask.no_keys")),
      );
    });
    const head = ["rank", "where", "facing_name", "lines", "value", "keys"].map((name) =>
      element("th", { scope: "col", class: ["rank", "lines", "value"].includes(name) ? "number" : null }, text(`page.ask.${name}`)),
    );
    const more = ranked.length > LISTED && !isAll;
    refill(
      list,
      panel(
        text("page.ask.ranking"),
        element("p", { class: "small quiet" }, text("page.ask.counts", { drops: answer.drops, surviving: answer.surviving })),
        element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": text("page.ask.ranking") }, element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows))),
        more && element("button", { type: "button", onclick: () => {
          isAll = true;
          draw();
        } }, text("page.ask.all_drops", { count: ranked.length })),
        held && element("p", { class: "small" }, text("page.ask.with_hold", { piece: heldPiece, value: digits(held.value), difference: signed(held.value - ranked[0].value) })),
      ),
      reasons(ranked),
      command(found.command),
    );
    show();
  }

  function choose(index) {
    if (index === chosen) return;
    chosen = index;
    [...list.querySelectorAll("tbody tr")].forEach((row, at) => {
      row.classList.toggle("chosen", at === index);
      row.querySelector("button").setAttribute("aria-pressed", String(at === index));
    });
    const old = list.querySelector(".reasons");
    old?.replaceWith(reasons(found.answer.ranked));
    show();
  }

  /** What each feature adds, for the chosen drop and the one it is compared with. */
  function reasons(ranked) {
    const [one, other] = chosen > 1 ? [ranked[chosen], ranked[0]] : [ranked[0], ranked[1]];
    const title = element("h2", {}, text("page.ask.reasons"));
    if (!one || one.contributions.length === 0) {
      return element("section", { class: "panel stack reasons" }, title, element("p", { class: "quiet" }, text("page.ask.no_reasons")));
    }
    const of = (drop, feature) => drop?.contributions.find((part) => part.feature === feature && part.contribution !== 0)?.contribution ?? 0;
    const names = [...new Set([...one.contributions, ...(other?.contributions ?? [])].map(({ feature }) => feature))];
    const terms = names.map((name) => ({ name, adds: of(one, name), against: of(other, name) }));
    terms.sort((a, b) => Math.max(Math.abs(b.adds), Math.abs(b.against)) - Math.max(Math.abs(a.adds), Math.abs(a.against)));
    const shown = terms.filter(({ adds, against }) => adds !== 0 || against !== 0).slice(0, MOST_BARS);
    const largest = Math.max(...shown.map(({ adds, against }) => Math.max(Math.abs(adds), Math.abs(against))), Number.MIN_VALUE);
    const bar = (value, name) => {
      const node = element("span", { class: `bar ${name}` });
      const share = (50 * Math.abs(value)) / largest;
      node.style.width = `${share}%`;
      node.style.left = `${value < 0 ? 50 - share : 50}%`;
      return node;
    };
    const rows = shown.map(({ name, adds, against }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", title: featureAbout(name) || null }, featureName(name)),
        element("td", { class: "track-cell", "aria-hidden": "true" }, element("span", { class: "track two" }, bar(adds, "one"), other && bar(against, "other"))),
        element("td", { class: "number" }, figure(adds)),
        element("td", { class: "number" }, other ? figure(against) : "–"),
        element("td", { class: "number" }, other ? signed(adds - against) : "–"),
      ),
    );
    const head = [["feature", ""], ["bars", ""], ["adds", "number"], ["other_adds", "number"], ["difference", "number"]];
    const [first, second] = [one.rank, other?.rank ?? ""];
    return element(
      "section",
      { class: "panel stack reasons" },
      title,
      element("p", { class: "small quiet" }, text("page.ask.reasons_about", { one: first, other: second })),
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": text("page.ask.reasons") },
        element(
          "table",
          { class: "small" },
          element("thead", {}, element("tr", {}, head.map(([name, kind]) => element("th", { scope: "col", class: kind || null }, name === "bars" ? element("span", { class: "unseen" }, text("page.ask.bars")) : text(`page.ask.${name}`, { one: first, other: second }))))),
          element("tbody", {}, rows),
        ),
      ),
    );
  }

  ask();
  return {
    node,
    refresh: ask,
    close() {
      latest.forget();
      forget();
      delete root.dataset.best;
    },
    parameters: () => ({ agent: agent.said, ahead: lookahead.said, heat: isHeat ? "1" : null }),
  };
}

const isCovered = (one, other) => one.cells.filter(([x, y]) => other.cells.some(([ox, oy]) => ox === x && oy === y)).length > 2;

/** Every placement as a tint: each cell as good as the best drop that covers it, by rank, because values may be far apart. */
function heatOf(ranked) {
  const surviving = ranked.filter(({ lost }) => !lost);
  const cells = new Map();
  surviving.forEach(({ cells: list }, index) => {
    const share = 1 - index / Math.max(1, surviving.length - 1);
    for (const [x, y] of list) cells.set(`${x},${y}`, Math.max(share, cells.get(`${x},${y}`) ?? 0));
  });
  const colour = themeColour("--accent");
  return [...cells].map(([key, share]) => [...key.split(",").map(Number), `${colour}${Math.round(FAINT + (STRONG - FAINT) * share).toString(16).padStart(2, "0")}`]);
}
