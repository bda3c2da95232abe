/** The log in groups by turn and phase, and its sentences in pieces that can be pointed at. */

import type { LogFilter, LogGroup } from "../../lib/log";
import type { EventLine } from "../../lib/messages";
import { isFight } from "./fights";
import { say } from "./words";

/** What only moves the clock, or tells of the table's own bookkeeping. */
const SILENT = new Set(["turn", "phase", "map", "fuel", "option"]);

/** The newest group first. */
export function logOf(events: readonly EventLine[], headed: (turn: number, phase: string) => string): LogGroup[] {
  const found: LogGroup[] = [];
  let phase = "";
  let turn = 0;
  let current: LogGroup | null = null;
  for (const event of events) {
    if (event.turn !== turn) [turn, phase, current] = [event.turn, "", null];
    if (event.kind === "phase") [phase, current] = [String(event.data["phase"]), null];
    if (SILENT.has(event.kind)) continue;
    if (!current) found.push((current = { key: String(event.number), heading: headed(turn, phase), lines: [] }));
    current.lines.push(event);
  }
  return found.reverse();
}

export interface Piece {
  text: string;
  hex?: string;
  unit?: string;
}

const TOKEN = /((?:\b|(?<=\s))(?:[IVX]+|\d+)\.\/N?JG\d+|NJGr10|\b[A-Q](?:1[01]|[1-9])\b)/;

export function piecesOf(text: string, units: ReadonlySet<string>): Piece[] {
  return text
    .split(TOKEN)
    .filter(Boolean)
    .map((part) => {
      if (units.has(part)) return { text: part, unit: part };
      return /^[A-Q](?:1[01]|[1-9])$/.test(part) ? { text: part, hex: part } : { text: part };
    });
}

const CARDS = new Set(["card", "cancelled", "cancelled_by_symbol", "drew", "discarded", "hand", "shown"]);

/** What a side can read alone: of its own, the fights, the cards. A spectator has nothing of his own. */
export function filtersOf(seat: string): LogFilter[] {
  const mine: LogFilter = { id: "mine", label: say("log.mine"), keeps: (line) => isOf(seat, line) };
  return [
    ...(seat === "british" || seat === "german" ? [mine] : []),
    { id: "fights", label: say("log.fights"), keeps: isFight },
    { id: "cards", label: say("log.cards"), keeps: ({ kind }) => CARDS.has(kind) },
  ];
}

/** Is it about what a side does or has? Units are German, raids and bombs British. */
function isOf(seat: string, { kind, data }: EventLine): boolean {
  if (kind === "given" || data["side"] === seat) return true;
  if (data["side"] !== undefined) return false;
  const german = "unit" in data || "units" in data;
  const british = "letter" in data || "bomb" in data || "raid_kind" in data || kind.startsWith("bomb");
  return seat === "german" ? german : british;
}
