// How a setting is changed, by what it can be.

import { choice, element } from "../dom.js";

/** The control of an entry. It has this id, and `set` is called with the new value; `bad` if what was typed is no number. */
export function control({ id, entry, set, bad }) {
  const { kind } = entry;
  const unit = kind.unit && element("span", { class: "quiet unit", id: `${id}-unit` }, kind.unit);
  const about = { id, "aria-describedby": [unit && `${id}-unit`, `${id}-about`, `${id}-problem`].filter(Boolean).join(" ") };
  // The unit stands beside the field: a number alone is meant in it.
  const value = unit ? entry.typed.replace(new RegExp(`^([\\d.]+)${kind.unit}$`), "$1") : entry.value;
  if (kind.is === "toggle") {
    const box = element("input", { type: "checkbox", ...about, onchange: () => set(box.checked ? "on" : "off") });
    box.checked = value === "on";
    return box;
  }
  if (kind.is === "choice") return choice(kind.options, value, set, about);
  const list = element(
    "datalist",
    { id: `${id}-words` },
    (kind.words ?? []).map((word) => element("option", { value: Array.isArray(word) ? word[0] : word }, Array.isArray(word) ? word[1] : word)),
  );
  const isNumber = kind.is === "number" && kind.words.length === 0;
  const input = element("input", {
    type: isNumber ? "number" : "text",
    min: isNumber ? kind.least : null,
    max: isNumber ? kind.most : null,
    step: isNumber ? kind.step : null,
    list: list.children.length > 0 ? list.id : null,
    autocomplete: "off",
    spellcheck: "false",
    ...about,
    value,
    // What is no number is not said again by the browser.
    onchange: () => (input.validity.badInput ? bad() : set(input.value)),
  });
  return element("div", { class: "row" }, input, unit, list);
}
