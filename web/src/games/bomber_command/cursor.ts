/** A cursor on the map for those who play by keys: one step by an arrow, or on to the next place that may be chosen. */

import { cellOf, nameOf } from "./board";

const STEPS: Record<string, [number, number]> = {
  arrowup: [0, -1],
  arrowdown: [0, 1],
  arrowleft: [-1, 0],
  arrowright: [1, 0],
};

/** One step from a place; at the edge it stays, to the west lies England, to the north Jutland. */
export function moved(place: string, key: string, places: readonly string[]): string {
  const [right, down] = STEPS[key] ?? [0, 0];
  if (place === "England") return right > 0 && places.includes("C6") ? "C6" : place;
  if (place === "Jutland") return down > 0 && places.includes("I1") ? "I1" : place;
  const cell = cellOf(place);
  if (!cell) return place;
  for (let far = 1; far <= 3; far++) {
    // the map has no hexes in some corners
    const there = nameOf({ column: cell.column + right * far, row: cell.row + down * far });
    if (cellOf(there) && places.includes(there)) return there;
  }
  if (right < 0) return "England";
  return down < 0 ? "Jutland" : place;
}

/** The place after this one, and the first again after the last. */
export function nextOf(places: readonly string[], place: string): string {
  return places[(places.indexOf(place) + 1) % places.length] ?? "";
}
