// Made by tools/typescript.py from src/viermot/games/nightfighter; not to be edited by hand.

import { type Decoder, either, flag, list, maybe, number, oneOf, optional, record, struct, text, tuple } from "../../lib/decode";
import { readBook, readRuleText, type Book, type RuleText } from "../../lib/messages";

export const ARCS = ["narrow", "wide", "hemi"] as const;
export type Arc = (typeof ARCS)[number];

export const FACINGS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
export type Facing = (typeof FACINGS)[number];

export const MOONS = ["none", "half", "full"] as const;
export type Moon = (typeof MOONS)[number];

export const FAMILIES = ["ground", "gci", "mew", "flensburg", "naxos", "serrate"] as const;
export type Family = (typeof FAMILIES)[number];

export const NATIONS = ["UK", "US", "GE", "JA"] as const;
export type Nation = (typeof NATIONS)[number];

export const PILOTS = ["normal", "experte", "green"] as const;
export type Pilot = (typeof PILOTS)[number];

export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** An attacker on the umpire's map [5.1a]. */
export interface Attacker {
  id: string;
  type: string;
  intruder: boolean;
  hex: string | null;
  facing: "N" | "NE" | "SE" | "S" | "SW" | "NW";
  fate: string;
  hits: number;
  alerted: boolean;
  lit_in: string | null;
  contact: string | null;
  column: number | null;
}

export const readAttacker: Decoder<Attacker> = struct<Attacker>(() => ({
  id: text,
  type: text,
  intruder: flag,
  hex: maybe(text),
  facing: oneOf("N", "NE", "SE", "S", "SW", "NW"),
  fate: text,
  hits: number,
  alerted: flag,
  lit_in: maybe(text),
  contact: maybe(text),
  column: maybe(number),
}));

/** The map behind the screen [5.1a]. */
export interface UmpireMap {
  side: "red" | "yellow" | null;
  attackers: Attacker[];
  to_come: number;
}

export const readUmpireMap: Decoder<UmpireMap> = struct<UmpireMap>(() => ({
  side: maybe(oneOf("red", "yellow")),
  attackers: list(readAttacker),
  to_come: number,
}));

/** How the game ended [4.1]. */
export interface Result {
  level: "loss" | "win" | "decisive";
  reason: string;
  score: number;
  kills: number;
  losses: number;
  vp: number;
  turns: number;
}

export const readResult: Decoder<Result> = struct<Result>(() => ({
  level: oneOf("loss", "win", "decisive"),
  reason: text,
  score: number,
  kills: number,
  losses: number,
  vp: number,
  turns: number,
}));

/** What has been counted so far [4.1]. */
export interface Score {
  kills: number;
  losses: number;
  vp: number;
  score: number;
}

export const readScore: Decoder<Score> = struct<Score>(() => ({
  kills: number,
  losses: number,
  vp: number,
  score: number,
}));

/** A searchlight search marker. */
export interface Marker {
  zone: string;
  hex: string;
}

export const readMarker: Decoder<Marker> = struct<Marker>(() => ({
  zone: text,
  hex: text,
}));

/** A past search, as a track counter would mark it [13.1.4]. */
export interface Track {
  turn: number;
  radar: string;
  hex: string;
  contact: boolean;
  towards: string[];
}

export const readTrack: Decoder<Track> = struct<Track>(() => ({
  turn: number,
  radar: text,
  hex: text,
  contact: flag,
  towards: list(text),
}));

/** One of the player's search counters, whose it is and how far it looks [13.1]. */
export interface RadarCounter {
  radar: string;
  family: string;
  value: number;
  fighter: string | null;
  jammed: "none" | "light" | "heavy";
}

export const readRadarCounter: Decoder<RadarCounter> = struct<RadarCounter>(() => ({
  radar: text,
  family: text,
  value: number,
  fighter: maybe(text),
  jammed: oneOf("none", "light", "heavy"),
}));

/** A sweep counter on the map [13.1]. */
export interface Sweep {
  radar: string;
  hex: string;
}

