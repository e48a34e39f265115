console.error("from a worker");
fetch("/missing-of-worker").finally(() => {
  postMessage("");
  throw new Error("thrown by a worker");
});
