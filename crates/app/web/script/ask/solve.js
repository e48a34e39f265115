// Solve: the best that can be done with a fixed row of pieces, played back piece by piece.

import { choice, element, entries, field, refill } from "../dom.js";
import { featureName, number, text, wordName } from "../texts.js";
import { Pondering, command, figure, keyList, named, panel, seconds, signed, wrong } from "./parts.js";
import { Playback } from "./playback.js";
import { cellsText, letters, locked } from "./position.js";

const SOURCES = ["seed", "queue"];
const GENOTYPES = ["simple", "double", "swap-simple", "swap-double", "reachable", "swap-reachable"];
const ALGORITHMS = ["auto", "exact", "beam", "ga", "sa", "hybrid"];
const TIMES = ["2", "5", "10", "30", "120"];
/** How long a piece is shown, in milliseconds. */
const STEP = 500;

export function solveTab({ app, root, position, editor, query, changed }) {
  const chosen = (name, all, usual) => (all.includes(query.get(name)) ? query.get(name) : usual);
  let source = chosen("source", SOURCES, "seed");
  let genotype = chosen("genotype", GENOTYPES, "swap-double");
  let algorithm = chosen("solver", ALGORITHMS, "auto");
  let time = chosen("time", TIMES, "2");
  let seed = /^\d{1,15}$/.test(query.get("seed") ?? "") ? query.get("seed") : "1";
  let pieces = /^\d{1,3}$/.test(query.get("pieces") ?? "") ? query.get("pieces") : "10";
  let row = letters(query.get("row") ?? "") || position.piece + position.queue;
  let isOnBoard = query.get("on") === "1";
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
  const again = () => {
    changed();
    solving.start();
  };
  const pick = (section, all, value, set) => field(text(`page.ask.${section}_name`), choice(named(all, section), value, (picked) => {
    set(picked);
    again();
  }));
  const typed = (attributes, set) => {
    const input = element("input", { ...attributes, onchange: () => {
      if (!input.reportValidity()) return;
      set(input);
      again();
    } });
    return input;
  };
  const seedInput = typed({ type: "number", min: "0", max: "999999999999999", step: "1", value: seed }, (input) => (seed = input.value || "1"));
  const piecesInput = typed({ type: "number", min: "1", max: "100", step: "1", value: pieces }, (input) => (pieces = input.value || "10"));
  const rowInput = typed({ type: "text", class: "mono", spellcheck: "false", autocomplete: "off", maxlength: "101", value: row }, (input) => (input.value = row = letters(input.value) || position.piece));
  const onBoard = element("input", { type: "checkbox", onchange: () => {
    isOnBoard = onBoard.checked;
    again();
  } });
  onBoard.checked = isOnBoard;
  const seedField = field(text("choosing.seed"), seedInput);
  const piecesField = field(text("page.ask.pieces"), piecesInput);
  const rowField = field(text("page.ask.row"), rowInput);
  const result = element("div", { class: "stack" });
  const now = element("p", { class: "small number", role: "status" });

  const solving = new Pondering(app, {
    start: text("page.ask.solve"),
    ask: () => ({ question: "solve", options: options(), seconds: Number(time) }),
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
      editor.show({});
      refill(result, wrong(sentence));
    },
    done: (found, words) => begin(found, words),
  });

  const options = () => ({
    ...(source === "seed" ? { seed, pieces } : { queue: row }),
    genotype,
    algorithm,
    board: isOnBoard && position.stack() > 0 ? position.picture() : undefined,
  });

  function showSource() {
    rowField.hidden = source !== "queue";
    seedField.hidden = piecesField.hidden = source !== "seed";
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
        pick("source", SOURCES, source, (picked) => {
          source = picked;
          showSource();
        }),
        seedField,
        piecesField,
        rowField,
        pick("genotype", GENOTYPES, genotype, (picked) => (genotype = picked)),
        pick("solver", ALGORITHMS, algorithm, (picked) => (algorithm = picked)),
        field(text("page.ask.time_limit"), choice(TIMES.map((count) => [count, seconds(Number(count), 0)]), time, (picked) => {
          time = picked;
          again();
        })),
      ),
      element("label", { class: "check" }, onBoard, text("page.ask.on_board")),
      solving.element,
    ),
    panel(text("page.ask.played_back"), playback.element, now),
    result,
  );

  function begin(found, words) {
    answer = found;
    const start = found.board ? [...position.rows] : [];
    frames = [start];
    for (const { piece, cells } of found.steps) frames.push(locked(frames.at(-1), piece, cells, 10));
    refill(result, summary(found), steps(found), terms(found), command(found.command ?? words));
    root.dataset.state = "playing";
    playback.begin(found.steps.length + 1);
    app.announce(text("page.ask.solved", { blocks: found.blocks, fitness: figure(found.fitness) }));
  }

  function draw(moment) {
    if (!answer) return;
    if (moment <= answer.steps.length) root.dataset.state = "playing";
    // A piece is shown where it locks; full rows go with the next one, and what is left comes last.
    const step = answer.steps[moment - 1];
    editor.show({ width: 10, height: 20, rows: frames[Math.max(0, moment - 1)], piece: step ? { piece: step.piece, cells: step.cells } : null });
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
    const rows = found.steps.map((step, index) => {
      const columns = step.cells.map(([x]) => x + 1);
      return element(
        "tr",
        { data: { step: index + 1 } },
        element("td", { class: "number" }, String(step.number)),
        element("td", {}, step.hold ? `${step.piece} (${text("game.hold")})` : step.piece),
        element("td", {}, text(`page.ask.facing_${step.rotation}`)),
        element("td", {}, text("page.ask.columns", { from: Math.min(...columns), to: Math.max(...columns) })),
        element("td", { class: "number" }, step.lines > 0 ? String(step.lines) : ""),
        element("td", {}, step.keys ? keyList(step.keys) : "–"),
        element("td", { class: "mono" }, found.genes ? found.genes[index].join(" ") : "–"),
      );
    });
    return panel(
      text("page.ask.steps"),
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
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": text("page.ask.terms") },
        element("table", { class: "small" }, element("thead", {}, element("tr", {}, head.map((name, index) => element("th", { scope: "col", class: index > 0 ? "number" : null }, text(`page.ask.${name}`))))), element("tbody", {}, rows)),
      ),
    );
  }

  showSource();
  solving.start();
  return {
    node,
    /** The position has become another one: it is seen, and solved if it is what to begin with. */
    refresh() {
      playback.pause();
      if (!isOnBoard) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => solving.start(), 500);
    },
    close() {
      clearTimeout(this.timer);
      solving.close();
      playback.close();
      delete root.dataset.cells;
    },
    parameters: () => ({
      source: source === "seed" ? null : source,
      seed: source === "seed" && seed !== "1" ? seed : null,
      pieces: source === "seed" && pieces !== "10" ? pieces : null,
      row: source === "queue" ? row : null,
      genotype: genotype === "swap-double" ? null : genotype,
      solver: algorithm === "auto" ? null : algorithm,
      time: time === "2" ? null : time,
      on: isOnBoard ? "1" : null,
    }),
  };
}
