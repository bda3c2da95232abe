/** What lies where on the map, by hex: for drawing it, and for telling all about one. */

import type { Point } from "../../lib/hex";
import { centre } from "./board";
import { whereIs } from "./choice";
import type { CityBox, RaidPicture, ScenarioData, Unit } from "./types";

/** Where the plates with the weather of each zone stand. */
export const PLATES: Record<string, Point> = {
  England: { x: 14, y: 390 },
  "1.JD": { x: 688, y: 72 },
  "2.JD": { x: 150, y: 108 },
  "3.JD": { x: 150, y: 382 },
  "4.JD": { x: 150, y: 600 },
  "7.JD": { x: 690, y: 480 },
};

/** The cities hex by hex, the one with most flak first. */
export function citiesOn(scenario: ScenarioData): { hex: string; boxes: CityBox[]; at: Point }[] {
  const found = new Map<string, CityBox[]>();
  for (const city of scenario.cities) found.set(city.hex, [...(found.get(city.hex) ?? []), city]);
  return [...found].map(([hex, boxes]) => ({
    hex,
    boxes: boxes.sort((a, b) => b.flak - a.flak),
    at: centre(hex),
  }));
}

/** The units in the air, by place. */
export function flyingOn(picture: RaidPicture): [string, Unit[]][] {
  const found = new Map<string, Unit[]>();
  for (const unit of picture.units)
    if (whereIs(unit) === unit.place) found.set(unit.place, [...(found.get(unit.place) ?? []), unit]);
  return [...found];
}

/** How many units stand ready at each base. */
export function readyOn(picture: RaidPicture): [string, number][] {
  const found = new Map<string, number>();
  for (const unit of picture.units)
    if (unit.place === "ready" || unit.place === "rearm")
      found.set(unit.base, (found.get(unit.base) ?? 0) + (unit.place === "ready" ? 1 : 0));
  return [...found];
}
