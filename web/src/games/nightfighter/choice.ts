/** A question as the map can show it: buttons, hexes, places with a facing, aircraft to point at, or a flight. */

import { oneOf } from "../../lib/decode";
import { direction, DIRECTIONS, type Facing, type Grid, name, parse, step, turned } from "../../lib/hex";
import type { Option, Question } from "../../lib/messages";
import { Flight, movesOf, read } from "./paths";
import type { Shown } from "./shown";

const readFacing = oneOf(...DIRECTIONS);

export type Choice =
  | { way: "buttons"; buttons: Option[] }
  | { way: "units"; units: Map<string, Option>; buttons: Option[] }
  | { way: "hexes"; hexes: Set<string>; buttons: Option[] }
  | { way: "places"; places: Map<string, Facing[]>; buttons: Option[] }
  | { way: "sides"; sides: Map<string, Option>; buttons: Option[] }
  | { way: "flight"; unit: string; flight: Flight; buttons: Option[] };

const HEX = /^\d{4}$/;
const PLACE = /^(\d{4}) (N|NE|SE|S|SW|NW)$/;
const PATH = /^F( [FLR])*$/;
const SIDES: Record<string, number> = { left: -2, centre: 0, right: 2 };
const UNIT = /^(C\d+|\d{3})$/;

/** How the options of a question are to be chosen among. */
export function choiceOf(question: Question, picture: Shown, grid: Grid): Choice {
  if (Array.isArray(question.options)) return listed(question, question.options, picture, grid);
  const many = question.options;
  const start = parse(many.start);
  if (many.moves.length > 0 && start) {
    const flight = new Flight(start, direction(readFacing(many.facing)), grid, many.moves);
    return { way: "flight", unit: moverOf(question), flight, buttons: [] };
  }
  if (many.hexes.length > 0) {
    if (many.facings)
      return { way: "places", places: new Map(many.hexes.map((hex) => [hex, [...DIRECTIONS]])), buttons: many.also };
    return { way: "hexes", hexes: new Set(many.hexes), buttons: many.also };
  }
  return listed(
    question,
    many.texts.map((option) => ({ option, label: option })),
    picture,
    grid,
  );
}

const moverOf = (question: Question): string => String(question.facts["fighter"] ?? question.facts["attacker"] ?? "");

function listed(question: Question, options: Option[], picture: Shown, grid: Grid): Choice {
  const rest = (pattern: RegExp): Option[] => options.filter(({ option }) => !pattern.test(option));
  if (options.some(({ option }) => PLACE.test(option))) {
    const places = new Map<string, Facing[]>();
    for (const { option } of options) {
      const [, hex, facing] = PLACE.exec(option) ?? [];
      if (hex && facing) places.set(hex, [...(places.get(hex) ?? []), readFacing(facing)]);
    }
    return { way: "places", places, buttons: rest(PLACE) };
  }
  if (options.every(({ option }) => PATH.test(option))) {
    const unit = moverOf(question);
    const place = placeOf(unit, picture);
    if (place)
      return {
        way: "flight",
        unit,
        flight: new Flight(place.cell, place.facing, grid, movesOf(options.map(({ option }) => read(option)))),
        buttons: [],
      };
  }
  if (question.kind === "resolve_which") return searchesOf(options, picture);
  if (options.some(({ option }) => HEX.test(option)))
    return {
      way: "hexes",
      hexes: new Set(options.map(({ option }) => option).filter((text) => HEX.test(text))),
      buttons: rest(HEX),
    };
  const isUnit = ({ option }: Option): boolean =>
    UNIT.test(option) || picture.contacts.some(({ contact }) => contact === option);
  if (options.some(isUnit))
    return {
      way: "units",
      units: new Map(options.filter(isUnit).map((each) => [each.option, each])),
      buttons: options,
    };
  const sides = sidesOf(question, options, picture, grid);
  return sides.size > 0 ? { way: "sides", sides, buttons: options } : { way: "buttons", buttons: options };
}

/** Searches already placed, each named by its radar and by the counter it lies on, which can be pointed at too. */
function searchesOf(options: Option[], picture: Shown): Choice {
  const units = new Map<string, Option>();
  const buttons = options.map(({ option, label }) => {
    const radar = picture.searches.find(({ hex }) => hex === option)?.radar ?? "";
    const contact = picture.contacts.find(({ hex }) => hex === option)?.contact ?? "";
    const named = { option, label: [radar, contact].filter(Boolean).join(" · ") || label };
    if (contact) units.set(contact, named);
    return named;
  });
  return { way: "units", units, buttons };
}

/** To the left rear, on, or to the right rear: the hexes of a corkscrew, as seen from the aircraft asked about [17.4.3]. */
function sidesOf(question: Question, options: Option[], picture: Shown, grid: Grid): Map<string, Option> {
  const sides = new Map<string, Option>();
  const place = options.some(({ option }) => option === "left" || option === "right")
    ? placeOf(moverOf(question), picture)
    : null;
  if (!place) return sides;
  for (const option of options) {
    const turn = SIDES[option.option];
    const cell = turn === undefined ? null : turn === 0 ? place.cell : step(place.cell, turned(place.facing, turn));
    if (cell && grid.has(cell)) sides.set(name(cell), option);
  }
  return sides;
}

/** Hex and facing of an aircraft on the map, by its id or contact. */
export function placeOf(
  unit: string,
  picture: Shown,
): { cell: { column: number; row: number }; facing: number } | null {
  const fighter = picture.fighters.find((each) => each.id === unit);
  const contact = picture.contacts.find((each) => each.contact === unit);
  const attacker = picture.umpire?.attackers.find((each) => each.id === unit);
  const found = fighter ?? contact ?? attacker;
  const cell = found?.hex ? parse(found.hex) : null;
  return cell && found?.facing ? { cell, facing: direction(found.facing) } : null;
}
