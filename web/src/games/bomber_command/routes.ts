/** Flightpaths as the map draws them: each raid has its colour and its kind has its line. */

import type { Point } from "../../lib/hex";
import { centre } from "./board";
import type { Kind, Plotted } from "./types";

export interface Route {
  letter: string;
  kind: Kind;
  path: string[];
  /** Where it stands at the end of each turn. */
  marks: { turn: number; hex: string; at: number }[];
  /** Where it is now, as a place in the path; -1 is not on the map. */
  at: number;
  target: string;
  bright: boolean;
}

const COLOURS = ["#ff8d7a", "#f3d27a", "#c9a2ff", "#8ec5ff", "#ffb3e0", "#b8e986", "#ffc08a", "#9fe3dc", "#d5dff2"];
const LINES: Record<Kind, string> = { main: "", decoy: "9 5", gardening: "2 4", mosquito: "5 4" };

export const colourOf = (letter: string): string => COLOURS["ABCDEFGHJ".indexOf(letter)] ?? "#d5dff2";
export const lineOf = (kind: Kind): string => LINES[kind];

/** Paths that share hexes lie a little beside each other. */
export function pointsOf(route: Route): Point[] {
  const place = "ABCDEFGHJ".indexOf(route.letter) - 4;
  return route.path.map((hex) => {
    const { x, y } = centre(hex);
    return { x: x + place * 1.7, y: y + place * 1.2 };
  });
}

/** The raids of a plot as routes: its own turn marks are worked out from turn of entry and place. */
export function routesOf(plot: readonly Plotted[], bright = ""): Route[] {
  return plot.map((raid) => ({
    letter: raid.letter,
    kind: raid.kind,
    path: raid.path,
    marks: [],
    at: raid.fate === "flying" && raid.at >= 0 && raid.at < raid.path.length ? raid.at : -1,
    target: raid.target ?? "",
    bright: bright === "" || bright === raid.letter,
  }));
}
