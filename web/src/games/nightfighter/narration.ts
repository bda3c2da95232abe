/** How long a reader looks at each event while news is told one by one. */

import type { EventLine } from "../../lib/messages";
import type { Sound } from "../../lib/sound";

export function pause(event: EventLine): number {
  if (event.kind === "roll") return 900;
  if (QUIET.has(event.kind)) return 0;
  return LOUD.has(event.kind) ? 700 : 220;
}

const QUIET = new Set(["placed", "moved", "left_box", "waits_in_box", "dives", "search_placed", "phase", "turn", "map", "scenario", "option", "counters_removed", "markers_removed", "off_map", "no_tally_roll"]); // prettier-ignore
const LOUD = new Set(["contact", "coned", "fixed", "tallied", "spotted", "hits", "shot_down", "fighter_hit", "fighter_lost", "corkscrews", "search", "contact_lost", "shaken_off", "tail_warning", "intruder_attacks", "game_over"]); // prettier-ignore

const HEARD: Record<string, Sound> = { shot_down: "fire", fighter_lost: "fire", intruder_shot_down: "fire", hits: "guns", fighter_hit: "guns", attack: "guns", contact: "radio", fixed: "radio", tallied: "radio", moved: "engine", flak_misses: "flak" }; // prettier-ignore

export function sound({ kind, data }: EventLine): Sound | null {
  if (kind === "roll") return String(data["what"]).startsWith("flak") ? "flak" : null;
  return HEARD[kind] ?? null;
}
