// Watch: one or several agents side by side on the same pieces, and why they do what they do.

import { element, icon, iconButton, keepFocus, refill } from "../dom.js";
import { isStill } from "../look.js";
import { spoken, text, valueName } from "../texts.js";
import { agentsFor, choose } from "../watch/agents.js";
import { MOST_AGENTS, address, form, fromQuery, question } from "../watch/choice.js";
import { Curves } from "../watch/curves.js";
import { Seat, arrange } from "../watch/seat.js";
import { SpeedSlider } from "../watch/speed.js";
import { Why } from "../watch/why.js";

/** Games that end are told to those who listen only below this speed, in pieces a second. */
const SPOKEN_SPEED = 20;

export function open({ root, query, app }) {
  const { chosen, meaningless } = fromQuery(query);
  app.notifyMeaningless(meaningless);
  const view = new Watch(root, app, chosen);
  return { close: () => view.close(), keys: () => view.keys(), pause: () => view.pause(true) };
}

class Watch {
  #app;
  #chosen;
  #talk = null;
  #agents = [];
  #seats = [];
  #told = [];
  #curves = null;
  #why;
  #slider;
  #isPaused = false;
  #isHidden = document.hidden;
  #heat = true;
  #games = [];
  #parts;
  #undo = [];

  constructor(root, app, chosen) {
    [this.#app, this.#chosen] = [app, chosen];
    this.#slider = new SpeedSlider(chosen.speed, (speed) => this.#changeSpeed(speed));
    this.#why = new Why({ heat: true, onlook: () => this.#drawFocused(), onheat: (heat) => [(this.#heat = heat), this.#drawFocused()] });
    this.#parts = {
      pause: iconButton("pause", text("page.watch.pause"), () => this.pause(!this.#isPaused)),
      step: iconButton("step", text("page.watch.step"), () => this.#step()),
      restart: iconButton("replays", text("page.watch.restart"), () => this.#start()),
      add: element("button", { type: "button", onclick: () => this.#add() }, text("page.watch.add")),
      stage: element("div", { class: "seats" }),
      curves: element("div", {}),
      form: element("div", {}),
      summary: element("summary", {}),
      controls: element("div", { class: "panel controls", role: "group", "aria-label": text("page.watch.controls") }),
      setup: element("details", { class: "panel setup" }),
      error: element("div", { class: "empty", hidden: true }),
      show: element("div", { class: "stack watch-show" }),
    };
    const { pause, step, restart, add, stage, curves, summary, controls, setup, error, show } = this.#parts;
    refill(controls, element("div", { class: "row" }, pause, step, restart), this.#slider.element, add);
    refill(setup, summary, this.#parts.form);
    refill(show, element("div", { class: "stage" }, stage, this.#why.element), curves);
    refill(root, element("header", {}, element("h1", {}, text("page.shell.watch")), element("p", { class: "quiet" }, text("page.watch.about"))), controls, setup, error, show);
    this.#listen(window, "keydown", (event) => this.#key(event));
    this.#listen(document, "visibilitychange", () => {
      this.#isHidden = document.hidden;
      this.#tellPause();
    });
    this.#start();
  }

  #listen(target, name, listener) {
    target.addEventListener(name, listener);
    this.#undo.push(() => target.removeEventListener(name, listener));
  }

  close() {
    this.#end();
    this.#undo.forEach((undo) => undo());
  }

  keys() {
    return [
      [[text("keys.key_space")], text("page.watch.pause")],
      [["s", "→"], text("page.watch.step")],
      [["+", "-"], text("page.watch.speed")],
      [["r"], text("page.watch.restart")],
      [["1", "6"], text("page.watch.focus_keys")],
      [["↑", "↓"], text("page.watch.list_keys")],
    ];
  }

  #end() {
    this.#talk?.close();
    this.#talk = null;
    this.#seats.forEach((seat) => seat.close());
    this.#curves?.close();
    [this.#seats, this.#curves] = [[], null];
  }

  /** Begins from the first piece. */
  #start() {
    this.#end();
    const chosen = this.#chosen;
    chosen.focus = Math.min(chosen.focus, chosen.agents.length - 1);
    const { error, show, controls, setup } = this.#parts;
    error.hidden = true;
    show.hidden = controls.hidden = setup.hidden = false;
    this.#app.note(address(chosen));
    const talk = this.#app.socket.talk("watch", question(chosen, spoken()), {
      answer: (opening) => this.#opened(opening),
      say: (told) => this.#show(told),
      error: (sentence) => this.#refused(sentence),
    });
    this.#talk = talk;
    this.#tellPause();
  }

  #opened(opening) {
    const chosen = this.#chosen;
    chosen.seed = opening.seed;
    this.#app.note(address(chosen));
    const isOne = opening.agents.length === 1;
    const abouts = new Map(agentsFor(this.#app, chosen.game).map(({ name, about }) => [name, about]));
    const agents = opening.agents.map((agent) => ({ ...agent, about: abouts.get(agent.name) ?? "" }));
    this.#seats = agents.map((agent, index) => {
      const seat = new Seat({ agent, index, isOne, onfocus: () => this.#focus(index), onremove: isOne ? null : () => this.#remove(index) });
      seat.canvas.addEventListener("pointermove", (event) => index === chosen.focus && this.#why.point(seat.rankAt(event, this.#told[index]?.thought)));
      seat.canvas.addEventListener("pointerleave", () => this.#why.point(null));
      return seat;
    });
    this.#told = agents.map(() => null);
    this.#games = agents.map(() => 0);
    this.#agents = agents;
    keepFocus(this.#parts.stage, () => arrange(this.#parts.stage, this.#seats), () => this.#parts.add);
    this.#curves = new Curves(agents.map(({ name }) => name));
    refill(this.#parts.curves, this.#curves.element);
    const { add, pause } = this.#parts;
    const isFull = agents.length >= MOST_AGENTS;
    if (isFull && document.activeElement === add) pause.focus();
    add.disabled = isFull;
    keepFocus(this.#parts.form, () => refill(this.#parts.form, form({ app: this.#app, chosen, onchange: (changes) => this.#change(changes) })));
    const game = chosen.game === "research" ? text("page.watch.research") : text("page.watch.timed", { rules: valueName(chosen.game) });
    refill(this.#parts.summary, text("page.watch.summary", { game, size: `${opening.width} × ${opening.height}`, seed: opening.seed }));
    this.#focused();
  }

  #refused(sentence) {
    this.#end();
    const { error, show, controls, setup, summary } = this.#parts;
    show.hidden = true;
    error.hidden = false;
    // Where nothing was ever watched, there is nothing to be set.
    controls.hidden = setup.hidden = summary.childNodes.length === 0;
    const again = element("a", { class: "button main", href: "/watch" }, text("page.watch.usual"));
    refill(error, element("p", { class: "error", role: "alert" }, sentence), again);
  }

  #show({ rate, agents }) {
    agents.forEach((told, index) => {
      const seat = this.#seats[index];
      this.#told[index] = told;
      seat.show(told, this.#isRunning() ? rate : 0);
      this.#curves.add(index, told.points);
      if (index !== this.#chosen.focus) seat.draw();
      if (told.games > this.#games[index] && this.#slider.speed < SPOKEN_SPEED) {
        this.#app.announce(text("page.watch.over", { agent: this.#agents[index].name, games: told.games }));
      }
      this.#games[index] = told.games;
    });
    // Between two pieces the last decision stays.
    const { thought } = this.#told[this.#chosen.focus];
    if (thought) this.#why.show(thought);
    this.#drawFocused();
    if (!this.#isRunning()) this.#sayDecision();
  }

  #drawFocused() {
    const { focus } = this.#chosen;
    const told = this.#told[focus];
    if (told) this.#seats[focus].draw({ thought: told.thought, looked: this.#why.looked, heat: this.#heat });
  }

  /** Says what was decided, for those who listen, when it is watched step by step. */
  #sayDecision() {
    const { focus } = this.#chosen;
    const { thought, lines } = this.#told[focus];
    const best = thought?.placements[thought.chosen];
    if (!best) return;
    this.#seats[focus].label();
    const columns = best.cells.map(([x]) => x + 1);
    this.#app.announce(text("page.watch.decided", { agent: this.#agents[focus].name, piece: best.piece, from: Math.min(...columns), to: Math.max(...columns), lines }));
  }

  #isRunning() {
    return !this.#isPaused && this.#slider.speed > 0;
  }

  pause(isPaused) {
    this.#isPaused = isPaused;
    this.#tellPause();
  }

  /** Nothing is played for a page that nobody sees. */
  #tellPause() {
    this.#talk?.send({ pause: this.#isPaused || this.#isHidden });
    this.#paintControls();
  }

  #paintControls() {
    const { pause } = this.#parts;
    const isStopped = !this.#isRunning();
    const name = isStopped ? text("page.watch.go_on") : text("page.watch.pause");
    refill(pause, icon(isStopped ? "play" : "pause"));
    pause.setAttribute("aria-label", name);
    pause.title = name;
    pause.disabled = this.#slider.speed === 0;
  }

  #step() {
    if (this.#isRunning()) this.pause(true);
    this.#talk?.send({ step: 1 });
  }

  #changeSpeed(speed) {
    this.#chosen.speed = speed;
    this.#app.note(address(this.#chosen));
    this.#talk?.send({ speed });
    this.#paintControls();
  }

  #change(changes) {
    Object.assign(this.#chosen, changes);
    // Bots play the timed game only.
    const offered = agentsFor(this.#app, this.#chosen.game);
    const isThere = (agent) => !agent.startsWith("bot") || offered.some(({ name }) => name === agent);
    const agents = this.#chosen.agents.filter(isThere);
    this.#chosen.agents = agents.length > 0 ? agents : [offered[0].name];
    this.#start();
  }

  #add() {
    const { agents, game } = this.#chosen;
    choose({ app: this.#app, game, present: agents, onchoose: (name) => this.#change({ agents: [...agents, name] }) });
  }

  #remove(index) {
    const { agents, focus } = this.#chosen;
    this.#change({ agents: agents.filter((_, other) => other !== index), focus: focus > index ? focus - 1 : focus });
  }

  #focus(index) {
    if (index >= this.#seats.length || index === this.#chosen.focus) return;
    this.#seats[this.#chosen.focus].draw();
    this.#chosen.focus = index;
    this.#talk?.send({ focus: index });
    this.#app.note(address(this.#chosen));
    this.#focused();
    this.#seats[index].canvas.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
  }

  #focused() {
    const { focus } = this.#chosen;
    this.#seats.forEach((seat, index) => (seat.isFocused = index === focus && this.#seats.length > 1));
    this.#why.agent(this.#agents[focus]);
    this.#curves.focus(focus);
  }

  #key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest?.("input:not([type=checkbox]):not([type=range]), textarea, select")) return;
    const isPressed = target.closest?.("button, a, summary, input, [role=listbox]");
    const isSliding = target.closest?.("input[type=range]");
    if (key === " " && !isPressed) this.pause(!this.#isPaused);
    else if (key === "s" || (key === "ArrowRight" && !isSliding)) this.#step();
    else if (key === "+" || key === "=") this.#slider.nudge(1);
    else if (key === "-") this.#slider.nudge(-1);
    else if (key === "r") this.#start();
    else if (/^[1-6]$/.test(key)) this.#focus(Number(key) - 1);
    else return;
    event.preventDefault();
  }
}
