/** Names on the map, none upon another: the weightier is written, the other where it finds room, or not at all. */

import type { Point } from "../../lib/hex";

export interface Label {
  text: string;
  kind: string;
  /** Who gives way: the lighter. */
  weight: number;
  /** Where its middle may stand, the best first. */
  places: readonly Point[];
}
export interface Written {
  text: string;
  kind: string;
  x: number;
  y: number;
}
export interface Plate {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const WIDE = 0.62; // of a letter, for its height: a bold capital here and there included
const GAP = 0.5; // of the size, left free between two names in one line

export const plate = (x: number, y: number, width: number, height: number): Plate => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

const meet = (a: Plate, b: Plate): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** From this weight on a name may lie upon what is soft. */
export const HEAVY = 100;

/** What is written at this size round what lies there already; upon what is soft only if it is weighty. */
export function writtenOf(
  labels: readonly Label[],
  size: number,
  taken: readonly Plate[],
  soft: readonly Plate[] = [],
): Written[] {
  const full = [...taken];
  const found: Written[] = [];
  for (const { text, kind, weight, places } of [...labels].sort((a, b) => b.weight - a.weight)) {
    const width = text.length * size * WIDE + size * GAP;
    const there = places
      .map(({ x, y }) => ({ x, y, on: plate(x - width / 2, y - size * 0.78, width, size) }))
      .find(({ on }) => ![...full, ...(weight < HEAVY ? soft : [])].some((other) => meet(on, other)));
    if (!there) continue;
    full.push(there.on);
    found.push({ text, kind, x: there.x, y: there.y });
  }
  return found;
}
