// Made by tools/typescript.py from src/viermot/games/interceptor; not to be edited by hand.

import { type Decoder, anything, either, flag, list, maybe, number, oneOf, optional, record, struct, text, tuple } from "../../lib/decode";
import { readBook, readRuleText, type Book, type RuleText } from "../../lib/messages";

export const ORIENTATIONS = ["tailed", "disadvantaged", "head on", "advantaged", "tailing"] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

export const RANGES = ["long", "medium", "close"] as const;
export type Range = (typeof RANGES)[number];

/** What several careers came to, and who did best [10.1.2]. */
export interface CompanyRecord {
  level: string;
  reason: string;
  kills: number;
  bombers: number;
  survived: boolean;
  best: number;
  ranking: number[];
  pilots: PilotRecord[];
}

export const readCompanyRecord: Decoder<CompanyRecord> = struct<CompanyRecord>(() => ({
  level: text,
  reason: text,
  kills: number,
  bombers: number,
  survived: flag,
  best: number,
  ranking: list(number),
  pilots: list(readPilotRecord),
}));

/** What a career came to [5.2.1]. */
export interface PilotRecord {
  level: string;
  fate: string;
  kills: number;
  bombers: number;
  fighters: number;
  survived: boolean;
  sorties: number;
  name: string;
  unit: string;
  rank: string;
  prestige: number;
  aircraft: string;
  reason?: string;
}

export const readPilotRecord: Decoder<PilotRecord> = struct<PilotRecord>(() => ({
  level: text,
  fate: text,
  kills: number,
  bombers: number,
  fighters: number,
  survived: flag,
  sorties: number,
  name: text,
  unit: text,
  rank: text,
  prestige: number,
  aircraft: text,
  reason: optional(text),
}));

/** The game of a pilot who joins the same unit after this one: a scenario and its options. */
export interface Successor {
  scenario: string;
  options: Record<string, unknown>;
}

export const readSuccessor: Decoder<Successor> = struct<Successor>(() => ({
  scenario: text,
  options: record(anything),
}));

/** The Fighter Target Chart [3.4a]. */
export interface Fight {
  enemy: string;
  orientation: "tailed" | "disadvantaged" | "head on" | "advantaged" | "tailing";
  round: number;
  firepower: number;
  speed: number;
  agile: boolean;
  quality: string;
  damage: Record<string, Hits>;
}

export const readFight: Decoder<Fight> = struct<Fight>(() => ({
  enemy: text,
  orientation: oneOf("tailed", "disadvantaged", "head on", "advantaged", "tailing"),
  round: number,
  firepower: number,
  speed: number,
  agile: flag,
  quality: text,
  damage: record(readHits),
}));

/** The Bomber Target Chart [3.4a]. */
export interface Bomber {
  type: string;
  range: "long" | "medium" | "close";
  attacking: boolean;
  first_pass: boolean;
  straggler: boolean;
  aim: string;
  formation: boolean;
  bombs: boolean;
  place: string | null;
  damage: Record<string, Hits>;
}

export const readBomber: Decoder<Bomber> = struct<Bomber>(() => ({
  type: text,
  range: oneOf("long", "medium", "close"),
  attacking: flag,
  first_pass: flag,
  straggler: flag,
  aim: text,
  formation: flag,
  bombs: flag,
  place: maybe(text),
  damage: record(readHits),
}));

/** Where a pilot is on the endurance track, and whom he fights. */
export interface Sortie {
  box: number;
  raid_box: number;
  last_box: number;
  track: Record<string, number>;
  wound: string;
  firepower: number | null;
  speed: number | null;
  agile: boolean;
  met: string | null;
  sighted: string | null;
  escort: string | null;
  homeward: boolean;
  bomber: Bomber | null;
  fight: Fight | null;
}

export const readSortie: Decoder<Sortie> = struct<Sortie>(() => ({
  box: number,
  raid_box: number,
  last_box: number,
  track: record(number),
  wound: text,
  firepower: maybe(number),
  speed: maybe(number),
  agile: flag,
  met: maybe(text),
  sighted: maybe(text),
  escort: maybe(text),
  homeward: flag,
  bomber: maybe(readBomber),
  fight: maybe(readFight),
}));

/** The gunner's status, in an aircraft that has one. */
export interface Gunner {
  experience: number;
  skills: string[];
  kills: number;
  wound: string;
  stand_in: boolean;
}

export const readGunner: Decoder<Gunner> = struct<Gunner>(() => ({
  experience: number,
  skills: list(text),
  kills: number,
  wound: text,
  stand_in: flag,
}));

