/** Where in the sequence of a sortie the table is [6.1]. */

import type { AirPicture, Pilot } from "./types";

export const PHASES = ["raid", "intercept", "pass", "fight", "land", "debrief"] as const;
export type Phase = (typeof PHASES)[number];

const GROUND: Record<string, Phase> = {
  spend_experience: "debrief",
  spend_prestige: "debrief",
  new_aircraft: "debrief",
  forced_down: "land",
  choose_leader: "raid",
};

export function phaseOf(picture: AirPicture, pilot: Pilot, asked: string): Phase {
  const known = GROUND[asked];
  if (known) return known;
  const { sortie } = pilot;
  if (!sortie) return picture.raid && pilot.fate !== "on the ground" ? "debrief" : "raid";
  if (sortie.fight) return "fight";
  return sortie.bomber ? "pass" : "intercept";
}
