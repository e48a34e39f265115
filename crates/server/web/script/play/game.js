// A game that is played. The page has the clock: every key carries the moment at which it went down, and the server plays to that
// moment, so how long a message takes never changes what the player did.

import { element, entries, refill } from "../dom.js";
import { numerals } from "../numbers.js";
import { Scene } from "../scene.js";
import { Sounds } from "../sound.js";
import { capital, capitalised, spoken, text } from "../texts.js";
import { directTalk } from "./line.js";
import { isTouched, touchPad } from "./touch.js";

/** Pictures that may be on their way at once; more would only wait for each other. */
const MOST_WAITING = 3;
/** A page that stood still for longer has a pause, in milliseconds. */
const STALLED = 2000;
/** After the end of a game the result stays alone until no key or finger was used for so long, in milliseconds: before that they may still be meant for the game. */
const QUIET = 1000;
/** The server counts nanoseconds; its times may be off by half of one, in milliseconds. */
const ROUNDED = 1e-6;
/** What is said of ends whose names only players know. */
const ENDS = { "Block Out": "page.over.block_out", "Lock Out": "page.over.lock_out", "Top Out": "page.over.top_out" };
/** Buttons that count when the clock starts while they are held. */
const HELD = ["left", "right", "soft-drop"];

export class Game {
  #app;
  #question;
  #talk = null;
  #scene = null;
  #opening = null;
  #frame = null;
  /** `ready`, `running`, `paused`, `over` or `gone`. */
  #state = "ready";
  /** The game was at `from` when the page was at `since`, both in milliseconds. */
  #since = 0;
  #from = 0;
  #waiting = 0;
  #held = new Set();
  #isHelped = false;
  #timer = 0;
  #animation = 0;
  #keys = [];
  /** Whether the hands of the player have come to rest after the end. */
  #isSettled = false;

