/** How news is told at a table of this game: the picture after each event, and how long a reader looks at it. */

import type { Telling } from "../../lib/games";
import type { EventLine } from "../../lib/messages";
import { flag, list, text, tuple } from "../../lib/decode";
import { type RaidPicture, readRaidPicture, type Unit } from "./types";

const readCounters = list(tuple<[string, boolean]>(text, flag));

const unitOf = (picture: RaidPicture, data: Record<string, unknown>): Unit | undefined =>
  picture.units.find((unit) => unit.name === data["unit"]);

const CHANGES: Record<string, (picture: RaidPicture, data: Record<string, unknown>) => void> = {
  turn: (picture, data) => void (picture.turn = Number(data["turn"])),
  phase: (picture, data) => void (picture.phase = String(data["phase"])),
  counters: (picture, data) => void (picture.counters = readCounters(data["counters"])),
  jamming: (picture, data) => void (picture.jamming.level = Number(data["level"])),
  weather: (picture, data) => void (picture.sky.weather[String(data["zone"])] = String(data["weather"])),
  moved: (picture, data) => {
    const unit = unitOf(picture, data);
    if (unit && data["hex"]) unit.place = String(data["hex"]);
  },
  scrambled: (picture, data) => {
    const unit = unitOf(picture, data);
    if (unit && data["hex"]) unit.place = String(data["hex"]);
  },
  bomb_drop: (picture, data) => void picture.bombing_markers.push([String(data["city"]), "drop"]),
};

const LONG = new Set([
  "attack_rolled",
  "flak_rolled",
  "card",
  "cancelled",
  "cancelled_by_symbol",
  "bomb_drop",
  "creepback",
  "firestorm",
  "game_over",
  "infiltrated",
  "counters",
]);
const BRIEF = new Set(["fuel", "flew", "units_ready", "map", "settled", "phase", "turn"]);

/** Change the picture by one event. */
export function apply(picture: RaidPicture, event: EventLine): void {
  CHANGES[event.kind]?.(picture, event.data);
}

export const telling: Telling = {
  apply: (picture, event) => apply(readRaidPicture(picture), event),
  pause(event) {
    if (event.kind === "roll") return 600;
    if (BRIEF.has(event.kind)) return 0;
    return LONG.has(event.kind) ? 900 : event.kind === "bomb" ? 260 : 160;
  },
};
