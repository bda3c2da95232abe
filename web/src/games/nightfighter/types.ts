/** What a seat may know of a game of Nightfighter: the JSON of NightView.to_json, and the static data of the game. */

import type { Arc, Facing } from "../../lib/hex";

export interface AiSet {
  name: string;
  range: number;
  arc: Arc;
  modifier: number;
  band: string;
  jammed: "none" | "light" | "heavy";
}

export interface Card {
  mp: string;
  mp_now: number;
  least_mp: number;
  firepower: number | null;
  oblique: number | null;
  defence: number | null;
  view: boolean;
  ai: AiSet | null;
  equipment: string[];
  tail_warning: boolean;
  guidance: string;
}

export interface Fighter {
  id: string;
  type: string;
  pilot: "green" | "normal" | "experte";
  generic: string;
  hex: string | null;
  facing: Facing | null;
  fate: string;
  hits: number;
  damage: number;
  dives: number;
  blinded: number;
  tally: string | null;
  fix: string | null;
  warned: boolean;
  alerted: boolean;
  oblique: boolean;
  spent: number;
  card?: Card;
}

export interface Contact {
  contact: string;
  hex: string;
  facing: Facing;
  lit_in: string | null;
  tallied_by: string[];
  fixed_by: string[];
  hits: number;
  alerted: boolean;
  type: string | null;
  /** Where counters are open: how little is known of its place, and where its Track marker lies. */
  level?: string;
  track?: "above" | "beneath" | null;
}

export interface Search {
  radar: string;
  hex: string;
  result: "nothing" | "contact" | "same hex" | "silent" | "pending";
}
export interface Sweep {
  radar: string;
  hex: string;
}
export interface Track {
  turn: number;
  radar: string;
  hex: string;
  contact: boolean;
  towards: string[];
}
export interface Marker {
  zone: string;
  hex: string;
}
export interface RadarCounter {
  radar: string;
  family: string;
  value: number;
  fighter: string | null;
  jammed: string;
}

export interface Attacker {
  id: string;
  type: string;
  intruder: boolean;
  hex: string | null;
  facing: Facing;
  fate: string;
  hits: number;
  alerted: boolean;
  lit_in: string | null;
  contact: string | null;
  column: number | null;
}

export interface UmpireMap {
  side: "red" | "yellow" | null;
  attackers: Attacker[];
  to_come: number;
}

export interface Result {
  level: "loss" | "win" | "decisive";
  reason: string;
  score: number;
  kills: number;
  losses: number;
  vp: number;
  turns: number;
}

export interface Picture {
  game: string;
  seat: string;
  scenario: string;
  turn: number;
  turn_space: number;
  phase: number;
  environment: {
    moon: "none" | "half" | "full";
    visibility: "poor" | "moderate" | "good";
    cloud: "none" | "cloudy";
    altitude: "low" | "normal" | "high";
  };
  fighters: Fighter[];
  contacts: Contact[];
  searches: Search[];
  sweeps: Sweep[];
  radars?: RadarCounter[];
  tracks: Track[];
  markers: Marker[];
  task_force: string | null;
  flares_until: number;
  score: { kills: number; losses: number; vp: number; score: number };
  over: Result | null;
  /** In good visibility a crew sees its own hex and the one ahead, not those around [S3.0b]. */
  sees_ahead?: boolean;
  umpire?: UmpireMap;
  player_map?: Picture;
}

export interface BoardData {
  columns: number;
  rows: number;
  zones: Record<string, [number, number, number, number]>;
  beacon: string;
  box_hexes: string[];
  flare_entries: [string, Facing][];
  task_force_zone: string;
  turn_track: number;
}

export interface Rule {
  title: string;
  summary: string;
  kind: string;
  optional: boolean;
}

export type Chart = Record<string, unknown> & {
  name: string;
  full_name?: string;
  nation?: string;
  mp?: string;
  fp?: number | null;
  damage?: number;
  since?: string | null;
  until?: string | null;
};

export interface StaticData {
  map: BoardData;
  fighters: Record<string, Chart>;
  bombers: Record<string, Chart>;
  ai_radars: Record<string, Record<string, unknown>>;
  search_radars: Record<string, Record<string, unknown>>;
  rules: Record<string, Rule>;
  history: {
    aircraft: Record<string, string>;
    radars: Record<string, string>;
    chronology: { date: string; text: string }[];
  };
  phases: string[];
}

export interface Formation {
  type: string;
  count: number;
  role?: string;
  pilot?: string;
  upgrades: string[];
  unit?: string;
  altitude_advantage?: boolean;
  guidance?: string;
}

export interface ScenarioMap {
  zones: string[];
  directed: boolean;
  flare_zones: string[];
  flak: boolean;
  task_force: string | null;
  altitude: string;
  moon: string;
  visibility: string;
  cloud: string;
  radar: string[];
  setup: unknown[];
  jamming: Record<string, unknown>;
  victory: { score: string; win: number; decisive: number | null; compare?: string; lost_if?: string };
  end_turn: number | null;
  month: unknown;
  theatre: string;
}