  constructor({ app, root, question, onrefuse, onleave, onagain, isMeasured = false }) {
    this.#app = app;
    this.#question = question;
    this.root = root;
    this.onrefuse = onrefuse;
    this.onleave = onleave;
    this.onagain = onagain;
    this.isMeasured = isMeasured;
    const page = (name) => app.setting("page", name).value;
    this.sounds = new Sounds(page("sound") === "on", Number(page("volume")));
    this.controller = new AbortController();
    const { signal } = this.controller;
    addEventListener("keydown", (event) => this.#key(event, true), { signal });
    addEventListener("keyup", (event) => this.#key(event, false), { signal });
    addEventListener("pointerdown", () => this.#stir(), { signal, capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.pause(), { signal });
    addEventListener("blur", () => this.#blur(), { signal });
    this.#begin();
  }

  close() {
    this.controller.abort();
    cancelAnimationFrame(this.#animation);
    clearTimeout(this.#timer);
    this.#talk?.close();
    this.#scene?.close();
    this.sounds.close();
    this.#show("gone");
  }

  #begin() {
    this.#talk = directTalk(
      this.#app.socket,
      "play",
      { language: spoken(), ...this.#question },
      {
        answer: (opening) => this.#open(opening),
        say: (said) => this.#hear(said),
        error: (sentence) => (this.#scene ? this.#fail(sentence) : this.onrefuse(sentence)),
        lost: () => this.#fail(text("page.play.lost")),
      },
    );
  }

  /** The page is put aside by the browser: nothing is said any more, and the server keeps what can be kept. */
  leave() {
    if (this.#state === "gone" || this.#state === "over") return;
    this.#talk?.close();
    this.#fail(text("page.play.left"));
  }

  #fail(sentence) {
    cancelAnimationFrame(this.#animation);
    clearTimeout(this.#timer);
    this.#show("gone");
    const again = element("button", { type: "button", class: "main", onclick: () => this.onagain() }, capital("pause.restart"));
    const leave = element("button", { type: "button", onclick: () => this.onleave() }, capital("pause.leave"));
    const panel = element("div", { class: "panel stack" }, element("p", { class: "error", role: "alert" }, sentence), element("div", { class: "row" }, again, leave));
    if (this.#scene) this.#scene.cover(panel);
    else refill(this.root, panel);
  }

  #open(opening) {
    this.#opening = opening;
    this.#scene = new Scene({ title: opening.title, subtitle: opening.rules });
    this.#scene.holdPanel.hidden = !opening.hold;
    const { pad, tools } = touchPad({
      canUndo: opening.can_undo,
      press: (command, at) => this.#command(command, at),
      release: (command, at) => this.#release(command, at),
    });
    this.#scene.below.append(pad);
    this.#scene.beside.append(...tools);
    this.#scene.element.classList.toggle("is-touched", isTouched(this.#app.setting("page", "touch").value));
    refill(this.root, this.#scene.element);
    this.root.dataset.seed = opening.seed;
    this.#ready();
  }

  /** The time of the game at a moment of the page. */
  #time(moment) {
    return this.#state === "running" ? this.#from + Math.max(0, moment - this.#since) : this.#from;
  }

  /** Another state, which the page around the game knows too. */
  #show(state) {
    this.#state = state;
    this.root.dataset.state = state;
    // The rail comes back when it is not under fingers that still play.
    const isPlaying = state === "ready" || state === "running" || (state === "over" && !this.#isSettled);
    document.documentElement.classList.toggle("is-playing", isPlaying);
  }

  /** The clock starts after the countdown. */
  #ready() {
    this.#show("ready");
    const seconds = this.#app.settings.look.countdown;
    const tick = (left) => {
      if (left <= 0) return this.#run();
      this.#scene.cover(element("div", { class: "countdown", "aria-hidden": "true" }, left === seconds ? text("game.ready") : String(left)));
      this.#timer = setTimeout(() => tick(left - 1), 1000);
    };
    tick(seconds);
  }

  #run() {
    this.#scene.cover(null);
    this.#show("running");
    this.#since = performance.now();
    this.#waiting = 0;
    // What is held down counts from now on.
    for (const command of HELD) if (this.#held.has(command)) this.#say({ press: command }, this.#since);
    const next = (now) => {
      this.#animation = requestAnimationFrame(next);
      this.#tick(now);
    };
    this.#animation = requestAnimationFrame(next);
    document.activeElement?.blur?.();
  }

  /** Once for each picture of the screen: the server plays to this moment. */
  #tick(now) {
    this.#talk.poll();
    if (this.isMeasured) this.#measure();
    const isLate = now - (this.tickedAt ?? now) > STALLED;
    this.tickedAt = now;
    if (this.#state !== "running") return;
    if (isLate) return this.pause();
    if (this.#waiting < MOST_WAITING) this.#say({}, now);
  }

  #say(what, moment) {
    this.#waiting += 1;
    this.#talk.send({ at: this.#time(moment), ...what });
  }

  #hear(said) {
    if (said.notice) return this.#app.notify(said.notice, true);
    this.#waiting = Math.max(0, this.#waiting - 1);
    this.#frame = said;
    // A game that goes on from a replay begins later than at zero.
    if (this.#state === "ready") this.#from = Math.max(this.#from, said.time);
    this.sounds.play(said.events);
    this.#tell(said);
    this.#scene.draw(said, this.#state === "paused");
    this.drawnUntil = said.time;
    if (said.stalled) this.pause();
    if (said.over && this.#state !== "over") this.#end(said.over);
    if (!said.over && this.#state === "over") {
      this.#from = said.time;
      this.#run();
    }
  }

  /** Tells those who listen what is new: what is worth saying, what Hold has, what was taken back, and the hint. */
  #tell(said) {
    const news = [];
    if (said.said.length > 0 && said.said[0] !== this.announced) news.push(...said.said);
    this.announced = said.said[0];
    if (said.events.includes("hold")) news.push(`${text("game.hold")}: ${said.hold}`);
    if (said.events.includes("undo")) news.push(text("keys.undo"));
    const hint = said.hint ? [said.hint.title, said.hint.keys].filter(Boolean).join(": ") : "";
    if (hint !== "" && hint !== this.hinted) news.push(hint);
    this.hinted = hint;
    if (news.length > 0) this.#app.announce(news.join(", "));
  }

  /** Nobody hears when keys are let go elsewhere. */
  #blur() {
    if (this.#app.settings.look.pause_on_focus_loss) this.pause();
    if (this.#state !== "running") this.#held.clear();
  }

  /** The clock stands, and everything is let go. */
  pause() {
    if (this.#state === "ready") clearTimeout(this.#timer);
    if (this.#state === "running") {
      const now = performance.now();
      cancelAnimationFrame(this.#animation);
      this.#say({ pause: true }, now);
      this.#from = this.#time(now);
    }
    if (this.#state !== "running" && this.#state !== "ready") return;
    this.#show("paused");
    this.tickedAt = undefined;
    if (this.#frame) this.#scene.draw(this.#frame, true);
    const button = (words, onclick, attributes = {}) => element("button", { type: "button", onclick, ...attributes }, words);
    this.#scene.cover(
      element(
        "div",
        { class: "panel stack", role: "group", "aria-label": text("pause.title") },
        element("h2", {}, text("pause.title")),
        button(capital("pause.go_on"), () => this.goOn(), { class: "main" }),
        button(capital("pause.restart"), () => this.onagain()),
        element("a", { class: "button", href: "/settings" }, capital("pause.settings")),
        button(capital("pause.leave"), () => this.onleave()),
      ),
    );
    this.#app.announce(text("pause.title"));
  }

  goOn() {
    if (this.#state !== "paused") return;
    // The server may have stood still a little earlier than the page.
    this.#from = Math.max(this.#from, this.#frame?.time ?? 0);
    if (this.#frame?.stalled) this.#from = this.#frame.time;
    this.#scene.draw(this.#frame, false);
    this.#ready();
  }

  #end(over) {
    this.#isSettled = false;
    this.#show("over");
    cancelAnimationFrame(this.#animation);
    const why = ENDS[over.end] && element("p", { class: "quiet small" }, text(ENDS[over.end]));
    const note = over.note && element("p", { class: "strong" }, capitalised(over.note));
    const results = over.results.map(([name, value]) => [name, numerals(value)]);
    const again = element("button", { type: "button", class: "main again", onclick: () => this.onagain() }, capital("pause.restart"));
    const watch = over.id && element("a", { class: "button", href: `/replays/${over.id}` }, capital("over.watch"));
    const leave = element("button", { type: "button", onclick: () => this.onleave() }, capital("pause.leave"));
    const undo = this.#opening.can_undo && element("button", { type: "button", onclick: () => this.#talk.send({ at: this.#frame.time, undo: true }) }, text("keys.undo"));
    this.#scene.cover(
      element("div", { class: "panel stack result", role: "group", tabindex: "-1", "aria-label": over.title }, element("h2", {}, over.title), why, note, entries(results), element("div", { class: "stack" }, again, undo, watch, leave)),
    );
    this.#app.announce([over.title, why?.textContent, over.note, ...results.map((pair) => pair.join(" "))].filter(Boolean).join(", "));
    this.#stir();
  }

  /** A key or a finger: after the end of a game, the quiet that the buttons wait for begins anew. */
  #stir() {
    if (this.#state !== "over" || this.#isSettled) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), QUIET);
  }

  /** Whoever played has seen the result; now the keys are those of the buttons. */
  #settle() {
    if (this.#held.size > 0) return this.#stir();
    this.#isSettled = true;
    this.#show("over");
    // Who has gone to a button already stays there.
    const panel = this.#scene.element.querySelector(".result");
    if (document.activeElement === panel || !panel.contains(document.activeElement)) panel.querySelector(".again").focus();
  }

  /** What a key or a button on the screen does. */
  #command(command, at) {
    if (command === "pause") return this.#state === "paused" ? this.goOn() : this.pause();
    if (command === "restart") return this.#state === "over" && !this.#isSettled ? undefined : this.onagain();
    if (command === "hint") return this.#help();
    if (command === "undo") return this.#opening?.can_undo && (this.#state === "running" || this.#state === "over") && this.#talk.send({ at: this.#time(at), undo: true });
    this.#held.add(command);
    if (this.#state !== "running") return;
    if (this.isMeasured) this.#keys.push({ at, game: this.#time(at) });
    this.#say({ press: command }, at);
  }

  #release(command, at) {
    if (!this.#held.delete(command) || this.#state !== "running") return;
    this.#say({ release: command }, at);
  }

  #help() {
    if (this.#state !== "running" && this.#state !== "ready") return;
    this.#isHelped = !this.#isHelped;
    this.#say({ hint: this.#isHelped }, performance.now());
  }

  #key(event, isDown) {
    this.#stir();
    if (event.metaKey || event.target.closest?.("dialog, input, textarea, select")) return;
    const command = this.#app.bindings.command(event);
    if (command === null) return;
    const isPlaying = this.#state === "running" || this.#state === "ready";
    // Elsewhere the keys of the browser, such as Ctrl-R, and those of buttons are themselves.
    const hasButton = event.target.closest?.("button, a");
    const isOfButton = !isPlaying && (event.key === "Tab" || (hasButton && ["Enter", " "].includes(event.key)));
    if (isOfButton || (!isPlaying && (event.ctrlKey || event.altKey))) return;
    event.preventDefault();
    if (event.repeat) return;
    if (!isDown) return this.#release(command, event.timeStamp);
    this.#command(command, event.timeStamp);
  }

  /** From each key to the picture that shows what it did. */
  #measure() {
    this.#keys = this.#keys.filter(({ at, game }) => {
      if (!(this.drawnUntil >= game - ROUNDED)) return true;
      performance.measure("key-to-frame", { start: at, end: performance.now() });
      return false;
    });
  }

  /** The keys of the game, the most important ones first. */
  keys() {
    const names = { left: "move_left", right: "move_right", "soft-drop": "soft_drop", "hard-drop": "hard_drop", "rotate-right": "rotate_right", "rotate-left": "rotate_left", "rotate-half": "rotate_half" };
    const commands = ["left", "right", "soft-drop", "hard-drop", "rotate-right", "rotate-left", "rotate-half", "hold", "pause", "hint", "restart"];
    if (this.#opening?.can_undo) commands.push("undo");
    return commands.map((command) => [this.#app.bindings.shown(command), text(`keys.${names[command] ?? command}`)]).filter(([keys]) => keys.length > 0);
  }
}
