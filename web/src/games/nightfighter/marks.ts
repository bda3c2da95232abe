/** Pencil marks as the texts the server keeps: "cross 0712", "line 0712 0915", "note 0712 went north". */

import { type Cell, name, parse } from "../../lib/hex";

export type Mark =
  { kind: "cross"; at: Cell } | { kind: "line"; from: Cell; to: Cell } | { kind: "note"; at: Cell; text: string };

export function readMark(text: string): Mark | null {
  const [kind, first = "", ...rest] = text.split(" ");
  const at = parse(first);
  if (!at) return null;
  if (kind === "cross") return { kind, at };
  if (kind === "note" && rest.length > 0) return { kind, at, text: rest.join(" ") };
  const to = parse(rest[0] ?? "");
  return kind === "line" && to ? { kind, from: at, to } : null;
}

export const cross = (cell: Cell): string => `cross ${name(cell)}`;
export const line = (from: Cell, to: Cell): string => `line ${name(from)} ${name(to)}`;
export const note = (cell: Cell, text: string): string => `note ${name(cell)} ${text.slice(0, 60)}`;

/** Does a mark touch this hex? Lines are erased at either end. */
export function touches(text: string, cell: Cell): boolean {
  const mark = readMark(text);
  if (!mark) return false;
  const here = name(cell);
  return mark.kind === "line" ? name(mark.from) === here || name(mark.to) === here : name(mark.at) === here;
}
