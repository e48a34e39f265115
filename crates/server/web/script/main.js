// The page: the rail, the places, and what belongs to all of them.

import { element, icon, iconButton, keepFocus, refill } from "./dom.js";
import { showDialog } from "./dialog.js";
import { Bindings } from "./keys.js";
import { setLook, setTheme } from "./look.js";
import { LostError, Socket } from "./socket.js";
import { agentAbout, load, preferredLanguage, spoken, text } from "./texts.js";

/** The places: what the first part of the address is, and the module that shows it. */
const VIEWS = {
  "": "home",
  play: "play",
  watch: "watch",
  ask: "ask",
  learn: "learn",
  replays: "replays",
  scores: "scores",
  settings: "settings",
};

/** The module that shows any other address. */
const NOWHERE = "nowhere";

/** What is in the rail, from the top. */
const RAIL = ["play", "watch", "ask", "learn", "replays"];

/** How long a notice stays, in milliseconds. */
const NOTICE = 8000;

const main = document.getElementById("main");
const live = document.getElementById("live");
let current = null;

/** What views share. */
export const app = {
  socket: new Socket(),
  /** What the server said first: its version, the rules, and the language if that is set. */
  hello: null,
  /** All agents, those that were learned here first. */
  agents: [],
  /** The settings as the server lists them. */
  settings: null,
  /** Which keys do what in a game. */
  bindings: new Bindings([]),

  /** Goes to another place of the page, and the keys with it. */
  async go(address) {
    history.pushState(null, "", address);
    await arrive();
  },

  /** The address says what is shown, without going anywhere. */
  note(address) {
    history.replaceState(null, "", address);
  },

  /** Says something to those who listen. */
  announce(words) {
    live.textContent = words;
  },

  /** Says which parts of the address mean nothing, if any. */
  notifyMeaningless(parts) {
    if (parts.length > 0) app.notify(text("page.ask.fault_unknown", { names: parts.join(", ") }), true);
  },

  /** Shows a sentence for a while; one about something that went wrong stays until it is closed. */
  notify(sentence, isBad = false) {
    const same = [...document.querySelectorAll(".notice")].find((other) => other.firstChild.textContent === sentence);
    same?.remove();
    const notice = element("div", { class: isBad ? "notice bad" : "notice", role: isBad ? "alert" : "status" });
    const close = iconButton("close", text("page.shell.close"), () => notice.remove());
    notice.append(element("span", { class: "grow" }, sentence), close);
    document.getElementById("notices").append(notice);
    if (!isBad) setTimeout(() => notice.remove(), NOTICE);
    return notice;
  },

  /** Asks a question and shows what is wrong if it is refused; then there is no answer. */
  async ask(topic, details = {}) {
    try {
      return await app.socket.ask(topic, details);
    } catch (error) {
      app.complain(error);
      return null;
    }
  },

  /** Shows what went wrong. That the server is not there is said once for all. */
  complain(error) {
    if (!(error instanceof LostError)) app.notify(error.message, true);
  },

  /** One setting as the server lists it. */
  setting(section, name) {
    return app.settings.sections.find((found) => found.name === section)?.entries.find((entry) => entry.name === name);
  },

  /** Changes a setting, and everything follows. Returns whether the place that is shown is still there to be drawn again. */
  async setQuietly(section, name, value) {
    const settings = await app.socket.ask("set", { language: spoken(), section, name, value });
    const isOtherLanguage = section === "player" && name === "language";
    await follow(settings, isOtherLanguage);
    if (section === "page") drawRail();
    return !isOtherLanguage;
  },

  /** The same; what is refused is shown. */
  async set(section, name, value) {
    try {
      return await app.setQuietly(section, name, value);
    } catch (error) {
      app.complain(error);
      return false;
    }
  },

  /** The title of the page, for the tab and for those who listen. */
  title(words) {
    document.title = words ? `${words} · tetrolab` : "tetrolab";
  },
};

/** Takes over settings. */
async function follow(settings, isOtherLanguage = false) {
  app.settings = settings;
  app.bindings = new Bindings(settings.keys);
  setLook(settings.look);
  setTheme(app.setting("page", "theme").value);
  if (isOtherLanguage) {
    app.hello = await app.socket.ask("hello");
    await load(language());
    app.settings = await app.socket.ask("settings", { language: spoken() });
    app.bindings = new Bindings(app.settings.keys);
    drawRail();
    await show();
    // What was changed is drawn anew, and still has the keys.
    document.getElementById("setting-player-language")?.focus();
  }
}

/** The language of the settings, of the command line, or of the browser. */
function language() {
  const chosen = app.setting?.("player", "language")?.value;
  return ["en", "es", "pt"].includes(chosen) ? chosen : (app.hello.language ?? preferredLanguage());
}

function drawRail() {
  const rail = document.getElementById("rail");
  keepFocus(rail, () => fillRail(rail));
}

