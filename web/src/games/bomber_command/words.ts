/** The words of this game's page: our own, and those that come with the data in the reader's language. */

import { currentLocale, type Fields, filled } from "../../lib/i18n";
import { enBomber } from "./locale/en";
import { plBomber } from "./locale/pl";

export type RaidKey = keyof typeof enBomber;
const CATALOGUES: Record<string, Partial<Record<RaidKey, string>>> = { en: enBomber, pl: plBomber };

export function say(key: RaidKey, fields: Fields = {}): string {
  return filled(CATALOGUES[currentLocale()]?.[key] ?? enBomber[key], fields);
}

/** A text whose key is put together from data, or what is given instead. */
export function sayOr(key: string, otherwise: string): string {
  return CATALOGUES[currentLocale()]?.[key as RaidKey] ?? (enBomber as Record<string, string>)[key] ?? otherwise;
}

let charts: Record<string, Record<string, string>> = {};

/** Take the words that came with the data. */
export function learnWords(words: Record<string, Record<string, string>> | undefined): void {
  if (words) charts = words;
}

export const named = (vocabulary: string, word: string): string => charts[vocabulary]?.[word] ?? word;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
