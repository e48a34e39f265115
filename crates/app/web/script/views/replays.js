// Replays: the list of all games, and the player for one of them.

import { showList } from "../replays/list.js";
import { Player } from "../replays/player.js";
import { readLink } from "../replays/link.js";
import { element, refill } from "../dom.js";
import { text } from "../texts.js";

/** What an address means: nothing for the list, or which replay is watched. */
async function sourceOf(path) {
  if (path[0] === "demo") return { demo: true };
  if (path[0] === "shared") return { replay: await readLink(location.hash.slice(1)) };
  return { id: Number.parseInt(path[0], 10) || 0 };
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
    .catch((error) => {
      const back = element("a", { class: "button", href: "/replays" }, text("page.replays.all"));
      refill(root, element("h1", {}, text("page.shell.replays")), element("p", { class: "error", role: "alert" }, error.message), element("div", { class: "row" }, back));
    });
  return {
    close: () => {
      isClosed = true;
      player?.close();
    },
    keys: () => player?.keys() ?? [],
    pause: () => player?.pause(),
  };
}
