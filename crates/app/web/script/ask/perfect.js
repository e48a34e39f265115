// Perfect clear: how likely it is, by which first pieces, and how it is done.

import { Board } from "../board.js";
import { choice, element, field, refill } from "../dom.js";
import { number, text } from "../texts.js";
import { Pondering, command, named, panel, percent, seconds, wrong } from "./parts.js";

const DROPS = ["soft", "180", "tucks", "hard"];
const HOLDS = ["use", "avoid"];
const TIMES = ["2", "10", "30", "120"];
/** How many first pieces are told apart, how many queues that fail and solutions are listed. */
const TREE = 2;
const FAILED = 60;
const SOLUTIONS = 6;

export function perfectTab({ app, root, position, editor, query, changed }) {
  const chosen = (name, all, usual) => (all.includes(query.get(name)) ? query.get(name) : usual);
  const LINES = ["1", "2", "3", "4", "5", "6"];
  let lines = chosen("lines", LINES, String(usualLines(position)));
  let pattern = query.get("pattern") ?? usualPattern();
  let isTyped = query.has("pattern");
  let hold = chosen("use", HOLDS, "use");
  let drop = chosen("drop", DROPS, "soft");
  let time = chosen("time", TIMES, "10");
  const boards = [];

  function usualPattern() {
    const need = (10 * Number(lines) - position.blocks()) / 4;
    const count = Math.max(1, Math.min(7, Math.round(need) + 1));
    return need + 1 > 7 ? `*p7,*p${Math.min(7, Math.round(need) - 6)}` : `*p${count}`;
  }

  const patternInput = element("input", { type: "text", class: "mono", spellcheck: "false", autocomplete: "off", value: pattern, maxlength: "200", "aria-describedby": "ask-pattern", onchange: () => {
    pattern = patternInput.value.trim();
    isTyped = true;
    restart();
  } });
  const linesChoice = choice(LINES.map((count) => [count, count]), lines, (picked) => {
    lines = picked;
    if (!isTyped) patternInput.value = pattern = usualPattern();
    restart();
  });
  const pick = (section, all, value, set) => field(text(`page.ask.${section}_name`), choice(named(all, section), value, (picked) => {
    set(picked);
    restart();
  }));
  const result = element("div", { class: "stack" });
  const list = element("div", { class: "stack" });

  const options = () => ({ board: position.picture(), lines, pattern, hold, drop });
  const chance = new Pondering(app, {
    start: text("page.ask.count"),
    ask: () => ({ question: "pc", options: { ...options(), tree: TREE, failed: FAILED }, seconds: Number(time) }),
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
    ask: () => ({ question: "pc-path", options: { ...options(), minimal: true, limit: SOLUTIONS }, seconds: Number(time) }),
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
      field(text("page.ask.pattern"), patternInput),
      element("p", { class: "small quiet", id: "ask-pattern" }, text("page.ask.pattern_about", { all: "[TIO]!" })),
      element(
        "div",
        { class: "fields" },
        field(text("page.ask.lines_to_clear"), linesChoice),
        pick("use", HOLDS, hold, (picked) => (hold = picked)),
        pick("drop", DROPS, drop, (picked) => (drop = picked)),
        field(text("page.ask.time_limit"), choice(TIMES.map((count) => [count, seconds(Number(count), 0)]), time, (picked) => (time = picked))),
      ),
      chance.element,
    ),
    result,
    panel(text("page.ask.solutions"), element("p", { class: "small quiet" }, text("page.ask.solutions_about")), solutions.element, list),
  );

  function restart() {
    changed();
    solutions.close();
    chance.start();
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
    const sentence = text(answer.is_stopped ? "page.ask.clear_stopped" : "page.ask.clear_of", { clear: number(answer.clear), queues: number(all), known: number(answer.clear + answer.fail) });
    refill(
      result,
      panel(
        text("page.ask.chance"),
        big,
        meter,
        element("p", {}, sentence),
        answer.tree?.branches && tree(answer.tree.branches),
        answer.failed.length > 0 && element(
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
      const label = text("page.ask.solution", { number: solution.number, queues: number(solution.queues.length) });
      const board = new Board({ label: `${label}: ${solution.rows.join(" ")}` });
      boards.push(board);
      const letters = solution.steps.map(({ piece, hold: isHeld }) => (isHeld ? `⇄${piece}` : piece)).join(" ");
      const card = element("button", { type: "button", class: "card", onclick: () => showOn(solution) }, board.element, element("span", { class: "small" }, label), element("span", { class: "mono small" }, letters));
      board.draw({ width: 10, height: answer.lines, rows: [...solution.rows].reverse() });
      return card;
    });
    refill(
      list,
      element("p", {}, text("page.ask.solutions_found", { solutions: number(answer.solutions), clear: number(answer.clear), queues: number(answer.queues), minimal: answer.minimal?.solutions ?? 0 })),
      element("div", { class: "cards solutions" }, cards),
      command(words),
    );
  }

  /** Shows a solution on the large board: what is empty there gets the letters of the pieces. */
  function showOn(solution) {
    editor.show({ rows: [...solution.rows].reverse().map((row, y) => [...row].map((letter, x) => (letter === "X" ? position.get(x, y) : letter)).join("")) });
  }

  chance.start();
  return {
    node,
    refresh() {
      const least = usualLines(position);
      if (Number(lines) < position.stack() || (10 * Number(lines) - position.blocks()) % 4 !== 0) linesChoice.value = lines = String(least);
      if (!isTyped) patternInput.value = pattern = usualPattern();
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
      pattern: isTyped ? pattern : null,
      lines: lines === String(usualLines(position)) ? null : lines,
      use: hold === "use" ? null : hold,
      drop: drop === "soft" ? null : drop,
      time: time === "10" ? null : time,
    }),
  };
}

/** As many lines as can be cleared with whole pieces: at least those of the stack, 4 if that is possible. */
function usualLines(position) {
  const fits = (lines) => lines >= position.stack() && (10 * lines - position.blocks()) % 4 === 0;
  return [4, 1, 2, 3, 5, 6].find(fits) ?? 4;
}
