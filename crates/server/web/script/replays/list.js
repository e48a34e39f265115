// The list of all games: filters, pages, and what can be done with each game.

import { confirmed } from "../dialog.js";
import { choice, element, field, iconButton, keepFocus, refill } from "../dom.js";
import { moment, number, numerals } from "../numbers.js";
import { spoken, text } from "../texts.js";
import { fileButton, takeDrops } from "./link.js";
import { share } from "./share.js";

/** Games on one page. */
const PAGE = 50;

const page = (name, values) => text(`page.replays.${name}`, values);

/** What the address says about the list. */
const FILTERS = ["mode", "player", "by", "ending"];

export function showList({ root, query, app }) {
  const filters = Object.fromEntries(FILTERS.filter((name) => query.has(name)).map((name) => [name, query.get(name)]));
  let first = Math.max(0, Number.parseInt(query.get("first"), 10) || 0);
  let isClosed = false;
  const body = element("div", { class: "stack" });
  const stopDrops = takeDrops(root, app);
  refill(
    root,
    element(
      "header",
      {},
      element("h1", {}, text("page.shell.replays")),
      element("nav", { class: "row grow", "aria-label": text("page.shell.scores") }, element("a", { href: "/scores" }, text("menu.scores")), element("a", { href: "/scores/statistics" }, text("menu.statistics"))),
      element("div", { class: "row" }, element("a", { class: "button", href: "/replays/demo" }, page("demo")), fileButton(app)),
    ),
    body,
    element("p", { class: "quiet small drop" }, page("drop")),
  );

  const note = () => {
    const words = new URLSearchParams(filters);
    if (first > 0) words.set("first", first);
    app.note(`/replays${words.size > 0 ? `?${words}` : ""}`);
  };

  const turn = (to) => {
    first = to;
    note();
    return read();
  };

  const filter = (name, value) => {
    if (value === "") delete filters[name];
    else filters[name] = value;
    return turn(0);
  };

  async function read() {
    const answer = await app.ask("games", { language: spoken(), first, limit: PAGE, ...filters });
    if (answer === null || isClosed) return;
    // What was deleted may have been the last game of the last page.
    if (answer.games.length === 0 && first > 0) return turn(0);
    const content = () => (answer.all === 0 ? empty() : [choices(answer), answer.games.length > 0 ? [table(answer.games), pages(answer)] : none()]);
    keepFocus(body, () => refill(body, content()), () => body.querySelector("tbody a, .empty a"));
  }

  const empty = () =>
    element(
      "div",
      { class: "empty" },
      element("p", {}, text("games.empty")),
      element("p", { class: "small" }, text("games.empty_about")),
      element("div", { class: "row" }, element("a", { class: "button main", href: "/play/sprint" }, page("play_sprint")), element("a", { class: "button", href: "/replays/demo" }, page("demo"))),
    );

  const none = () =>
    element("div", { class: "empty" }, element("p", {}, page("none")), element("a", { class: "button", href: "/replays" }, page("all_again")));

  const choices = ({ modes, players }) => {
    const select = (name, title, options) => {
      const known = options.some(([value]) => value === (filters[name] ?? ""));
      const all = known ? options : [...options, [filters[name], filters[name]]];
      return field(title, choice(all, filters[name] ?? "", (value) => filter(name, value), { data: { stop: name } }));
    };
    return element(
      "div",
      { class: "fields", role: "group", "aria-label": page("filters") },
      select("mode", text("games.mode"), [["", text("games.all")], ...modes]),
      select("player", page("player"), [["", page("anyone")], ...players.map((name) => [name, name])]),
      select("by", page("by"), [["", page("anyone")], ["person", page("person")], ["agent", page("agent")]]),
      select("ending", page("ending"), [["", page("any")], ["won", text("games.won")], ["lost", text("games.lost")]]),
    );
  };

  const signs = ({ ending, hints, continued }) =>
    [ending && [`badge ${ending}`, text(`games.${ending}`)], hints && ["badge", text("games.hints")], continued && ["badge", text("games.continued")]]
      .filter(Boolean)
      .map(([style, words]) => element("span", { class: style }, words));

  const remove = async (id) => {
    if (!(await confirmed({ question: text("games.ask", { id }), yes: page("delete_sure"), no: page("keep") }))) return;
    const place = [...body.querySelectorAll("tbody tr")].findIndex(({ dataset }) => dataset.game === String(id));
    const done = await app.ask("game.delete", { language: spoken(), id });
    if (done === null) return;
    app.notify(done.said);
    await read();
    // The keys stay where they were in the table: on the game that moved up, or on the last one.
    const rows = body.querySelectorAll("tbody tr");
    const next = rows[Math.min(place, rows.length - 1)];
    (next?.querySelector(".delete") ?? body.querySelector(".empty a"))?.focus();
  };

  const table = (games) => {
    const heading = (words, isNumber = false) => element("th", { scope: "col", class: isNumber ? "number" : null }, words);
    const row = (game) =>
      element(
        "tr",
        { data: { game: game.id } },
        element("td", {}, element("a", { href: `/replays/${game.id}`, "aria-label": `${page("watch", { id: game.id })}: ${game.title}` }, numerals(game.title))),
        element("td", { class: "number" }, numerals(game.result)),
        element("td", {}, element("div", { class: "row signs" }, signs(game))),
        element("td", {}, game.by),
        element("td", { class: "number" }, numerals(game.pieces_per_second)),
        element("td", { class: "number" }, numerals(game.faults_per_piece)),
        element("td", {}, element("time", { datetime: game.at }, moment(game.at))),
        element(
          "td",
          {},
          element(
            "div",
            { class: "row tools" },
            iconButton("share", page("share", { id: game.id }), () => share({ source: { id: game.id }, here: `/replays/${game.id}`, isDuel: game.mode === "versus", app })),
            iconButton("close", page("delete", { id: game.id }), () => remove(game.id), { class: "icon delete" }),
          ),
        ),
      );
    return element(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": page("all") },
      element(
        "table",
        { class: "games" },
        element("caption", { class: "unseen" }, page("all")),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            heading(page("what")),
            heading(text("games.result"), true),
            heading(page("ending")),
            heading(page("by")),
            heading(text("game.pieces_per_second"), true),
            heading(page("finesse"), true),
            heading(page("date")),
            element("td", {}),
          ),
        ),
        element("tbody", {}, games.map(row)),
      ),
    );
  };

  const pages = ({ games, total }) => {
    const until = first + games.length;
    const count = first === 0 && until === total ? null : `${number(first + 1)}–${number(until)}`;
    return element(
      "div",
      { class: "row spread" },
      element("p", { class: "quiet small number", role: "status" }, page("count", { count: count ?? number(total), total: number(total) })),
      (first > 0 || until < total) &&
        element(
          "div",
          { class: "row" },
          element("button", { type: "button", disabled: first === 0, data: { stop: "newer" }, onclick: () => turn(Math.max(0, first - PAGE)) }, page("newer")),
          element("button", { type: "button", disabled: until >= total, data: { stop: "more" }, onclick: () => turn(until) }, page("more")),
        ),
    );
  };

  read();
  return {
    close: () => {
      isClosed = true;
      stopDrops();
    },
    keys: () => [],
  };
}
