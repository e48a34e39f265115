// A single board where an agent thinks, for places that are about something else.

import { Board } from "../board.js";
import { element, write } from "../dom.js";
import { isStill } from "../look.js";
import { short } from "../numbers.js";
import { spoken, text } from "../texts.js";
import { marks, tints } from "./heat.js";

/** Pieces a second: slow enough to see what is decided. */
const SPEED = 1.5;

/** An agent that plays and thinks. `label` is what the board is called. `close` ends it. */
export function thinking({ app, agent = "bcts", label }) {
  const board = new Board({ label, above: 2 });
  const caption = element("figcaption", { class: "small quiet number" }, agent);
  let rows = [];
  const draw = (told) => {
    rows = told.rows ?? rows;
    const { thought } = told;
    const isExplained = thought && thought.placements.length > 0;
    board.draw({ ...told, rows, tints: isExplained ? tints(thought) : [], marks: isExplained ? marks(thought) : [] });
    write(caption, text("page.watch.small", { agent, lines: short(told.lines), pieces: short(told.pieces) }));
  };
  const question = { language: spoken(), agents: [agent], game: "research", speed: isStill() ? 0 : SPEED, explain: true };
  const talk = app.socket.talk("watch", question, { say: ({ agents }) => draw(agents[0]), error: (sentence) => write(caption, sentence) });
  const hide = () => talk.send({ pause: document.hidden });
  document.addEventListener("visibilitychange", hide);
  return {
    element: element("figure", { class: "thinking" }, board.element, caption),
    close() {
      document.removeEventListener("visibilitychange", hide);
      talk.close();
      board.close();
    },
  };
}