/** Hits on a part, and how many it takes to lose it; 0 where no number of hits does. */
export interface Hits {
  hits: number;
  lost_at: number;
}

export const readHits: Decoder<Hits> = struct<Hits>(() => ({
  hits: number,
  lost_at: number,
}));

/** A weapon of the mat, and its ammunition. */
export interface MountedWeapon {
  name: string;
  fp: number;
  load: number | null;
  ammo: number | null;
  state: "ready" | "jammed" | "broken";
}

export const readMountedWeapon: Decoder<MountedWeapon> = struct<MountedWeapon>(() => ({
  name: text,
  fp: number,
  load: maybe(number),
  ammo: maybe(number),
  state: oneOf("ready", "jammed", "broken"),
}));

/** The aircraft display mat with its damage and ammunition [3.1, 3.4]. */
export interface Mat {
  name: string;
  series: string;
  speed: number;
  agile: boolean;
  boost: boolean;
  crew: number;
  engines: number;
  rockets: boolean;
  weapons: MountedWeapon[];
  damage: Record<string, Hits>;
}

export const readMat: Decoder<Mat> = struct<Mat>(() => ({
  name: text,
  series: text,
  speed: number,
  agile: flag,
  boost: flag,
  crew: number,
  engines: number,
  rockets: flag,
  weapons: list(readMountedWeapon),
  damage: record(readHits),
}));

/** The wingman's status. */
export interface Wingman {
  status: string;
  experience: number;
  skills: string[];
  kills: Kills;
  awards: string[];
  flights: number;
  lines_to_miss: number;
}

export const readWingman: Decoder<Wingman> = struct<Wingman>(() => ({
  status: text,
  experience: number,
  skills: list(text),
  kills: readKills,
  awards: list(text),
  flights: number,
  lines_to_miss: number,
}));

/** Kills by what was shot down. */
export interface Kills {
  bombers: number;
  fighters: number;
}

export const readKills: Decoder<Kills> = struct<Kills>(() => ({
  bombers: number,
  fighters: number,
}));

/** The pilot and crew status chart, the mat, and the sortie [3.1, 3.3]. */
export interface Pilot {
  name: string;
  unit: string | null;
  base: string | null;
  zone: string | null;
  rank: string;
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
  ace: string;
  fate: string;
  wound: string;
  used: string[];
  markers: string[];
  charm: string | null;
  leads: boolean;
  wingman: Wingman;
  aircraft: Mat | null;
  gunner: Gunner | null;
  sortie: Sortie | null;
  over: boolean;
  successor?: Successor;
}

export const readPilot: Decoder<Pilot> = struct<Pilot>(() => ({
  name: text,
  unit: maybe(text),
  base: maybe(text),
  zone: maybe(text),
  rank: text,
  command: text,
  track: text,
  experience: number,
  skills: list(text),
  awards: list(text),
  kills: readKills,
  flights: number,
  prestige: number,
  level: number,
  wounds: number,
  fatigue: number,
  lines_to_miss: number,
  starts: text,
  ace: text,
  fate: text,
  wound: text,
  used: list(text),
  markers: list(text),
  charm: maybe(text),
  leads: flag,
  wingman: readWingman,
  aircraft: maybe(readMat),
  gunner: maybe(readGunner),
  sortie: maybe(readSortie),
  over: flag,
  successor: optional(readSuccessor),
}));

/** The raid of this log line. */
export interface Raid {
  target: string;
  zone: string;
  roll: number;
  weather: string;
}

export const readRaid: Decoder<Raid> = struct<Raid>(() => ({
  target: text,
  zone: text,
  roll: number,
  weather: text,
}));

/** Everything a pilot may know now. */
export interface AirPicture {
  game: "interceptor";
  seat: string;
  scenario: string;
  options: Record<string, unknown>;
  month: string;
  month_title: string;
  line: number;
  lines: number;
  raid: Raid | null;
  cards_left: number;
  turn: number;
  asked: number | null;
  pilots: Pilot[];
  own: number;
  result: PilotRecord | CompanyRecord | null;
}

export const readAirPicture: Decoder<AirPicture> = struct<AirPicture>(() => ({
  game: oneOf("interceptor"),
  seat: text,
  scenario: text,
  options: record(anything),
  month: text,
  month_title: text,
  line: number,
  lines: number,
  raid: maybe(readRaid),
  cards_left: number,
  turn: number,
  asked: maybe(number),
  pilots: list(readPilot),
  own: number,
  result: maybe(either(readPilotRecord, readCompanyRecord)),
}));

