/** The log in groups by turn and phase, and its sentences in pieces that can be pointed at. */

import type { EventLine } from "../../lib/messages";

export interface Group {
  key: string;
  heading: string;
  lines: EventLine[];
}

/** What only moves the clock, or tells of the table's own bookkeeping. */
const SILENT = new Set(["turn", "phase", "map", "fuel", "option"]);

/** The newest group first. */
export function logOf(events: readonly EventLine[], headed: (turn: number, phase: string) => string): Group[] {
  const found: Group[] = [];
  let phase = "";
  let turn = 0;
  let current: Group | null = null;
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
