// The forms with all settings: of a training run, and of a solver run.

import { choice, element, field } from "../dom.js";
import { number, text, wordName } from "../texts.js";

/** A number as people type it. */
const decimal = (typed) => typed.replace(",", ".");

/** Which fields there are, under which heading: the option, and what it can be. Without anything it is as the command has it. */
const TRAINING = {
  what: [
    ["features", { list: "learn-features", usual: "boumaza-8" }],
    ["size", { usual: "10x20", read: (typed) => typed.replace(/\s*[x×]\s*/, "x") }],
    ["hard", { check: true }],
    ["two-piece", { check: true }],
    ["lines-after-overflow", { check: true }],
    ["randomizer", { options: ["uniform", "7-bag"] }],
  ],
  search: [
    ["optimizer", { options: "optimizers" }],
    ["population", { number: true, usual: "30" }],
    ["parents", { number: true, usual: "" }],
    ["sigma", { usual: () => number(0.5, 1), read: decimal }],
    ["start", { list: "learn-features", usual: "0" }],
    ["projection", { options: ["unit-sphere", "none"] }],
    ["restarts", { options: ["never", "ipop"] }],
    ["noise", { usual: () => text("common.none") }],
  ],
  amount: [
    ["generations", { number: true, usual: "50" }],
    ["runs", { number: true, usual: "20" }],
    ["games", { number: true, usual: "100" }],
    ["centre-games", { number: true, usual: "" }],
    ["allocation", { options: ["fixed", "racing"] }],
    ["judging-games", { number: true, usual: "100" }],
    ["result", { options: ["average", "best"] }],
    ["seed", { number: true, usual: "1" }],
  ],
};

const SOLVING = {
  problem: [
    ["queue", { usual: "7-bag" }],
    ["pieces", { number: true, usual: "10" }],
    ["genotype", { options: "genotypes" }],
    ["preset", { options: ["program", "paper"] }],
    ["seed", { number: true, usual: "1" }],
    ["empty", { check: true }],
  ],
  algorithm: [
    ["algorithm", { options: ["ga", "sa", "hybrid", "beam", "exact", "auto"] }],
    ["time", { usual: "" }],
    ["population", { number: true, usual: "" }],
    ["generations", { number: true, usual: "" }],
    ["iterations", { number: true, usual: "" }],
    ["temperature", { usual: "100", read: decimal }],
    ["width", { number: true, usual: "1000" }],
  ],
};

/** What an option is called here. */
const title = (option) => text(`page.learn.option_${option.replaceAll("-", "_")}`);

/** The form of a training run. `known` is what the server says there is to choose from; `begin` is told what to ask it for. */
export const training = (known, begin) => form("train", TRAINING, known, begin);

/** The form of a solver run. */
export const solving = (known, begin) => form("solve", SOLVING, known, begin);

function form(kind, groups, known, begin) {
  const controls = new Map();
  const control = (option, { options, list, number, usual, check, read = (typed) => typed }) => {
    if (check) {
      const box = element("input", { type: "checkbox" });
      controls.set(option, () => box.checked);
      return element("label", { class: "check" }, box, title(option));
    }
    if (options) {
      const words = Array.isArray(options) ? options : known[options];
      const select = choice([["", text("page.learn.usual")], ...words.map((word) => [word, wordName(word)])], "", () => {});
      controls.set(option, () => select.value);
      return field(title(option), select);
    }
    const input = element("input", { type: "text", inputmode: number ? "numeric" : null, list, placeholder: typeof usual === "function" ? usual() : usual, autocomplete: "off", spellcheck: "false" });
    controls.set(option, () => read(input.value.trim()));
    return field(title(option), input);
  };
  const group = ([name, fields]) =>
    element("fieldset", {}, element("legend", {}, text(`page.learn.group_${name}`)), element("div", { class: "fields" }, fields.map(([option, kind]) => control(option, kind))));
  const name = element("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: text("page.learn.name_usual") });
  const threads = choice(Array.from({ length: known.processors }, (_, index) => [String(index + 1), String(index + 1)]), "1", () => {});
  const onsubmit = async (event) => {
    event.preventDefault();
    const options = Object.fromEntries([...controls].map(([option, value]) => [option, value()]));
    await begin({ kind, name: name.value.trim() || null, threads: Number(threads.value), options });
  };
  return element(
    "form",
    { class: "stack", onsubmit },
    kind === "train" && element("datalist", { id: "learn-features" }, known.features.map((feature) => element("option", { value: feature }))),
    Object.entries(groups).map(group),
    element("div", { class: "fields" }, field(text("page.learn.name"), name), field(text("page.learn.threads"), threads)),
    element("div", { class: "row" }, element("button", { class: "main" }, text("page.learn.start"))),
  );
}
