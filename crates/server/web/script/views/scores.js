// Scores: the best games of every mode, and what all games add up to.

import { choice, element, field, refill } from "../dom.js";
import { day, number, numerals } from "../numbers.js";
import { spoken, text } from "../texts.js";

/** Places of each table where all modes are shown, and where only one is. */
const FEW = 5;
const MANY = 100;

/** The part of the address behind which the statistics are. */
const STATISTICS = "statistics";

/** Which column of a best table leads to the replay: the result. */
const RESULT = 1;

const page = (name, values) => text(`page.scores.${name}`, values);

/** Columns with whether they are numbers, and rows; `cell` may show a text otherwise. */
function table({ columns, rows }, name, cell = (words) => words) {
  const style = (index) => (columns[index][1] ? "number" : null);
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
    element(
      "table",
      {},
      element("caption", { class: "unseen" }, name),
      element("thead", {}, element("tr", {}, columns.map(([title], index) => element("th", { scope: "col", class: style(index) }, title)))),
      element("tbody", {}, rows.map((row, place) => element("tr", {}, row.map((words, index) => element("td", { class: style(index) }, cell(columns[index][1] ? numerals(words) : day(words), place, index)))))),
    ),
  );
}

export function open({ root, path, query, app }) {
  const place = path[0] ?? "";
  let player = query.get("player") ?? "";
  let isClosed = false;
  const tabs = element("nav", { class: "tabs", "aria-label": page("tables") });
  const body = element("div", { class: "stack" });
  const whose = element("div", { class: "whose" });
  refill(
    root,
    element(
      "header",
      {},
      element("h1", {}, text(place === STATISTICS ? "menu.statistics" : "menu.scores")),
      element("nav", { class: "row grow", "aria-label": text("page.shell.replays") }, element("a", { href: "/replays" }, text("page.replays.all"))),
      whose,
    ),
    tabs,
    body,
  );

  const behind = () => (player === "" ? "" : `?player=${encodeURIComponent(player)}`);
  const drawTabs = (modes) => {
    const tab = (name, words) => element("a", { href: `/scores${name && `/${name}`}${behind()}`, "aria-current": name === place ? "page" : null }, words);
    refill(tabs, tab("", page("all")), modes.map(([name, words]) => tab(name, words)), tab(STATISTICS, text("menu.statistics")));
  };
  const drawPlayers = (players) => {
    if (players.length < 2 && player === "") return refill(whose);
    const options = [["", text("page.replays.anyone")], ...players.map((name) => [name, name])];
    if (!players.includes(player) && player !== "") options.push([player, player]);
    const choose = (name) => {
      player = name;
      app.note(`${location.pathname}${behind()}`);
      read();
    };
    if (!whose.firstChild) refill(whose, field(text("page.replays.player"), choice(options, player, choose)));
  };

  const empty = (section) =>
    element(
      "div",
      { class: "empty" },
      element("p", {}, text(`${section}.empty`)),
      element("p", { class: "small" }, text(`${section}.empty_about`)),
      element("div", { class: "row" }, element("a", { class: "button main", href: "/play/sprint" }, text("page.replays.play_sprint")), element("a", { class: "button", href: "/replays/demo" }, text("page.replays.demo"))),
    );

  const best = (found) => {
    const { title, games, ids, rows } = found;
    const mode = place === "" && games > rows.length && player === "";
    const link = (words, row, index) =>
      index === RESULT ? element("a", { href: `/replays/${ids[row]}`, "aria-label": page("watch", { result: words }) }, words) : words;
    return element(
      "section",
      { class: "panel stack" },
      element("div", { class: "row spread" }, element("h2", {}, numerals(title)), element("span", { class: "quiet small number" }, page("count", { count: number(games) }))),
      table(found, title, link),
      mode && element("a", { class: "small", href: `/scores/${found.mode}` }, page("more")),
    );
  };

  async function read() {
    const asked = { language: spoken(), player: player || undefined };
    const isStatistics = place === STATISTICS;
    const scores = await app.ask("scores", { ...asked, mode: isStatistics ? undefined : place || undefined, limit: place === "" || isStatistics ? FEW : MANY });
    const statistics = isStatistics ? await app.ask("statistics", asked) : null;
    if (isClosed) return;
    drawTabs(scores?.modes ?? []);
    const answer = isStatistics ? statistics : scores;
    if (!answer) return refill(body);
    drawPlayers(answer.players);
    if (isStatistics) refill(body, answer.is_empty ? empty("statistics") : table(answer, text("menu.statistics")));
    else refill(body, answer.tables.length === 0 ? empty("scores") : answer.tables.map(best));
  }

  read();
  return {
    close: () => {
      isClosed = true;
    },
    keys: () => [],
  };
}
