/** The page's own words, in the reader's language, as the server has them. Every sentence of a game comes from there, too. */

import { type PageWords, readPageWords } from "../messages";
import type { Key } from "./keys";

export type { Key } from "./keys";
export type Fields = Record<string, string | number>;

let now: PageWords = { locale: "en", languages: {}, forms: "", builds_on: {}, words: {} };

/** From now on the page speaks so. */
export function speak(words: PageWords): void {
  now = words;
  if (typeof document !== "undefined") document.documentElement.lang = words.locale;
}

/** Fetch the words of a language; a server that cannot be reached yet is asked again. */
export async function learn(locale: string): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`/api/words?locale=${encodeURIComponent(locale)}`);
      if (answer.ok) return speak(readPageWords(await answer.json()));
    } catch {
      // not there yet
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

export const currentLocale = (): string => now.locale;
/** The languages there are, each by the name it has for itself. */
export const languages = (): Record<string, string> => now.languages;

/** A text by its key, with fields in braces filled in. "{n|one|many}" or "{n|one|few|many}" chooses by number. */
export function t(key: Key, fields: Fields = {}): string {
  return filled(now.words[key] ?? `[${key}]`, fields);
}

/** A text whose key is put together from data, or what is given instead where there is none. */
export function word(key: string, otherwise: string): string {
  return now.words[key] ?? otherwise;
}

/** A game's text whose key is put together from data; a game that builds on another speaks its words as well. */
export function gameWord(game: string, key: string, otherwise: string): string {
  return found(game, key) ?? otherwise;
}

function found(game: string, key: string): string | undefined {
  for (const each of [game, ...(now.builds_on[game] ?? [])]) {
    const text = now.words[`${each}.${key}`];
    if (text !== undefined) return text;
  }
  return now.words[key];
}

export interface GameWords<K extends string> {
  /** A text of the game's page by its key. */
  say: (key: K, fields?: Fields) => string;
  /** A text whose key is put together from data, or what is given instead. */
  sayOr: (key: string, otherwise: string) => string;
}

/** The words of one game's page; what it has no word of its own for is said as everywhere. */
export function wordsOf<K extends string>(game: string): GameWords<K> {
  return {
    say: (key, fields = {}) => filled(found(game, key) ?? `[${game}.${key}]`, fields),
    sayOr: (key, otherwise) => gameWord(game, key, otherwise),
  };
}

/** A number below nought is written with a minus, not with a hyphen. */
export const minus = (written: string): string => written.replace("-", "−");

export function filled(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (whole, name: string, forms: string) => {
    const value = fields[name];
    if (value === undefined) return whole;
    return forms
      ? chosen(forms.slice(1).split("|"), Number(value))
      : typeof value === "number"
        ? minus(String(value))
        : String(value);
  });
}

/** The form a number wants in the language of the page; all languages go by the last two figures of a large one. */
function chosen(forms: string[], n: number): string {
  const number = Math.abs(n);
  const place = Number.isInteger(number)
    ? Number(now.forms[number < 200 ? number : 100 + (number % 100)] ?? 0)
    : forms.length - 1;
  return forms[Math.min(place, forms.length - 1)] ?? "";
}
