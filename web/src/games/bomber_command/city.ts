/** A city map as it is drawn, and what is known of the attack on it from what was told [10.0]. */

import type { EventLine, Option, Question } from "../../lib/messages";

export const SIZE = 30;

export function areaAt(name: string): { x: number; y: number } {
  const column = name.charCodeAt(0) - 97;
  const row = Number(name.slice(1));
  return { x: 40 + column * SIZE * 1.5, y: 10 + (row + (column % 2) / 2) * SIZE * Math.sqrt(3) };
}

/** By how much an arrow that points down is turned to point from one area to another. */
export function bearing(from: string, to: string): number {
  const [start, end] = [areaAt(from), areaAt(to)];
  return (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI - 90;
}

export interface Attack {
  aimpoint: string;
  approach: string;
  ti: string;
  method: string;
  concentration: number;
  creepback: string;
  storms: string[];
  left: string;
}

/** The last attack on a city, put together from the log. */
export function attackOn(city: string, events: readonly EventLine[]): Attack {
  const attack: Attack = {
    aimpoint: "",
    approach: "",
    ti: "",
    method: "",
    concentration: 0,
    creepback: "",
    storms: [],
    left: "",
  };
  for (const { kind, data } of events) {
    if (data["city"] !== city) continue;
    const area = String(data["area"] ?? "");
    if (kind === "bombing")
      Object.assign(attack, {
        aimpoint: "",
        approach: "",
        ti: "",
        creepback: "",
        concentration: 0,
        method: String(data["method"] ?? ""),
      });
    else if (kind === "aimpoint") attack.aimpoint = attack.ti = area;
    else if (kind === "approach") attack.approach = area;
    else if (kind === "drifted") {
      attack.ti = area;
      attack.approach = String(data["approach"] ?? attack.approach);
    } else if (kind === "bombs_on_ti") {
      attack.ti = area;
      attack.concentration = Number(data["concentration"] ?? 0);
    } else if (kind === "creepback") attack.creepback = area;
    else if (kind === "firestorm") attack.storms.push(area);
  }
  return attack;
}

export interface Move {
  bomb: "HE" | "Inc";
  from: string;
  to: string;
  option: string;
}

/** "HE e3 f3" taken apart; other answers are left out. */
export function movesOf(options: readonly Option[]): Move[] {
  return options.flatMap(({ option }) => {
    const [bomb, from, to] = option.split(" ");
    return (bomb === "HE" || bomb === "Inc") && from && to ? [{ bomb, from, to, option }] : [];
  });
}

/** The areas that an answer names first, with all the answers that do. */
export function areasOf(options: readonly Option[]): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const each of options) {
    const area = /^(?:(?:HE|Inc) )?([a-i]\d|countryside)\b/.exec(each.option)?.[1];
    if (area) found.set(area, [...(found.get(area) ?? []), each]);
  }
  return found;
}

/** How many counters a question about where they fall is one of; from outside every other one falls in the country. */
export function placesIn({ kind, facts }: Question): number {
  const left = Number(facts["left"] ?? 0);
  return kind !== "place_bomb" ? 0 : Number(facts["ring"] ?? 0) > 0 ? left : Math.ceil(left / 2);
}
