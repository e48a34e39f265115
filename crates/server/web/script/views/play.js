// Play: what is to be played, or the game itself.

import { choose } from "../play/choosing.js";
import { Game } from "../play/game.js";
import { takenOver } from "../replays/takeover.js";
import { whole } from "../numbers.js";
import { text } from "../texts.js";
import { showTrouble } from "../trouble.js";

/** The parts of an address that say what is played: what the server calls them, and what they mean. */
const PARTS = {
  rules: ["rules", String],
  level: ["level", whole],
  goal: ["goal", String],
  seed: ["seed", whole],
  queue: ["queue", String],
  board: ["board", String],
  gravity: ["gravity", (word) => ({ on: true, off: false })[word]],
  opponent: ["opponent", String],
  speed: ["opponent_speed", (word) => (Number(word) > 0 ? Number(word) : undefined)],
};
/** The others that Play knows. */
const OTHERS = ["set", "measure"];

/** What an address says about a game, and which of its parts mean nothing. */
export function questionOf(mode, query) {
  const question = { mode, set: query.getAll("set") };
  const meaningless = [];
  for (const [name, word] of query) {
    const [key, read] = PARTS[name] ?? [];
    const value = read?.(word);
    if (value !== undefined) question[key] = value;
    else if (!OTHERS.includes(name)) meaningless.push(`${name}=${word}`);
  }
  return { question, meaningless };
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
      question = await takenOver(path[0], query);
    } catch (error) {
      return refuse(error.message);
    }
    if (isGone) return;
    if (question === null) {
      const read = questionOf(path[0], query);
      ({ question } = read);
      app.notifyMeaningless(read.meaningless);
    }
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
