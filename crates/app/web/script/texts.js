// What the page says, in the language of the user.

const LANGUAGES = ["en", "es", "pt"];

let texts = {};
let language = "en";

/** The language that the browser prefers among ours. */
export function preferredLanguage() {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((code) => LANGUAGES.includes(code)) ?? "en";
}

/** Reads all texts of a language. */
export async function load(code) {
  const answer = await fetch(`/texts/${code}.json`);
  texts = await answer.json();
  language = code;
  document.documentElement.lang = code;
}

/** Whether there is anything to say yet. */
export const hasTexts = () => Object.keys(texts).length > 0;

/** The language that is spoken. */
export const spoken = () => language;

/** The text with this name, such as `page.play.start`, its gaps filled. */
export function text(name, values = {}) {
  const found = name.split(".").reduce((part, key) => part?.[key], texts);
  if (typeof found !== "string") throw new Error(`there is no text ${name}`);
  return found.replace(/\{(\w+)\}/g, (gap, key) => (key in values ? String(values[key]) : gap));
}

/** What a word of the tables is called, such as a mode or rules; the word itself if it has no other name. */
export const valueName = (word) => texts.value?.[word] ?? word;

/** A number as it is written here. */
export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