export const readSweep: Decoder<Sweep> = struct<Sweep>(() => ({
  radar: text,
  hex: text,
}));

/** A search counter on the map [13.1]. */
export interface Search {
  radar: string;
  hex: string;
  result: "nothing" | "contact" | "same hex" | "silent" | "pending";
}

export const readSearch: Decoder<Search> = struct<Search>(() => ({
  radar: text,
  hex: text,
  result: oneOf("nothing", "contact", "same hex", "silent", "pending"),
}));

/** An attacker on the player's map, and what he has witnessed of it [5.1b]. */
export interface Contact {
  contact: string;
  hex: string;
  facing: "N" | "NE" | "SE" | "S" | "SW" | "NW";
  lit_in: string | null;
  tallied_by: string[];
  fixed_by: string[];
  hits: number;
  alerted: boolean;
  type: string | null;
}

export const readContact: Decoder<Contact> = struct<Contact>(() => ({
  contact: text,
  hex: text,
  facing: oneOf("N", "NE", "SE", "S", "SW", "NW"),
  lit_in: maybe(text),
  tallied_by: list(text),
  fixed_by: list(text),
  hits: number,
  alerted: flag,
  type: maybe(text),
}));

/** A fighter's AI radar, as jammed as it is tonight [19.1, 24.5]. */
export interface AiSet {
  name: string;
  range: number;
  arc: "narrow" | "wide" | "hemi";
  modifier: number;
  band: "P" | "L" | "S" | "X";
  jammed: "none" | "light" | "heavy";
}

export const readAiSet: Decoder<AiSet> = struct<AiSet>(() => ({
  name: text,
  range: number,
  arc: oneOf("narrow", "wide", "hemi"),
  modifier: number,
  band: oneOf("P", "L", "S", "X"),
  jammed: oneOf("none", "light", "heavy"),
}));

/** What an aircraft's chart says of it as fitted, at this altitude and on this turn [6.0, 12.0, 19.1]. */
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

export const readCard: Decoder<Card> = struct<Card>(() => ({
  mp: text,
  mp_now: number,
  least_mp: number,
  firepower: maybe(number),
  oblique: maybe(number),
  defence: maybe(number),
  view: flag,
  ai: maybe(readAiSet),
  equipment: list(text),
  tail_warning: flag,
  guidance: text,
}));

/** One of the player's fighters, open to both seats. */
export interface Fighter {
  id: string;
  type: string;
  pilot: "green" | "normal" | "experte";
  generic: string;
  hex: string | null;
  facing: "N" | "NE" | "SE" | "S" | "SW" | "NW" | null;
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
  radar: string | null;
  equipment: string[];
  good_view: boolean;
  lit_range: number;
  spent: number;
  card: Card;
}

export const readFighter: Decoder<Fighter> = struct<Fighter>(() => ({
  id: text,
  type: text,
  pilot: oneOf("green", "normal", "experte"),
  generic: text,
  hex: maybe(text),
  facing: maybe(oneOf("N", "NE", "SE", "S", "SW", "NW")),
  fate: text,
  hits: number,
  damage: number,
  dives: number,
  blinded: number,
  tally: maybe(text),
  fix: maybe(text),
  warned: flag,
  alerted: flag,
  oblique: flag,
  radar: maybe(text),
  equipment: list(text),
  good_view: flag,
  lit_range: number,
  spent: number,
  card: readCard,
}));

/** The sky tonight. */
export interface Environment {
  moon: "none" | "half" | "full";
  visibility: "poor" | "moderate" | "good";
  cloud: "none" | "cloudy";
  altitude: "normal" | "low" | "high";
  visible: [number, number];
}

export const readEnvironment: Decoder<Environment> = struct<Environment>(() => ({
  moon: oneOf("none", "half", "full"),
  visibility: oneOf("poor", "moderate", "good"),
  cloud: oneOf("none", "cloudy"),
  altitude: oneOf("normal", "low", "high"),
  visible: tuple(number, number),
}));