/** From how many hits an aircraft misses a sortie or is written off. */
export interface RepairLimits {
  lose_sortie: number;
  written_off: number;
}

export const readRepairLimits: Decoder<RepairLimits> = struct<RepairLimits>(() => ({
  lose_sortie: number,
  written_off: number,
}));

/** An Allied fighter as the hangar knows it. */
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

export const readAlliedFighter: Decoder<AlliedFighter> = struct<AlliedFighter>(() => ({
  name: text,
  fp: number,
  speed: number,
  engines: number,
  airframe: number,
  wing: number,
  tail: number,
  controls: number,
  engine: number,
  agile: flag,
  radial: flag,
}));

/** An Allied bomber as the hangar knows it. */
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

export const readAlliedBomber: Decoder<AlliedBomber> = struct<AlliedBomber>(() => ({
  name: text,
  airframe: number,
  wing: number,
  controls: number,
  engine: number,
  formation: flag,
  extra_fire: number,
  chin_turret: number,
  bombs: flag,
}));

/** An ace of history [10.2]. */
export interface AceLine {
  name: string;
  unit: string;
  total: number;
}

export const readAceLine: Decoder<AceLine> = struct<AceLine>(() => ({
  name: text,
  unit: text,
  total: number,
}));

/** A skill: what it costs, and what it does by who learns it [7.7, 10.6]. */
export interface SkillLine {
  name: string;
  cost: number;
  who: string[];
  once: boolean;
  optional: boolean;
  rule: string;
  about: Record<string, string>;
}

export const readSkillLine: Decoder<SkillLine> = struct<SkillLine>(() => ({
  name: text,
  cost: number,
  who: list(text),
  once: flag,
  optional: flag,
  rule: text,
  about: record(text),
}));

/** What the boxes of every track have in common [7.1.4, 7.1.5, 4.6.3]. */
export interface Boxes {
  bombs: number[];
  flak: number;
  last_single: number;
  last_twin: number;
  status: "published" | "pinned" | "play report" | "reconstructed" | "own";
  pinned: Record<string, string>;
}

export const readBoxes: Decoder<Boxes> = struct<Boxes>(() => ({
  bombs: list(number),
  flak: number,
  last_single: number,
  last_twin: number,
  status: oneOf("published", "pinned", "play report", "reconstructed", "own"),
  pinned: record(text),
}));

/** A Gruppe of the start table: what it flies, from where, and since when [4.1]. */
export interface UnitLine {
  name: string;
  roll: number;
  aircraft: string[];
  base: string;
  zone: string;
  since: string;
  choice_only: boolean;
  opens: string;
  later_starts: string[];
  few_raids: boolean;
}

export const readUnitLine: Decoder<UnitLine> = struct<UnitLine>(() => ({
  name: text,
  roll: number,
  aircraft: list(text),
  base: text,
  zone: text,
  since: text,
  choice_only: flag,
  opens: text,
  later_starts: list(text),
  few_raids: flag,
}));

/** Hits added or lost at Long, Medium and Close range [7.1.7]. */
export interface Ranges {
  plain: [number, number, number];
  formation: [number, number, number];
  small_target: [number, number, number];
  status: "published" | "pinned" | "play report" | "reconstructed" | "own";
  pinned: Record<string, string>;
}

export const readRanges: Decoder<Ranges> = struct<Ranges>(() => ({
  plain: tuple(number, number, number),
  formation: tuple(number, number, number),
  small_target: tuple(number, number, number),
  status: oneOf("published", "pinned", "play report", "reconstructed", "own"),
  pinned: record(text),
}));

/** A wingman text: what he does, and with what firepower, positions or hits [7.2.3.2]. */
export interface Wing {
  kind: "busy" | "attacks" | "forces a break" | "spoils his aim" | "drives him off" | "is hit";
  value: number;
}

export const readWing: Decoder<Wing> = struct<Wing>(() => ({
  kind: oneOf("busy", "attacks", "forces a break", "spoils his aim", "drives him off", "is hit"),
  value: number,
}));

/** A defensive text: what it avoids, how it improves the position, whether it ends the encounter [7.2.2.6]. */
export interface Manoeuvre {
  name: string;
  avoid: number | "all";
  improve: number;
  agile_improve: number | null;
  ends: boolean;
  status: "published" | "pinned" | "play report" | "reconstructed" | "own";
  pinned: Record<string, string>;
}

