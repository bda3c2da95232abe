/** A plan of the night as it is drawn: raids with waypoints, and the text the game takes. What follows from it, the server says. */

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

// -- as text --------------------------------------------------------------------------------------------------

export function writePlan(plan: readonly Draft[], aimOf: (draft: Draft) => string): string {
  return plan.map((draft) => writeRaid(draft, aimOf(draft))).join("; ");
}

function writeRaid(draft: Draft, aim: string): string {
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
  const bombed = rest.findIndex(({ hex }) => hex === aim);
  for (const [index, { hex, via }] of rest.entries())
    words.push((via ? `${via}-` : "") + hex + (index === bombed ? "*" : ""));
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
