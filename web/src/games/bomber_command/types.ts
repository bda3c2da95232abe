// Made by tools/typescript.py from src/viermot/games/bomber_command; not to be edited by hand.

import { type Decoder, flag, list, maybe, number, oneOf, optional, record, struct, text, tuple } from "../../lib/decode";
import { readBook, readRuleText, type Book, type RuleText } from "../../lib/messages";

export const SIDES = ["british", "german"] as const;
export type Side = (typeof SIDES)[number];

export const KINDS = ["main", "decoy", "gardening", "mosquito"] as const;
export type Kind = (typeof KINDS)[number];

/** How the night would end if it ended now, as far as the seat can tell [11.2]. */
export interface Standing {
  net: number;
  level: string;
}

export const readStanding: Decoder<Standing> = struct<Standing>(() => ({
  net: number,
  level: text,
}));

/** Where a unit's next move may end: hexes from which it gets home, and those from which it has to divert. */
export interface UnitReach {
  unit: string;
  home: string[];
  divert: string[];
}

export const readUnitReach: Decoder<UnitReach> = struct<UnitReach>(() => ({
  unit: text,
  home: list(text),
  divert: list(text),
}));

/** What detections add up to: sightings joined (turn and hex), and where the raids seen last may be next. */
export interface AirPicture {
  tracks: [number, string][][];
  ahead: string[];
}

export const readAirPicture: Decoder<AirPicture> = struct<AirPicture>(() => ({
  tracks: list(list(tuple(number, text))),
  ahead: list(text),
}));

/** A target chit, with what it demands and what it is worth [3.3, 4.5.1]. */
export interface Target {
  city: string;
  vp: number;
  oil: boolean;
  north: number | null;
}

export const readTarget: Decoder<Target> = struct<Target>(() => ({
  city: text,
  vp: number,
  oil: flag,
  north: maybe(number),
}));

/** A raid of the plot; the British player's, until the night is over [4.0a]. */
export interface Plotted {
  letter: string;
  kind: "main" | "decoy" | "gardening" | "mosquito";
  target: string | null;
  path: string[];
  entry: number;
  at: number;
  fate: string;
  heavy: boolean;
  load: number | null;
  waypoints: number;
}

export const readPlotted: Decoder<Plotted> = struct<Plotted>(() => ({
  letter: text,
  kind: oneOf("main", "decoy", "gardening", "mosquito"),
  target: maybe(text),
  path: list(text),
  entry: number,
  at: number,
  fate: text,
  heavy: flag,
  load: maybe(number),
  waypoints: number,
}));

/** Aircraft lost in a night, and their VP for the other side [11.1]. */
export interface AircraftLost {
  fighters: number;
  bombers: number;
  mosquitos: number;
  fighters_vp: number;
  bombers_vp: number;
  mosquitos_vp: number;
}

export const readAircraftLost: Decoder<AircraftLost> = struct<AircraftLost>(() => ({
  fighters: number,
  bombers: number,
  mosquitos: number,
  fighters_vp: number,
  bombers_vp: number,
  mosquitos_vp: number,
}));

/** The points of both sides, and the difference. */
export interface FinalPoints {
  british: number;
  german: number;
  net: number;
}

export const readFinalPoints: Decoder<FinalPoints> = struct<FinalPoints>(() => ({
  british: number,
  german: number,
  net: number,
}));

/** How the night ended. */
export interface NightResult {
  level: string;
  reason: string;
  vp: FinalPoints;
  bombers: number;
  nightfighters: number;
  turns: number;
  lost: AircraftLost;
}

export const readNightResult: Decoder<NightResult> = struct<NightResult>(() => ({
  level: text,
  reason: text,
  vp: readFinalPoints,
  bombers: number,
  nightfighters: number,
  turns: number,
  lost: readAircraftLost,
}));

/** What is in an area: the counters of this attack and of an earlier one together. */
export interface Lying {
  he: number;
  inc: number;
  fires: number;
  storm: boolean;
}

export const readLying: Decoder<Lying> = struct<Lying>(() => ({
  he: number,
  inc: number,
  fires: number,
  storm: flag,
}));

/** The city map on the table, with the counts of each area, the countryside last. */
export interface CityAttacked {
  name: string;
  map: string;
  areas: number[][];
  lying?: Lying[];
}

export const readCityAttacked: Decoder<CityAttacked> = struct<CityAttacked>(() => ({
  name: text,
  map: text,
  areas: list(list(number)),
  lying: optional(list(readLying)),
}));

