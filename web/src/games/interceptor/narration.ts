/** How long a reader looks at each event while news is told one by one. */

import type { Narration } from "../../lib/games";
import type { Sound } from "../../lib/sound";
import { isHeld } from "./fights";

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

const HEARD: Record<string, Sound> = {
  fires: "guns",
  enemy_fires: "guns",
  wingman_fires: "guns",
  defensive_fire: "guns",
  flak: "flak",
  bomber_down: "fire",
  enemy_down: "fire",
  shot_down: "fire",
  take_off: "engine",
  interception: "radio",
};

export const narration: Narration = {
  sound: ({ kind }) => HEARD[kind] ?? null,
  holds: isHeld,
  pause(event) {
    if (event.kind === "roll") return 750;
    return LONG.has(event.kind) ? 1000 : 220;
  },
};
