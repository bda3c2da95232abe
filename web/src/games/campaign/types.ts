// Made by tools/typescript.py from src/viermot/games/campaign; not to be edited by hand.

import { type Decoder, anything, flag, list, maybe, number, oneOf, optional, record, struct, tagged, text } from "../../lib/decode";
import { readBook, readRuleText, type Book, type RuleText } from "../../lib/messages";
import { readAiRadar, readBomberChart, readFighterChart, readHistoryTexts, readMapFeatures, readPicture, readSearchRadarChart, type AiRadar, type BomberChart, type FighterChart, type HistoryTexts, type MapFeatures, type Picture, type SearchRadarChart } from "../nightfighter/types";
import { readSoloPicture, type SoloPicture } from "../solitaire/types";

/** How the career ended [PC1, PC6, A10.1]. */
export interface CareerResult {
  level: string;
  reason: string;
  score: number;
  kills: number;
  points: number;
  losses: number;
  crews_lost: number;
  weeks: number;
  sorties: number;
}

export const readCareerResult: Decoder<CareerResult> = struct<CareerResult>(() => ({
  level: text,
  reason: text,
  score: number,
  kills: number,
  points: number,
  losses: number,
  crews_lost: number,
  weeks: number,
  sorties: number,
}));

/** What everybody was told of the raid before take-off. */
export interface Orders {
  kind: string;
  size: string;
  bomber: string;
  low: boolean;
  zones: string[];
  radar: string[];
  last_turn: number;
  sheet: Record<string, unknown>;
  lines?: string[][];
}

export const readOrders: Decoder<Orders> = struct<Orders>(() => ({
  kind: text,
  size: text,
  bomber: text,
  low: flag,
  zones: list(text),
  radar: list(text),
  last_turn: number,
  sheet: record(anything),
  lines: optional(list(list(text))),
}));

/** What the career has brought so far. */
export interface CareerScore {
  points: number;
  total: number;
  bonus: number;
  crews_lost: number;
  aircraft_lost: number;
}

export const readCareerScore: Decoder<CareerScore> = struct<CareerScore>(() => ({
  points: number,
  total: number,
  bonus: number,
  crews_lost: number,
  aircraft_lost: number,
}));

/** One line of the list of kills. */
export interface Kill {
  week: number;
  crew: string;
  type: string;
  engines: number;
  points: number;
}

export const readKill: Decoder<Kill> = struct<Kill>(() => ({
  week: number,
  crew: text,
  type: text,
  engines: number,
  points: number,
}));

/** One line of the log of sorties. */
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

export const readSortie: Decoder<Sortie> = struct<Sortie>(() => ({
  number: number,
  week: number,
  kind: text,
  size: text,
  card: text,
  bombers: text,
  crews: list(text),
  planes: list(text),
  kills: number,
  hits: number,
  lost: number,
  turns: number,
}));

/** A crew and an aircraft on the patrol display tonight [A5]. */
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

export const readPatrol: Decoder<Patrol> = struct<Patrol>(() => ({
  crew: number,
  aircraft: text,
  sector: number,
  role: text,
  state: text,
  turns: number,
  hits: number,
  fuel: number,
}));

/** An aircraft of the stock [A2, A8.1]. */
export interface Plane {
  letter: string;
  type: string;
  fate: string;
  workshop_weeks: number;
  radar: string | null;
}

export const readPlane: Decoder<Plane> = struct<Plane>(() => ({
  letter: text,
  type: text,
  fate: text,
  workshop_weeks: number,
  radar: maybe(text),
}));

/** A crew: who they are, what they have done, and how they are [A2]. */
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

export const readCrew: Decoder<Crew> = struct<Crew>(() => ({
  number: number,
  pilot: text,
  operator: text,
  gunner: maybe(text),
  kills: number,
  points: number,
  shot_down: number,
  awards: list(text),
  status: oneOf("green", "seasoned", "experte"),
  fate: text,
  wounded_weeks: number,
  away_weeks: number,
  operator_wounded_weeks: number,
  gunner_wounded_weeks: number,
  weeks_running: number,
}));

/** Tonight's weather, once it has been rolled for [A3b]. */
export interface Night {
  visibility: string | null;
  cloud: string | null;
  moon_risen: boolean;
  cards: number;
}

export const readNight: Decoder<Night> = struct<Night>(() => ({
  visibility: maybe(text),
  cloud: maybe(text),
  moon_risen: flag,
  cards: number,
}));

/** Everything a seat may know of a career now. */
export interface CareerPicture {
  game: "campaign";
  seat: string;
  scenario: string;
  status: "published" | "reconstructed";
  week: number;
  month: number;
  week_of_month: number;
  weeks: number;
  moon: string;
  ironman: boolean;
  night: Night;
  cards_left: number;
  crews: Crew[];
  aircraft: Plane[];
  patrols: Patrol[];
  closed_sector: number | null;
  sorties: Sortie[];
  kills: Kill[];
  score: CareerScore;
  history: number[][];
  sortie: Picture | SoloPicture | null;
  orders: Orders | null;
  sortie_number: number;
  over: CareerResult | null;
}

export const readCareerPicture: Decoder<CareerPicture> = struct<CareerPicture>(() => ({
  game: oneOf("campaign"),
  seat: text,
  scenario: text,
  status: oneOf("published", "reconstructed"),
  week: number,
  month: number,
  week_of_month: number,
  weeks: number,
  moon: text,
  ironman: flag,
  night: readNight,
  cards_left: number,
  crews: list(readCrew),
  aircraft: list(readPlane),
  patrols: list(readPatrol),
  closed_sector: maybe(number),
  sorties: list(readSortie),
  kills: list(readKill),
  score: readCareerScore,
  history: list(list(number)),
  sortie: maybe(tagged<Picture | SoloPicture>("game", () => ({ nightfighter: readPicture, solitaire: readSoloPicture }))),
  orders: maybe(readOrders),
  sortie_number: number,
  over: maybe(readCareerResult),
}));

/** A decoration, and the points it takes. */
export interface AwardLine {
  id: string;
  points: number;
}

export const readAwardLine: Decoder<AwardLine> = struct<AwardLine>(() => ({
  id: text,
  points: number,
}));

/** A month's name by itself and within a date, which are not the same in every language, and its moons. */
export interface MonthTexts {
  title: string;
  within: string;
  moons: string[];
}

export const readMonthTexts: Decoder<MonthTexts> = struct<MonthTexts>(() => ({
  title: text,
  within: text,
  moons: list(text),
}));

/** Map and charts of the sorties, the calendar, the decorations, and the words of the book. */
export interface CareerData {
  rules: Record<string, RuleText>;
  book: Book | null;
  phases: string[];
  map: MapFeatures;
  fighters: Record<string, FighterChart>;
  bombers: Record<string, BomberChart>;
  ai_radars: Record<string, AiRadar>;
  search_radars: Record<string, SearchRadarChart>;
  history: HistoryTexts;
  months: MonthTexts[];
  marks: Record<string, string>;
  diary: string[];
  awards: AwardLine[];
  words: Record<string, Record<string, string>>;
}

export const readCareerData: Decoder<CareerData> = struct<CareerData>(() => ({
  rules: record(readRuleText),
  book: maybe(readBook),
  phases: list(text),
  map: readMapFeatures,
  fighters: record(readFighterChart),
  bombers: record(readBomberChart),
  ai_radars: record(readAiRadar),
  search_radars: record(readSearchRadarChart),
  history: readHistoryTexts,
  months: list(readMonthTexts),
  marks: record(text),
  diary: list(text),
  awards: list(readAwardLine),
  words: record(record(text)),
}));