function fillRail(rail) {
  const place = location.pathname.split("/")[1];
  const link = (name, attributes = {}) =>
    element(
      "a",
      { href: `/${name}`, "aria-current": name === place ? "page" : null, data: { stop: name }, ...attributes },
      icon(name),
      element("span", {}, text(`page.shell.${name}`)),
    );
  const theme = document.documentElement.dataset.theme === "light" ? "dark" : "light";
  refill(
    rail,
    element("a", { href: "/", class: "home", data: { stop: "home" }, "aria-label": text("page.shell.home"), "aria-current": place === "" ? "page" : null }, element("img", { src: "/icon.svg", alt: "" })),
    RAIL.map((name) => link(name)),
    element("span", { class: "gap" }),
    element(
      "button",
      { type: "button", class: "wide", data: { stop: "theme" }, onclick: () => app.set("page", "theme", theme) },
      icon("theme"),
      element("span", {}, text(`page.shell.${theme}`)),
    ),
    element("button", { type: "button", class: "wide", data: { stop: "keys" }, onclick: showKeys }, element("kbd", { "aria-hidden": "true" }, "?"), element("span", {}, text("page.shell.keys"))),
    link("settings"),
  );
  rail.setAttribute("aria-label", text("page.shell.places"));
  const skip = document.querySelector(".skip");
  skip.textContent = text("page.shell.skip");
}

let shown = 0;

/** A part of an address as it is meant; as it stands if it means nothing. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows the place that the address says; the keys are there, unless it puts them somewhere itself. */
async function arrive() {
  await show();
  if (!main.contains(document.activeElement) && !document.querySelector("dialog[open]")) main.focus({ preventScroll: true });
}

/** Shows the place that the address says. */
async function show() {
  const path = location.pathname.split("/").filter((part) => part !== "").map(decoded);
  const turn = ++shown;
  const name = (Object.hasOwn(VIEWS, path[0] ?? "") && VIEWS[path[0] ?? ""]) || NOWHERE;
  // A server that is not there is said elsewhere; whoever was known is known still.
  const [view, agents] = await Promise.all([import(`./views/${name}.js`), app.socket.isThere ? app.socket.ask("agents").catch(() => app.agents) : app.agents]);
  app.agents = agents.map((agent) => ({ ...agent, about: agentAbout(agent.name) }));
  if (turn !== shown) return;
  current?.close?.();
  current = null;
  app.title(path.length > 0 && name !== NOWHERE ? text(`page.shell.${name}`) : "");
  document.documentElement.dataset.view = name;
  drawRail();
  const root = element("div", { class: `view ${name}` });
  refill(main, root);
  scrollTo(0, 0);
  current = view.open({ root, path: path.slice(1), query: new URLSearchParams(location.search), app }) ?? null;
}

/** The keys of the place that is shown: pairs of keys and what they do. */
function showKeys() {
  const rows = [...(current?.keys?.() ?? []), [["?"], text("page.shell.keys")]];
  current?.pause?.();
  showDialog(
    text("page.shell.keys"),
    {},
    element(
      "table",
      {},
      element(
        "tbody",
        {},
        rows.map(([keys, what]) => element("tr", {}, element("td", {}, keys.map((key) => [element("kbd", {}, key), " "])), element("td", {}, what))),
      ),
    ),
    element("form", { method: "dialog" }, element("button", { class: "main", autofocus: true }, text("page.shell.close"))),
  );
}

/** Whether somebody types a text, where keys mean themselves. */
const isTyping = (target) => target.closest?.("input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]");

addEventListener("keydown", (event) => {
  if (event.key === "?" && !isTyping(event.target) && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    showKeys();
  }
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isOurs = link && link.origin === location.origin && !link.hasAttribute("download") && link.target === "";
  if (!isOurs || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.hash !== "" && link.pathname === location.pathname) return;
  event.preventDefault();
  app.go(link.pathname + link.search + link.hash);
});

addEventListener("popstate", arrive);

// A page that is put aside by the browser talks to nobody; when it is brought back, it begins to talk again.
addEventListener("pagehide", () => {
  current?.leave?.();
  app.socket.rest();
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  app.socket.wake();
  if (app.hello && !current?.stays) show();
});

matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => {
  if (app.settings) setTheme(app.setting("page", "theme").value);
  if (app.settings) drawRail();
});

let wasLost = false;
let loss = null;
app.socket.oncomplaint = (sentence) => app.notify(sentence, true);
app.socket.onchange = (isThere) => {
  document.documentElement.classList.toggle("is-lost", !isThere);
  if (!app.hello) return;
  if (!isThere && !wasLost) loss = app.notify(text("page.shell.lost"), true);
  if (isThere && wasLost) {
    loss?.remove();
    app.notify(text("page.shell.found"));
    if (!current?.stays) arrive();
  }
  wasLost = !isThere;
};

async function start() {
  app.hello = await app.socket.ask("hello");
  await load(app.hello.language ?? preferredLanguage());
  await follow(await app.socket.ask("settings", { language: spoken() }));
  if (spoken() !== language()) await load(language());
  drawRail();
  await show();
  document.documentElement.classList.add("is-ready");
}

start();
