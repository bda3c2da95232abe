/** What the book says of a scenario's difficulty, held against how often computer players won it. */

import type { MeasuredLevel } from "./messages";
import { slug } from "./words";

/** Between which shares of victories, in percent, the usual computer player's is expected under a printed label. */
const EXPECTED: Readonly<Record<string, readonly [number, number]>> = {
  easy: [60, 100],
  normal: [30, 100],
  hard: [5, 70],
  very_hard: [0, 50],
  impossible: [0, 20],
};
const USUAL = "standard";

/** The levels that occur, the weakest first, as each scenario lists them. */
export function levelsOf(all: readonly { measured: readonly MeasuredLevel[] }[]): string[] {
  return [...new Set(all.flatMap(({ measured }) => measured.map(({ level }) => level)))];
}

/** Does the measured share not bear the printed label out, even at the likely end nearer to it? */
export function isOff(difficulty: string, measured: readonly MeasuredLevel[]): boolean {
  const usual = measured.find(({ level }) => level === USUAL);
  const expected = EXPECTED[slug(difficulty)];
  return usual !== undefined && expected !== undefined && (usual.high < expected[0] || usual.low > expected[1]);
}
