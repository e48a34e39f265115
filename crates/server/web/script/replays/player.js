// The player of a replay. The page has the clock: it asks the server for moments, one at a time, so that a slow server shows fewer
// pictures and never late ones.

import { element, iconButton, refill, write } from "../dom.js";
import { clock, factor } from "../numbers.js";
import { Scene } from "../scene.js";
import { spoken, text } from "../texts.js";
import { showTrouble } from "../trouble.js";
import { share } from "./share.js";
import { takeOver } from "./takeover.js";
import { ReplayTime } from "./time.js";
import { Timeline } from "./timeline.js";

/** How far an arrow goes, and how far with Shift, in milliseconds. */
const FAR = 5000;
const NEAR = 1000;
/** How often the address follows a replay that stands, in milliseconds. */
const NOTE_AFTER = 400;

const page = (name, values) => text(`page.replays.${name}`, values);

export class Player {
  #app;
  #source;
  #root;
  #talk = null;
  #scene = null;
  #time = null;
  #timeline = null;
  #opening = null;
  #start;
  /** Whether a picture is on its way, and what is asked for next. */
  #isWaiting = true;
  #wanted = null;
  #shown = null;
  #isHelped = false;
  #animation = 0;
  #noting = 0;
  #announced = "";

  /** `source` is the question of the server: `{ id }`, `{ replay }` or `{ demo }`; `at` is where to begin. */
  constructor({ app, root, source, at }) {
    this.#app = app;
    this.#root = root;
    this.#source = source;
    this.#start = at;
    this.controller = new AbortController();
    addEventListener("keydown", (event) => this.#key(event), { signal: this.controller.signal });
    refill(root, element("h1", {}, text("page.shell.replays")));
    this.#talk = app.socket.talk(
      "replay",
      { language: spoken(), ...source },
      {
        answer: (opening) => this.#open(opening),
        say: (said) => this.#hear(said),
        error: (sentence) => this.#fail(sentence),
        lost: () => this.#stop(),
      },
    );
  }

  close() {
    this.controller.abort();
    this.#stop();
    this.#talk?.close();
    this.#timeline?.close();
    this.#scene?.close();
  }

