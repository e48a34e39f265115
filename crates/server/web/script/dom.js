// Elements of the page, made in one line each.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element: `element("button", { class: "main", onclick: start }, "Start")`. Attributes that are null or false are left out,
 * functions are listeners, and `{ data: { … } }` are data attributes. Children are nodes, texts, or lists of them.
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for the parts of a drawing. */
export function shape(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Puts new children in the place of the old ones. */
export function refill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * Draws a part of the page anew and leaves the focus where it was: on what has the same name (`data-stop`) afterwards, or on what
 * `otherwise` finds. Nothing happens if the focus is elsewhere.
 */
export function keepFocus(root, draw, otherwise = () => null) {
  const before = root.contains(document.activeElement) ? document.activeElement : null;
  const stop = before?.closest("[data-stop]")?.dataset.stop;
  draw();
  if (before === null || before.isConnected) return;
  const same = stop && root.querySelector(`[data-stop="${CSS.escape(stop)}"]`);
  (same && !same.disabled ? same : otherwise())?.focus();
}

/** Sets a text only where it differs, so that nothing is drawn in vain. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A list of names and values that is kept up to date in place. */
export function entries(pairs, list = element("dl", { class: "entries" })) {
  const known = list.children;
  if (known.length !== 2 * pairs.length) {
    refill(list, pairs.map(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
    return list;
  }
  pairs.forEach(([name, value], index) => {
    write(known[2 * index], name);
    write(known[2 * index + 1], String(value));
  });
  return list;
}

/** What each feature adds: name, number and its text; bars left and right of zero, as many as there is room for. */
export function bars(reasons, most = 12) {
  const largest = Math.max(...reasons.map(([, number]) => Math.abs(number)), Number.MIN_VALUE);
  const rows = reasons.slice(0, most).map(([name, number, text]) => {
    const bar = element("span", { class: number < 0 ? "bar against" : "bar" });
    const share = (50 * Math.abs(number)) / largest;
    bar.style.width = `${share}%`;
    bar.style.left = `${number < 0 ? 50 - share : 50}%`;
    return [element("span", {}, name), element("span", { class: "track" }, bar), element("span", { class: "number" }, text)];
  });
  return element("div", { class: "bars" }, rows);
}

const ICONS = {
  play: "M8 5v14l11-7z",
  watch: "M12 5C6.5 5 2.7 9.5 1.5 12c1.2 2.5 5 7 10.5 7s9.3-4.5 10.5-7C21.3 9.5 17.5 5 12 5zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z",
  ask: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 17h-2v-2h2zm2-7.2-.9.9c-.7.8-1.1 1.3-1.1 2.8h-2v-.5c0-1.1.5-2.1 1.2-2.8l1.2-1.3c.4-.3.6-.8.6-1.4a2 2 0 1 0-4 0H8a4 4 0 1 1 8 0c0 .9-.4 1.700-1 2.300z",
  learn: "M3 20h18v-2H5V4H3zm4-4h3v-5H7zm5 0h3V7h-3zm5 0h3v-8h-3z",
  replays: "M13 3a9 9 0 0 0-9 9H1l4 4 4-4H6a7 7 0 1 1 2 4.900l-1.400 1.400A9 9 0 1 0 13 3zm-1 5v5l4.200 2.500.8-1.300-3.500-2.100V8z",
  settings: "M19.400 13a7.500 7.500 0 0 0 0-2l2.100-1.600-2-3.500-2.500 1a7.300 7.300 0 0 0-1.700-1L15 3.300h-4l-.4 2.600c-.6.3-1.200.6-1.700 1l-2.500-1-2 3.500L6.500 11a7.500 7.500 0 0 0 0 2l-2.100 1.600 2 3.500 2.500-1c.5.4 1.100.700 1.700 1l.4 2.600h4l.4-2.600c.6-.3 1.200-.6 1.700-1l2.500 1 2-3.500zM13 15.500a3.500 3.500 0 1 1 0-7 3.500 3.500 0 0 1 0 7z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 1 1 0-14z",
  pause: "M6 5h4v14H6zm8 0h4v14h-4z",
  step: "M6 5v14l9-7zm10 0h3v14h-3z",
  back: "M18 5v14l-9-7zM5 5h3v14H5z",
  left: "M15 5 8 12l7 7 1.500-1.500L11 12l5.500-5.500z",
  right: "M9 5 7.500 6.500 13 12l-5.500 5.500L9 19l7-7z",
  down: "M5 9l7 7 7-7-1.500-1.500L12 13 6.500 7.500z",
  undo: "M12.500 8H7.800l2.600-2.600L9 4 4 9l5 5 1.400-1.400L7.800 10h4.700a4.500 4.500 0 0 1 0 9H8v2h4.500a6.500 6.500 0 0 0 0-13z",
  drop: "M11 3h2v11l4-4 1.400 1.400L12 18l-6.400-6.600L7 10l4 4zM5 19h14v2H5z",
  turn: "M12 5V1l5 5-5 5V7a5 5 0 1 0 5 5h2a7 7 0 1 1-7-7z",
  turn_left: "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z",
  hold: "M7 4h10v4h-2V6H9v2H7zm0 16v-4h2v2h6v-2h2v4zM3 11h18v2H3z",
  hint: "M9 21h6v-2H9zm3-19a7 7 0 0 0-4 12.700V17h8v-2.300A7 7 0 0 0 12 2z",
  close: "M6.400 5 5 6.400 10.600 12 5 17.600 6.400 19l5.600-5.600 5.600 5.600 1.400-1.400-5.600-5.600L19 6.400 17.600 5 12 10.600z",
  share: "M18 16a3 3 0 0 0-2.200 1L9 13a3 3 0 0 0 0-2l6.800-4A3 3 0 1 0 15 5c0 .3 0 .6.1.9L8.300 9.900a3 3 0 1 0 0 4.200l6.800 4A3 3 0 1 0 18 16z",
  sound: "M4 9v6h4l5 5V4L8 9zm12.500 3A4 4 0 0 0 14 8.400v7.200a4 4 0 0 0 2.500-3.600z",
};

/** A small picture. It says nothing by itself: the button around it has a name. */
export function icon(name) {
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: ICONS[name], fill: "currentColor" }));
}

/** A button with a small picture and a name. */
export function iconButton(name, title, onclick, attributes = {}) {
  return element("button", { type: "button", class: "icon", "aria-label": title, title, onclick, ...attributes }, icon(name));
}

/** A field of a form: a name above something to choose or type in. */
export function field(name, control) {
  return element("label", { class: "field" }, element("span", {}, name), control);
}

/** A choice of several: pairs of value and name. */
export function choice(options, value, onchange, attributes = {}) {
  const select = element("select", { ...attributes, onchange: () => onchange(select.value) });
  select.append(...options.map(([key, name]) => element("option", { value: key }, name)));
  select.value = value;
  return select;
}
