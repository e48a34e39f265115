// Replays as links and files: the bytes of a replay, deflated, as letters behind the # of an address.

import { element } from "../dom.js";
import { text } from "../texts.js";

/** The largest file that is read, in bytes; the server takes no larger one. */
const LARGEST_FILE = 128 * 1024;
/** Longer links get lost on their way, in letters. */
const LONGEST_LINK = 30_000;

/** Bytes as the server writes them. */
export const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
export const fromBase64 = (letters) => Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));

async function through(bytes, stream) {
  const limited = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await limited.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    // A few letters could become any number of bytes.
    if (size > LARGEST_FILE) throw new Error(text("page.replays.bad_link"));
    parts.push(value);
  }
}

/** The letters behind the # for a replay. */
async function lettersOf(bytes) {
  if (!("CompressionStream" in globalThis)) throw new Error(text("page.replays.old_browser"));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  return toBase64(small).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The address of a replay that is all in it; nothing if it would be too long. */
export async function linkOf(bytes) {
  if (!("CompressionStream" in globalThis) || bytes.length > LARGEST_FILE) return null;
  const link = `${location.origin}/replays/shared#${await lettersOf(bytes)}`;
  return link.length <= LONGEST_LINK ? link : null;
}

/** The replay behind the # of an address, in base64. */
export async function readLink(letters) {
  if (!("DecompressionStream" in globalThis)) throw new Error(text("page.replays.old_browser"));
  try {
    const small = fromBase64(letters.replaceAll("-", "+").replaceAll("_", "/"));
    return toBase64(await through(small, new DecompressionStream("deflate-raw")));
  } catch {
    throw new Error(text("page.replays.bad_link"));
  }
}

/** Opens a file that was chosen or dropped: it is shown under an address of its own. */
export async function openFile(file, app) {
  if (file.size > LARGEST_FILE) return app.notify(text("page.replays.too_large", { size: LARGEST_FILE / 1024 }), true);
  try {
    return await app.go(`/replays/shared#${await lettersOf(new Uint8Array(await file.arrayBuffer()))}`);
  } catch (error) {
    return app.notify(error.message, true);
  }
}

/** A button that lets the user choose a file. */
export function fileButton(app) {
  const input = element("input", { type: "file", accept: ".replay", hidden: true, "aria-label": text("page.replays.bring"), onchange: () => input.files[0] && openFile(input.files[0], app) });
  const button = element("button", { type: "button", onclick: () => input.click() }, text("page.replays.bring"));
  return [button, input];
}

/** Files that are dropped on a part of the page are opened. Returns how to stop that. */
export function takeDrops(root, app) {
  const controller = new AbortController();
  const { signal } = controller;
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => carriesFile(event) && (event.preventDefault(), root.classList.add("is-over")), { signal });
  addEventListener("dragleave", (event) => event.relatedTarget === null && root.classList.remove("is-over"), { signal });
  addEventListener(
    "drop",
    (event) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      root.classList.remove("is-over");
      const file = event.dataTransfer.files[0];
      if (file) openFile(file, app);
    },
    { signal },
  );
  return () => controller.abort();
}
