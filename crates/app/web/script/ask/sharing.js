// Boards that come from elsewhere and go elsewhere: pictures, fumen, links.

import { element, field } from "../dom.js";
import { text } from "../texts.js";
import { LEAST, MOST, Position } from "./position.js";

export function sharing({ app, editor, position }) {
  const input = element("textarea", { class: "mono", rows: "4", spellcheck: "false", placeholder: "XX........\nXXX.XXXXXX" });
  const button = element("button", { type: "button", onclick: () => take(input.value) }, text("page.ask.take"));

  /** Reads a picture or fumen and draws it. */
  async function take(pasted, isSaid = true) {
    const answer = await app.ask("ask", { question: "picture", options: { text: pasted.trim().replace(/\r/g, "") } });
    if (!answer) return;
    const { width, height, rows, piece } = answer.answer;
    if (height > MOST.height || width < LEAST.width) return;
    editor.change((changed) => {
      const other = new Position({ ...changed, width, height: Math.max(height, changed.height === 20 || height > 20 ? 20 : changed.height), rows });
      if (piece) other.piece = piece.piece;
      changed.become(other);
    });
    if (isSaid) app.announce(text("page.ask.taken"));
  }

  /** Puts something where it can be pasted from. */
  async function copy(words) {
    try {
      await navigator.clipboard.writeText(words);
      app.notify(text("page.ask.copied"));
    } catch {
      // Without the permission it is shown, to be copied by hand.
      input.value = words;
      input.focus();
      input.select();
    }
  }

  async function copyFumen() {
    const answer = await app.ask("ask", { question: "fumen", options: { picture: position.picture() } });
    if (answer) await copy(answer.answer.text);
  }

  const act = (name, onclick) => element("button", { type: "button", onclick }, text(`page.ask.${name}`));
  const node = element(
    "section",
    { class: "panel stack" },
    element("h2", {}, text("page.ask.share")),
    field(text("page.ask.paste"), input),
    element("div", { class: "row acts" }, button, act("copy_picture", () => copy(position.picture("\n"))), act("copy_fumen", copyFumen), act("copy_link", () => copy(location.href))),
  );
  return { node, take };
}
