/** The hexes of this game's map: columns A to Q, "O4"; where each is drawn. */

import { type Cell, type Point, step, towards } from "../../lib/hex";

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