/** Everything a seat may know of a game now. */
export interface Picture {
  game: "nightfighter";
  seat: string;
  scenario: string;
  turn: number;
  turn_space: number;
  phase: number;
  environment: Environment;
  fighters: Fighter[];
  contacts: Contact[];
  searches: Search[];
  sweeps: Sweep[];
  radars: RadarCounter[];
  tracks: Track[];
  markers: Marker[];
  task_force: string | null;
  flares_until: number;
  score: Score;
  over: Result | null;
  umpire?: UmpireMap;
  player_map?: Picture;
}

export const readPicture: Decoder<Picture> = struct<Picture>(() => ({
  game: oneOf("nightfighter"),
  seat: text,
  scenario: text,
  turn: number,
  turn_space: number,
  phase: number,
  environment: readEnvironment,
  fighters: list(readFighter),
  contacts: list(readContact),
  searches: list(readSearch),
  sweeps: list(readSweep),
  radars: list(readRadarCounter),
  tracks: list(readTrack),
  markers: list(readMarker),
  task_force: maybe(text),
  flares_until: number,
  score: readScore,
  over: maybe(readResult),
  umpire: optional(readUmpireMap),
  player_map: optional(readPicture),
}));

/** Something that happened in the night war. */
export interface ChronologyLine {
  date: string;
  month: number;
  text: string;
}

export const readChronologyLine: Decoder<ChronologyLine> = struct<ChronologyLine>(() => ({
  date: text,
  month: number,
  text: text,
}));

/** A few sentences about each aircraft and radar, and the chronology. */
export interface HistoryTexts {
  aircraft: Record<string, string>;
  radars: Record<string, string>;
  chronology: ChronologyLine[];
}

export const readHistoryTexts: Decoder<HistoryTexts> = struct<HistoryTexts>(() => ({
  aircraft: record(text),
  radars: record(text),
  chronology: list(readChronologyLine),
}));

/** A search counter and its sweeps [2.2.2, 13.1]. */
export interface SearchRadarChart {
  name: string;
  value: number;
  sweeps: number;
  family: "ground" | "gci" | "mew" | "flensburg" | "naxos" | "serrate";
  letters: string[];
  wide_arc_only: boolean;
  jammable: boolean;
  status: "published" | "pinned" | "play report" | "reconstructed" | "own";
  pinned: Record<string, string>;
}

export const readSearchRadarChart: Decoder<SearchRadarChart> = struct<SearchRadarChart>(() => ({
  name: text,
  value: number,
  sweeps: number,
  family: oneOf("ground", "gci", "mew", "flensburg", "naxos", "serrate"),
  letters: list(text),
  wide_arc_only: flag,
  jammable: flag,
  status: oneOf("published", "pinned", "play report", "reconstructed", "own"),
  pinned: record(text),
}));

/** A radar in a fighter's nose; the modifier is added to the dice of a tally on what it fixed [19.1]. */
export interface AiRadar {
  name: string;
  range: number;
  arc: "narrow" | "wide" | "hemi";
  modifier: number;
  band: "P" | "L" | "S" | "X";
  resistant: boolean;
  since: number | null;
  also: string[];
  status: "published" | "pinned" | "play report" | "reconstructed" | "own";
  pinned: Record<string, string>;
}

export const readAiRadar: Decoder<AiRadar> = struct<AiRadar>(() => ({
  name: text,
  range: number,
  arc: oneOf("narrow", "wide", "hemi"),
  modifier: number,
  band: oneOf("P", "L", "S", "X"),
  resistant: flag,
  since: maybe(number),
  also: list(text),
  status: oneOf("published", "pinned", "play report", "reconstructed", "own"),
  pinned: record(text),
}));

/** A line of the bomber chart. */
export interface BomberChart {
  status: "published" | "pinned" | "play report" | "reconstructed" | "own";
  pinned: Record<string, string>;
  name: string;
  full_name: string;
  nation: "UK" | "US" | "GE" | "JA";
  mp: string;
  mp_low: string | null;
  mp_high: string | null;
  fp: number | null;
  damage: number;
  equipment: Equipment[];
  counters: number;
  since: number;
  until: number | null;
  engines: number;
  responds: boolean;
}

