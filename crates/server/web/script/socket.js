// The conversation with the server: questions that are answered once, and talks that go on.

import { hasTexts, spoken, text } from "./texts.js";

/** How long to wait before trying again, in milliseconds, and the most. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/** A question was not answered because the server is not there. */
export class LostError extends Error {
  constructor() {
    super(hasTexts() ? text("page.shell.lost") : "");
  }
}

export class Socket {
  #socket = null;
  #next = 1;
  #conversations = new Map();
  #waiting = [];
  #pause = FIRST_PAUSE;
  #timer = 0;
  #isResting = false;
  /** Is told whether the server is there. */
  onchange = () => {};
  /** Is told of complaints that belong to no conversation. */
  oncomplaint = () => {};

  constructor() {
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      for (const message of this.#waiting.splice(0)) socket.send(message);
      this.onchange(true);
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      this.#lose();
      if (this.#isResting) return;
      this.onchange(false);
      this.#timer = setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    };
  }

  /** Nobody is answered any more. */
  #lose() {
    const lost = [...this.#conversations.values()];
    this.#conversations.clear();
    this.#waiting = [];
    for (const { onlost } of lost) onlost();
  }

  /** Talks to nobody until it is woken. */
  rest() {
    this.#isResting = true;
    clearTimeout(this.#timer);
    this.#socket.onclose = null;
    this.#socket.close();
    this.#lose();
  }

  /** Talks again; what was said before is over. */
  wake() {
    if (!this.#isResting) return;
    this.#isResting = false;
    this.#open();
  }

  /** Whether the server is there now. */
  get isThere() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  #send(message) {
    const text = JSON.stringify(message);
    if (this.isThere) this.#socket.send(text);
    else this.#waiting.push(text);
  }

  #hear(message) {
    const conversation = this.#conversations.get(message.id);
    if (message.id === undefined) return this.oncomplaint(message.error);
    if (!conversation) return;
    if ("ok" in message) conversation.onanswer(message.ok);
    else if ("say" in message) conversation.onsay(message.say);
    else {
      this.#conversations.delete(message.id);
      if ("error" in message) conversation.onerror(message.error);
      else conversation.onend();
    }
    if (conversation.isQuestion) this.#conversations.delete(message.id);
  }

  /** Asks a question; the promise is refused with the server's sentence. */
  ask(topic, details = {}) {
    return new Promise((resolve, reject) => {
      const refuse = (sentence) => reject(new Error(sentence));
      const lose = () => reject(new LostError());
      const id = this.#next++;
      this.#conversations.set(id, {
        isQuestion: true,
        onanswer: resolve,
        onsay: () => {},
        onerror: refuse,
        onend: () => refuse(text("page.shell.unanswered")),
        onlost: lose,
      });
      this.#send({ id, do: topic, with: details, language: spoken() });
    });
  }

  /**
   * Begins a talk. `on` has any of `answer`, `say`, `error`, `end` and `lost`. Returns how to go on: `send` says something more, `close`
   * ends it.
   */
  talk(topic, details, on) {
    const id = this.#next++;
    const nothing = () => {};
    this.#conversations.set(id, {
      onanswer: on.answer ?? nothing,
      onsay: on.say ?? nothing,
      onerror: on.error ?? nothing,
      onend: on.end ?? nothing,
      onlost: on.lost ?? nothing,
    });
    this.#send({ id, do: topic, with: details, language: spoken() });
    return {
      send: (more) => this.#conversations.has(id) && this.#send({ to: id, with: more }),
      close: () => this.#conversations.delete(id) && this.#send({ close: id }),
    };
  }
}
