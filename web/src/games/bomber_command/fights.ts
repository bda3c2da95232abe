/** The attacks of the night, put together from the log: what each was, its rolls with every modifier, and its cost. */

import { diceIn } from "../../lib/tokens";
import type { EventLine } from "../../lib/messages";

export interface FightLine {
  number: number;
  text: string;
  dice: number[];
  modifiers: string[];
  rules: string[];
}
export interface Fight {
  number: number;
  turn: number;
  title: string;
  rule: string;
  lines: FightLine[];
}

const OPENS = new Set(["attack", "british_attack", "flak", "infiltrates"]);
const PART_OF = new Set([
  "roll",
  "attack_rolled",
  "flak_rolled",
  "infiltration",
  "infiltrated",
  "defensive_fire",
  "bombers_lost",
  "fighters_lost",
  "disrupted",
  "flak_damage",
  "card",
  "cancelled",
  "cancelled_by_symbol",
  "modified",
  "damage_spent",
  "depleted",
  "losses_reduced",
  "no_defence",
  "attacked_raid",
  "hunted",
]);
const ENDS = new Set(["phase", "turn", "resolving"]);

/** The latest first. */
export function fightsOf(events: readonly EventLine[]): Fight[] {
  const found: Fight[] = [];
  let open: Fight | null = null;
  for (const event of events) {
    if (OPENS.has(event.kind)) {
      open = { number: event.number, turn: event.turn, title: event.text, rule: event.rules[0] ?? "", lines: [] };
      found.push(open);
    } else if (ENDS.has(event.kind)) open = null;
    else if (open && PART_OF.has(event.kind)) {
      open.lines.push({
        number: event.number,
        text: event.text,
        dice: diceIn(event.data),
        modifiers: event.modifiers,
        rules: [...new Set(event.rules)].slice(0, 4),
      });
    }
  }
  return found.reverse();
}

/** "weather −1 [3.4.2]" taken apart: what stands in brackets is its rule. */
export function modifierOf(text: string): { text: string; rule: string } {
  const found = /^(.*?)\s*\[([\d.a-z]+)[^\]]*\]$/.exec(text);
  return { text: found?.[1] ?? text, rule: found?.[2] ?? "" };
}