export const readBomberChart: Decoder<BomberChart> = struct<BomberChart>(() => ({
  status: oneOf("published", "pinned", "play report", "reconstructed", "own"),
  pinned: record(text),
  name: text,
  full_name: text,
  nation: oneOf("UK", "US", "GE", "JA"),
  mp: text,
  mp_low: maybe(text),
  mp_high: maybe(text),
  fp: maybe(number),
  damage: number,
  equipment: list(readEquipment),
  counters: number,
  since: number,
  until: maybe(number),
  engines: number,
  responds: flag,
}));

/** One line of an aircraft's equipment: what it is, when it was in service, and what it changes [12.0]. */
export interface Equipment {
  name: string;
  grade: "Std" | "Upg" | "Exp";
  since: number | null;
  until: number | null;
  effects: Record<string, number | string | boolean>;
}

export const readEquipment: Decoder<Equipment> = struct<Equipment>(() => ({
  name: text,
  grade: oneOf("Std", "Upg", "Exp"),
  since: maybe(number),
  until: maybe(number),
  effects: record(either(number, text, flag)),
}));

/** A line of the nightfighter charts. */
export interface FighterChart {
  status: "published" | "pinned" | "play report" | "reconstructed" | "own";
  pinned: Record<string, string>;
  name: string;
  full_name: string;
  nation: "UK" | "US" | "GE" | "JA";
  mp: string;
  mp_low: string | null;
  mp_high: string | null;
  fp: number | null;
  damage: number;
  equipment: Equipment[];
  counters: number;
  since: number;
  until: number | null;
  minimum_mp: number;
  defence: number | null;
  oblique: number | null;
  oblique_standard: boolean;
  ai: ([number | null, string])[];
  view: boolean;
  gunflash: boolean;
  gunflash_until: number | null;
  rear_view_own_rule: boolean;
}

export const readFighterChart: Decoder<FighterChart> = struct<FighterChart>(() => ({
  status: oneOf("published", "pinned", "play report", "reconstructed", "own"),
  pinned: record(text),
  name: text,
  full_name: text,
  nation: oneOf("UK", "US", "GE", "JA"),
  mp: text,
  mp_low: maybe(text),
  mp_high: maybe(text),
  fp: maybe(number),
  damage: number,
  equipment: list(readEquipment),
  counters: number,
  since: number,
  until: maybe(number),
  minimum_mp: number,
  defence: maybe(number),
  oblique: maybe(number),
  oblique_standard: flag,
  ai: list(tuple(maybe(number), text)),
  view: flag,
  gunflash: flag,
  gunflash_until: maybe(number),
  rear_view_own_rule: flag,
}));

/** What is printed on the grid [2.1]. Turns are in sixths of a circle, to the right. */
export interface MapFeatures {
  columns: number;
  rows: number;
  zones: Record<string, [number, number, number, number]>;
  beacon: string;
  box_hexes: string[];
  flare_entries: ([string, "N" | "NE" | "SE" | "S" | "SW" | "NW"])[];
  scatter: Record<string, number>;
  corkscrew: Record<string, number>;
  tail_warning: number[];
}

export const readMapFeatures: Decoder<MapFeatures> = struct<MapFeatures>(() => ({
  columns: number,
  rows: number,
  zones: record(tuple(number, number, number, number)),
  beacon: text,
  box_hexes: list(text),
  flare_entries: list(tuple(text, oneOf("N", "NE", "SE", "S", "SW", "NW"))),
  scatter: record(number),
  corkscrew: record(number),
  tail_warning: list(number),
}));

/** Map, charts and history. */
export interface StaticData {
  rules: Record<string, RuleText>;
  book: Book | null;
  phases: string[];
  map: MapFeatures;
  fighters: Record<string, FighterChart>;
  bombers: Record<string, BomberChart>;
  ai_radars: Record<string, AiRadar>;
  search_radars: Record<string, SearchRadarChart>;
  history: HistoryTexts;
}

