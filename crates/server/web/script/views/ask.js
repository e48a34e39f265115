// Ask: draw any board, choose the pieces, and get answers.

import { drawPiece } from "../board.js";
import { choice, element, field, refill } from "../dom.js";
import { blockColour, onLook } from "../look.js";
import { text } from "../texts.js";
import { Editor } from "../ask/editor.js";
import { Fault, withFault } from "../ask/faults.js";
import { Given, shown } from "../ask/given.js";
import { pathTab } from "../ask/path.js";
import { perfectTab } from "../ask/perfect.js";
import { placeTab } from "../ask/place.js";
import { EXAMPLES, LEAST, MOST, PIECES, address, example, nextOf, positionOf } from "../ask/position.js";
import { sharing } from "../ask/sharing.js";
import { solveTab } from "../ask/solve.js";

/** What can be asked, in the order of the tabs. */
const TABS = { place: placeTab, path: pathTab, pc: perfectTab, solve: solveTab };
const NAMES = Object.keys(TABS);

export function open({ root, query, app }) {
  const given = new Given(query);
  const { position, unread } = positionOf(given);
  let name = tabOf(given);
  let tab = null;
  let before = position.parameters();

  const editor = new Editor({ app, position, onchange: () => {
    // What is wrong with a part is over when the part is another one.
    const now = position.parameters();
    for (const part of Object.keys(now)) if (now[part] !== before[part]) faults[part].clear();
    before = now;
    describe();
    tab?.refresh();
    note();
  } });

  /** The address says what is shown. */
  function note() {
    app.note(address({ ...position.parameters(), tab: name === "place" ? null : name, ...tab?.parameters() }));
  }

  const describe = () => {
    editor.board.element.setAttribute("aria-label", text("page.ask.board_about", { width: position.width, height: position.height, blocks: position.blocks(), stack: position.stack() }));
    undo.disabled = !editor.canUndo;
    chooser.draw();
    tools.draw();
  };

  const undo = element("button", { type: "button", onclick: () => editor.undo() }, text("page.ask.undo"));
  const tools = toolbox(editor, position, undo, () => tab?.stopPicking?.());
  const chooser = pieceChooser(position, (change) => editor.change(change));
  const share = sharing({ app, editor, position, onlink: takeLink });
  const faults = { board: new Fault(editor.board.element), ...tools.faults, ...chooser.faults };

  const tablist = element("div", { class: "tabs", role: "tablist", "aria-label": text("page.ask.questions") });
  const panel = element("div", { class: "ask-answer", role: "tabpanel", id: "ask-panel", tabindex: "-1" });
  const buttons = NAMES.map((one) =>
    element("button", { type: "button", role: "tab", id: `ask-tab-${one}`, "aria-controls": "ask-panel", onclick: () => show(one) }, text(`page.ask.tab_${one}`)),
  );
  tablist.append(...buttons);
  const question = new Fault(tablist);
  tablist.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = NAMES[(NAMES.indexOf(name) + step + NAMES.length) % NAMES.length];
    show(next);
    buttons[NAMES.indexOf(next)].focus();
  });

  /** Shows a tab, with what an address says of it. */
  function show(one, said = new Given()) {
    tab?.close();
    tab = null;
    name = one;
    editor.show({});
    root.dataset.tab = one;
    buttons.forEach((button, index) => {
      button.setAttribute("aria-selected", String(NAMES[index] === one));
      button.tabIndex = NAMES[index] === one ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", `ask-tab-${one}`);
    tab = TABS[one]({ app, root, position, editor, given: said, changed: () => note() });
    refill(panel, tab.node);
    question.say([said.fault("tab"), ...said.rest()].filter(Boolean).join(" "));
    note();
  }

  /** Takes over what a link of this page says, or nothing of it; returns what is wrong with it. */
  async function takeLink(parameters) {
    const said = new Given(parameters);
    const { position: other, unread: picture } = positionOf(said);
    const one = tabOf(said);
    if (said.faults.length > 0) return said.faults.join(" ");
    if (picture) {
      const fault = await share.read(picture, other);
      if (fault) return fault;
    }
    editor.change((changed) => changed.become(other));
    show(one, said);
    return null;
  }

  root.append(
    element("header", {}, element("h1", {}, text("page.shell.ask")), element("p", { class: "quiet" }, text("page.ask.about"))),
    element(
      "div",
      { class: "asking" },
      element("div", { class: "ask-tools stack" }, chooser.node, tools.node, share.node),
      element("div", { class: "ask-board" }, editor.board.element, faults.board.element, element("p", { class: "small quiet", id: "ask-keys" }, text("page.ask.editor_keys"))),
      element("div", { class: "ask-side stack" }, withFault(tablist, question), panel),
    ),
  );
  describe();
  for (const [part, fault] of Object.entries(faults)) fault.say(given.fault(part));
  show(name, given);

  // Only the server reads fumen, so the board follows a moment later.
  if (unread) share.draw(unread).then((fault) => faults.board.say(fault));
  const paste = (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (pasted.trim()) share.paste(pasted);
  };
  document.addEventListener("paste", paste);
  const forget = onLook(() => {
    chooser.draw();
    tools.draw();
  });

  return {
    close() {
      document.removeEventListener("paste", paste);
      forget();
      tab?.close();
      editor.close();
    },
    keys: () => [
      [["←", "→", "↑", "↓"], text("page.ask.key_move")],
      [[text("keys.key_space")], text("page.ask.key_toggle")],
      [["I … Z", "X"], text("page.ask.key_kind")],
      [[text("keys.key_delete")], text("page.ask.key_clear")],
      [["Ctrl Z"], text("page.ask.undo")],
      [["Ctrl V"], text("page.ask.key_paste")],
    ],
  };
}

/** The question that an address asks. */
const tabOf = (given) => {
  const said = given.get("tab");
  if (said === null || NAMES.includes(said)) return said ?? NAMES[0];
  given.refuse("tab", text("page.ask.fault_question", { given: shown(said), used: text(`page.ask.tab_${NAMES[0]}`) }));
  return NAMES[0];
};

/** What cells become, and what can be done with the whole board. */
function toolbox(editor, position, undo, onkind) {
  const kinds = [...PIECES, "X", "."];
  const title = (kind) => (kind === "." ? text("page.ask.erase") : kind === "X" ? text("page.ask.garbage") : kind);
  const [swatches, sizes] = [[], []];
  const draw = () => {
    for (const [kind, swatch] of swatches) swatch.style.background = kind === "." ? "none" : blockColour(kind);
    for (const [axis, select] of sizes) select.value = String(position[axis]);
  };
  const buttons = kinds.map((kind) => {
    const swatch = element("span", { class: kind === "." ? "kind none" : "kind", "aria-hidden": "true" }, kind === "." ? "" : kind);
    swatches.push([kind, swatch]);
    return element("button", { type: "button", class: "icon", "aria-label": title(kind), title: title(kind), "aria-pressed": String(kind === editor.kind), onclick: () => {
      editor.kind = kind;
      onkind();
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(kinds[index] === kind)));
    } }, swatch);
  });
  const act = (name, change) => element("button", { type: "button", onclick: () => editor.change(change) }, text(`page.ask.${name}`));
  const size = (axis) => {
    const numbers = Array.from({ length: MOST[axis] - LEAST[axis] + 1 }, (_, index) => String(LEAST[axis] + index));
    const select = choice(numbers.map((one) => [one, one]), String(position[axis]), (value) => editor.change((changed) => (changed[axis] = Number(value))));
    sizes.push([axis, select]);
    return field(text(`page.ask.${axis}`), select);
  };
  const fields = element("div", { class: "fields two" }, size("width"), size("height"));
  const faults = { size: new Fault(...sizes.map(([, select]) => select)) };
  const examples = choice([["", text("page.ask.choose")], ...EXAMPLES.map(({ name }) => [name, text(`page.ask.example_${name}`)])], "", (name) => {
    if (name) editor.change((changed) => changed.become(example(name)));
    examples.value = "";
    faults.example.clear();
  });
  faults.example = new Fault(examples);
  const node = element(
    "section",
    { class: "panel stack" },
    element("h2", {}, text("page.ask.draw")),
    element("div", { class: "kinds", role: "group", "aria-label": text("page.ask.kind") }, buttons),
    element("div", { class: "row acts" }, undo, act("clear", (changed) => changed.clear()), act("mirror", (changed) => changed.mirror()), act("raise", (changed) => changed.raise()), act("lower", (changed) => changed.lower())),
    withFault(fields, faults.size),
    withFault(field(text("page.ask.example_name"), examples), faults.example),
  );
  return { node, draw, faults };
}

