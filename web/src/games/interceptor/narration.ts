/** How long a reader looks at each event while news is told one by one. */

import type { Narration } from "../../lib/games";

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

export const narration: Narration = {
  pause(event) {
    if (event.kind === "roll") return 750;
    return LONG.has(event.kind) ? 1000 : 220;
  },
};
