// What Blocks look like, as the settings say, and the colours of the theme.

/** The colours of pieces and garbage, how Blocks are told apart, ghost and grid. */
export const look = { blocks: "colour", pieces: {}, garbage: "#6B7280", ghost: true, grid: true, is_monochrome: false };

const listeners = new Set();
let colours = null;

/** Takes over what the settings say. */
export function setLook(said) {
  Object.assign(look, said);
  changed();
}

/** Follows the theme: `dark`, `light`, or `auto` for that of the system. */
export function setTheme(theme) {
  const isLight = theme === "light" || (theme !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = isLight ? "light" : "dark";
  changed();
}

/** Whoever draws is told when something looks different. Returns how to stop that. */
export function onLook(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed() {
  colours = null;
  for (const listener of listeners) listener();
}

/** What is drawn by pixels is drawn anew when the page is enlarged or moved to another screen. */
function followPixels() {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => (followPixels(), changed()), { once: true });
}
followPixels();

/** A colour of the theme, such as `--text`. */
export function themeColour(name) {
  if (colours === null) colours = new Map();
  if (!colours.has(name)) colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return colours.get(name);
}

/** The colour of a Block by its letter. */
export function blockColour(letter) {
  const colour = letter === "X" || letter === "G" ? look.garbage : look.pieces[letter];
  return colour ?? themeColour("--block");
}

/** Whether nothing may move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