/** The attack under way; its raid and, inside a raid, its hex are not revealed [9.1.1b, 9.9]. */
export interface CurrentAttack {
  kind: string;
  unit: string | null;
  hex: string | null;
  city: string | null;
  damaged?: boolean;
  mosquitos?: boolean;
}

export const readCurrentAttack: Decoder<CurrentAttack> = struct<CurrentAttack>(() => ({
  kind: text,
  unit: maybe(text),
  hex: maybe(text),
  city: maybe(text),
  damaged: optional(flag),
  mosquitos: optional(flag),
}));

/** Hands, piles and discards; the cards of a hand are its owner's. */
export interface Cards {
  sizes: Record<string, number>;
  piles: Record<string, number>;
  discards: Record<string, string[]>;
  hand?: string[];
}

export const readCards: Decoder<Cards> = struct<Cards>(() => ({
  sizes: record(number),
  piles: record(number),
  discards: record(list(text)),
  hand: optional(list(text)),
}));

/** Victory points so far; None where Fog of War hides them. */
export interface Points {
  british: number;
  german: number | null;
}

export const readPoints: Decoder<Points> = struct<Points>(() => ({
  british: number,
  german: maybe(number),
}));

/** Mosquito patrols at home, and (strength, turn of return) of those away. */
export interface Patrols {
  pool: number[];
  away: [number, number][];
}

export const readPatrols: Decoder<Patrols> = struct<Patrols>(() => ({
  pool: list(number),
  away: list(tuple(number, number)),
}));

/** A raid box; under Fog of War only its owner knows what is in it [8.3, 12.5]. */
export interface Box {
  letter: string;
  units: string[];
  kind: "main" | "decoy" | "gardening" | "mosquito" | null;
  losses?: number;
  disruption?: number;
  damage?: number;
  hunt?: number;
}

export const readBox: Decoder<Box> = struct<Box>(() => ({
  letter: text,
  units: list(text),
  kind: maybe(oneOf("main", "decoy", "gardening", "mosquito")),
  losses: optional(number),
  disruption: optional(number),
  damage: optional(number),
  hunt: optional(number),
}));

/** A nightfighter unit; its place is a hex, "Jutland", "England", or a box: ready, rearm, closed, out, ... */
export interface Unit {
  name: string;
  type: string;
  base: string;
  division: string;
  twin: boolean;
  strength: number;
  place: string;
  raid: string | null;
  stacked: string | null;
  markers: string[];
  fuel: number;
}

export const readUnit: Decoder<Unit> = struct<Unit>(() => ({
  name: text,
  type: text,
  base: text,
  division: text,
  twin: flag,
  strength: number,
  place: text,
  raid: maybe(text),
  stacked: maybe(text),
  markers: list(text),
  fuel: number,
}));

/** The jamming level, and what helps against it. */
export interface Jamming {
  level: number;
  infiltration: number;
  naxos: boolean;
  beleuchter: boolean;
}

export const readJamming: Decoder<Jamming> = struct<Jamming>(() => ({
  level: number,
  infiltration: number,
  naxos: flag,
  beleuchter: flag,
}));

/** Weather, moon and wind. */
export interface Sky {
  weather: Record<string, string | null>;
  bad: boolean;
  visibility: string;
  twilight: number | null;
  moon: string;
  moon_turn: number | null;
  wind: number | null;
  fido: boolean;
}

export const readSky: Decoder<Sky> = struct<Sky>(() => ({
  weather: record(maybe(text)),
  bad: flag,
  visibility: text,
  twilight: maybe(number),
  moon: text,
  moon_turn: maybe(number),
  wind: maybe(number),
  fido: flag,
}));

/** Everything a seat may know of a night now. */
export interface RaidPicture {
  game: "bomber_command";
  seat: string;
  scenario: string;
  options: string[];
  turn: number;
  phase: string | null;
  sky: Sky;
  jamming: Jamming;
  units: Unit[];
  counters: [string, boolean][];
  in_england: number;
  streams_in_england: number[];
  alerted: boolean;
  bombing_markers: ([string, "drop" | "resolve"])[];
  combat_markers: ([string, string, string | null])[];
  boxes: Box[];
  patrols: Patrols;
  stripped: string[];
  mobile_flak: string[];
  mined: string[];
  fighter_losses: number;
  points: Points;
  cards: Cards;
  attack: CurrentAttack | null;
  city: CityAttacked | null;
  result: NightResult | null;
  plot?: Plotted[];
  targets?: Target[];
  tracks?: [number, string[]][];
  air?: AirPicture;
  reach?: UnitReach[];
  standing?: Standing;
}

