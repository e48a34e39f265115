// Perfect clear: how likely it is, by which first pieces, and how it is done.

import { Board } from "../board.js";
import { element, field, refill } from "../dom.js";
import { number, text } from "../texts.js";
import { Fault, withFault } from "./faults.js";
import { Chosen, Pondering, command, named, panel, percent, seconds, wrong } from "./parts.js";
import { holdsOf } from "./position.js";

const DROPS = ["soft", "180", "tucks", "hard"];
const HOLDS = ["use", "avoid"];
const TIMES = ["2", "10", "30", "120"];
const SOURCES = ["chosen", "any", "own"];
const LINES = ["1", "2", "3", "4", "5", "6"];
/** How wide a board is that is cleared, and how many different pieces there are. */
const WIDTH = 10;
const BAG = 7;
/** How patterns are written: letters, any, some of these; so many of them or all of them in any order. */
const PATTERN = /^(?:[\s,;IJLOSTZ]|\*(?:p[1-7]|!)?|\[\^?[IJLOSTZ]+\](?:p[1-7]|!)?)+$/i;
/** How many first pieces are told apart, how many queues that fail and solutions are listed. */
const TREE = 2;
const FAILED = 60;
const SOLUTIONS = 6;

export function perfectTab({ app, root, position, editor, given, changed }) {
  const pick = (name, title, choices, usual, onchange = restart) => new Chosen({ given, name, title, choices, usual, onchange });
  const own = given.get("pattern");
  const source = pick("from", text("page.ask.from_name"), named(SOURCES, "from"), own === null ? "chosen" : "own", follow);
  const lines = pick("lines", text("page.ask.lines_to_clear"), LINES.map((count) => [count, count]), String(usualLines(position)), follow);
  const hold = pick("use", text("page.ask.use_name"), named(HOLDS, "use"), "use", follow);
  const drop = pick("drop", text("page.ask.drop_name"), named(DROPS, "drop"), "soft");
  const time = pick("time", text("page.ask.time_limit"), TIMES.map((count) => [count, seconds(Number(count), 0)]), "10", () => changed());
  const boards = [];

  /** The pattern that nobody has to type: the pieces that are known, then any others, as many as can matter. */
  function usualPattern() {
    const need = Math.max(1, Math.round((WIDTH * Number(lines.value) - position.blocks()) / 4));
    const isHeld = hold.value === "use";
    const count = isHeld ? need + 1 : need;
    const known = source.value === "any" ? "" : ((isHeld ? position.hold : "") + position.piece + position.queue).slice(0, count);
    const open = count - known.length;
    const some = (one) => (one > 0 ? [`*p${Math.min(BAG, one)}`] : []);
    return [...(known ? [known] : []), ...some(open), ...some(open - BAG)].join(",");
  }

  const patternInput = element("input", { type: "text", class: "mono", spellcheck: "false", autocomplete: "off", value: own?.trim() ?? usualPattern(), maxlength: "200", "aria-describedby": "ask-pattern", onchange: () => {
    source.value = "own";
    restart();
  } });
  const patternFault = new Fault(patternInput);

  /** Makes the pattern again, if it follows from what is chosen. */
  function follow() {
    if (source.value !== "own") patternInput.value = usualPattern();
    restart();
  }
  const result = element("div", { class: "stack" });
  const list = element("div", { class: "stack" });

  /** Whether the pattern is one queue: then every solution is good for all of it. */
  const isOne = () => /^[IJLOSTZ\s,]+$/i.test(patternInput.value);
  const options = () => ({ board: position.picture(), lines: lines.value, pattern: patternInput.value.trim(), hold: hold.value, drop: drop.value });
  const chance = new Pondering(app, {
    start: text("page.ask.count"),
    ask: () => ({ question: "pc", options: { ...options(), tree: TREE, failed: FAILED }, seconds: Number(time.value) }),
    begin: () => {
      root.dataset.state = "thinking";
      refill(list);
    },
    say: ({ known, queues }, spent) => text("page.ask.known", { known: number(known), queues: number(queues), seconds: seconds(spent) }),
    failed: (sentence) => {
      root.dataset.state = "refused";
      refill(result, wrong(sentence));
    },
    done: (answer, words) => {
      root.dataset.state = "done";
      drawChance(answer, words);
    },
  });
  const solutions = new Pondering(app, {
    start: text("page.ask.list_solutions"),
    ask: () => ({ question: "pc-path", options: { ...options(), minimal: isOne() ? undefined : true, limit: SOLUTIONS }, seconds: Number(time.value) }),
    say: ({ divisions, solutions: found }, spent) => text("page.ask.divisions", { divisions: number(divisions), found: number(found), seconds: seconds(spent) }),
    failed: (sentence) => refill(list, wrong(sentence)),
    done: (answer, words) => drawSolutions(answer, words),
  });
  solutions.button.classList.remove("main");

  const node = element(
    "div",
    { class: "stack" },
    panel(
      text("page.ask.pieces_to_come"),
      element("p", { class: "small quiet" }, text("page.ask.pc_about")),
      element("div", { class: "fields" }, source.node, withFault(field(text("page.ask.pattern"), patternInput), patternFault)),
      element("p", { class: "small quiet", id: "ask-pattern" }, `${text("page.ask.from_about")} ${text("page.ask.pattern_about", { all: "[TIO]!" })}`),
      element(
        "div",
        { class: "fields" },
        lines.node,
        hold.node,
        drop.node,
        time.node,
      ),
      chance.element,
    ),
    result,
    panel(text("page.ask.solutions"), element("p", { class: "small quiet" }, text("page.ask.solutions_about")), solutions.element, list),
  );

  /** Whether the question can be answered; what is wrong with it is said where it can be mended. */
  function isSound() {
    const isPattern = PATTERN.test(patternInput.value);
    patternFault.say(isPattern ? null : text(patternInput.value.trim() ? "page.ask.fault_pattern" : "page.ask.fault_no_pattern"));
    const possible = LINES.filter((count) => fits(position, Number(count)));
    const isPossible = possible.includes(lines.value);
    if (!isPossible && possible.length > 0) lines.fault.say(text("page.ask.fault_lines", { lines: lines.value, possible: possible.join(", ") }));
    const fault = boardFault(position, possible);
    if (fault) refill(result, wrong(fault));
    else if (!isPattern || !isPossible) refill(result);
    return isPattern && isPossible && !fault;
  }

  /** Asks, unless something is wrong with the question. */
  function begin() {
    solutions.close();
    chance.close();
    refill(list);
    solutions.button.disabled = chance.button.disabled = !isSound();
    if (chance.button.disabled) root.dataset.state = "refused";
    else chance.start();
  }

  function restart() {
    changed();
    begin();
  }

  function drawChance(answer, words) {
    const all = answer.queues;
    const share = percent(answer.clear, all);
    const big = element("p", { class: "big number" }, answer.is_stopped ? text("page.ask.at_least", { share }) : share);
    const meter = element("div", { class: "share", role: "img", "aria-label": share });
    const part = element("span", {});
    part.style.width = `${(100 * answer.clear) / Math.max(1, all)}%`;
    const open = element("span", { class: "unknown" });
    open.style.width = `${(100 * answer.unknown) / Math.max(1, all)}%`;
    meter.append(part, open);
    const counted = answer.is_stopped ? "clear_stopped" : all > 1 ? "clear_of" : answer.clear > 0 ? "clear_one" : "clear_not";
    const sentence = text(`page.ask.${counted}`, { clear: number(answer.clear), queues: number(all), known: number(answer.clear + answer.fail) });
    refill(
      result,
      panel(
        text("page.ask.chance"),
        big,
        meter,
        element("p", {}, sentence),
        all > 1 && answer.tree?.branches && tree(answer.tree.branches),
        all > 1 && answer.failed.length > 0 && element(
          "details",
          {},
          element("summary", {}, text("page.ask.failed", { count: number(answer.fail) })),
          element("p", { class: "mono queues" }, answer.failed.join(" "), answer.failed.length < answer.fail ? " …" : ""),
        ),
      ),
      command(words),
    );
    app.announce(`${share}. ${sentence}`);
  }

  /** Shares by the first two pieces: a table with the first piece at the left and the second at the top. */
  function tree(branches) {
    const seconds = [...new Set(branches.flatMap((branch) => (branch.branches ?? []).map(({ begin }) => begin[1])))].sort();
    const share = (branch) => {
      if (!branch) return element("td", { class: "number quiet" }, "–");
      const cell = element("td", { class: "number heat" }, `${number(branch.least_percent, 0)}`);
      cell.style.setProperty("--share", String(branch.least_percent / 100));
      return cell;
    };
    return element(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": text("page.ask.by_first") },
      element(
        "table",
        { class: "small tree" },
        element("caption", {}, text("page.ask.by_first")),
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, text("page.ask.first")), element("th", { scope: "col", class: "number" }, text("page.ask.any")), seconds.map((letter) => element("th", { scope: "col", class: "number" }, letter)))),
        element("tbody", {}, branches.map((branch) => element("tr", {}, element("th", { scope: "row" }, branch.begin), share(branch), seconds.map((letter) => share(branch.branches?.find(({ begin }) => begin[1] === letter)))))),
      ),
    );
  }

  function drawSolutions(answer, words) {
    for (const board of boards.splice(0)) board.close();
    if (answer.solutions === 0) {
      refill(list, element("p", {}, text("page.ask.no_solutions")), command(words));
      return;
    }
    const cards = answer.list.map((solution) => {
      const label = text(answer.queues > 1 ? "page.ask.solution" : "page.ask.solution_alone", { number: solution.number, queues: number(solution.queues.length) });
      const board = new Board({ label: `${label}: ${solution.rows.join(" ")}` });
      boards.push(board);
      const letters = played(solution).map(([piece, isHeld]) => (isHeld ? `⇄${piece}` : piece)).join(" ");
      const card = element("button", { type: "button", class: "card", onclick: () => showOn(solution) }, board.element, element("span", { class: "small" }, label), element("span", { class: "mono small" }, letters));
      board.draw({ width: 10, height: answer.lines, rows: [...solution.rows].reverse() });
      return card;
    });
    refill(
      list,
      element("p", {}, text(answer.queues > 1 ? "page.ask.solutions_found" : "page.ask.solutions_one", { solutions: number(answer.solutions), clear: number(answer.clear), queues: number(answer.queues), minimal: answer.minimal?.solutions ?? 0 })),
      element("div", { class: "cards solutions" }, cards),
      command(words),
    );
  }

  /** The pieces of a solution in their order, and which of them take Hold. A pattern that begins with the held piece knows nothing of that. */
  function played({ steps, queues }) {
    const isHeld = source.value === "chosen" && hold.value === "use" && position.hold !== "";
    if (!isHeld) return steps.map((step) => [step.piece, step.hold]);
    const [held, piece, ...next] = queues[0];
    const holds = holdsOf(steps.map((step) => step.piece), { piece, hold: held, next });
    return steps.map((step, index) => [step.piece, holds[index]]);
  }

  /** Shows a solution on the large board: what is empty there gets the letters of the pieces. */
  function showOn(solution) {
    editor.show({ rows: [...solution.rows].reverse().map((row, y) => [...row].map((letter, x) => (letter === "X" ? position.get(x, y) : letter)).join("")) });
  }

  begin();
  return {
    node,
    refresh() {
      if (!fits(position, Number(lines.value))) lines.value = String(usualLines(position));
      if (source.value !== "own") patternInput.value = usualPattern();
      clearTimeout(this.timer);
      this.timer = setTimeout(restart, 400);
    },
    close() {
      clearTimeout(this.timer);
      chance.close();
      solutions.close();
      for (const board of boards.splice(0)) board.close();
    },
    parameters: () => ({
      from: source.value === "any" ? "any" : null,
      pattern: source.value === "own" ? patternInput.value.trim() : null,
      lines: lines.value === String(usualLines(position)) ? null : lines.value,
      use: hold.said,
      drop: drop.said,
      time: time.said,
    }),
  };
}

/** Whether so many lines can be cleared with whole pieces. */
const fits = (position, lines) => lines >= position.stack() && (WIDTH * lines - position.blocks()) % 4 === 0;

/** As many lines as can be cleared with whole pieces: at least those of the stack, 4 if that is possible. */
const usualLines = (position) => [4, 1, 2, 3, 5, 6].find((lines) => fits(position, lines)) ?? 4;

/** Why no perfect clear can be asked for on this board, if so; `possible` are the numbers of lines that fit. */
function boardFault(position, possible) {
  if (position.width !== WIDTH) return text("page.ask.fault_pc_width", { found: position.width, columns: WIDTH });
  if (position.stack() > LINES.length) return text("page.ask.fault_pc_height", { found: position.stack(), most: LINES.length });
  return possible.length === 0 ? text("page.ask.fault_pc_blocks", { blocks: position.blocks() }) : null;
}
