/** Between careers: grades of badges, and the pilot who takes the dead man's place. */

import type { EventLine, View } from "../../lib/messages";
import type { AirData, AirPicture, Pilot, PilotRecord } from "./types";

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
  const all = result.pilots.map((each, index) => record(each, index + 1));
  return all.sort(
    (one, other) => other.bombers - one.bombers || other.fighters - one.fighters || (one.n ?? 0) - (other.n ?? 0),
  );
}

export interface NextTable {
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  seats: Record<string, string>;
  casual: boolean;
}

/** A new career in the same Staffel: from the month after the last one ended, or from the beginning of the year. */
export function nextPilot(picture: AirPicture, pilot: Pilot, statics: AirData, view: View): NextTable {
  const unit = statics.units.findIndex((each) => each.name === pilot.unit);
  const months = statics.months.map((each) => each.name);
  const survived = picture.result?.survived === true;
  const at = survived ? 0 : Math.min(months.indexOf(picture.month) + 1, months.length - 1);
  const { name: _name, "10.2": _ace, ace_late: _late, start: _start, ...kept } = picture.options;
  const start = months[at] ?? "Mar43";
  return {
    game: "interceptor",
    scenario: unit >= 0 ? String(unit + 1) : "career",
    options: { ...kept, ...(at > 0 ? { start } : {}) },
    seats: Object.fromEntries(
      view.seats.map((seat) => [seat.seat, seat.holder === "bot" ? `bot:${seat.bot ?? "standard"}` : "me"]),
    ),
    casual: view.casual,
  };
}
