/** What the server sends of this game: the picture a seat has, and the data of the map. */

import type { GameData } from "../../lib/games";

export type Side = "british" | "german";
export type Kind = "main" | "decoy" | "gardening" | "mosquito";

export interface Unit {
  name: string;
  type: string;
  base: string;
  division: string;
  twin: boolean;
  strength: number;
  /** A hex, "Jutland", "England", or a box: ready, rearm, closed, out, recovering, raid. */
  place: string;
  raid: string | null;
  stacked: string | null;
  markers: string[];
  fuel: number;
}

export interface Box {
  letter: string;
  units: string[];
  kind: Kind | null;
  losses?: number;
  disruption?: number;
  damage?: number;
  hunt?: number;
}

export interface Plotted {
  letter: string;
  kind: Kind;
  target: string | null;
  path: string[];
  entry: number;
  at: number;
  fate: string;
  heavy: boolean;
  load: number | null;
  waypoints: number;
}

export interface RaidPicture {
  seat: string;
  scenario: string;
  options: string[];
  turn: number;
  phase: string | null;
  sky: {
    weather: Record<string, string | null>;
    bad: boolean;
    visibility: string;
    twilight: number | null;
    moon: string;
    moon_turn: number | null;
    wind: number | null;
    fido: boolean;
  };
  jamming: { level: number; infiltration: number; naxos: boolean; beleuchter: boolean };
  /** Have raids over England noticed intruders? */
  alerted?: boolean;
  units: Unit[];
  counters: [hex: string, stream: boolean][];
  bombing_markers: [city: string, side: "drop" | "resolve"][];
  combat_markers: [kind: string, hex: string, city: string | null][];
  boxes: Box[];
  patrols: { pool: number[]; away: [strength: number, turn: number][] };
  stripped: string[];
  mobile_flak: string[];
  mined: string[];
  fighter_losses: number;
  points: { british: number; german: number | null };
  cards: {
    sizes: Record<Side, number>;
    piles: Record<Side, number>;
    discards: Record<Side, string[]>;
    hand?: string[];
  };
  attack: {
    kind: string;
    unit: string | null;
    hex: string | null;
    city: string | null;
    damaged?: boolean;
    mosquitos?: boolean;
  } | null;
  /** The eleven counts of each area, the countryside last. */
  city: { name: string; map: string; areas: number[][] } | null;
  result: {
    level: string;
    reason: string;
    vp: { british: number; german: number; net: number };
    bombers: number;
    nightfighters: number;
    turns: number;
  } | null;
  plot?: Plotted[];
  tracks?: [turn: number, hexes: string[]][];
}

export interface City {
  name: string;
  hex: string;
  /** -1: none at all. */
  flak: number;
  map: string;
  oboe: boolean;
  signature: string;
}

export interface ScenarioData {
  raids: Record<string, number>;
  stream: number;
  cities: City[];
  beacons: Record<string, string>;
  occupied: Record<string, string>;
  area_flak: Record<string, number>;
  searchlights: string[];
  himmelbett: string[];
  mandrel: string[];
  out_of_range: string[];
  airfields: Record<string, [airfield: string, hex: string, endurance: number]>;
  scoring: Record<string, unknown>;
  victory: [most: number | null, level: string][];
}

export interface CardData {
  side: Side;
  name: string;
  title: string;
  symbol: string;
  text: string;
}

export interface RaidData extends GameData {
  hexes: { name: string; zone: string; terrain: "sea" | "coast" | "land" | "england"; ruhr: boolean }[];
  exits: string[];
  jutland: string;
  gardens: { name: string; hex: string; vp: number }[];
  zones: string[];
  letters: string[];
  scenarios: Record<string, ScenarioData>;
  city_maps: Record<string, { title: string; areas: { name: string; type: string; oil: boolean }[] }>;
  cards: CardData[];
  weathers: Record<string, { modifier: number; cross: boolean }>;
  infiltration: [level: number, value: number][];
  phases: string[];
  phase_names: string[];
  words: Record<string, Record<string, string>>;
}
