// Made by tools/typescript.py from src/viermot/games/solitaire; not to be edited by hand.

import { type Decoder, flag, list, maybe, number, oneOf, optional, record, struct, text, tuple } from "../../lib/decode";
import { readFighter, readRadarCounter, type Fighter, type RadarCounter } from "../nightfighter/types";

export const FACINGS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
export type Facing = (typeof FACINGS)[number];

export const LEVELS = ["none", "low", "moderate", "high"] as const;
export type Level = (typeof LEVELS)[number];

/** How the game ended [4.1]. */
export interface SoloResult {
  level: "loss" | "win" | "decisive";
  reason: string;
  score: number;
  kills: number;
  losses: number;
  turns: number;
  bombers: number;
  hits: number;
  hits_taken: number;
  escaped: number;
}

export const readSoloResult: Decoder<SoloResult> = struct<SoloResult>(() => ({
  level: oneOf("loss", "win", "decisive"),
  reason: text,
  score: number,
  kills: number,
  losses: number,
  turns: number,
  bombers: number,
  hits: number,
  hits_taken: number,
  escaped: number,
}));

/** What has been counted so far [4.1]. */
export interface SoloScore {
  kills: number;
  losses: number;
  score: number;
}

export const readSoloScore: Decoder<SoloScore> = struct<SoloScore>(() => ({
  kills: number,
  losses: number,
  score: number,
}));

/** What is still to be drawn in a stream with German fighters. */
export interface Cup {
  german: number;
  other: number;
}

export const readCup: Decoder<Cup> = struct<Cup>(() => ({
  german: number,
  other: number,
}));

/** A search counter on the map. */
export interface Look {
  radar: string;
  counter: string;
  hex: string;
  result: "waiting" | "nothing" | "refined" | "tracked" | "tested" | "silent";
}

export const readLook: Decoder<Look> = struct<Look>(() => ({
  radar: text,
  counter: text,
  hex: text,
  result: oneOf("waiting", "nothing", "refined", "tracked", "tested", "silent"),
}));

/** The second counter of a lone bomber, before it enters. */
export interface Coming {
  turn: number;
  counter: string;
  column: string;
}

export const readComing: Decoder<Coming> = struct<Coming>(() => ({
  turn: number,
  counter: text,
  column: text,
}));

/** A counter that has left the map, and what became of it. */
export interface Gone {
  counter: string;
  type: string;
  fate: string;
  hits: number;
  may_be_it: boolean;
}

export const readGone: Decoder<Gone> = struct<Gone>(() => ({
  counter: text,
  type: text,
  fate: text,
  hits: number,
  may_be_it: flag,
}));

/** A hex a bomber may be in, and the dice that stand for it [S5.2a, S5.3a]. */
export interface AreaHex {
  hex: string;
  dice: string;
}

export const readAreaHex: Decoder<AreaHex> = struct<AreaHex>(() => ({
  hex: text,
  dice: text,
}));

/** One counter with its markers, and what is excluded this turn. */
export interface Counter {
  counter: string;
  bomber: number;
  type: string;
  hidden: boolean;
  hex: string;
  facing: "N" | "NE" | "SE" | "S" | "SW" | "NW";
  level: "none" | "low" | "moderate" | "high";
  left: number;
  area: AreaHex[];
  excluded: string[];
  track: "above" | "beneath" | null;
  lit_in: string | null;
  tallied_by: string[];
  fixed_by: string[];
  hits: number;
  alerted: boolean;
  h2s: boolean;
}

export const readCounter: Decoder<Counter> = struct<Counter>(() => ({
  counter: text,
  bomber: number,
  type: text,
  hidden: flag,
  hex: text,
  facing: oneOf("N", "NE", "SE", "S", "SW", "NW"),
  level: oneOf("none", "low", "moderate", "high"),
  left: number,
  area: list(readAreaHex),
  excluded: list(text),
  track: maybe(oneOf("above", "beneath")),
  lit_in: maybe(text),
  tallied_by: list(text),
  fixed_by: list(text),
  hits: number,
  alerted: flag,
  h2s: flag,
}));

/** The sky tonight, with its contrails. */
export interface SoloEnvironment {
  moon: "none" | "half" | "full";
  visibility: "poor" | "moderate" | "good";
  cloud: "none" | "cloudy";
  altitude: "normal" | "low" | "high";
  visible: [number, number];
  contrails: boolean;
}

export const readSoloEnvironment: Decoder<SoloEnvironment> = struct<SoloEnvironment>(() => ({
  moon: oneOf("none", "half", "full"),
  visibility: oneOf("poor", "moderate", "good"),
  cloud: oneOf("none", "cloudy"),
  altitude: oneOf("normal", "low", "high"),
  visible: tuple(number, number),
  contrails: flag,
}));

/** Everything there is to know now [S3.0a]. */
export interface SoloPicture {
  game: "solitaire";
  seat: string;
  scenario: string;
  turn: number;
  turn_space: number;
  phase: number;
  environment: SoloEnvironment;
  fighters: Fighter[];
  counters: Counter[];
  gone: Gone[];
  coming: Coming[];
  searches: Look[];
  radars: RadarCounter[];
  options: string[];
  cup: Cup | null;
  score: SoloScore;
  over: SoloResult | null;
  sheet?: string[][];
  special?: string;
}

export const readSoloPicture: Decoder<SoloPicture> = struct<SoloPicture>(() => ({
  game: oneOf("solitaire"),
  seat: text,
  scenario: text,
  turn: number,
  turn_space: number,
  phase: number,
  environment: readSoloEnvironment,
  fighters: list(readFighter),
  counters: list(readCounter),
  gone: list(readGone),
  coming: list(readComing),
  searches: list(readLook),
  radars: list(readRadarCounter),
  options: list(text),
  cup: maybe(readCup),
  score: readSoloScore,
  over: maybe(readSoloResult),
  sheet: optional(list(list(text))),
  special: optional(text),
}));

/** What may come of a search that can be chosen now, and how likely it is. */
export interface SearchOdds {
  option: string;
  label: string;
  chances: Record<string, number>;
}

export const readSearchOdds: Decoder<SearchOdds> = struct<SearchOdds>(() => ({
  option: text,
  label: text,
  chances: record(number),
}));
