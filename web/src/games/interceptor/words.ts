/** The words of this game's page: our own, and those of the charts, which come with the charts in the reader's language. */

import { wordsOf } from "../../lib/i18n";
import type { Key } from "./keys";

export const { say, sayOr } = wordsOf<Key>("interceptor");

let charts: Record<string, Record<string, string>> = {};

/** Take the words that came with the charts. */
export function learnWords(words: Record<string, Record<string, string>> | undefined): void {
  if (words) charts = words;
}

/** A word of a chart as the reader calls it: "port wing" of the systems. */
export const named = (vocabulary: string, word: string): string => charts[vocabulary]?.[word] ?? word;

/** Where the raid goes: "Wilhelmshaven, Bremen"; a town that gives its zone the name is named once. */
export function raidOf(raid: { target: string; zone: string }): string {
  const zone = named("zone", raid.zone);
  return raid.zone === raid.target ? zone : `${raid.target}, ${zone}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export { signed } from "../../lib/words";

/** "+1 forced landing [7.4.5b]" taken apart. */
export function modifierOf(text: string): { text: string; rule: string } {
  const found = /^(.*?)\s*\[([^\]]+)\]$/.exec(text);
  return { text: found?.[1] ?? text, rule: found?.[2] ?? "" };
}
