/** What a seat may know of a career: the JSON of CareerView.to_json, and the static data of the campaigns. */

import type { Picture as AnyPicture } from "../../lib/games";
import type { StaticData } from "../nightfighter/types";

export interface Crew {
  number: number;
  pilot: string;
  operator: string;
  gunner: string | null;
  kills: number;
  points: number;
  shot_down: number;
  awards: string[];
  status: "green" | "seasoned" | "experte";
  fate: string;
  wounded_weeks: number;
  away_weeks: number;
  operator_wounded_weeks: number;
  gunner_wounded_weeks: number;
  weeks_running: number;
}
export interface Plane {
  letter: string;
  type: string;
  fate: string;
  workshop_weeks: number;
  radar: string | null;
}
export interface Patrol {
  crew: number;
  aircraft: string;
  sector: number;
  role: string;
  state: string;
  turns: number;
  hits: number;
  fuel: number;
}
export interface Sortie {
  number: number;
  week: number;
  kind: string;
  size: string;
  card: string;
  bombers: string;
  crews: string[];
  planes: string[];
  kills: number;
  hits: number;
  lost: number;
  turns: number;
}
export interface Kill {
  week: number;
  crew: string;
  type: string;
  engines: number;
  points: number;
}
export interface Orders {
  kind: string;
  size: string;
  bomber: string;
  low: boolean;
  zones: string[];
  radar: string[];
  last_turn: number;
  lines?: string[][]; // the sheet of the sortie in words
}

export interface CareerPicture {
  game: "campaign";
  seat: string;
  scenario: "pilot" | "seasoned" | "staffel";
  status: "published" | "reconstructed";
  week: number;
  month: number;
  week_of_month: number;
  weeks: number;
  moon: string;
  ironman: boolean;
  night: { visibility: string | null; cloud: string | null; moon_risen: boolean; cards: number };
  cards_left: number;
  crews: Crew[];
  aircraft: Plane[];
  patrols: Patrol[];
  closed_sector: number | null;
  sorties: Sortie[];
  kills: Kill[];
  score: { points: number; total: number; bonus: number; crews_lost: number; aircraft_lost: number };
  /** week, score, points, kills, crews, aircraft, sorties, aircraft lost; one line a week. */
  history: number[][];
  sortie: (AnyPicture & { game: string }) | null;
  orders: Orders | null;
  sortie_number: number;
  over: { level: string; reason: string } | null;
}

export interface CareerData extends StaticData {
  /** A month's name by itself and within a date, which are not the same in every language. */
  months: { title: string; within: string; moons: string[] }[];
  awards: { id: string; points: number }[];
  /** Kinds of events by which a week is remembered, and kinds worth a line in the diary. */
  marks: Record<string, string>;
  diary: string[];
  words: Record<string, Record<string, string>>;
}
