/** What the player of the solitaire game may know: the JSON of SoloView.to_json. */

import type { Facing } from "../../lib/hex";
import type { Fighter, Picture, RadarCounter } from "../nightfighter/types";

export const LEVELS = ["none", "low", "moderate", "high"] as const;
export type Level = (typeof LEVELS)[number];

export interface Counter {
  counter: string;
  bomber: number;
  type: string;
  hidden: boolean;
  hex: string;
  facing: Facing;
  level: Level;
  /** How many counters its bomber still has. */
  left: number;
  /** Where it may be, with the dice that stand for each hex. */
  area: { hex: string; dice: string }[];
  excluded: string[];
  track: "above" | "beneath" | null;
  lit_in: string | null;
  tallied_by: string[];
  fixed_by: string[];
  hits: number;
  alerted: boolean;
  h2s: boolean;
}

export interface Look {
  radar: string;
  counter: string;
  hex: string;
  result: "waiting" | "nothing" | "refined" | "tracked" | "tested" | "silent";
}

export interface SoloPicture {
  game: "solitaire";
  seat: string;
  scenario: string;
  sheet?: string[][]; // where it is another than the set-up showed
  special?: string;
  turn: number;
  turn_space: number;
  phase: number;
  environment: Picture["environment"] & { contrails: boolean };
  fighters: Fighter[];
  counters: Counter[];
  gone: { counter: string; type: string; fate: string; hits: number; may_be_it: boolean }[];
  coming: { turn: number; counter: string; column: string }[];
  searches: Look[];
  radars: RadarCounter[];
  options: string[];
  cup: { german: number; other: number } | null;
  score: { kills: number; losses: number; score: number };
  over: Picture["over"];
}

/** What may come of a search, and how likely it is. */
export type Chances = Record<string, number>;
export interface SearchOdds {
  option: string;
  label: string;
  chances: Chances;
}