  #stop() {
    cancelAnimationFrame(this.#animation);
    clearTimeout(this.#noting);
    if (this.#time) this.#time.isPaused = true;
  }

  #fail(sentence) {
    this.#stop();
    this.#root.classList.remove("player");
    showTrouble(this.#root, { title: text("page.shell.replays"), sentence, links: [["/replays", page("all")]] });
  }

  #open(opening) {
    this.#opening = opening;
    this.#time = new ReplayTime(opening.length);
    const title = this.#source.demo ? page("demo_title") : opening.title;
    const who = this.#source.demo ? opening.title : opening.player;
    this.#scene = new Scene({ title, subtitle: [who, opening.rules].filter(Boolean).join(" · ") });
    this.#scene.holdPanel.hidden = !opening.hold;
    this.#timeline = new Timeline({ length: opening.length, marks: opening.marks, onseek: (to) => this.#seek(to) });
    this.#scene.below.append(this.#timeline.element, this.#controls());
    this.down = element("div", { class: "row down", "aria-label": page("down"), role: "group" });
    const left = this.#scene.element.querySelector(".left");
    left.append(this.down);
    if (this.#source.replay) left.querySelector("header").after(this.#verdict());
    this.#root.classList.add("player");
    refill(this.#root, this.#scene.element);
    this.#app.title(title);
    if (opening.notice) this.#app.notify(opening.notice, true);
    if (opening.difference && !this.#source.replay) this.#app.notify(opening.difference, true);
    this.#time.seek(this.#start);
    this.#time.isPaused = this.#start > 0;
    const next = (moment) => {
      this.#animation = requestAnimationFrame(next);
      this.#tick(moment);
    };
    this.#time.pass(performance.now());
    this.#animation = requestAnimationFrame(next);
    this.#follow();
  }

  /** What is known of a replay that came from elsewhere. */
  #verdict() {
    const { difference } = this.#opening;
    return element(
      "section",
      { class: "panel stack small", "aria-label": page("foreign") },
      element("p", { class: "quiet" }, page("foreign"), ". ", page("foreign_about")),
      element("p", { class: difference ? "error" : null }, difference ?? page("verified")),
    );
  }

  #controls() {
    this.playButton = iconButton("pause", page("pause"), () => this.toggle(), { class: "icon main" });
    this.speed = element("span", { class: "number speed", role: "status", "aria-live": "off" });
    this.hintButton = element("button", { type: "button", "aria-pressed": "false", onclick: () => this.#help() }, text("page.replays.hint"));
    const small = (words, name, onclick) => element("button", { type: "button", class: "icon", "aria-label": name, title: name, onclick }, words);
    return element(
      "div",
      { class: "controls", role: "group", "aria-label": page("controls") },
      element(
        "div",
        { class: "row" },
        iconButton("back", page("back_piece"), () => this.#stride({ piece: -1 })),
        iconButton("left", page("back_step"), () => this.#stride({ step: -1 })),
        this.playButton,
        iconButton("right", page("on_step"), () => this.#stride({ step: 1 })),
        iconButton("step", page("on_piece"), () => this.#stride({ piece: 1 })),
      ),
      element("div", { class: "row" }, small("−", page("slower"), () => this.#change("slower")), this.speed, small("+", page("faster"), () => this.#change("faster"))),
      element(
        "div",
        { class: "row" },
        element("button", { type: "button", onclick: () => this.#takeOver() }, page("take_over")),
        this.hintButton,
        element("button", { type: "button", onclick: () => this.#share() }, page("share_this")),
      ),
    );
  }

  /** Once for each picture of the screen. */
  #tick(moment) {
    const isOver = this.#time.pass(moment);
    if (!this.#time.isPaused) this.#ask({ at: this.#time.now });
    if (isOver && !this.#time.isPaused) this.pause();
    this.#timeline.show(this.#time.now);
  }

  /** Asks for a moment now, or as soon as the last one is here; only the last wish counts. */
  #ask(wish) {
    if (this.#isWaiting) {
      this.#wanted = wish;
      return;
    }
    this.#isWaiting = true;
    this.#talk.send(wish);
  }

  #hear(said) {
    if (said.notice) return this.#app.notify(said.notice, true);
    this.#isWaiting = false;
    const wanted = this.#wanted;
    this.#wanted = null;
    if (this.#shown === null && this.#start > 0) this.#ask({ at: this.#start });
    else if (wanted) this.#ask(wanted);
    if (this.strode) {
      // The server knows where the next key or piece is.
      this.strode = wanted !== null;
      this.#time.seek(said.time);
      this.#note();
    }
    this.#shown = said;
    this.#draw(said);
  }

  #draw(said) {
    this.#scene.draw(said);
    const down = said.down.join(" ");
    if (down !== this.downBefore) {
      this.downBefore = down;
      refill(this.down, said.down.map((name) => element("kbd", {}, text(`keys.${KEYS[name] ?? name.replaceAll("-", "_")}`))));
    }
    if (said.said.length > 0 && said.said[0] !== this.#announced && this.#time.speed <= 2) this.#app.announce(said.said.join(", "));
    this.#announced = said.said[0] ?? "";
    if (this.#time.isPaused) this.#label(said);
    const over = said.over ?? "";
    if (over !== this.overBefore) {
      this.overBefore = over;
      this.#app.announce(over);
    }
  }

  /** The board is described while it stands. */
  #label(said) {
    const lines = said.entries.find(([name]) => [text("game.lines"), text("game.lines_left")].includes(name));
    this.#scene.board.element.setAttribute("aria-label", page("at", { time: clock(said.time), lines: lines?.join(" ") ?? "" }));
  }

  /** Buttons and numbers follow the time. */
  #follow() {
    const name = this.#time.isPaused ? "play" : "pause";
    const icon = iconButton(name, page(name), () => {});
    this.playButton.setAttribute("aria-label", page(name));
    this.playButton.title = page(name);
    refill(this.playButton, icon.firstChild);
    const speed = factor(this.#time.speed);
    write(this.speed, speed);
    this.speed.setAttribute("aria-label", page("speed", { speed }));
    this.#timeline.show(this.#time.now);
    this.#root.dataset.state = this.#time.isPaused ? "paused" : "running";
  }

  /** The address says which moment is shown, as soon as the replay stands. */
  #note() {
    clearTimeout(this.#noting);
    this.#noting = setTimeout(() => {
      if (this.#time.isPaused) this.#app.note(this.#address());
    }, NOTE_AFTER);
  }

  #address() {
    const at = Math.round(this.#time.now);
    return `${location.pathname}${at > 0 ? `?at=${at}` : ""}${location.hash}`;
  }

  #seek(to) {
    this.#time.seek(to);
    this.#ask({ at: this.#time.now });
    this.#timeline.show(this.#time.now);
    this.#note();
  }

  #stride(wish) {
    this.#time.isPaused = true;
    this.#follow();
    this.strode = true;
    this.#ask(wish);
  }

  #change(how) {
    this.#time[how]();
    this.#follow();
    this.#app.announce(this.speed.getAttribute("aria-label"));
  }

  pause() {
    if (!this.#time || this.#time.isPaused) return;
    this.#time.isPaused = true;
    this.#ask({ at: this.#time.now });
    this.#follow();
    this.#note();
  }

  toggle() {
    if (!this.#time.isPaused) return this.pause();
    if (this.#time.now >= this.#time.length) this.#seek(0);
    this.#time.pass(performance.now());
    this.#time.isPaused = false;
    this.#follow();
  }

  #help() {
    this.#isHelped = !this.#isHelped;
    this.hintButton.setAttribute("aria-pressed", String(this.#isHelped));
    this.#ask({ at: this.#time.now, hint: this.#isHelped });
  }

  #takeOver() {
    this.pause();
    if (this.#shown?.over) return this.#app.notify(text("replay.already_over"));
    return takeOver({ source: this.#source, mode: this.#opening.mode, at: this.#time.now, app: this.#app });
  }

  #share() {
    this.pause();
    const here = this.#source.replay ? null : this.#address();
    return share({ source: this.#source, here, isDuel: Boolean(this.#opening.opponent), app: this.#app });
  }

  #key(event) {
    if (!this.#time || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest?.("dialog, select, textarea, input:not([type=range])")) return;
    const isOfControl = event.target.closest?.("button, a, summary") && [" ", "Enter"].includes(event.key);
    if (isOfControl) return;
    // On the scrubber all arrows move it, as everywhere.
    const along = event.target === this.#timeline.scrubber && { ArrowUp: NEAR, ArrowDown: -NEAR }[event.key];
    if (along) {
      event.preventDefault();
      return this.#seek(this.#time.now + along);
    }
    const far = event.shiftKey ? NEAR : FAR;
    const actions = {
      " ": () => this.toggle(),
      p: () => this.toggle(),
      "+": () => this.#change("faster"),
      "=": () => this.#change("faster"),
      ArrowUp: () => this.#change("faster"),
      "-": () => this.#change("slower"),
      ArrowDown: () => this.#change("slower"),
      1: () => {
        this.#time.speed = 1;
        this.#follow();
      },
      ArrowRight: () => this.#seek(this.#time.now + far),
      ArrowLeft: () => this.#seek(this.#time.now - far),
      Home: () => this.#seek(0),
      End: () => this.#seek(this.#time.length),
      ".": () => this.#stride({ step: 1 }),
      ",": () => this.#stride({ step: -1 }),
      "]": () => this.#stride({ piece: 1 }),
      "[": () => this.#stride({ piece: -1 }),
      h: () => this.#help(),
      t: () => this.#takeOver(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  keys() {
    const said = (name) => text(`replay.${name}`);
    return [
      [[text("keys.key_space")], said("pause")],
      [["←", "→"], said("seek")],
      [["t"], said("take_over")],
      [["+", "−"], said("speed")],
      [[",", "."], said("step")],
      [["[", "]"], said("piece")],
      [["1"], said("normal_speed")],
      [["h"], said("hint")],
      [[text("keys.key_home"), text("keys.key_end")], said("ends")],
    ];
  }
}

/** The texts of buttons that are called otherwise there. */
const KEYS = { left: "move_left", right: "move_right" };
