/** The words of the solitaire table. */

import { currentLocale, type Fields, filled } from "../../lib/i18n";
import { enSolitaire } from "./locale/en";
import { plSolitaire } from "./locale/pl";

export type SoloKey = keyof typeof enSolitaire;
const CATALOGUES: Record<string, Partial<Record<SoloKey, string>>> = { en: enSolitaire, pl: plSolitaire };

export function say(key: SoloKey, fields: Fields = {}): string {
  return filled(CATALOGUES[currentLocale()]?.[key] ?? enSolitaire[key], fields);
}

/** A text whose key is put together from data, or what is given instead. */
export function sayOr(key: string, otherwise: string): string {
  return key in enSolitaire ? say(key as SoloKey) : otherwise;
}
