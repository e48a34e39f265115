console.error("a fault with", { parts: 2 }, 3);
console.warn("no fault");
Promise.reject(new Error("nobody catches it"));
fetch("/missing.json");
// A script that gives up a request makes no fault.
const abort = new AbortController();
fetch("/missing.txt", { signal: abort.signal }).catch(() => {});
abort.abort();
new WebSocket(`ws://${location.host}/missing`).onerror = () => { window.socketFailed = true; };
new Worker("/worker.js").onmessage = () => { window.workerAnswered = true; };
undefinedFunction();
