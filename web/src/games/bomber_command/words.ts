/** The words of this game's page: our own, and those that come with the data in the reader's language. */

import { wordsOf } from "../../lib/i18n";
import type { Key } from "./keys";

export const { say, sayOr } = wordsOf<Key>("bomber_command");

let charts: Record<string, Record<string, string>> = {};

/** Take the words that came with the data. */
export function learnWords(words: Record<string, Record<string, string>> | undefined): void {
  if (words) charts = words;
}

export const named = (vocabulary: string, word: string): string => charts[vocabulary]?.[word] ?? word;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export { signed } from "../../lib/words";

/** Bomb counters of both sorts, as far as there are any: "1 HE + 2 inc.". */
export const counted = (he: number, inc: number): string =>
  [he > 0 ? say("city.count.he", { n: he }) : "", inc > 0 ? say("city.count.inc", { n: inc }) : ""]
    .filter(Boolean)
    .join(" + ") || say("city.count.none");
