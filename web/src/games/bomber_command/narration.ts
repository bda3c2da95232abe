/** How long a reader looks at each event while news is told one by one. */

import type { Narration } from "../../lib/games";
import type { Sound } from "../../lib/sound";
import { isHeld } from "./fights";
import { readRaidPicture } from "./types";

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

const HEARD: Record<string, Sound> = {
  attack_rolled: "guns",
  defensive_fire: "guns",
  flak_rolled: "flak",
  bombers_lost: "fire",
  fires: "fire",
  firestorm: "fire",
  scrambled: "engine",
  counters: "radio",
  bomb: "flak",
};

export const narration: Narration = {
  holds: (told, next, picture) => isHeld(told, next, readRaidPicture(picture).attack !== null),
  sound: ({ kind }) => HEARD[kind] ?? null,
  pause(event) {
    if (event.kind === "roll") return 600;
    if (BRIEF.has(event.kind)) return 0;
    return LONG.has(event.kind) ? 900 : event.kind === "bomb" ? 260 : 160;
  },
};
