// Path: the way of a piece to where it should be, by any search algorithm, with what it looked at.

import { SHAPES } from "../board.js";
import { element, field, refill } from "../dom.js";
import { blockColour, onLook, themeColour } from "../look.js";
import { number, text } from "../texts.js";
import { Fault, withFault } from "./faults.js";
import { shown } from "./given.js";
import { Chosen, Latest, command, named, panel, wrong } from "./parts.js";
import { Playback } from "./playback.js";
import { Position, cellsText } from "./position.js";
import { SearchPicture } from "./search.js";

const ALGORITHMS = ["a-star", "best-first", "uniform-cost", "breadth-first", "depth-first", "depth-bounded", "iterative-deepening"];
/** What can be chosen; the first is the usual one. */
const ROTATIONS = ["sevilla", "srs", "srs-no-kicks"];
const ESTIMATES = ["admissible", "sum-of-distances"];
const LETTERS = ["arrows", "words", "sevilla"];
/** The goal that nobody has to choose. */
const BEST = "best";

/** The course's cases: piece, rows, start and goal as row and column from the top. */
const CASES = [
  { piece: "J", rows: 20, start: "0,2 1,2 1,3 1,4", goal: "6,4 7,4 7,5 7,6" },
  { piece: "J", rows: 20, goal: "17,4 18,4 19,3 19,4" },
  { piece: "S", rows: 20, goal: "17,0 18,0 18,1 19,1" },
  { piece: "Z", rows: 22, goal: "20,1 20,2 21,2 21,3" },
  { piece: "L", rows: 22, goal: "20,8 21,6 21,7 21,8" },
];

/** How long the search lasts at normal speed, and a step of the plan, in milliseconds. */
const SEARCH = 2500;
const STEP = 160;

