// Numbers as they are written in the language of the page: one place for all of them.

import { spoken } from "./texts.js";

/** Numbers and dates of each language. A million is M in all of them, and dates begin with the day. */
const NUMBERS = { en: "en", es: "es-ES", pt: "pt-PT" };
const DATES = { ...NUMBERS, en: "en-GB" };
/** What is between a number and its unit. */
const GAP = "\u00a0";
/** What stands for a number that there is not. */
const NOTHING = "–";
/** From here on a number is a few digits and a word, such as 2.45M. */
const MILLION = 1e6;
/** The same where there is little room. */
const MANY = 1e4;
/** Below that, a number has its power of ten. */
const TINY = 1e-5;

const known = new Map();

/** The formatter of the language with these options; each is made once. */
function formatter(options) {
  const key = `${spoken()} ${JSON.stringify(options)}`;
  if (!known.has(key)) known.set(key, new Intl.NumberFormat(NUMBERS[spoken()], options));
  return known.get(key);
}

/** A number with a minus sign as wide as the plus sign. */
const format = (value, options) => formatter(options).format(value).replace("-", "−");

/** What is between whole numbers and the rest. */
const mark = () => number(0.5, 1).charAt(1);

/** A number with so many digits behind the mark. */
export const number = (value, digits = 0) => format(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A large number as a few digits and a word. */
const compact = (value) => format(value, { notation: "compact", maximumSignificantDigits: 3 });

/** A number with as many digits as tell something. */
export function figure(value) {
  if (value === null || value === undefined) return NOTHING;
  const size = Math.abs(value);
  if (size >= MILLION) return compact(value);
  if (Number.isInteger(value)) return number(value);
  if (size < TINY) return format(value, { notation: "scientific", maximumSignificantDigits: 2 });
  if (size < 0.1) return format(value, { maximumSignificantDigits: 2 });
  return number(value, size < 1 ? 3 : size < 10 ? 2 : size < MANY ? 1 : 0);
}

/** A number where there is little room. */
export const short = (value) =>
  Math.abs(value) >= MANY ? compact(value) : number(value, Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : Math.abs(value) < 10 ? 2 : 1);

/** A number with its sign, written by `write`. */
export const signed = (value, write = figure) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${write(Math.abs(value))}`;

/** So many of a hundred. */
export const percentage = (value, digits = 0) => `${number(value, digits)}${GAP}%`;

/** A share in percent, never rounded to all or nothing. */
export function percent(part, all) {
  if (all === 0 || part === 0) return percentage(0);
  if (part === all) return percentage(100);
  const share = (100 * part) / all;
  if (share > 99.99) return `> ${percentage(99.99, 2)}`;
  if (share < 0.01) return `< ${percentage(0.01, 2)}`;
  return percentage(share, 2);
}

/** How many times as fast something is shown. */
export const factor = (value) => `${format(value, { maximumFractionDigits: 2 })}${GAP}×`;

/** A whole number as it is typed, if it is one that can be counted with. */
export function whole(words) {
  const value = /^\d+$/.test(words) ? Number(words) : Infinity;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The size of a board, such as `10x20`. */
export const size = (words) => String(words).replace(/^(\d+)x(\d+)$/, "$1 × $2");

/** Seconds as they are measured. */
export const seconds = (value, digits = 1) => `${number(value, digits)}${GAP}s`;

const two = (value) => String(value).padStart(2, "0");

/** Seconds as people say them. */
export function duration(value) {
  const [minutes, hours] = [Math.floor(value / 60), Math.floor(value / 3600)];
  if (value < 60) return seconds(Math.round(value), 0);
  return hours === 0 ? `${minutes}:${two(Math.floor(value % 60))}${GAP}min` : `${hours}:${two(minutes % 60)}${GAP}h`;
}

/** Milliseconds of a game as minutes, seconds and hundredths. */
export function clock(milliseconds) {
  const hundredths = Math.floor(milliseconds / 10);
  return `${Math.floor(hundredths / 6000)}:${two(Math.floor(hundredths / 100) % 60)}${mark()}${two(hundredths % 100)}`;
}

/** A date and a time of day, from whatever `Date` reads. */
export const moment = (at) => new Date(at).toLocaleString(DATES[spoken()], { dateStyle: "medium", timeStyle: "short" });

/** A day that the server names as programs do, such as `2026-11-16`; anything else as it is. */
export const day = (words) =>
  /^\d{4}-\d\d-\d\d$/.test(words) ? new Date(`${words}T00:00Z`).toLocaleDateString(DATES[spoken()], { dateStyle: "medium", timeZone: "UTC" }) : words;

/** Numbers and clocks in words of the server, which writes them as programs do. */
export const numerals = (words) =>
  String(words).replace(/(?<![\p{L}\d_.:-])(-?)(\d+(?::\d\d)*)(?:\.(\d+))?(?![\p{L}\d_:-]|\.\d)/gu, (_, minus, whole, rest) => {
    const before = whole.length > 3 && !whole.includes(":") ? number(Number(whole)) : whole;
    return `${minus && "−"}${before}${rest === undefined ? "" : `${mark()}${rest}`}`;
  });
