/** A plan of the night as it is drawn: raids with waypoints, as the text the game takes, and where each is when [4.0]. */

import { legsBetween } from "./board";
import { type Kind, KINDS } from "./types";

export interface Draft {
  letter: string;
  kind: Kind;
  /** A city, or the hex of a garden; a decoy has none. */
  target: string;
  heavy: boolean;
  entry: number;
  /** Hexes of the first move: 2, or 1. */
  first: number;
  /** The raid it escorts, and how it breaks out of it: "leaving" or "entering" the first waypoint, which is that hex. */
  parent: string;
  leaving: boolean;
  visit: number;
  /** The entry hex, then the end of every leg. */
  waypoints: Waypoint[];
}
export interface Waypoint {
  hex: string;
  /** The first hex of the leg there, where two legs lead there. */
  via: string;
}

/** How a city is written in a plan. */
export const cityWord = (name: string): string => (name.split(" / ")[0] ?? name).replaceAll(" ", "_");

export const blank = (letter: string, kind: Kind, target = ""): Draft => ({
  letter,
  kind,
  target,
  heavy: false,
  entry: 1,
  first: 2,
  parent: "",
  leaving: true,
  visit: 1,
  waypoints: [],
});

/** Every hex entered, from the first; as far as the waypoints make sense. */
export function pathOf({ waypoints }: Draft, on: ReadonlySet<string>): string[] {
  const [start, ...rest] = waypoints;
  const path = start ? [start.hex] : [];
  for (const { hex, via } of rest) {
    const legs = legsBetween(path.at(-1) ?? "", hex, on);
    const leg = legs.find((each) => each[0] === via) ?? legs[0];
    if (!leg) break;
    path.push(...leg);
  }
  return path;
}

/** Where a raid that escorts breaks out: its turn, and how many hexes it may still move then. */
export function breakOut(
  draft: Draft,
  plan: readonly Draft[],
  on: ReadonlySet<string>,
): { entry: number; first: number } {
  const parent = plan.find((each) => each.letter === draft.parent);
  const start = draft.waypoints[0]?.hex ?? "";
  if (!parent) return { entry: draft.entry, first: draft.first };
  let index = -1;
  const path = pathOf(parent, on);
  for (let visit = 0; visit < draft.visit; visit++) index = path.indexOf(start, index + 1);
  if (index < 0) return { entry: 0, first: 0 };
  const later = index - parent.first;
  const [turn, move] =
    index < parent.first ? [parent.entry, index + 1] : [parent.entry + 1 + Math.floor(later / 2), (later % 2) + 1];
  const ends = move === (turn === parent.entry ? parent.first : 2);
  if (!ends) return { entry: turn, first: 1 };
  return draft.leaving ? { entry: turn + 1, first: 2 } : { entry: turn, first: 0 };
}

export interface Schedule {
  path: string[];
  /** Where it is at the end of each turn. */
  marks: { turn: number; hex: string; at: number }[];
  overTarget: number | null;
  home: number | null;
}

/** Turn by turn, where a raid is; `aimHex` is where its target lies. */
export function scheduleOf(draft: Draft, plan: readonly Draft[], on: ReadonlySet<string>, aimHex: string): Schedule {
  const path = pathOf(draft, on);
  if (path.length === 0) return { path, marks: [], overTarget: null, home: null };
  const { entry, first } = draft.parent ? breakOut(draft, plan, on) : draft;
  const aim = aimHex ? path.indexOf(aimHex, draft.parent ? 1 : 0) : -1;
  const gardens = draft.kind === "gardening";
  let at = draft.parent ? first : first - 1;
  if (gardens && aim >= 0 && aim < at) at = aim;
  const places = [at];
  while (at < path.length) {
    at += gardens && at + 1 === aim ? 1 : 2;
    places.push(at);
  }
  const over = aim < 0 ? -1 : places.findIndex((place) => place >= aim);
  return {
    path,
    marks: places.flatMap((place, turn) =>
      place < path.length ? [{ turn: entry + turn, hex: path[place]!, at: place }] : [],
    ),
    overTarget: over < 0 ? null : entry + over,
    home: path.length > 1 ? entry + places.length - 1 : null,
  };
}

// -- as text --------------------------------------------------------------------------------------------------

export function writePlan(plan: readonly Draft[], on: ReadonlySet<string>, aimOf: (draft: Draft) => string): string {
  return plan.map((draft) => writeRaid(draft, on, aimOf(draft))).join("; ");
}

function writeRaid(draft: Draft, on: ReadonlySet<string>, aim: string): string {
  const words: string[] = [draft.letter, draft.kind];
  if (draft.kind !== "decoy") words.push(draft.kind === "gardening" ? draft.target : cityWord(draft.target));
  if (draft.heavy) words.push("heavy");
  const [start, ...rest] = draft.waypoints;
  if (draft.parent)
    words.push(
      "from",
      draft.parent,
      draft.leaving ? "leaving" : "entering",
      (start?.hex ?? "") + (draft.visit > 1 ? `.${draft.visit}` : ""),
    );
  else words.push(`${draft.entry}${draft.first === 1 ? ".1" : ""}`, start?.hex ?? "");
  let at = start?.hex ?? "";
  let bombed: boolean = false; // eslint-disable-line @typescript-eslint/no-inferrable-types
  for (const { hex, via } of rest) {
    const legs = legsBetween(at, hex, on);
    const first = (legs.find((leg) => leg[0] === via) ?? legs[0])?.[0] ?? "";
    const star: boolean = hex === aim && !bombed;
    bombed ||= star;
    words.push((legs.length > 1 ? `${first}-` : "") + hex + (star ? "*" : ""));
    at = hex;
  }
  return words.filter(Boolean).join(" ");
}

const HEX = /^(?:([A-Q]\d{1,2})-)?([A-Q]\d{1,2})\*?$/;

/** The raids of a text; what makes no sense is left out. `cities` are the names as the map has them. */
export function readPlan(text: string, cities: readonly string[]): Draft[] {
  return text.split(";").flatMap((part) => readRaid(part.trim().split(/\s+/), cities) ?? []);
}

function readRaid(words: string[], cities: readonly string[]): Draft | null {
  const letter = (words.shift() ?? "").toUpperCase();
  const word = (words.shift() ?? "").toLowerCase();
  const kind = KINDS.find((each) => each === word);
  if (!/^[A-HJ]$/.test(letter) || !kind) return null;
  const draft = blank(letter, kind);
  if (kind !== "decoy") {
    const word = words.shift() ?? "";
    draft.target =
      kind === "gardening"
        ? word.toUpperCase().replace("*", "")
        : (cities.find((name) => cityWord(name).toLowerCase() === word.toLowerCase()) ?? word);
  }
  if (words[0]?.toLowerCase() === "heavy") draft.heavy = words.shift() !== undefined;
  if (words[0]?.toLowerCase() === "from") {
    words.shift();
    draft.parent = (words.shift() ?? "").toUpperCase();
    draft.leaving = words.shift()?.toLowerCase() === "leaving";
    const [hex, visit] = (words.shift() ?? "").split(".");
    draft.visit = Number(visit ?? 1) || 1;
    words.unshift(hex ?? "");
  } else {
    const [turn, first] = (words.shift() ?? "").split(".");
    draft.entry = Number(turn) || 1;
    draft.first = first === "1" ? 1 : 2;
  }
  for (const word of words) {
    const found = HEX.exec(word.toUpperCase());
    if (found) draft.waypoints.push({ hex: found[2]!, via: found[1] ?? "" });
  }
  return draft;
}
