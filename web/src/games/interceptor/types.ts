/** What the server sends for Interceptor Ace: the table as it lies, and the charts that never change. */

import type { GameData } from "../../lib/games";

export type Orientation = "tailed" | "disadvantaged" | "head on" | "advantaged" | "tailing";
export type Range = "long" | "medium" | "close";

/** Hits on a part and how many it takes to lose it; 0 where no number of hits does. */
export type Damage = Record<string, { hits: number; lost_at: number }>;

export interface Bomber {
  type: string;
  range: Range;
  attacking: boolean;
  first_pass: boolean;
  straggler: boolean;
  aim: string;
  formation: boolean;
  bombs: boolean;
  place: string | null;
  damage: Damage;
}

export interface Fight {
  enemy: string;
  orientation: Orientation;
  round: number;
  firepower: number;
  speed: number;
  agile: boolean;
  quality: string;
  damage: Damage;
}

export interface Sortie {
  box: number;
  raid_box: number;
  last_box: number;
  track: Record<string, number>;
  wound: string;
  firepower: number | null;
  speed: number | null;
  met: string | null;
  sighted: string | null;
  escort: string | null;
  homeward: boolean;
  bomber: Bomber | null;
  fight: Fight | null;
}

export interface Kills {
  bombers: number;
  fighters: number;
}

export interface Wingman {
  status: string;
  experience: number;
  skills: string[];
  kills: Kills;
  awards: string[];
  flights: number;
  lines_to_miss: number;
}

export interface Gunner {
  experience: number;
  skills: string[];
  kills: number;
  wound: string;
  stand_in: boolean;
}

export interface Weapon {
  name: string;
  fp: number;
  load: number | null;
  ammo: number | null;
  state: "ready" | "jammed" | "broken";
}

export interface Mat {
  name: string;
  series: string;
  speed: number;
  agile: boolean;
  boost: boolean;
  crew: number;
  engines: number;
  rockets: boolean;
  weapons: Weapon[];
  damage: Damage;
}

export interface Pilot {
  name: string;
  ace: string;
  unit: string | null;
  base: string | null;
  zone: string | null;
  rank: string;
  /** What an officer of that rank commands, or nothing. */
  command: string;
  track: string;
  experience: number;
  skills: string[];
  awards: string[];
  kills: Kills;
  flights: number;
  prestige: number;
  level: number;
  wounds: number;
  fatigue: number;
  lines_to_miss: number;
  starts: string;
  fate: string;
  wound: string;
  used: string[];
  markers: string[];
  /** When he wants the lucky charm offered, if he has one. */
  charm: string | null;
  leads: boolean;
  wingman: Wingman;
  aircraft: Mat | null;
  gunner: Gunner | null;
  sortie: Sortie | null;
  over: boolean;
}

export interface AirPicture {
  scenario: string;
  options: Record<string, unknown>;
  month: string;
  month_title: string;
  line: number;
  lines: number;
  raid: { target: string; zone: string; roll: number; weather: string } | null;
  cards_left: number;
  turn: number;
  /** Which pilot must answer now. */
  asked: number | null;
  pilots: Pilot[];
  own: number;
  result: Record<string, unknown> | null;
}

/** A model as the hangar knows it. */
export interface Model {
  name: string;
  series: string;
  weapons: { name: string; fp: number; ammo: number | null; mg_ff: boolean }[];
  speed: number;
  boost: boolean;
  agile: boolean;
  radial: boolean;
  engines: number;
  crew: number;
  airframe: number;
  wing: number;
  tail: number;
  controls: number;
  engine: number;
  rocket_hit: number | null;
  prestige: number;
  available: string;
  unique: boolean;
}

/** An Allied bomber or fighter as the hangar knows it. */
export interface AlliedBomber {
  name: string;
  airframe: number;
  wing: number;
  controls: number;
  engine: number;
  formation: boolean;
  extra_fire: number;
  chin_turret: number;
  bombs: boolean;
}
export interface AlliedFighter {
  name: string;
  fp: number;
  speed: number;
  engines: number;
  airframe: number;
  wing: number;
  tail: number;
  controls: number;
  engine: number;
  agile: boolean;
  radial: boolean;
}

export type Cell = number | "GP" | "DE";
export interface Card {
  n: number;
  hits: Cell[];
  df: number;
  jam: boolean;
  defence: { name: string; avoid: number | "all"; improve: number; agile_improve: number | null; ends: boolean };
  wingman: { kind: string; value: number };
}

export interface Skill {
  name: string;
  cost: number;
  who: string[];
  once: boolean;
  optional: boolean;
  rule: string;
  /** What it does, by who learns it. */
  about: Record<string, string>;
}

export interface AirData extends GameData {
  months: { name: string; title: string; sorties: number; promotion: boolean }[];
  victory: Record<string, number>;
  aircraft: Record<string, Model>;
  cards: Card[];
  columns: number[];
  words: Record<string, Record<string, string>>;
  ranges: { plain: number[]; formation: number[]; small_target: number[] };
  units: {
    name: string;
    roll: number;
    aircraft: string[];
    base: string;
    zone: string;
    since: string;
    choice_only: boolean;
  }[];
  tracks: Record<string, Record<string, number>>;
  boxes: { bombs: number[]; flak: number; last_single: number; last_twin: number };
  skills: Skill[];
  aces: { name: string; unit: string; total: number }[];
  repair: { lose_sortie: number; written_off: number };
  bombers: AlliedBomber[];
  fighters: AlliedFighter[];
  /** A sentence or two about each aircraft of both sides. */
  history: Record<string, string>;
}

export const RANGES: readonly Range[] = ["long", "medium", "close"];
export const WHEEL: readonly Orientation[] = ["tailed", "disadvantaged", "head on", "advantaged", "tailing"];
