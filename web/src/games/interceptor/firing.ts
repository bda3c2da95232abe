/** A round of a pass as it is chosen: a point of aim, and what goes with it [7.1.3, 7.1.13, 7.2.3.1, 7.7]. */

import type { Option } from "../../lib/messages";

export const EXTRAS = ["burst", "wingman", "first"] as const;
export type Extra = (typeof EXTRAS)[number];
export const AIMS = ["port wing", "airframe", "starboard wing"] as const;

export interface Firing {
  aims: string[];
  /** What may go with an aim at all. */
  extras: Extra[];
  /** Answers that end the pass. */
  others: Option[];
}

const isAimed = (option: string): boolean => AIMS.some((aim) => option === aim || option.startsWith(`${aim} `));

export function firingOf(options: readonly Option[]): Firing {
  const aimed = options.map(({ option }) => option).filter(isAimed);
  return {
    aims: AIMS.filter((aim) => aimed.includes(aim)),
    extras: EXTRAS.filter((extra) => aimed.some((option) => option.split(" ").includes(extra))),
    others: options.filter(({ option }) => !isAimed(option)),
  };
}

/** The answer that says so, as the server spells it. */
export function notationOf(aim: string, extras: ReadonlySet<Extra>): string {
  return [aim, ...EXTRAS.filter((extra) => extras.has(extra))].join(" ");
}
