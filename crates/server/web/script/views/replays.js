// Replays: the list of all games, and the player for one of them.

import { showList } from "../replays/list.js";
import { Player } from "../replays/player.js";
import { readLink } from "../replays/link.js";
import { text } from "../texts.js";
import { showTrouble } from "../trouble.js";

/** What an address means: nothing for the list, or which replay is watched. */
async function sourceOf(path) {
  if (path[0] === "demo") return { demo: true };
  if (path[0] === "shared") return { replay: await readLink(location.hash.slice(1)) };
  if (!/^\d{1,15}$/.test(path[0])) throw new Error(text("page.nowhere.game", { name: path[0] }));
  return { id: Number(path[0]) };
}

export function open({ root, path, query, app }) {
  if (path.length === 0) return showList({ root, query, app });
  let player = null;
  let isClosed = false;
  const at = Number(query.get("at")) || 0;
  sourceOf(path)
    .then((source) => {
      if (!isClosed) player = new Player({ app, root, source, at });
    })
    .catch((error) => showTrouble(root, { title: text("page.shell.replays"), sentence: error.message, links: [["/replays", text("page.replays.all")]] }));
  return {
    close: () => {
      isClosed = true;
      player?.close();
    },
    keys: () => player?.keys() ?? [],
    pause: () => player?.pause(),
  };
}
