/** An attack as every game shows it: who and whom, what was added and why, the dice, what came of it, the points. */

import type { EventLine } from "./messages";

/** A line in the prompt's place, and whether it is good news for who reads it. */
export interface News {
  text: string;
  tone: Combat["tone"];
}

/** What is added to a roll, and by which rule. */
export interface CombatLine {
  text: string;
  value: number | null;
  rule: string;
}

export interface CombatSide {
  name: string;
  /** What it is, or where. */
  note?: string;
  mine?: boolean;
}

/** One roll of it: the attack itself, the fire that is returned. */
export interface CombatRoll {
  text: string;
  rule: string;
  dice: readonly number[];
  /** How many dice at the end count apart, and whether they have more than six sides. */
  bonus?: number;
  many?: boolean;
  lines: readonly CombatLine[];
  /** What it comes to; null as long as that has not been told. */
  total: number | null;
}

export interface Combat {
  /** The numbers of its first and its last event. */
  first: number;
  last: number;
  when: string;
  title: string;
  rule: string;
  sides: readonly CombatSide[];
  rolls: readonly CombatRoll[];
  /** Cards, announcements, what else was said. */
  notes: readonly CombatLine[];
  /** What came of it, the main thing first; empty while it is being fought. */
  outcome: readonly string[];
  /** Somebody was hit or lost: it is held until it has been read. */
  grave: boolean;
  /** For the reader: good, bad, or neither. */
  tone: "good" | "bad" | "";
  /** How the score changes, a line a side. */
  points: readonly CombatLine[];
}

/** Has the game gone on to another turn since this attack? */
export function isPast({ last }: Pick<Combat, "last">, events: readonly Pick<EventLine, "number" | "turn">[]): boolean {
  const then = events.find(({ number }) => number === last);
  return then !== undefined && events.at(-1)?.turn !== then.turn;
}

/** "+2 strength [9.7a]", as the server writes a modifier, taken apart. */
export function lineOf(text: string): CombatLine {
  const found = /^\s*([+−-]?\d+)?\s*(.*?)\s*(?:\[([^\]\s]+)[^\]]*\])?\s*$/.exec(text);
  const value = found?.[1] === undefined ? null : Number(found[1].replace("−", "-"));
  return { text: found?.[2] ?? text, value, rule: found?.[3] ?? "" };
}

/** The modifiers of an event. */
export const linesOf = (event: EventLine): CombatLine[] => event.modifiers.map(lineOf);

export const sumOf = (dice: readonly number[]): number => dice.reduce((all, each) => all + each, 0);
export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);
