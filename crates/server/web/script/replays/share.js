// Sharing a replay: a link with the whole game in it, a link to a moment here, or a file.

import { showDialog } from "../dialog.js";
import { element } from "../dom.js";
import { number } from "../numbers.js";
import { text } from "../texts.js";
import { fromBase64, linkOf } from "./link.js";

/** The bytes of a replay and a name for its file; nothing if there are none. */
async function fileOf(source, app) {
  if (source.replay) return { name: "tetrolab.replay", bytes: fromBase64(source.replay) };
  const file = await app.ask("game.file", source);
  return file && { name: file.name, bytes: fromBase64(file.bytes) };
}

/** Gives a file to the browser. */
function save({ name, bytes }) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** A link in a field, with a button that copies it. */
function linkField(name, link, said) {
  const input = element("input", { type: "text", readonly: true, value: link, class: "mono", onfocus: () => input.select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      said(text("page.replays.copied"));
    } catch {
      input.focus();
      said(text("page.replays.not_copied"));
    }
  };
  const label = element("label", { class: "field grow" }, element("span", {}, name), input);
  return element("div", { class: "row link" }, label, element("button", { type: "button", onclick: copy, "aria-label": `${text("page.replays.copy")}: ${name}` }, text("page.replays.copy")));
}

/** Shows how a replay can be shared. `here` is its address on this machine, if it has one; of a duel, only one board is shared. */
export async function share({ source, here, isDuel = false, app }) {
  const file = await fileOf(source, app);
  if (!file) return;
  const whole = await linkOf(file.bytes);
  const state = element("p", { class: "quiet small", role: "status" });
  const said = (words) => (state.textContent = words);
  const size = whole && number(whole.length / 1000, 1);
  showDialog(
    text("page.replays.share_title"),
    {},
    whole && [linkField(text("page.replays.link_whole", { size }), whole, said), element("p", { class: "quiet small" }, text("page.replays.link_whole_about"))],
    !whole && element("p", {}, text("page.replays.too_long")),
    here && linkField(text("page.replays.link_here"), `${location.origin}${here}`, said),
    isDuel && element("p", { class: "quiet small" }, text("page.replays.own_board")),
    state,
    element(
      "form",
      { method: "dialog", class: "row" },
      element("button", { type: "button", class: whole ? null : "main", onclick: () => save(file) }, text("page.replays.save")),
      element("button", { class: whole ? "main" : null }, text("page.shell.close")),
    ),
  );
}
