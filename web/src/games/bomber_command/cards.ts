/** Answers that are handfuls of cards: "WINDOW, TINSEL; draw 2" [3.7, 6.1]. */

import type { Option } from "../../lib/messages";

export interface Handful {
  option: string;
  titles: string[];
  draw: number | null;
}

export function handfulOf({ option }: Option): Handful {
  const found = /^(.*); draw (\d)$/.exec(option);
  const text = found?.[1] ?? option;
  return { option, titles: text === "nothing" ? [] : text.split(", ").sort(), draw: found ? Number(found[2]) : null };
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index]);

/** The answer that takes just these cards, and draws so many. */
export function fitting(options: readonly Option[], titles: readonly string[], draw: number | null): string | null {
  const wanted = [...titles].sort();
  for (const each of options) {
    const handful = handfulOf(each);
    if (handful.draw === draw && same(handful.titles, wanted)) return handful.option;
  }
  return null;
}

/** How many may be drawn when just these are discarded. */
export function draws(options: readonly Option[], titles: readonly string[]): number[] {
  const wanted = [...titles].sort();
  return options
    .map(handfulOf)
    .filter((each) => each.draw !== null && same(each.titles, wanted))
    .flatMap((each) => each.draw ?? []);
}
