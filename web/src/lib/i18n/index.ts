/** The page's own words. Every sentence of the game comes from the server in the reader's language. */

import { en } from "./en";

export type Key = keyof typeof en;
export type Catalogue = Partial<Record<Key, string>>;
export type Fields = Record<string, string | number>;

/** Other languages: a file beside en.ts, its words here. What is missing there is shown in English. */
const CATALOGUES: Record<string, Catalogue> = { en };

let locale = "en";

export function setLocale(wanted: string): void {
  locale = wanted in CATALOGUES ? wanted : "en";
  if (typeof document !== "undefined") document.documentElement.lang = locale;
}

export const currentLocale = (): string => locale;
export const pageLocales = (): string[] => Object.keys(CATALOGUES);

/** A text by its key, with fields in braces filled in. "{n|one|many}" chooses by number. */
export function t(key: Key, fields: Fields = {}): string {
  return filled(CATALOGUES[locale]?.[key] ?? en[key], fields);
}

/** A text whose key is put together from data, or what is given instead where there is none. */
export function word(key: string, otherwise: string): string {
  return CATALOGUES[locale]?.[key as Key] ?? (en as Record<string, string>)[key] ?? otherwise;
}

export function filled(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = fields[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return String(value);
    return Number(value) === 1 ? one : many;
  });
}
