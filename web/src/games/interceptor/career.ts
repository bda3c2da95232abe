/** Between careers: grades of badges, and the pilot who takes the dead man's place. */

import type { EventLine, View } from "../../lib/messages";
import type { AirPicture, PilotRecord, Successor } from "./types";

/** The highest grade of the badges that have grades, from the log. */
export function gradesOf(events: readonly EventLine[]): Record<string, string> {
  const grades: Record<string, string> = {};
  for (const { kind, data } of events) {
    if (kind === "badge") grades["wound badge"] = String(data["grade"]);
    else if (kind === "clasp") grades["flight clasp"] = String(data["grade"]);
  }
  return grades;
}

/** One pilot's record at the end; alone he has no number. */
export interface Standing {
  n: number | null;
  level: string;
  bombers: number;
  fighters: number;
  sorties: number;
}

/** Everybody's record, the best first [5.2, 10.1.2]. */
export function standings(result: AirPicture["result"]): Standing[] {
  if (!result) return [];
  const record = ({ level, bombers, fighters, sorties }: PilotRecord, n: number | null): Standing => {
    return { n, level, bombers, fighters, sorties };
  };
  if (!("pilots" in result)) return [record(result, null)];
  const { pilots } = result;
  return result.ranking.flatMap((n) => pilots.slice(n - 1, n).map((each) => record(each, n)));
}

export interface NextTable {
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  seats: Record<string, string>;
  casual: boolean;
}

/** A new career in the same Staffel, at a table with the same seats. */
export function nextPilot({ scenario, options }: Successor, view: View): NextTable {
  return {
    game: "interceptor",
    scenario,
    options,
    seats: Object.fromEntries(
      view.seats.map((seat) => [seat.seat, seat.holder === "bot" ? `bot:${seat.bot ?? "standard"}` : "me"]),
    ),
    casual: view.casual,
  };
}