export function pathTab({ app, root, position, editor, given, changed }) {
  const latest = new Latest();
  let goal = placeOf("goal") ?? BEST;
  let start = placeOf("start") ?? "";
  let goalPiece = position.piece;
  let picture = null;
  let answer = null;
  let places = [];
  let hovered = null;

  const playback = new Playback({
    show: (moment) => draw(moment),
    pause: (moment) => (picture && moment < picture.expansions ? SEARCH / Math.max(40, picture.expansions) : STEP),
    // The plan is shown step by step, however quick the search was.
    limit: (moment, steps) => (picture && moment < picture.expansions ? Math.min(picture.expansions, moment + steps) : moment + 1),
    end: () => {
      root.dataset.state = "done";
      root.dataset.cells = picture?.plan.length ? cellsText(picture.cells(picture.plan.at(-1))) : "";
    },
  });
  const forget = onLook(() => draw(playback.moment));

  const pick = (name, all, onchange = onpick) => new Chosen({ given, name, title: text(`page.ask.${name}_name`), choices: named(all, name), usual: all[0], onchange });
  const onpick = () => {
    ask();
    changed();
  };
  const algorithm = pick("algorithm", ALGORITHMS, (name) => play(name));
  const rotation = pick("rotation", ROTATIONS);
  const estimate = pick("estimate", ESTIMATES);
  const lettering = pick("letters", LETTERS);
  const goalInput = element("input", { type: "text", class: "mono", spellcheck: "false", autocomplete: "off", onchange: () => {
    const typed = goalInput.value.trim();
    const wrong = typed ? cellsFault(typed) : null;
    if (!wrong) setGoal(typed || BEST);
    goalFault.say(wrong);
  } });
  const goalFault = new Fault(goalInput);
  goalFault.say([given.fault("goal"), given.fault("start")].filter(Boolean).join(" "));
  const picking = element("button", { type: "button", "aria-pressed": "true", onclick: () => setPicking(picking.getAttribute("aria-pressed") !== "true") }, text("page.ask.pick_goal"));
  const result = element("div", { class: "stack" });
  const plan = element("div", { class: "stack" });
  const said = element("p", { class: "small quiet number", role: "status" });

  const node = element(
    "div",
    { class: "stack" },
    panel(
      text("page.ask.search"),
      element("p", { class: "small quiet" }, text("page.ask.search_about")),
      element(
        "div",
        { class: "fields" },
        algorithm.node,
        rotation.node,
        estimate.node,
        lettering.node,
      ),
      element("p", { class: "small quiet" }, text("page.ask.estimate_about")),
      playback.element,
      said,
      element("p", { class: "legend small quiet" }, element("span", { class: "swatch tint" }), text("page.ask.legend_expanded"), element("span", { class: "swatch frontier" }), text("page.ask.legend_frontier"), element("span", { class: "swatch goal" }), text("page.ask.legend_goal")),
      plan,
    ),
    result,
    panel(
      text("page.ask.goal"),
      element("p", { class: "small quiet" }, text("page.ask.goal_about")),
      element("div", { class: "row" }, picking, element("button", { type: "button", onclick: () => setGoal(BEST) }, text("page.ask.best_goal"))),
      withFault(field(text("page.ask.goal_cells"), goalInput), goalFault),
      element("h3", {}, text("page.ask.course")),
      element("div", { class: "row" }, CASES.map((one, index) => element("button", { type: "button", class: "small", onclick: () => take(one) }, `${index + 1}: ${one.piece}, ${text("page.ask.rows", { rows: one.rows })}`))),
    ),
  );

  const options = () => ({
    board: position.picture(),
    rows: position.height,
    width: position.width,
    piece: position.piece,
    rotation: rotation.value,
    letters: lettering.value,
    start: start || undefined,
    ...(goal === BEST ? { best: "sevilla" } : { goal: [goal] }),
  });
  const animated = (name) => ({ ...options(), algorithm: name, ...(["best-first", "a-star"].includes(name) ? { estimate: estimate.value } : {}) });

  /** What is wrong with cells that were typed, or null. */
  function cellsFault(place) {
    const cells = cellsOf(place);
    if (!cells) return text("page.ask.fault_cells", { given: shown(place) });
    const outside = cells.find(([row, x]) => row >= position.height || x >= position.width);
    if (outside) return text("page.ask.fault_outside", { cell: outside.join(","), rows: position.height, columns: position.width });
    if (!isPiece(position.piece, cells)) return text("page.ask.fault_shape", { given: shown(place), piece: position.piece });
    return isBlocked(place) ? text("page.ask.fault_blocked", { given: shown(place) }) : null;
  }

  /** The place that the address says, if it is one. */
  function placeOf(name) {
    const said = given.get(name);
    if (said === null || said === BEST) return null;
    const wrong = cellsFault(said);
    if (!wrong) return said;
    given.refuse(name, wrong);
    return null;
  }

  /** Whether cells from the top are no longer empty. */
  function isBlocked(place) {
    return (cellsOf(place) ?? []).some(([row, x]) => row >= position.height || position.get(x, position.height - 1 - row) !== ".");
  }

  function setPicking(isOn) {
    picking.setAttribute("aria-pressed", String(isOn));
    editor.picker = isOn ? { pick: pickAt, hover: hoverAt } : null;
    if (!isOn) hoverAt(null);
  }

  function setGoal(place) {
    goal = place;
    goalFault.clear();
    ask();
    changed();
  }

  function take(one) {
    editor.change((position) => {
      position.become(new Position({ ...position, height: one.rows, width: 10, rows: [], piece: one.piece }));
    });
    start = one.start ?? "";
    setGoal(one.goal);
  }

  /** The placements that cover a cell, the nearest to the floor first. */
  const at = (cell) => places.filter(({ cells }) => cells.some(([x, y]) => x === cell[0] && y === cell[1]));
  const fromTop = (cells) => cells.map(([x, y]) => [position.height - 1 - y, x]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((pair) => pair.join(",")).join(" ");

  function pickAt(cell) {
    const found = at(cell);
    if (found.length === 0) return goalFault.say(text("page.ask.no_place_here"));
    // Clicking again takes the next one that covers the cell.
    const current = found.findIndex(({ cells }) => fromTop(cells) === goal);
    start = "";
    setGoal(fromTop(found[(current + 1) % found.length].cells));
  }

  function hoverAt(cell) {
    const found = cell ? at(cell) : [];
    hovered = found[0]?.cells ?? null;
    if (!playback.isPlaying) draw(playback.moment);
  }

  function ask() {
    root.dataset.state = "thinking";
    delete root.dataset.cells;
    playback.close();
    latest.later(async (isWanted) => {
      const query = (question, more) => app.socket.ask("ask", { question, options: more });
      try {
        const [compared, one, reach] = await Promise.all([
          query("path", { ...options(), compare: true, estimate: estimate.value }),
          query("path", animated(algorithm.value)),
          query("placements", { board: position.picture(), piece: position.piece, "spawn-row": position.height - 1 }),
        ]);
        if (!isWanted()) return;
        places = reach.answer.placements.filter(({ cells }) => cells.every(([, y]) => y < position.height));
        drawTable(compared);
        begin(one);
      } catch (error) {
        if (isWanted()) refuse(error.message);
      }
    });
  }

  /** Plays another algorithm on the same problem. */
  function play(name) {
    algorithm.value = name;
    changed();
    root.dataset.state = "thinking";
    delete root.dataset.cells;
    playback.close();
    latest.later(async (isWanted) => {
      try {
        const one = await app.socket.ask("ask", { question: "path", options: animated(name) });
        if (isWanted()) begin(one);
      } catch (error) {
        if (isWanted()) refuse(error.message);
      }
    }, 0);
  }

  function refuse(sentence) {
    picture = null;
    answer = null;
    root.dataset.state = "refused";
    editor.show({});
    said.textContent = "";
    refill(plan);
    refill(result, wrong(sentence));
  }

  function begin({ answer: one, command: words }) {
    answer = one;
    picture = new SearchPicture(one.search);
    const cells = one.goals[0].cells;
    if (document.activeElement !== goalInput) goalInput.value = cells.map((pair) => pair.join(",")).join(" ");
    for (const row of result.querySelectorAll("tr[data-name]")) {
      const isPlaying = row.dataset.name === algorithm.value;
      row.classList.toggle("chosen", isPlaying);
      row.querySelector("button").setAttribute("aria-pressed", String(isPlaying));
    }
    const steps = one.plan?.map((letter, index) => element("kbd", { data: { step: index } }, letter)) ?? [];
    refill(
      plan,
      element("h3", {}, text("page.ask.plan")),
      steps.length > 0 ? element("p", { class: "plan" }, steps.flatMap((step) => [step, " "])) : element("p", {}, one.plan ? text("page.ask.nothing_to_do") : text(one.cut_off ? "page.ask.cut_off" : "page.ask.no_plan")),
      command(words),
    );
    root.dataset.state = "playing";
    playback.begin(picture.moments);
    const cost = one.plan ? text("page.ask.found_plan", { algorithm: text(`page.ask.algorithm_${algorithm.value.replaceAll("-", "_")}`), cost: one.cost, expanded: number(one.expanded) }) : text("page.ask.no_plan");
    app.announce(cost);
  }

  function draw(moment) {
    if (!picture) return;
    if (moment < picture.moments) root.dataset.state = "playing";
    const { tints, frontier } = picture.looks(moment, themeColour("--accent"));
    const colour = blockColour(position.piece);
    const goals = answer.goals.map(({ cells }) => ({ cells: cells.map(([row, x]) => [x, position.height - 1 - row]), colour: themeColour("--text"), dashed: true }));
    const step = moment - picture.expansions;
    const trail = step < 0 ? [] : picture.plan.slice(0, step).map((state) => ({ cells: picture.cells(state), colour: `${colour}b0` }));
    const marks = [...frontier.map((cell) => ({ cells: [cell], colour: themeColour("--quiet") })), ...trail, ...goals];
    if (hovered) marks.push({ cells: hovered, colour });
    const now = picture.at(moment);
    editor.show({ tints, marks, piece: now === null ? null : { piece: position.piece, cells: picture.cells(now) } });
    said.textContent = step < 0
      ? text("page.ask.at_expansion", { number: number(moment), all: number(picture.expansions) })
      : text("page.ask.at_step", { number: Math.min(step, picture.plan.length - 1), all: picture.plan.length - 1 });
    for (const key of plan.querySelectorAll("kbd[data-step]")) key.classList.toggle("is-done", Number(key.dataset.step) < step);
  }

  function drawTable({ answer: compared, command: words }) {
    const head = ["algorithm_name", "cost", "expanded", "generated", "frontier", "time", "promises"];
    const rows = compared.algorithms.map((one) =>
      element(
        "tr",
        { data: { name: one.algorithm }, class: one.algorithm === algorithm.value ? "chosen" : null },
        element("td", {}, element("button", { type: "button", class: "plain name", "aria-pressed": String(one.algorithm === algorithm.value), onclick: () => play(one.algorithm) }, text(`page.ask.algorithm_${one.algorithm.replaceAll("-", "_")}`))),
        element("td", { class: "number" }, one.cost === null ? "–" : String(one.cost)),
        element("td", { class: "number" }, number(one.expanded)),
        element("td", { class: "number" }, number(one.generated)),
        element("td", { class: "number" }, number(one.largest_frontier)),
        element("td", { class: "number" }, `${number(one.seconds * 1000, 3)} ms`),
        element("td", {}, text(one.optimal ? "page.ask.shortest" : "page.ask.some_plan")),
      ),
    );
    const table = element("table", { class: "small compared" }, element("thead", {}, element("tr", {}, head.map((name, index) => element("th", { scope: "col", class: index > 0 && index < 6 ? "number" : null }, text(`page.ask.${name}`))))), element("tbody", {}, rows));
    refill(
      result,
      panel(
        text("page.ask.compared"),
        element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": text("page.ask.compared") }, table),
        compared.best && element("p", { class: "small" }, text("page.ask.sevilla_score", { score: number(compared.best.score), candidates: compared.best.candidates })),
        element("p", { class: "small quiet" }, text("page.ask.compared_about")),
      ),
      command(words),
    );
  }

  setPicking(true);
  ask();
  return {
    node,
    /** The position has become another one. A goal that it still has room for stays. */
    refresh() {
      if (position.piece !== goalPiece || isBlocked(goal)) goal = BEST;
      if (position.piece !== goalPiece || isBlocked(start)) start = "";
      goalPiece = position.piece;
      ask();
    },
    stopPicking: () => setPicking(false),
    close() {
      latest.forget();
      playback.close();
      forget();
      editor.picker = null;
      delete root.dataset.cells;
    },
    keys: () => [],
    parameters: () => ({
      algorithm: algorithm.said,
      rotation: rotation.said,
      estimate: estimate.said,
      letters: lettering.said,
      goal: goal === BEST ? null : goal,
      start: start || null,
    }),
  };
}

/** The four cells that a text names as row and column from the top, or null. */
function cellsOf(place) {
  if (!/^\d{1,2},\d{1,2}( +\d{1,2},\d{1,2}){3}$/.test(place)) return null;
  return place.split(/ +/).map((pair) => pair.split(",").map(Number));
}

/** Whether four cells are a piece, however it is turned. */
function isPiece(piece, cells) {
  const moved = (some) => {
    const [left, low] = [0, 1].map((axis) => Math.min(...some.map((cell) => cell[axis])));
    return some.map(([x, y]) => `${x - left},${y - low}`).sort().join(" ");
  };
  const turned = (some) => some.map(([x, y]) => [y, -x]);
  // Rows count from the top, so up is less.
  let shape = cells.map(([row, x]) => [x, -row]);
  return [0, 1, 2, 3].some(() => {
    shape = turned(shape);
    return moved(shape) === moved(SHAPES[piece]);
  });
}
