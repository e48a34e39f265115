// Letters from the worker that talks with the server to the page that draws, in memory that both share.
//
// A browser puts off what comes from a socket until it has drawn the picture after a key; then what the key did shows a picture late. The
// page looks into this memory itself, just before it draws.

/** Bytes of the ring. A letter is far smaller. */
const SIZE = 1 << 18;
/** Bytes in front of a letter, which say how long it is. */
const HEAD = 4;

/** A ring with one who writes and one who reads. `state` holds how many bytes were ever written and read. */
export class Mailbox {
  #state;
  #bytes;

  /** The ring in this memory. */
  constructor({ state, bytes } = Mailbox.memory()) {
    this.memory = { state, bytes };
    this.#state = new Uint32Array(state);
    this.#bytes = new Uint8Array(bytes);
  }

  /** Memory that a page and its worker share; nothing where browsers do not allow it. */
  static memory() {
    return { state: new SharedArrayBuffer(8), bytes: new SharedArrayBuffer(SIZE) };
  }

  /** Whether there can be one. */
  static isPossible() {
    return globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === "function";
  }

  /** Puts a letter in. Returns whether there was room. */
  put(text) {
    const letter = new TextEncoder().encode(text);
    const [written, read] = [Atomics.load(this.#state, 0), Atomics.load(this.#state, 1)];
    if (HEAD + letter.length > SIZE - ((written - read) >>> 0)) return false;
    const head = new Uint8Array(new Uint32Array([letter.length]).buffer);
    head.forEach((byte, index) => this.#set(written + index, byte));
    letter.forEach((byte, index) => this.#set(written + HEAD + index, byte));
    Atomics.store(this.#state, 0, (written + HEAD + letter.length) >>> 0);
    return true;
  }

  /** Takes the next letter out; nothing if there is none. */
  take() {
    const [written, read] = [Atomics.load(this.#state, 0), Atomics.load(this.#state, 1)];
    if (written === read) return null;
    const head = Uint8Array.from({ length: HEAD }, (_, index) => this.#get(read + index));
    const length = new Uint32Array(head.buffer)[0];
    const letter = Uint8Array.from({ length }, (_, index) => this.#get(read + HEAD + index));
    Atomics.store(this.#state, 1, (read + HEAD + length) >>> 0);
    return new TextDecoder().decode(letter);
  }

  #set(at, byte) {
    this.#bytes[(at >>> 0) % SIZE] = byte;
  }

  #get(at) {
    return this.#bytes[(at >>> 0) % SIZE];
  }
}