export const readStaticData: Decoder<StaticData> = struct<StaticData>(() => ({
  rules: record(readRuleText),
  book: maybe(readBook),
  phases: list(text),
  map: readMapFeatures,
  fighters: record(readFighterChart),
  bombers: record(readBomberChart),
  ai_radars: record(readAiRadar),
  search_radars: record(readSearchRadarChart),
  history: readHistoryTexts,
}));

/** Some of the player's fighters, alike in everything. */
export interface DefenderGroup {
  type: string;
  count: number;
  pilot: "normal" | "experte" | "green";
  upgrades: string[];
  altitude_advantage: boolean;
  guidance: string | null;
  unit: string;
}

export const readDefenderGroup: Decoder<DefenderGroup> = struct<DefenderGroup>(() => ({
  type: text,
  count: number,
  pilot: oneOf("normal", "experte", "green"),
  upgrades: list(text),
  altitude_advantage: flag,
  guidance: maybe(text),
  unit: text,
}));

/** Some attackers of one type in one role. */
export interface AttackerGroup {
  type: string;
  count: number;
  role: "bomber" | "torpedo" | "flare" | "german fighter";
  upgrades: string[];
  unit: string;
}

export const readAttackerGroup: Decoder<AttackerGroup> = struct<AttackerGroup>(() => ({
  type: text,
  count: number,
  role: oneOf("bomber", "torpedo", "flare", "german fighter"),
  upgrades: list(text),
  unit: text,
}));

/** Who flies in a scenario. */
export interface Formations {
  attackers: AttackerGroup[];
  intruders: AttackerGroup[];
  defenders: DefenderGroup[];
}

export const readFormations: Decoder<Formations> = struct<Formations>(() => ({
  attackers: list(readAttackerGroup),
  intruders: list(readAttackerGroup),
  defenders: list(readDefenderGroup),
}));

/** What is counted, and the score each grade needs [4.1]. */
export interface Victory {
  score: "kills" | "kills - losses" | "German fighters destroyed" | "bombers destroyed + 2 x intruders destroyed - losses" | "vp";
  win: number;
  decisive: number | null;
  compare: "at least" | "at most";
  lost_if: "a bomber has been attacked" | null;
}

export const readVictory: Decoder<Victory> = struct<Victory>(() => ({
  score: oneOf("kills", "kills - losses", "German fighters destroyed", "bombers destroyed + 2 x intruders destroyed - losses", "vp"),
  win: number,
  decisive: maybe(number),
  compare: oneOf("at least", "at most"),
  lost_if: maybe(oneOf("a bomber has been attacked")),
}));

/** What is jammed [24.5]; bands not listed are not. */
export interface Jamming {
  search: "none" | "light" | "heavy";
  ai: Record<string, "light" | "heavy">;
  searchlights: boolean;
}

export const readJamming: Decoder<Jamming> = struct<Jamming>(() => ({
  search: oneOf("none", "light", "heavy"),
  ai: record(oneOf("light", "heavy")),
  searchlights: flag,
}));

/** Where a fighter may set up; its facing is free [3.2]. */
export interface Place {
  kind: "beacon" | "box" | "any" | "rows" | "zones";
  rows: [number, number] | null;
  zones: string[];
}

export const readPlace: Decoder<Place> = struct<Place>(() => ({
  kind: oneOf("beacon", "box", "any", "rows", "zones"),
  rows: maybe(tuple(number, number)),
  zones: list(text),
}));

/** What the lobby's little map and the table's map need of a scenario. */
export interface ScenarioMap {
  zones: string[];
  directed: boolean;
  flare_zones: string[];
  flak: boolean;
  task_force: string | null;
  altitude: "normal" | "low" | "high";
  moon: "none" | "half" | "full" | "random";
  visibility: "poor" | "moderate" | "good" | "random";
  cloud: "cloudy" | "none" | "random";
  radar: string[];
  setup: Place[];
  jamming: Jamming;
  victory: Victory | null;
  end_turn: number | null;
  month: number;
  theatre: string;
}

