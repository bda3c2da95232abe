/** Names of things in the data as words. */

import { currentLocale, t } from "./i18n";
import type { Seat } from "./messages";

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

/** A scenario's number and title; an id that is a word of the program says nothing to a reader. */
export const headed = (id: string, title: string): string => (/\d/.test(id) ? `${id} · ${title}` : title);

/** "task_force" as a reader likes it: "Task force". */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names as they are said together: "Anna and Bert". */
export const together = (names: string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(names);

/** A number as the reader writes it: 1.5, or 1,5. */
export const figure = (n: number, digits = 0): string =>
  new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, 2),
    useGrouping: false,
  }).format(n);

/** What deleting a game does to it, as the button says: where others sit, it stays with them. */
export function deletion(seats: Seat[], over: boolean): string {
  const others = [
    ...new Set(seats.filter((seat) => seat.holder === "person" && !seat.gone).map((seat) => seat.name ?? "")),
  ].filter(Boolean);
  const playing = seats.some((seat) => seat.holder === "me");
  if (others.length === 0) return t("menu.delete_sure");
  return t(playing && !over ? "menu.delete_running" : "menu.delete_shared", { names: together(others) });
}
