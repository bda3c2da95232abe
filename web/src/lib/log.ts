/** The log of any game: groups under headings, attacks folded into their outcome, and what of it one wants to read. */

import type { Combat } from "./combat";
import type { EventLine } from "./messages";

export interface LogGroup {
  key: string;
  heading: string;
  /** The oldest first. */
  lines: EventLine[];
}

/** One thing that happened: a line, or an attack with all its lines. */
export interface LogBlock {
  key: number;
  lines: EventLine[];
  combat: Combat | null;
}

export interface LogFilter {
  id: string;
  label: string;
  keeps: (line: EventLine) => boolean;
}

/** Is it an answer that was given by orders? */
export const isGiven = (line: EventLine): boolean => line.kind === "given";
/** More answers by orders than this lie together, below what came of them. */
const FEW_GIVEN = 2;
export function gathered(lines: readonly EventLine[]): EventLine[] {
  const given = lines.filter(isGiven);
  return given.length > FEW_GIVEN && given.length < lines.length ? given.reverse() : [];
}

/** The newest first; what belongs to one attack is together. */
export function blocksOf(lines: readonly EventLine[], combats: readonly Combat[]): LogBlock[] {
  const found: LogBlock[] = [];
  for (const line of lines) {
    const combat = combats.find(({ first, last }) => first <= line.number && line.number <= last) ?? null;
    const before = found.at(-1);
    if (combat && before?.combat?.first === combat.first) before.lines.push(line);
    else found.push({ key: line.number, lines: [line], combat });
  }
  return found.reverse();
}

/** The groups with what the reader wants of them; one in which nothing is left goes. */
export function filtered(groups: readonly LogGroup[], keeps: (line: EventLine) => boolean, since: number): LogGroup[] {
  return groups
    .map((group) => ({ ...group, lines: group.lines.filter((line) => line.number >= since && keeps(line)) }))
    .filter((group) => group.lines.length > 0);
}