export const readScenarioMap: Decoder<ScenarioMap> = struct<ScenarioMap>(() => ({
  zones: list(text),
  directed: flag,
  flare_zones: list(text),
  flak: flag,
  task_force: maybe(text),
  altitude: oneOf("normal", "low", "high"),
  moon: oneOf("none", "half", "full", "random"),
  visibility: oneOf("poor", "moderate", "good", "random"),
  cloud: oneOf("cloudy", "none", "random"),
  radar: list(text),
  setup: list(readPlace),
  jamming: readJamming,
  victory: maybe(readVictory),
  end_turn: maybe(number),
  month: number,
  theatre: text,
}));

/** What the bomber may do before the attack [17.4]. */
export interface NoticeOdds {
  warned: boolean;
  rules: string[];
  alert: number;
  modifiers: Modifier[];
  nothing: Chance;
  corkscrew: Chance;
  defensive_fire: Chance;
  gunners: FireOdds | null;
}

export const readNoticeOdds: Decoder<NoticeOdds> = struct<NoticeOdds>(() => ({
  warned: flag,
  rules: list(text),
  alert: number,
  modifiers: list(readModifier),
  nothing: readChance,
  corkscrew: readChance,
  defensive_fire: readChance,
  gunners: maybe(readFireOdds),
}));

/** How an attack may go if the bomber is of this type. */
export interface TypeOdds {
  to_destroy: number;
  destroyed: Chance;
  in_all: Chance;
  notice: NoticeOdds | null;
}

export const readTypeOdds: Decoder<TypeOdds> = struct<TypeOdds>(() => ({
  to_destroy: number,
  destroyed: readChance,
  in_all: readChance,
  notice: maybe(readNoticeOdds),
}));

/** A chance exactly and as a number. */
export interface Chance {
  of: [number, number];
  chance: number;
}

export const readChance: Decoder<Chance> = struct<Chance>(() => ({
  of: tuple(number, number),
  chance: number,
}));

/** What is added to a roll, and why. */
export interface Modifier {
  what: string;
  text: string;
  points: number;
  rule: string;
}

export const readModifier: Decoder<Modifier> = struct<Modifier>(() => ({
  what: text,
  text: text,
  points: number,
  rule: text,
}));

/** Two dice and firepower: the chances of 0, 1, ... hits [11.0c]. */
export interface FireOdds {
  modifiers: Modifier[];
  firepower: number;
  hits: Chance[];
}

export const readFireOdds: Decoder<FireOdds> = struct<FireOdds>(() => ({
  modifiers: list(readModifier),
  firepower: number,
  hits: list(readChance),
}));

/** One attack with one set of guns. */
export interface AttackOdds {
  fighter: string;
  contact: string;
  guns: string;
  fire: FireOdds;
  types: Record<string, TypeOdds>;
  doubts: string[];
}

export const readAttackOdds: Decoder<AttackOdds> = struct<AttackOdds>(() => ({
  fighter: text,
  contact: text,
  guns: text,
  fire: readFireOdds,
  types: record(readTypeOdds),
  doubts: list(text),
}));

/** A contact the fighter could go for, and what an attack on it would take [11.0]. */
export interface PlanTarget {
  contact: string;
  hex: string;
  facing: string;
  tally: "held" | "to_come" | "barred";
  tally_rule: string;
  look: string;
  fires: string[];
  friend: string;
  hit: string;
  kill: string;
}

export const readPlanTarget: Decoder<PlanTarget> = struct<PlanTarget>(() => ({
  contact: text,
  hex: text,
  facing: text,
  tally: oneOf("held", "to_come", "barred"),
  tally_rule: text,
  look: text,
  fires: list(text),
  friend: text,
  hit: text,
  kill: text,
}));

/** What must be true before this fighter can fire, for every end of the move it is asked for. */
export interface AttackPlan {
  fighter: string;
  targets: PlanTarget[];
  leaves: string[];
  dives: number;
  dived: boolean;
  rules: Record<string, string>;
}

export const readAttackPlan: Decoder<AttackPlan> = struct<AttackPlan>(() => ({
  fighter: text,
  targets: list(readPlanTarget),
  leaves: list(text),
  dives: number,
  dived: flag,
  rules: record(text),
}));
