/** A question's answers as things on the map: hexes, units, cities and beacons, zones, raid boxes; the rest are words. */

import type { Option, Question } from "../../lib/messages";
import { cellOf } from "./board";
import type { RaidPicture, ScenarioData, Unit } from "./types";

export interface Choice {
  /** Every answer, in the game's order. */
  all: Option[];
  /** The answers that lie in a hex, or in England or Jutland. */
  places: Map<string, Option[]>;
  zones: Map<string, Option>;
  letters: Map<string, Option>;
  units: Map<string, Option>;
}

export const NO_CHOICE: Choice = { all: [], places: new Map(), zones: new Map(), letters: new Map(), units: new Map() };

export function listed(question: Question): Option[] {
  const options = question.options;
  if (Array.isArray(options)) return options;
  return [...options.also, ...[...options.hexes, ...options.texts].map((option) => ({ option, label: option }))];
}

/** Where a unit is to be found on the map: its hex, else its base; inside a raid nowhere, it is in that raid's box. */
export function whereIs(unit: Unit): string {
  if (unit.raid) return "";
  return cellOf(unit.place) || unit.place === "England" || unit.place === "Jutland" ? unit.place : unit.base;
}

const KINDS_OF_CARDS =
  /^(play|cancel|draw_|keep_|pick_british|plot|weather_order|choose_|place_bomb|scatter_bomb|gather_bomb|convert|save_one)/;

export function choiceOf(question: Question | null, picture: RaidPicture, scenario: ScenarioData): Choice {
  if (!question) return NO_CHOICE;
  const choice: Choice = {
    all: listed(question),
    places: new Map(),
    zones: new Map(),
    letters: new Map(),
    units: new Map(),
  };
  if (KINDS_OF_CARDS.test(question.kind)) return choice;
  const units = new Map(picture.units.map((unit) => [unit.name, unit]));
  const cities = new Map(scenario.cities.map((city) => [city.name, city.hex]));
  const put = (place: string, option: Option): void =>
    void choice.places.set(place, [...(choice.places.get(place) ?? []), option]);
  for (const each of choice.all) {
    const { option } = each;
    const unit = units.get(option);
    if (unit) {
      choice.units.set(option, each);
      if (whereIs(unit)) put(whereIs(unit), each);
    } else if (cellOf(option) || option === "Jutland") put(option, each);
    else if (option === "England space") put("England", each);
    else if (cities.has(option)) put(cities.get(option)!, each);
    else if (scenario.beacons[option]) put(scenario.beacons[option], each);
    else if (/^(England|\d\.JD)$/.test(option)) choice.zones.set(option, each);
    else if (/^[A-HJ]$/.test(option)) choice.letters.set(option, each);
  }
  return choice;
}

/** What a question is about: a unit or a hex to be shown. */
export function aboutOf(question: Question | null): { unit: string; hex: string } {
  const facts = question?.facts ?? {};
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { unit: text(facts["unit"]), hex: text(facts["hex"]) };
}
