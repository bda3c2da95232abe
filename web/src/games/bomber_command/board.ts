/** The hexes of this game's map: columns A to Q, "O4"; where each is drawn, and legs along the grain [4.2.1]. */

import { type Cell, distance as apart, type Point, step, towards } from "../../lib/hex";

export const RADIUS = 31.7;
const STEP_X = 47.55;
const STEP_Y = 54.9;
const LEFT = 47.7;
const TOP = 48.5;
const LETTERS = "ABCDEFGHIJKLMNOPQ";
export const WIDTH = 848;
export const HEIGHT = 668;
/** Where the boxes beside the map are drawn. */
export const ENGLAND_AT: Point = { x: 62, y: 372 };
export const JUTLAND_AT: Point = { x: 428, y: 12 };

export function cellOf(hex: string): Cell | null {
  const found = /^([A-Q])(1[01]|[1-9])$/.exec(hex);
  return found ? { column: LETTERS.indexOf(found[1] ?? "") + 1, row: Number(found[2]) } : null;
}

export const nameOf = ({ column, row }: Cell): string => `${LETTERS[column - 1] ?? ""}${row}`;

export function centre(hex: string): Point {
  if (hex === "England" || hex === "England space") return ENGLAND_AT;
  if (hex === "Jutland") return JUTLAND_AT;
  const cell = cellOf(hex) ?? { column: 1, row: 1 };
  return {
    x: LEFT + STEP_X * (cell.column - 1),
    y: TOP + STEP_Y * (cell.row - 1) + (cell.column % 2 === 0 ? STEP_Y / 2 : 0),
  };
}

export const distance = (a: string, b: string): number => {
  const [one, other] = [cellOf(a), cellOf(b)];
  return one && other ? apart(one, other) : 99;
};

const corner = (middle: Point, index: number, radius: number): Point => towards(middle, 30 + 60 * index, radius);
const pair = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;

export function corners(hex: string, radius = RADIUS): string {
  const middle = centre(hex);
  return [0, 1, 2, 3, 4, 5].map((index) => pair(corner(middle, index, radius))).join(" ");
}

/** The lines between hexes that are not alike, and round the map where `edge` is wanted. */
export function borders(kinds: ReadonlyMap<string, string>, edge = false): string {
  let path = "";
  for (const [hex, kind] of kinds) {
    const cell = cellOf(hex)!;
    for (let way = 0; way < 6; way++) {
      const there = nameOf(step(cell, way));
      const other = kinds.get(there);
      if (other === undefined ? !edge : other === kind || there < hex) continue;
      path += `M${pair(corner(centre(hex), way - 1, RADIUS))}L${pair(corner(centre(hex), way, RADIUS))}`;
    }
  }
  return path;
}

/** The hex nearest to a point of the drawing. */
export function hexAt(point: Point, hexes: Iterable<string>): string | null {
  let best: string | null = null;
  let least = RADIUS * RADIUS;
  for (const hex of hexes) {
    const there = centre(hex);
    const off = (there.x - point.x) ** 2 + (there.y - point.y) ** 2;
    if (off < least) [best, least] = [hex, off];
  }
  return best;
}

// -- legs -----------------------------------------------------------------------------------------------------

/** The hexes a leg enters: straight, or along a row where it zigzags to the left or the right hand first. */
function line(start: string, direction: number, side: number, on: ReadonlySet<string>): string[] {
  const hands = direction % 2 === 0 ? [direction / 2, direction / 2] : [(direction - 1) / 2, ((direction + 1) / 2) % 6];
  const met: string[] = [];
  let cell = cellOf(start);
  for (let at = 0; cell && at < 30; at++) {
    cell = step(cell, hands[(side + at) % 2]!);
    const name = nameOf(cell);
    if (!on.has(name)) break;
    met.push(name);
  }
  return met;
}

/** Every leg from a hex: the hexes entered, the last one its end. */
export function legsFrom(start: string, on: ReadonlySet<string>): string[][] {
  const found: string[][] = [];
  for (let direction = 0; direction < 12; direction++)
    for (const side of direction % 2 ? [0, 1] : [0]) {
      const met = line(start, direction, side, on);
      for (let length = direction % 2 ? 2 : 1; length <= met.length; length++) found.push(met.slice(0, length));
    }
  return found;
}

/** The legs between two hexes: none, one, or the two sides of a row. */
export const legsBetween = (start: string, end: string, on: ReadonlySet<string>): string[][] =>
  legsFrom(start, on).filter((leg) => leg.at(-1) === end);
