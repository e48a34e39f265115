// A choice from the catalogue of experiments.

import { choice, element, field, refill } from "../dom.js";
import { capitalised, experimentAbout, number, text } from "../texts.js";

/** How much of an experiment is run, the least first. */
const SCALES = ["smoke", "hour", "paper"];

/** The form. `known` is what the server says there is to choose from; `begin` is told what to ask it for. */
export function experiments(known, begin) {
  const about = element("p", { class: "quiet" });
  const names = choice(known.experiments.map(({ name }) => [name, name]), known.experiments[0].name, tell);
  const scales = element("select", {}, SCALES.map((scale) => element("option", { value: scale })));
  const threads = choice(Array.from({ length: known.processors }, (_, index) => [String(index + 1), String(index + 1)]), "1", () => {});

  /** What is chosen, and how many cells it has at each scale. */
  function tell() {
    const chosen = known.experiments.find(({ name }) => name === names.value);
    refill(about, capitalised(experimentAbout(chosen.name) ?? chosen.about));
    for (const option of scales.options) {
      const cells = chosen.cells[option.value];
      option.textContent = `${text(`page.learn.scale_${option.value}`)} (${text("page.learn.cells", { cells: number(cells) })})`;
    }
  }

  tell();
  const onsubmit = async (event) => {
    event.preventDefault();
    await begin({ kind: "experiment", threads: Number(threads.value), options: { experiment: names.value, scale: scales.value } });
  };
  return element(
    "form",
    { class: "stack", onsubmit },
    element("div", { class: "fields" }, field(text("page.learn.option_experiment"), names), field(text("page.learn.option_scale"), scales), field(text("page.learn.threads"), threads)),
    about,
    element("div", { class: "row" }, element("button", { class: "main" }, text("page.learn.start_experiment"))),
  );
}
