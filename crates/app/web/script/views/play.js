// Play: what is to be played, or the game itself.

import { choose } from "../play/choosing.js";
import { Game } from "../play/game.js";
import { takenOver } from "../replays/takeover.js";
import { text } from "../texts.js";
import { showTrouble } from "../trouble.js";

/** What an address says about a game. */
export function questionOf(mode, query) {
  const whole = (name) => (query.has(name) ? Number.parseInt(query.get(name), 10) : undefined);
  const question = {
    mode,
    rules: query.get("rules") ?? undefined,
    level: whole("level"),
    goal: query.get("goal") ?? undefined,
    seed: whole("seed"),
    queue: query.get("queue") ?? undefined,
    board: query.get("board") ?? undefined,
    gravity: query.has("gravity") ? query.get("gravity") === "on" : undefined,
    opponent: query.get("opponent") ?? undefined,
    opponent_speed: query.has("speed") ? Number(query.get("speed")) : undefined,
    set: query.getAll("set"),
    remember: true,
  };
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined && !Number.isNaN(value)));
}

export function open({ root, path, query, app }) {
  if (path.length === 0) return choose({ root, app });
  let game = null;
  let isGone = false;
  const begin = async () => {
    game?.close();
    game = null;
    let question;
    try {
      question = (await takenOver(path[0], query)) ?? questionOf(path[0], query);
    } catch (error) {
      return refuse(error.message);
    }
    if (isGone) return;
    game = new Game({ app, root, question, onrefuse: refuse, onleave: () => app.go("/play"), onagain: begin, isMeasured: query.has("measure") });
  };
  // No such game can be played, now or later.
  const refuse = (sentence) => showTrouble(root, { title: text("page.shell.play"), sentence, links: [["/play", text("page.nowhere.modes")]] });
  begin();
  const close = () => {
    isGone = true;
    game?.close();
  };
  // A game that lost its server is over; it does not begin anew by itself.
  return { close, stays: true, keys: () => game?.keys() ?? [], pause: () => game?.pause(), leave: () => game?.leave() };
}