export const readRaidPicture: Decoder<RaidPicture> = struct<RaidPicture>(() => ({
  game: oneOf("bomber_command"),
  seat: text,
  scenario: text,
  options: list(text),
  turn: number,
  phase: maybe(text),
  sky: readSky,
  jamming: readJamming,
  units: list(readUnit),
  counters: list(tuple(text, flag)),
  in_england: number,
  streams_in_england: list(number),
  alerted: flag,
  bombing_markers: list(tuple(text, oneOf("drop", "resolve"))),
  combat_markers: list(tuple(text, text, maybe(text))),
  boxes: list(readBox),
  patrols: readPatrols,
  stripped: list(text),
  mobile_flak: list(text),
  mined: list(text),
  fighter_losses: number,
  points: readPoints,
  cards: readCards,
  attack: maybe(readCurrentAttack),
  city: maybe(readCityAttacked),
  result: maybe(readNightResult),
  plot: optional(list(readPlotted)),
  targets: optional(list(readTarget)),
  tracks: optional(list(tuple(number, list(text)))),
  air: optional(readAirPicture),
  reach: optional(list(readUnitReach)),
  standing: optional(readStanding),
}));

/** A raid that was really flown, with its story and a plan to fly it again. */
export interface NightData {
  title: string;
  story: string;
  scenario: string;
  targets: string[];
  follow_up: boolean;
  plan: string;
}

export const readNightData: Decoder<NightData> = struct<NightData>(() => ({
  title: text,
  story: text,
  scenario: text,
  targets: list(text),
  follow_up: flag,
  plan: text,
}));

/** What a weather does. */
export interface WeatherData {
  modifier: number;
  cross: boolean;
}

export const readWeatherData: Decoder<WeatherData> = struct<WeatherData>(() => ({
  modifier: number,
  cross: flag,
}));

/** A card as it is printed. */
export interface CardData {
  side: "british" | "german";
  name: string;
  title: string;
  symbol: string;
  text: string;
  uses: string[];
}

export const readCardData: Decoder<CardData> = struct<CardData>(() => ({
  side: oneOf("british", "german"),
  name: text,
  title: text,
  symbol: text,
  text: text,
  uses: list(text),
}));

/** An area of a city map. */
export interface AreaLine {
  name: string;
  type: string;
  oil: boolean;
}

export const readAreaLine: Decoder<AreaLine> = struct<AreaLine>(() => ({
  name: text,
  type: text,
  oil: flag,
}));

/** A city map. */
export interface CityMapData {
  title: string;
  areas: AreaLine[];
}

export const readCityMapData: Decoder<CityMapData> = struct<CityMapData>(() => ({
  title: text,
  areas: list(readAreaLine),
}));

/** A city box; flak -1 for none at all. */
export interface CityBox {
  name: string;
  hex: string;
  flak: number;
  map: string;
  oboe: boolean;
  signature: string;
}

export const readCityBox: Decoder<CityBox> = struct<CityBox>(() => ({
  name: text,
  hex: text,
  flak: number,
  map: text,
  oboe: flag,
  signature: text,
}));

/** A scenario as the map needs it. */
export interface ScenarioData {
  raids: Record<string, number>;
  stream: number;
  cities: CityBox[];
  beacons: Record<string, string>;
  occupied: Record<string, string>;
  area_flak: Record<string, number>;
  searchlights: string[];
  himmelbett: string[];
  mandrel: string[];
  out_of_range: string[];
  airfields: Record<string, [string, string, number]>;
  victory: ([number | null, string])[];
}

export const readScenarioData: Decoder<ScenarioData> = struct<ScenarioData>(() => ({
  raids: record(number),
  stream: number,
  cities: list(readCityBox),
  beacons: record(text),
  occupied: record(text),
  area_flak: record(number),
  searchlights: list(text),
  himmelbett: list(text),
  mandrel: list(text),
  out_of_range: list(text),
  airfields: record(tuple(text, text, number)),
  victory: list(tuple(maybe(number), text)),
}));

/** A hex to be mined, and what that brings. */
export interface Garden {
  name: string;
  hex: string;
  vp: number;
}

export const readGarden: Decoder<Garden> = struct<Garden>(() => ({
  name: text,
  hex: text,
  vp: number,
}));

