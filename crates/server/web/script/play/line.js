// A conversation of its own for a game, that nothing else delays: a worker talks with the server, and the page takes what it said when
// it is about to draw. Where a browser shares no memory, it is a conversation like any other.

import { Mailbox } from "./mailbox.js";

/** Begins a talk as `socket.talk` does. `poll` must be called before each picture. */
export function directTalk(socket, topic, details, on) {
  if (!Mailbox.isPossible()) return { ...socket.talk(topic, details, on), poll: () => {} };
  const mailbox = new Mailbox();
  const worker = new Worker("/script/play/worker.js", { type: "module" });
  let isOver = false;
  const hear = (text) => {
    if (isOver) return;
    const message = JSON.parse(text);
    if ("ok" in message) on.answer?.(message.ok);
    else if ("say" in message) on.say?.(message.say);
    else {
      isOver = true;
      if ("error" in message) on.error?.(message.error);
      else on.end?.();
    }
  };
  const poll = () => {
    for (let text = mailbox.take(); text !== null; text = mailbox.take()) hear(text);
  };
  worker.onmessage = ({ data }) => {
    poll();
    if (data.text !== undefined) hear(data.text);
    if (data.isLost && !isOver) {
      isOver = true;
      on.lost?.();
    }
  };
  worker.postMessage({ address: `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/socket`, topic, details, memory: mailbox.memory });
  return {
    poll,
    send: (more) => !isOver && worker.postMessage({ more }),
    close: () => {
      isOver = true;
      worker.postMessage({ isOver });
    },
  };
}
