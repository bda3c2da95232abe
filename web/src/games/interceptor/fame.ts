/** The hall of fame: every career that is over, the best first; casual games apart. */

import { isObject } from "../../lib/decode";
import type { TableLine } from "../../lib/messages";

export interface Career {
  table: string;
  name: string;
  unit: string;
  rank: string;
  level: string;
  fate: string;
  bombers: number;
  fighters: number;
  sorties: number;
  survived: boolean;
  casual: boolean;
  ended: number;
}

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The careers among these games: one a pilot, so several of a game flown in company. */
export function careersOf(tables: readonly TableLine[], unitOf: (scenario: string) => string): Career[] {
  const found: Career[] = [];
  for (const line of tables) {
    if (line.game !== "interceptor" || !line.over) continue;
    const company = line.over["pilots"];
    const records = Array.isArray(company) ? company.filter(isObject) : [line.over];
    records.forEach((record, index) => {
      found.push({
        table: line.id,
        name:
          index === 0
            ? text(record["name"]) || text(line.options["10.2"]) || text(line.options["name"])
            : text(record["name"]),
        unit: text(record["unit"]) || unitOf(line.scenario),
        rank: text(record["rank"]),
        level: text(record["level"]),
        fate: text(record["fate"]),
        bombers: number(record["bombers"]),
        fighters: number(record["fighters"]),
        sorties: number(record["sorties"]),
        survived: record["survived"] === true,
        casual: line.casual || line.imported || line.open_seed,
        ended: line.last_change,
      });
    });
  }
  return found.sort(
    (a, b) =>
      b.bombers - a.bombers || Number(b.survived) - Number(a.survived) || b.fighters - a.fighters || a.ended - b.ended,
  );
}
