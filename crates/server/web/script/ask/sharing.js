// Boards that come from elsewhere and go elsewhere: pictures, fumen, links.

import { element, field } from "../dom.js";
import { text } from "../texts.js";
import { Fault, withFault } from "./faults.js";
import { Position, isFumen, linkOf, pictureFault, rowsOf } from "./position.js";

/** The boards that fumen can hold. */
const FUMEN = { width: 10, height: 23 };

/** `onlink` takes over the parameters of a link of this page, and returns what is wrong with them. */
export function sharing({ app, editor, position, onlink }) {
  const input = element("textarea", { class: "mono", rows: "4", spellcheck: "false", "aria-describedby": "ask-paste", placeholder: "XX........\nXXX.XXXXXX" });
  const button = element("button", { type: "button", onclick: () => take(input.value) }, text("page.ask.take"));
  const fault = new Fault(input);
  const said = element("p", { class: "small quiet", role: "status" });

  /** Reads a picture or fumen into a position; returns what is wrong with it. */
  async function read(words, into) {
    const isPicture = !isFumen(words);
    if (isPicture && /^https?:/.test(words)) return text("page.ask.fault_link");
    const wrong = isPicture ? pictureFault(rowsOf(words)) : null;
    if (wrong) return wrong;
    try {
      const { answer } = await app.socket.ask("ask", { question: "picture", options: { text: words } });
      const { width, height, rows, piece } = answer;
      into.become(new Position({ ...into, width, height: Math.max(height, into.height), rows, piece: piece?.piece ?? into.piece }));
      return null;
    } catch {
      return text(isPicture ? "page.ask.fault_in_play" : "page.ask.fault_fumen");
    }
  }

  /** Draws a picture or fumen; returns what is wrong with it. */
  async function draw(words) {
    const other = position.copy();
    const wrong = await read(words, other);
    if (!wrong) editor.change((changed) => changed.become(other));
    return wrong;
  }

  /** Takes over a link; returns what is wrong with it. What an address would have instead stands behind a semicolon: here nothing is taken. */
  async function follow(link) {
    const wrong = await onlink(link);
    return wrong ? text("page.ask.fault_in_link", { fault: wrong.split(";")[0] }) : wrong;
  }

  /** Draws whatever was given, and says at the field what is wrong with it. */
  async function take(given) {
    const words = given.replaceAll("\r", "").trim();
    const link = linkOf(words);
    const wrong = words === "" ? text("page.ask.fault_nothing") : await (link ? follow(link) : draw(words));
    fault.say(wrong);
    say(wrong ? "" : text("page.ask.taken"));
    return wrong === null;
  }

  /** The same for what was pasted anywhere: what cannot be drawn is shown where it can be mended. */
  async function paste(given) {
    if (await take(given)) return;
    input.value = given;
    input.scrollIntoView({ block: "nearest" });
  }

  /** Says what was done; it replaces what was said before. */
  function say(sentence) {
    said.textContent = sentence;
  }

  /** Puts something where it can be pasted from. */
  async function copy(words) {
    fault.clear();
    try {
      await navigator.clipboard.writeText(words);
      say(text("page.ask.copied"));
    } catch {
      // Without the permission it is shown, to be copied by hand.
      input.value = words;
      input.focus();
      input.select();
      say(text("page.ask.copy_by_hand"));
    }
  }

  async function copyFumen() {
    say("");
    if (position.width !== FUMEN.width || position.stack() > FUMEN.height) return fault.say(text("page.ask.fault_no_fumen", FUMEN));
    try {
      const { answer } = await app.socket.ask("ask", { question: "fumen", options: { picture: position.picture() } });
      await copy(answer.text);
    } catch (error) {
      fault.say(error.message);
    }
  }

  const act = (name, onclick) => element("button", { type: "button", onclick }, text(`page.ask.${name}`));
  const node = element(
    "section",
    { class: "panel stack" },
    element("h2", {}, text("page.ask.share")),
    withFault(field(text("page.ask.paste"), input), fault),
    element("p", { class: "small quiet", id: "ask-paste" }, text("page.ask.paste_about")),
    element("div", { class: "row acts" }, button, act("copy_picture", () => copy(position.picture("\n"))), act("copy_fumen", copyFumen), act("copy_link", () => copy(location.href))),
    said,
  );
  return { node, read, draw, paste };
}
