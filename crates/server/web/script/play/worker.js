// The worker that talks with the server for a game.

import { Mailbox } from "./mailbox.js";

/** The number of the only conversation. */
const ID = 1;

let socket = null;
let waiting = [];

const send = (message) => {
  const text = JSON.stringify(message);
  if (socket.readyState === WebSocket.OPEN) socket.send(text);
  else waiting.push(text);
};

function begin({ address, topic, details, memory }) {
  const mailbox = new Mailbox(memory);
  socket = new WebSocket(address);
  socket.onopen = () => {
    for (const text of waiting.splice(0)) socket.send(text);
  };
  socket.onmessage = ({ data }) => {
    // The page is woken too: while it draws nothing, it does not look by itself. A letter without room is brought at once.
    if (mailbox.put(data)) postMessage({});
    else postMessage({ text: data });
  };
  socket.onclose = () => postMessage({ isLost: true });
  send({ id: ID, do: topic, with: details });
}

onmessage = ({ data }) => {
  if (data.address) begin(data);
  else if (data.more) send({ to: ID, with: data.more });
  else if (data.isOver) {
    // The server keeps the game when the conversation is over.
    socket.onclose = () => close();
    send({ close: ID });
    socket.close();
  }
};