/** The piece as seven drawings, Next as letters, and Hold. */
function pieceChooser(position, change) {
  const drawings = PIECES.map((letter) => {
    const canvas = element("canvas", { class: "piece", "aria-hidden": "true" });
    const button = element("button", { type: "button", class: "icon", "aria-label": letter, title: letter, onclick: () => {
      change((changed) => (changed.piece = letter));
      faults.piece.clear();
    } }, canvas);
    return { letter, canvas, button };
  });
  const queue = element("input", { type: "text", class: "mono", spellcheck: "false", autocomplete: "off", onchange: () => {
    const { pieces, fault } = nextOf(queue.value);
    queue.value = pieces;
    change((changed) => (changed.queue = pieces));
    faults.queue.say(fault);
  } });
  const hold = choice([["", text("page.ask.no_hold")], ...PIECES.map((letter) => [letter, letter])], position.hold, (letter) => {
    change((changed) => (changed.hold = letter));
    faults.hold.clear();
  });
  const group = element("div", { class: "pieces", role: "group", "aria-label": text("page.ask.piece") }, drawings.map(({ button }) => button));
  const faults = { piece: new Fault(group), queue: new Fault(queue), hold: new Fault(hold) };
  const node = element(
    "section",
    { class: "panel stack" },
    element("h2", {}, text("page.ask.piece")),
    withFault(group, faults.piece),
    element("div", { class: "fields two" }, withFault(field(text("game.next"), queue), faults.queue), withFault(field(text("game.hold"), hold), faults.hold)),
  );
  const draw = () => {
    for (const { letter, canvas, button } of drawings) {
      button.setAttribute("aria-pressed", String(letter === position.piece));
      drawPiece(canvas, letter);
    }
    if (document.activeElement !== queue) queue.value = position.queue;
    hold.value = position.hold;
  };
  // The drawings know their size only when they are on the page.
  requestAnimationFrame(draw);
  return { node, draw, faults };
}
