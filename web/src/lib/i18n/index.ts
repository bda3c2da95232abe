/** The page's own words. Every sentence of the game comes from the server in the reader's language. */

import { en } from "./en";
import { pl } from "./pl";

export type Key = keyof typeof en;
export type Catalogue = Partial<Record<Key, string>>;
export type Fields = Record<string, string | number>;

/** Other languages: a file beside en.ts, its words here. What is missing there is shown in English. */
const CATALOGUES: Record<string, Catalogue> = { en, pl };

let locale = "en";

export function setLocale(wanted: string): void {
  locale = wanted in CATALOGUES ? wanted : "en";
  if (typeof document !== "undefined") document.documentElement.lang = locale;
}

export const currentLocale = (): string => locale;
export const pageLocales = (): string[] => Object.keys(CATALOGUES);

/** A text by its key, with fields in braces filled in. "{n|one|many}" or "{n|one|few|many}" chooses by number. */
export function t(key: Key, fields: Fields = {}): string {
  return filled(CATALOGUES[locale]?.[key] ?? en[key], fields);
}

/** A text whose key is put together from data, or what is given instead where there is none. */
export function word(key: string, otherwise: string): string {
  return CATALOGUES[locale]?.[key as Key] ?? (en as Record<string, string>)[key] ?? otherwise;
}

export function filled(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (whole, name: string, forms: string) => {
    const value = fields[name];
    if (value === undefined) return whole;
    return forms ? chosen(forms.slice(1).split("|"), Number(value)) : String(value);
  });
}

/** The form a number wants in the language of the page: 1 heks, 2 heksy, 5 heksów. */
function chosen(forms: string[], n: number): string {
  const rule = new Intl.PluralRules(locale).select(n);
  const place = rule === "one" ? 0 : rule === "few" && forms.length > 2 ? 1 : forms.length - 1;
  return forms[place] ?? "";
}
