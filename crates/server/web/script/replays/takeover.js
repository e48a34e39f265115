// Playing on from a moment of a replay: how the player of replays asks for it, and how Play understands that.

import { readLink } from "./link.js";

/** Goes to Play with a replay and a moment of it, in milliseconds. */
export function takeOver({ source, mode, at, app }) {
  const moment = Math.round(at);
  if (source.id) return app.go(`/play/${mode}?from=${source.id}&at=${moment}`);
  if (source.demo) return app.go(`/play/${mode}?from=demo&at=${moment}`);
  return app.go(`/play/${mode}?from=shared&at=${moment}${location.hash}`);
}

/**
 * What an address of Play says about a replay to go on from, as the question of `play` wants it; nothing if it says nothing. A shared
 * replay is in the part of the address behind the #.
 */
export async function takenOver(mode, query) {
  const from = query.get("from");
  if (from === null) return null;
  const at = Number(query.get("at")) || 0;
  if (from === "demo") return { mode, from: { demo: true, at } };
  if (from === "shared") return { mode, from: { replay: await readLink(location.hash.slice(1)), at } };
  return { mode, from: { id: Number.parseInt(from, 10) || 0, at } };
}