/** A hex of the map. */
export interface MapHexLine {
  name: string;
  zone: string;
  terrain: string;
  ruhr: boolean;
}

export const readMapHexLine: Decoder<MapHexLine> = struct<MapHexLine>(() => ({
  name: text,
  zone: text,
  terrain: text,
  ruhr: flag,
}));

/** Map, scenarios, city maps, decks, and the words for them. */
export interface RaidData {
  rules: Record<string, RuleText>;
  book: Book | null;
  phases: string[];
  hexes: MapHexLine[];
  exits: string[];
  jutland: string;
  gardens: Garden[];
  zones: string[];
  letters: string[];
  scenarios: Record<string, ScenarioData>;
  city_maps: Record<string, CityMapData>;
  cards: CardData[];
  weathers: Record<string, WeatherData>;
  infiltration: [number, number][];
  phase_names: string[];
  nights: NightData[];
  words: Record<string, Record<string, string>>;
}

export const readRaidData: Decoder<RaidData> = struct<RaidData>(() => ({
  rules: record(readRuleText),
  book: maybe(readBook),
  phases: list(text),
  hexes: list(readMapHexLine),
  exits: list(text),
  jutland: text,
  gardens: list(readGarden),
  zones: list(text),
  letters: list(text),
  scenarios: record(readScenarioData),
  city_maps: record(readCityMapData),
  cards: list(readCardData),
  weathers: record(readWeatherData),
  infiltration: list(tuple(number, number)),
  phase_names: list(text),
  nights: list(readNightData),
  words: record(record(text)),
}));

/** The same odds with a card of the hand played. */
export interface CardOdds {
  card: string;
  chances: Chance[];
  mean: number | null;
}

export const readCardOdds: Decoder<CardOdds> = struct<CardOdds>(() => ({
  card: text,
  chances: list(readChance),
  mean: maybe(number),
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
  text: string;
  points: number;
  rule: string;
}

export const readModifier: Decoder<Modifier> = struct<Modifier>(() => ({
  text: text,
  points: number,
  rule: text,
}));

/** The chances of a roll, with every modifier and what the cards in hand would change. */
export interface RollOdds {
  what: string;
  about: string;
  rule: string;
  modifiers: Modifier[];
  against: number | null;
  chances: Chance[];
  mean: number | null;
  cards: CardOdds[];
  doubts: string[];
}

export const readRollOdds: Decoder<RollOdds> = struct<RollOdds>(() => ({
  what: text,
  about: text,
  rule: text,
  modifiers: list(readModifier),
  against: maybe(number),
  chances: list(readChance),
  mean: maybe(number),
  cards: list(readCardOdds),
  doubts: list(text),
}));

/** What a leg of a route leads past, as printed on the map: nothing that is decided in secret. */
export interface LegCard {
  start: string;
  end: string;
  turns: number;
  gci: string[];
  flak: string[];
  fighters: number;
}

export const readLegCard: Decoder<LegCard> = struct<LegCard>(() => ({
  start: text,
  end: text,
  turns: number,
  gci: list(text),
  flak: list(text),
  fighters: number,
}));

/** Where a raid is at the end of a turn: which hex, and which place of its path. */
export interface Mark {
  turn: number;
  hex: string;
  at: number;
}

export const readMark: Decoder<Mark> = struct<Mark>(() => ({
  turn: number,
  hex: text,
  at: number,
}));

/** A raid of a plan that is being drawn. */
export interface DraftedRaid {
  letter: string;
  path: string[];
  marks: Mark[];
  over_target: number | null;
  home: number | null;
  ways: Record<string, string[]>;
  forks: string[];
  goal: string[];
  legs: LegCard[];
  over_land: number;
}

export const readDraftedRaid: Decoder<DraftedRaid> = struct<DraftedRaid>(() => ({
  letter: text,
  path: list(text),
  marks: list(readMark),
  over_target: maybe(number),
  home: maybe(number),
  ways: record(list(text)),
  forks: list(text),
  goal: list(text),
  legs: list(readLegCard),
  over_land: number,
}));

/** A plan that is being drawn, as far as it goes: what follows from its routes. */
export interface DraftedPlan {
  raids: DraftedRaid[];
  entries: string[];
  heavy_loads: boolean;
}

export const readDraftedPlan: Decoder<DraftedPlan> = struct<DraftedPlan>(() => ({
  raids: list(readDraftedRaid),
  entries: list(text),
  heavy_loads: flag,
}));
