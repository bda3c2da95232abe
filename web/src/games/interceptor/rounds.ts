/** What the log says of the fight going on: its rounds, and the cards of the last one. */

import type { EventLine } from "../../lib/messages";
import { oneOf } from "../../lib/decode";
import { type Range, RANGES } from "./types";

export interface Round {
  range: Range;
  given: number;
  taken: number;
}

const readRange = oneOf(...RANGES);
const STARTS_PASS = new Set(["target", "another_pass", "take_off", "box", "line"]);

/** The rounds of the pass now flown, oldest first: hits on the bomber, hits taken. */
export function roundsOf(events: readonly EventLine[]): Round[] {
  const rounds: Round[] = [];
  let first = events.length - 1;
  while (first > 0 && !STARTS_PASS.has(events[first]?.kind ?? "")) first--;
  for (const { kind, data } of events.slice(first)) {
    const last = rounds.at(-1);
    if (kind === "round") rounds.push({ range: readRange(data["range"]), given: 0, taken: 0 });
    else if (last && (kind === "bomber_hit" || (kind === "bomber_crew" && data["wound"] !== "unhurt"))) last.given += 1;
    else if (last && kind === "defensive_fire") last.taken += Number(data["hits"]);
  }
  return rounds;
}

export interface Turned {
  event: EventLine;
  use: string;
  card: number;
  /** Firepower of the one who fires, once it has been told. */
  fp: number | null;
}

export interface Exchange {
  heading: EventLine | null;
  cards: Turned[];
  /** What came of them, dice left out. */
  told: EventLine[];
}

const STARTS = new Set(["round", "fight_round"]);
const ENDS = new Set(["line", "take_off", "lands", "flown"]);
const SILENT = new Set(["roll", "card", "phase", "turn", "ammo"]);
const FIRES: Record<string, string> = {
  fires: "attack",
  enemy_fires: "enemy's attack",
  wingman_fires: "wingman's attack",
};

/** The round now fought, or the last one: cards as they were turned over, and what they did. */
export function exchangeOf(events: readonly EventLine[]): Exchange {
  const found: Exchange = { heading: null, cards: [], told: [] };
  let first = events.length - 1;
  // a round that has only been announced does not hide the one before it
  if (STARTS.has(events[first]?.kind ?? "")) first--;
  while (first >= 0 && !STARTS.has(events[first]?.kind ?? "")) {
    if (ENDS.has(events[first]?.kind ?? "")) return found;
    first--;
  }
  if (first < 0) return found;
  found.heading = events[first] ?? null;
  for (const event of events.slice(first + 1)) {
    if (STARTS.has(event.kind)) continue;
    if (event.kind === "card")
      found.cards.push({ event, use: String(event.data["use"]), card: Number(event.data["card"]), fp: null });
    else {
      const use = FIRES[event.kind];
      const of = use ? found.cards.findLast((card) => card.use === use) : undefined;
      if (of) of.fp = Number(event.data["fp"]);
      if (!SILENT.has(event.kind)) found.told.push(event);
    }
  }
  return found;
}
