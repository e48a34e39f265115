// Everything that hands do here, in the order of its coming.
window.events = [];
for (const type of ["keydown", "keyup"]) {
  addEventListener(type, ({ code, key, keyCode, location, repeat, shiftKey, ctrlKey }) =>
    events.push({ type, code, key, keyCode, location, repeat, shiftKey, ctrlKey }));
}
for (const type of ["mousedown", "click", "touchstart", "touchend"]) {
  document.getElementById("button").addEventListener(type, (event) => events.push({ type, trusted: event.isTrusted }));
}