export const readManoeuvre: Decoder<Manoeuvre> = struct<Manoeuvre>(() => ({
  name: text,
  avoid: either(number, oneOf("all")),
  improve: number,
  agile_improve: maybe(number),
  ends: flag,
  status: oneOf("published", "pinned", "play report", "reconstructed", "own"),
  pinned: record(text),
}));

/** A combat card with its manoeuvre looked up. */
export interface Card {
  n: number;
  hits: (number | "GP" | "DE")[];
  df: number;
  jam: boolean;
  defence: Manoeuvre;
  wingman: Wing;
}

export const readCard: Decoder<Card> = struct<Card>(() => ({
  n: number,
  hits: list(either(number, oneOf("GP", "DE"))),
  df: number,
  jam: flag,
  defence: readManoeuvre,
  wingman: readWing,
}));

/** One weapon system: its bold number and its load; without a load it is unlimited [4.5, 7.1.6]. */
export interface Weapon {
  name: string;
  fp: number;
  ammo: number | null;
  mg_ff: boolean;
  gp_destroys: boolean;
}

export const readWeapon: Decoder<Weapon> = struct<Weapon>(() => ({
  name: text,
  fp: number,
  ammo: maybe(number),
  mg_ff: flag,
  gp_destroys: flag,
}));

/** An interceptor as the hangar knows it. */
export interface Model {
  name: string;
  series: string;
  weapons: Weapon[];
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

export const readModel: Decoder<Model> = struct<Model>(() => ({
  name: text,
  series: text,
  weapons: list(readWeapon),
  speed: number,
  boost: flag,
  agile: flag,
  radial: flag,
  engines: number,
  crew: number,
  airframe: number,
  wing: number,
  tail: number,
  controls: number,
  engine: number,
  rocket_hit: maybe(number),
  prestige: number,
  available: text,
  unique: flag,
}));

/** A month of the log. */
export interface MonthLine {
  name: string;
  title: string;
  sorties: number;
  promotion: boolean;
}

export const readMonthLine: Decoder<MonthLine> = struct<MonthLine>(() => ({
  name: text,
  title: text,
  sorties: number,
  promotion: flag,
}));

/** Calendar, aircraft, cards, tracks, skills, aces, and the words of all charts. */
export interface AirData {
  rules: Record<string, RuleText>;
  book: Book | null;
  phases: string[];
  months: MonthLine[];
  victory: Record<string, number>;
  aircraft: Record<string, Model>;
  cards: Card[];
  columns: number[];
  column_of: number[];
  gains: Record<string, [number, number]>;
  prices: Record<string, Record<string, number>>;
  card_lines: Record<string, "hits" | "fire" | "defence" | "wingman">;
  ranges: Ranges;
  units: UnitLine[];
  tracks: Record<string, Record<string, number>>;
  boxes: Boxes;
  skills: SkillLine[];
  aces: AceLine[];
  bombers: AlliedBomber[];
  fighters: AlliedFighter[];
  history: Record<string, string>;
  repair: RepairLimits;
  words: Record<string, Record<string, string>>;
}

export const readAirData: Decoder<AirData> = struct<AirData>(() => ({
  rules: record(readRuleText),
  book: maybe(readBook),
  phases: list(text),
  months: list(readMonthLine),
  victory: record(number),
  aircraft: record(readModel),
  cards: list(readCard),
  columns: list(number),
  column_of: list(number),
  gains: record(tuple(number, number)),
  prices: record(record(number)),
  card_lines: record(oneOf("hits", "fire", "defence", "wingman")),
  ranges: readRanges,
  units: list(readUnitLine),
  tracks: record(record(number)),
  boxes: readBoxes,
  skills: list(readSkillLine),
  aces: list(readAceLine),
  bombers: list(readAlliedBomber),
  fighters: list(readAlliedFighter),
  history: record(text),
  repair: readRepairLimits,
  words: record(record(text)),
}));

/** A chance exactly and as a number. */
export interface Chance {
  what: string;
  of: [number, number];
  chance: number;
}

export const readChance: Decoder<Chance> = struct<Chance>(() => ({
  what: text,
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

/** The chances of what is asked about, with what they depend on; trials where they were played out. */
export interface AirOdds {
  what: string;
  about: string;
  rule: string;
  modifiers: Modifier[];
  chances: Chance[];
  mean: number | null;
  trials: number;
}

export const readAirOdds: Decoder<AirOdds> = struct<AirOdds>(() => ({
  what: text,
  about: text,
  rule: text,
  modifiers: list(readModifier),
  chances: list(readChance),
  mean: maybe(number),
  trials: number,
}));
