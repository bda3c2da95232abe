/** Names of things in the data as words. */

import { currentLocale, gameWord, minus, t, word } from "./i18n";
import type { Seat, TableLine } from "./messages";

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

/** A scenario's number and title; an id that is a word of the program says nothing to a reader. */
export const headed = (id: string, title: string): string => (/\d/.test(id) ? `${id} · ${title}` : title);

/** What a table is called: as its lesson, if it began as one, else as its scenario. */
export const titled = (table: Pick<TableLine, "scenario" | "title" | "lesson_title">): string =>
  table.lesson_title || headed(table.scenario, table.title);

/** "task_force" as a reader likes it: "Task force". */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names as they are said together: "Anna and Bert". */
export const together = (names: string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(names);

/** Made once: to make one takes longer than to write a hundred numbers with it. */
const writers = new Map<string, Intl.NumberFormat>();

/** A modifier: +2, 0, −1. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : minus(String(value)));

/** A number as the reader writes it: 1.5, or 1,5, or −2. */
export function figure(n: number, digits = 0): string {
  const kind = `${currentLocale()} ${digits}`;
  let writer = writers.get(kind);
  if (!writer) {
    writer = new Intl.NumberFormat(currentLocale(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: Math.max(digits, 2),
      useGrouping: false,
    });
    writers.set(kind, writer);
  }
  return minus(writer.format(n));
}

/** A computer player's level, or a game's own style, without the budget that a record has behind it: "expert:400". */
export function botName(bot: string | null, game = ""): string {
  const [level = ""] = (bot ?? "").split(":");
  return gameWord(game, `bot.${level}`, word(`bot.${level}`, level));
}

/** How a game of this kind ended: in its own words, in those that games share, or as the result has it. */
export const levelName = (game: string, level: string): string =>
  level && gameWord(game, `ended.level.${slug(level)}`, word(`level.${level}`, spoken(level)));

/** And why. */
export const reasonName = (game: string, reason: string): string =>
  reason && gameWord(game, `ended.reason.${slug(reason)}`, word(`reason.${slug(reason)}`, spoken(reason)));

/** What deleting a game does to it, as the button says: where others sit, it stays with them. */
export function deletion(seats: Seat[], over: boolean): string {
  const others = [
    ...new Set(seats.filter((seat) => seat.holder === "person" && !seat.gone).map((seat) => seat.name ?? "")),
  ].filter(Boolean);
  const playing = seats.some((seat) => seat.holder === "me");
  if (others.length === 0) return t("menu.delete_sure");
  return t(playing && !over ? "menu.delete_running" : "menu.delete_shared", { names: together(others) });
}
