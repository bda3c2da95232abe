/** The night looked back at: where everything was in a turn, and what the points are made of [11.0]. */

import type { EventLine, Trail } from "../../lib/messages";
import type { Route } from "./routes";
import type { Plotted, RaidPicture } from "./types";

/** Where something was at the end of a turn; "" is nowhere on the map. */
export function placeIn({ turns, hexes }: Trail, turn: number): string {
  let place = "";
  for (const [index, when] of turns.entries()) if (when <= turn) place = hexes[index] ?? "";
  return place;
}

/** The map of a turn: units where they were, raids on their way, nothing else. */
export function pictureIn(picture: RaidPicture, trails: readonly Trail[], turn: number): RaidPicture {
  const places = new Map(trails.filter((trail) => !trail.foe).map((trail) => [trail.unit, placeIn(trail, turn)]));
  return {
    ...picture,
    turn,
    counters: [],
    combat_markers: [],
    bombing_markers: [],
    tracks: [],
    units: picture.units.map((unit) => ({
      ...unit,
      markers: [],
      raid: null,
      fuel: 0,
      place: places.get(unit.name) || "ready",
    })),
  };
}

export function routesIn(plot: readonly Plotted[], trails: readonly Trail[], turn: number): Route[] {
  const places = new Map(trails.filter((trail) => trail.foe).map((trail) => [trail.unit, placeIn(trail, turn)]));
  return plot.map((raid) => ({
    letter: raid.letter,
    kind: raid.kind,
    path: raid.path,
    marks: [],
    at: placed(raid.path, places.get(raid.letter) ?? "", turn - raid.entry),
    target: raid.target ?? "",
    bright: true,
  }));
}

/** A path may come twice to a hex: the visit that fits the time best. */
function placed(path: readonly string[], hex: string, turns: number): number {
  let best = -1;
  for (const [index, there] of path.entries())
    if (there === hex && (best < 0 || Math.abs(index - 2 * turns) < Math.abs(best - 2 * turns))) best = index;
  return best;
}

export interface Point {
  what: string;
  side: "british" | "german";
  points: number | null;
}

/** What was told of points during the night, one line a thing. */
export function pointsOf(events: readonly EventLine[]): Point[] {
  const found: Point[] = [];
  for (const { kind, data, text } of events) {
    if (kind === "mosquitos_bomb" || kind === "mines")
      found.push({ what: text, side: "british", points: Number(data["points"]) });
    else if (kind === "bombing_over") found.push({ what: text, side: "british", points: Number(data["gained2"]) / 2 });
    else if (kind === "target") found.push({ what: text, side: "british", points: Number(data["vp"]) });
  }
  return found;
}
