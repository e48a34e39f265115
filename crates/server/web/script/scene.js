// A game on the page: Hold and numbers at the left, the board, Next and whatever explains at the right.

import { Board, drawPiece } from "./board.js";
import { bars, element, entries, refill, write } from "./dom.js";
import { onLook, themeColour } from "./look.js";
import { numerals, signed } from "./numbers.js";
import { featureName, text } from "./texts.js";

/** Rows above the Skyline that are drawn. */
const ABOVE = 2;

export class Scene {
  #frame = null;
  #other = null;
  #forget;
  #observer;

  /** A game with this title and a line below it. */
  constructor({ title, subtitle = "" }) {
    this.board = new Board({ label: text("page.game.board"), above: ABOVE });
    this.hold = element("canvas", { class: "piece first", role: "img" });
    this.next = element("div", { class: "queue" });
    this.numbers = element("dl", { class: "entries" });
    this.said = element("div", { class: "said", "aria-hidden": "true" });
    this.garbage = element("div", { class: "garbage", "aria-hidden": "true" });
    this.overlay = element("div", { class: "over-board", hidden: true });
    this.hint = element("section", { class: "panel stack hint", hidden: true, "aria-label": text("keys.hint") });
    // The same in a line, where there is no room beside the board.
    this.hintLine = element("div", { class: "hint-line", hidden: true, "aria-hidden": "true" });
    this.rival = element("section", { class: "panel stack rival", hidden: true });
    this.below = element("div", { class: "below" });
    this.beside = element("div", { class: "beside" });
    this.holdPanel = element("div", { class: "panel stack hold-panel" }, element("h2", {}, text("game.hold")), this.hold);
    this.element = element(
      "div",
      { class: "game" },
      element(
        "div",
        { class: "left" },
        element("header", {}, element("h1", {}, title), element("p", { class: "quiet small" }, subtitle)),
        this.holdPanel,
        element("div", { class: "panel numbers" }, this.numbers),
      ),
      element(
        "div",
        { class: "middle" },
        element("div", { class: "place" }, element("div", { class: "matrix" }, this.board.element, this.garbage, this.said, this.hintLine), this.beside, this.overlay),
        this.below,
      ),
      element("div", { class: "right" }, element("div", { class: "panel stack next-panel" }, element("h2", {}, text("game.next")), this.next), this.rival, this.hint),
    );
    const again = () => this.#frame && this.#pieces(this.#frame, true);
    this.#forget = onLook(again);
    // Small pictures have other sizes on a phone.
    this.#observer = new ResizeObserver(again);
    this.#observer.observe(this.hold);
  }

  close() {
    this.board.close();
    this.#other?.close();
    this.#forget();
    this.#observer.disconnect();
  }

  /** Draws what the server said; what it left out is as before. */
  draw(frame, hidden = false) {
    const { piece, ghost, width, height, rows, hint } = frame;
    const marks = hint?.placement ? [{ cells: hint.placement.cells, colour: themeColour("--text"), dashed: true }] : [];
    this.board.draw({ width, height, rows, piece, ghost, marks, hidden });
    this.#pieces(frame, hidden !== this.isHidden);
    this.isHidden = hidden;
    // A seed is a name made of digits.
    entries(frame.entries.map(([name, value]) => [name, name === text("game.seed") ? value : numerals(value)]), this.numbers);
    const lines = hidden ? [] : frame.said;
    if (lines.join("\n") !== this.saidBefore) {
      this.saidBefore = lines.join("\n");
      refill(this.said, lines.map((line) => element("div", {}, line)));
    }
    const share = Math.min(1, frame.garbage / height);
    this.garbage.style.height = `${(100 * share * height) / (height + ABOVE)}%`;
    this.#advise(hint, piece);
    this.#oppose(frame.other, hidden);
    this.#frame = frame;
  }

  /** Hold and Next, drawn only when they change. */
  #pieces(frame, isForced) {
    const before = this.#frame;
    if (isForced || before?.hold !== frame.hold || before?.can_hold !== frame.can_hold) {
      this.hold.setAttribute("aria-label", frame.hold ?? text("page.ask.none"));
      drawPiece(this.hold, this.isHidden ? null : frame.hold, !frame.can_hold);
    }
    if (!isForced && before?.next === frame.next) return;
    const letters = [...frame.next];
    if (this.next.children.length !== letters.length) {
      refill(this.next, letters.map((_, index) => element("canvas", { class: index === 0 ? "piece first" : "piece", role: "img" })));
    }
    letters.forEach((letter, index) => {
      this.next.children[index].setAttribute("aria-label", letter);
      drawPiece(this.next.children[index], this.isHidden ? null : letter);
    });
  }

  /** What the assistant says about this piece. */
  #advise(hint, piece) {
    this.hint.hidden = this.hintLine.hidden = !hint;
    const said = JSON.stringify([hint, piece?.piece]);
    if (!hint || said === this.hintBefore) return;
    this.hintBefore = said;
    // Where fingers play, the place on the board says which buttons are meant, unless another piece is.
    const isOther = hint.placement && piece && hint.placement.piece !== piece.piece;
    const title = hint.entries.length > 0 ? text("keys.hint") : hint.title;
    write(this.hintLine, [title, isOther && text("keys.hold"), hint.note].filter(Boolean).join(" · "));
    refill(
      this.hint,
      element("p", { class: "quiet small" }, hint.title),
      hint.keys && element("p", { class: "mono" }, hint.keys),
      hint.entries.length > 0 && entries(hint.entries.map(([name, value]) => [name, numerals(value)])),
      hint.note && element("p", { class: "quiet small" }, hint.note),
      hint.reasons.length > 0 && bars(hint.reasons.map(([name, value]) => [featureName(name), value, signed(value)]), 8),
    );
  }

  /** Who plays against it. */
  #oppose(other, hidden) {
    this.rival.hidden = !other;
    if (!other) return;
    if (this.#other === null) {
      this.#other = new Board({ label: other.name, above: ABOVE });
      this.rivalName = element("h2", {});
      refill(this.rival, this.rivalName, this.#other.element);
    }
    write(this.rivalName, other.name);
    this.#other.draw({ ...other.picture, hidden });
  }

  /** Shows something over the board, or nothing. What takes the keys itself gets them, otherwise the first control in it. */
  cover(content) {
    this.overlay.hidden = !content;
    refill(this.overlay, content);
    (this.overlay.querySelector("[tabindex]") ?? this.overlay.querySelector("button, a"))?.focus();
  }
}
