// Where the page opens: an agent that thinks, and one invitation to each place.

import { element, icon, refill } from "../dom.js";
import { text } from "../texts.js";
import { thinking } from "../watch/small.js";

/** The agent that plays here. */
const AGENT = "bcts";

export function open({ root, app }) {
  const live = thinking({ app, agent: AGENT, label: text("page.home.thinking", { agent: AGENT }) });
  const card = (name, isMain = false) =>
    element(
      "a",
      { class: isMain ? "card invitation main" : "card invitation", href: `/${name}` },
      icon(name),
      element("span", { class: "stack" }, element("h2", {}, text(`page.shell.${name}`)), element("span", { class: "quiet" }, text(`page.home.${name}`))),
    );
  refill(
    root,
    element(
      "div",
      { class: "welcome" },
      element("div", { class: "stage" }, live.element),
      element(
        "div",
        { class: "stack invitations" },
        element("header", { class: "stack" }, element("h1", {}, text("page.home.title")), element("p", { class: "quiet" }, text("page.home.lead"))),
        card("play", true),
        ["watch", "ask", "learn", "replays"].map((name) => card(name)),
        element("p", { class: "quiet small number" }, `tetrolab ${app.hello.version}`),
      ),
    ),
  );
  return { close: live.close, keys: () => [[["Tab"], text("page.shell.move")], [["Enter"], text("page.shell.open")]] };
}
