// Solve: the best that can be done with a fixed row of pieces, played back piece by piece.

import { Board } from "../board.js";
import { element, entries, field, refill } from "../dom.js";
import { featureName, number, text, wordName } from "../texts.js";
import { Fault, withFault } from "./faults.js";
import { shown } from "./given.js";
import { Chosen, Pondering, command, figure, keyList, named, panel, seconds, signed, wrong } from "./parts.js";
import { Playback } from "./playback.js";
import { cellsText, framesOf, holdsOf, letters, momentOf } from "./position.js";

const SOURCES = ["chosen", "queue", "seed"];
const GENOTYPES = ["swap-double", "swap-simple", "swap-reachable", "double", "simple", "reachable"];
const ALGORITHMS = ["auto", "exact", "beam", "ga", "sa", "hybrid"];
const TIMES = ["2", "5", "10", "30", "120"];
/** The board of the solver, and the longest row of pieces that it takes. */
const SIZE = { width: 10, height: 20 };
const MOST_PIECES = 100;
const MOST_SEED = 999_999_999_999_999;
/** How long a piece is shown, in milliseconds. */
const STEP = 500;

export function solveTab({ app, root, position, given, changed }) {
  const usualSource = given.has("source") ? "chosen" : given.has("row") ? "queue" : given.has("seed") || given.has("pieces") ? "seed" : "chosen";
  const pick = (name, choices, usual, title = text(`page.ask.${name}_name`)) => new Chosen({ given, name, title, choices, usual, onchange: again });
  const source = pick("source", named(SOURCES, "source"), usualSource);
  const genotype = pick("genotype", named(GENOTYPES, "genotype"), GENOTYPES[0]);
  const algorithm = pick("solver", named(ALGORITHMS, "solver"), ALGORITHMS[0]);
  const time = pick("time", TIMES.map((count) => [count, seconds(Number(count), 0)]), TIMES[0], text("page.ask.time_limit"));
  // What another source would use has no meaning here.
  let seed = source.value !== "seed" ? "1" : given.whole("seed", 0, MOST_SEED, "1");
  let pieces = source.value !== "seed" ? "10" : given.whole("pieces", 1, MOST_PIECES, "10");
  let row = position.piece + position.queue;
  let isOnBoard = given.flag("on", true);
  /** The rows that were on the board when it was asked, and those after each piece. */
  let start = [];
  /** What was at hand then, if that is what is played. */
  let hand = null;
  let frames = [];
  let answer = null;

  const playback = new Playback({
    show: (moment) => draw(moment),
    pause: () => STEP,
    end: () => {
      root.dataset.state = "done";
      root.dataset.cells = answer?.steps.length ? cellsText(answer.steps.at(-1).cells) : "";
    },
  });
  const board = new Board({ label: text("page.ask.played_back") });

  function again() {
    changed();
    begin();
  }

  /** A field to type in, with what is wrong with it; `read` takes over what was typed and returns what is wrong. */
  const typed = (name, title, attributes, read) => {
    const input = element("input", { ...attributes, onchange: () => {
      fault.say(read(input));
      again();
    } });
    const fault = new Fault(input);
    fault.say(given.fault(name));
    return withFault(field(title, input), fault);
  };
  const whole = (least, most, set) => (input) => {
    const value = Number(input.value);
    if (input.value.trim() === "" || !Number.isInteger(value) || value < least || value > most) return text("page.ask.fault_whole", { least, most });
    set(String(value));
    return null;
  };
  const seedField = typed("seed", text("choosing.seed"), { type: "number", min: "0", max: String(MOST_SEED), step: "1", value: seed }, whole(0, MOST_SEED, (value) => (seed = value)));
  const piecesField = typed("pieces", text("page.ask.pieces"), { type: "number", min: "1", max: String(MOST_PIECES), step: "1", value: pieces }, whole(1, MOST_PIECES, (value) => (pieces = value)));
  if (source.value === "queue") takeRow(given.get("row"));
  const rowField = typed("row", text("page.ask.row"), { type: "text", class: "mono", spellcheck: "false", autocomplete: "off", value: row }, (input) => {
    const wrong = rowFault(input.value);
    row = letters(input.value).pieces.slice(0, MOST_PIECES) || row;
    input.value = row;
    return wrong;
  });
  const onBoard = element("input", { type: "checkbox", onchange: () => {
    isOnBoard = onBoard.checked;
    again();
  } });
  onBoard.checked = isOnBoard;
  const boardFault = new Fault(onBoard);
  const onFault = given.fault("on");
  const uses = element("p", { class: "small", role: "status" });

  /** What is wrong with a row of pieces. */
  function rowFault(words) {
    const { pieces: found, others } = letters(words);
    if (others) return text("page.ask.fault_row", { letters: shown(others) });
    if (found === "") return text("page.ask.fault_empty_row");
    return found.length > MOST_PIECES ? text("page.ask.fault_row_long", { most: MOST_PIECES }) : null;
  }

  /** Takes over the row that the address says. */
  function takeRow(said) {
    if (said === null) return;
    row = letters(said).pieces.slice(0, MOST_PIECES) || row;
    const wrong = rowFault(said);
    if (wrong) given.refuse("row", wrong);
  }

  const result = element("div", { class: "stack" });
  const now = element("p", { class: "small number", role: "status" });

  const solving = new Pondering(app, {
    start: text("page.ask.solve"),
    ask: () => ({ question: "solve", options: options(), seconds: Number(time.value) }),
    begin: () => {
      root.dataset.state = "thinking";
      delete root.dataset.cells;
      playback.close();
      answer = null;
      frames = [];
      now.textContent = "";
    },
    say: ({ stage, fitness, blocks, evaluations }, spent) =>
      text("page.ask.solving", { stage: wordName(stage), fitness: figure(fitness), blocks: blocks ?? "–", rate: figure(Math.round(evaluations / Math.max(spent, 0.01))), seconds: seconds(spent) }),
    failed: (sentence) => {
      root.dataset.state = "refused";
      board.draw({ ...SIZE, rows: start });
      refill(result, wrong(sentence));
    },
    done: (found, words) => play(found, words),
  });

  const hasHold = () => genotype.value.startsWith("swap-");
  /** The pieces at hand: Hold comes second, so that either of the first two can be played first. */
  const chosenRow = () => position.piece + (hasHold() ? position.hold : "") + position.queue;
  const queue = () => (source.value === "chosen" ? chosenRow() : row);
  const options = () => ({
    ...(source.value === "seed" ? { seed, pieces } : { queue: queue() }),
    genotype: genotype.value,
    algorithm: algorithm.value,
    board: isOnBoard && position.stack() > 0 ? position.picture() : undefined,
  });

  /** Says what is solved, and what is wrong with it; whether it can be solved. */
  function isSound() {
    rowField.hidden = source.value !== "queue";
    seedField.hidden = piecesField.hidden = source.value !== "seed";
    const isDrawn = isOnBoard && position.stack() > 0;
    const spaced = [...queue()].join(" ");
    const kind = source.value === "chosen" && !hasHold() ? "chosen_no_hold" : source.value;
    const what = text(`page.ask.uses_${kind}`, { row: spaced, seed, pieces });
    uses.textContent = [what, text(isDrawn ? "page.ask.uses_board" : "page.ask.uses_empty")].join(" ");
    const full = position.rows.findIndex((cells) => !cells.includes("."));
    let onWrong = null;
    if (isDrawn && (position.width !== SIZE.width || position.stack() > SIZE.height)) onWrong = text("page.ask.fault_solver_size", SIZE);
    else if (isDrawn && full >= 0) onWrong = text("page.ask.fault_full", { row: full + 1 });
    boardFault.say(onWrong);
    return !onWrong;
  }

  /** Solves it, if that is possible. */
  function begin() {
    solving.close();
    playback.close();
    start = isOnBoard ? [...position.rows] : [];
    hand = source.value === "chosen" && hasHold() ? { piece: position.piece, hold: position.hold, next: position.queue } : null;
    const isPossible = isSound();
    solving.button.disabled = !isPossible;
    if (isPossible) return solving.start();
    root.dataset.state = "refused";
    answer = null;
    now.textContent = "";
    refill(result);
    board.draw({ ...SIZE, rows: [] });
  }

  const node = element(
    "div",
    { class: "stack" },
    panel(
      text("page.ask.problem"),
      element("p", { class: "small quiet" }, text("page.ask.solve_about")),
      element(
        "div",
        { class: "fields" },
        source.node,
        seedField,
        piecesField,
        rowField,
        genotype.node,
        algorithm.node,
        time.node,
      ),
      element("p", { class: "small quiet" }, text("page.ask.genotype_about")),
      withFault(element("label", { class: "check" }, onBoard, text("page.ask.on_board")), boardFault),
      uses,
      solving.element,
    ),
    panel(text("page.ask.played_back"), element("div", { class: "playing" }, board.element, element("div", { class: "stack" }, playback.element, now))),
    result,
  );

  function play(found, words) {
    answer = found;
    frames = framesOf(start, found.steps, SIZE.width);
    refill(result, summary(found), steps(found), terms(found), command(found.command ?? words));
    root.dataset.state = "playing";
    playback.begin(found.steps.length + 1);
    app.announce(text("page.ask.solved", { blocks: found.blocks, fitness: figure(found.fitness) }));
  }

  function draw(moment) {
    if (!answer) return;
    if (moment <= answer.steps.length) root.dataset.state = "playing";
    board.draw({ ...SIZE, ...momentOf(frames, answer.steps, moment) });
    for (const line of result.querySelectorAll("tr[data-step]")) line.classList.toggle("chosen", Number(line.dataset.step) === moment);
    now.textContent = text("page.ask.at_piece", { number: Math.min(moment, answer.steps.length), all: answer.steps.length });
  }

  function summary(found) {
    const { proof } = found;
    const blocks = proof.has_fewest_blocks ? "blocks_proven" : proof.least_blocks > 0 ? "blocks_bound" : "blocks_open";
    const fitness = proof.is_best ? "fitness_proven" : proof.most_fitness === null ? "fitness_open" : "fitness_bound";
    return panel(
      text("page.ask.answer"),
      entries([
        [text("page.ask.row"), found.queue],
        [text("page.ask.blocks_left"), text(`page.ask.${blocks}`, { blocks: found.blocks, least: proof.least_blocks })],
        [text("page.ask.fitness"), text(`page.ask.${fitness}`, { fitness: figure(found.fitness), most: figure(proof.most_fitness) })],
        [text("game.lines"), number(found.lines)],
        [text("page.ask.found_by"), text("page.ask.found_how", { method: wordName(found.method), evaluations: figure(found.evaluations), seconds: seconds(found.seconds, 2) })],
      ]),
      found.fumen && element("code", { class: "command", tabindex: "0", "aria-label": text("page.ask.as_fumen") }, found.fumen),
    );
  }

  function steps(found) {
    const head = ["number", "piece", "facing_name", "where", "lines", "keys", "genes"];
    const holds = hand ? holdsOf(found.steps.map(({ piece }) => piece), hand) : found.steps.map(({ hold }) => hold);
    const rows = found.steps.map((step, index) => {
      const columns = step.cells.map(([x]) => x + 1);
      return element(
        "tr",
        { data: { step: index + 1 } },
        element("td", { class: "number" }, String(step.number)),
        element("td", {}, holds[index] ? `${step.piece} (${text("game.hold")})` : step.piece),
        element("td", {}, text(`page.ask.facing_${step.rotation}`)),
        element("td", {}, text("page.ask.columns", { from: Math.min(...columns), to: Math.max(...columns) })),
        element("td", { class: "number" }, step.lines > 0 ? String(step.lines) : ""),
        element("td", {}, step.keys ? keyList(step.keys) : "–"),
        element("td", { class: "mono" }, found.genes ? found.genes[index].join(" ") : "–"),
      );
    });
    return panel(
      text("page.ask.steps"),
      found.genes && element("p", { class: "small quiet" }, text("page.ask.genes_about")),
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": text("page.ask.steps") },
        element("table", { class: "small" }, element("thead", {}, element("tr", {}, head.map((name) => element("th", { scope: "col", class: ["number", "lines"].includes(name) ? "number" : null }, text(`page.ask.${name}`))))), element("tbody", {}, rows)),
      ),
    );
  }

  function terms(found) {
    const some = found.terms.filter(({ contribution }) => contribution !== 0).sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
    const head = ["term", "value", "weight", "contribution"];
    const rows = some.map(({ term, value, weight, contribution }) =>
      element("tr", {}, element("th", { scope: "row" }, featureName(term)), element("td", { class: "number" }, figure(value)), element("td", { class: "number" }, figure(weight)), element("td", { class: "number" }, signed(contribution))),
    );
    return panel(
      text("page.ask.terms"),
      element("p", { class: "small quiet" }, text("page.ask.terms_about")),
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": text("page.ask.terms") },
        element("table", { class: "small" }, element("thead", {}, element("tr", {}, head.map((name, index) => element("th", { scope: "col", class: index > 0 ? "number" : null }, text(`page.ask.${name}`))))), element("tbody", {}, rows)),
      ),
    );
  }

  begin();
  // What was wrong with the address is said until something is chosen.
  source.fault.say(given.fault("source"));
  boardFault.say(onFault ?? boardFault.element.textContent);
  return {
    node,
    /** The position has become another one: it is solved if anything of it is used. */
    refresh() {
      if (!isOnBoard && source.value !== "chosen") return;
      isSound();
      clearTimeout(this.timer);
      this.timer = setTimeout(begin, 500);
    },
    close() {
      clearTimeout(this.timer);
      solving.close();
      playback.close();
      board.close();
      delete root.dataset.cells;
    },
    parameters: () => ({
      source: source.value === "chosen" ? null : source.value,
      seed: source.value === "seed" && seed !== "1" ? seed : null,
      pieces: source.value === "seed" && pieces !== "10" ? pieces : null,
      row: source.value === "queue" ? row : null,
      genotype: genotype.said,
      solver: algorithm.said,
      time: time.said,
      on: isOnBoard ? null : "0",
    }),
  };
}
