/** How news is told at a table of this game: the picture after each event, and how long a reader looks at it. */

import type { Telling } from "../../lib/games";
import { list, number, oneOf } from "../../lib/decode";
import { type AirPicture, type Hits, ORIENTATIONS, type Pilot, RANGES, readAirPicture } from "./types";

const readRange = oneOf(...RANGES);
const readOrientation = oneOf(...ORIENTATIONS);
const readAmmo = list(number);

function add(damage: Record<string, Hits>, part: string, hits: number): void {
  const known = damage[part];
  damage[part] = { hits, lost_at: known?.lost_at ?? 0 };
}

const pilotOf = (picture: AirPicture): Pilot | undefined => picture.pilots[picture.turn];

/** What an event changes in the picture; whatever is not here shows when all has been told. */
const CHANGES: Record<string, (pilot: Pilot, data: Record<string, unknown>, picture: AirPicture) => void> = {
  line: (_, data, picture) => {
    picture.line = Number(data["line"]);
    picture.month = String(data["month"]);
    picture.raid = null;
  },
  raid: (_, data, picture) =>
    void (picture.raid = { target: String(data["target"]), zone: String(data["zone"]), roll: 0, weather: "good" }),
  weather: (_, data, picture) => {
    if (picture.raid) picture.raid.weather = String(data["weather"]);
  },
  card: (_pilot, _data, picture) => void (picture.cards_left = Math.max(0, picture.cards_left - 1)),
  box: ({ sortie }, data) => {
    if (!sortie) return;
    sortie.box = Number(data["box"]);
    sortie.bomber = sortie.fight = null;
  },
  round: ({ sortie }, data) => {
    if (sortie?.bomber) [sortie.bomber.range, sortie.bomber.aim] = [readRange(data["range"]), String(data["aim"])];
  },
  closes_in: ({ sortie }, data) => {
    if (sortie?.bomber) sortie.bomber.range = readRange(data["range"]);
  },
  orientation: ({ sortie }, data) => {
    if (sortie?.fight) sortie.fight.orientation = readOrientation(data["orientation"]);
  },
  fight_round: ({ sortie }, data) => {
    if (sortie?.fight) sortie.fight.round = Number(data["round"]);
  },
  bomber_hit: ({ sortie }, data) => {
    if (sortie?.bomber) add(sortie.bomber.damage, String(data["part"]), Number(data["hits"]));
  },
  hit: ({ aircraft, sortie }, data) => {
    const damage = data["side"] === "own" ? aircraft?.damage : sortie?.fight?.damage;
    if (damage) add(damage, String(data["system"]), Number(data["hits"]));
  },
  ammo: ({ aircraft }, data) => {
    const left = readAmmo(data["ammo"]);
    aircraft?.weapons.forEach((weapon, index) => {
      if (weapon.load !== null) weapon.ammo = left[index] ?? weapon.ammo;
    });
  },
  jam: ({ aircraft }, data) => {
    const weapon = aircraft?.weapons.find(({ name, state }) => name === data["weapon"] && state === "ready");
    if (weapon) weapon.state = "jammed";
  },
  weapon_broken: ({ aircraft }, data) => {
    const weapon = aircraft?.weapons.find(({ name, state }) => name === data["weapon"] && state !== "broken");
    if (weapon) weapon.state = "broken";
  },
};

const LONG = new Set([
  "card",
  "kill",
  "bomber_down",
  "enemy_down",
  "shot_down",
  "award",
  "promoted",
  "raid",
  "interception",
  "fell",
  "career_over",
]);

export const telling: Telling = {
  apply(picture, event) {
    const air = readAirPicture(picture);
    const pilot = pilotOf(air);
    if (pilot) CHANGES[event.kind]?.(pilot, event.data, air);
  },
  pause(event) {
    if (event.kind === "roll") return 750;
    return LONG.has(event.kind) ? 1000 : 220;
  },
};
