/** How long a reader looks at each event; what is not here is Nightfighter's. */

import type { EventLine } from "../../lib/messages";
import { pause as pauseNight } from "../nightfighter/narration";

const QUIET = new Set([
  "counters_moved",
  "searches_removed",
  "exclusions_end",
  "bombers_fly",
  "second_set",
  "position",
  "does_not_look",
  "no_ai_search",
  "track_lapses",
]);
const LOUD = new Set(["phantom", "real", "located", "refined", "tracked", "was_a_bomber", "revealed"]);

export function pause(event: EventLine): number {
  if (QUIET.has(event.kind)) return 0;
  return LOUD.has(event.kind) ? 700 : pauseNight(event);
}
