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

/**
 * The text with this name, such as `page.play.start`, its gaps filled. A gap such as `{lines|line|lines}` is the first word if there is one
 * line, the second otherwise.
 */
export function text(name, values = {}) {
  const found = name.split(".").reduce((part, key) => part?.[key], texts);
  if (typeof found !== "string") throw new Error(`there is no text ${name}`);
  return found.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (gap, key, one, many) => {
    if (!(key in values)) return gap;
    const value = String(values[key]);
    return one === undefined ? value : value === "1" ? one : many;
  });
}

/** Words that begin a line. */
export const capitalised = (words) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

/** A text on a button. */
export const capital = (name, values) => capitalised(text(name, values));

/** What a word of the tables is called, such as a mode or rules; the word itself if it has no other name. */
export const valueName = (word) => texts.value?.[word] ?? word;

/** What a word of runs and searches is called, such as an algorithm; the word itself if it has no other name. */
export const wordName = (word) => texts.page?.word?.[String(word).replaceAll(/[ -]/g, "_")] ?? String(word);

/** One line about an agent, if there is one. */
export const agentAbout = (name) => (name in texts.agent ? capitalised(texts.agent[name]) : null);

/** What an experiment of the catalogue answers, if that is said in this language. */
export const experimentAbout = (name) => texts.experiment?.[name] ?? null;

/** A feature by its name in the tables, and which of its numbers is meant if it has several. */
function feature(name) {
  const [, key, index] = /^(\w+)(?: (\d+))?$/.exec(name) ?? [];
  return { found: texts.feature?.[key], index };
}

/** What a feature is called: `row transitions` for `f3_row_transitions`. Formulas are themselves. */
export function featureName(name) {
  const { found, index } = feature(name);
  if (!found) return wordName(name);
  return index === undefined ? found.name : `${found.name} ${Number(index) + 1}`;
}

/** One line about a feature. */
export const featureAbout = (name) => feature(name).found?.about ?? "";

/** The number that the papers give a feature: `f3` for `f3_row_transitions`. */
export const featureCode = (name) => /^(f\d+)_/.exec(name)?.[1] ?? "";

export { number } from "./numbers.js";
