/** What nobody should miss, on a card: a victory, a loss, a medal, with the round that led to it. */

import { type Combat, type CombatRoll, linesOf } from "../../lib/combat";
import type { EventLine } from "../../lib/messages";
import { diceOf } from "../../lib/tokens";

const OURS = new Set(["bomber_down", "enemy_down", "kill", "award", "promoted"]);
const HELD = new Set([...OURS, "shot_down", "career_over"]);
const OPENS = new Set(["round", "fight_round", "bomber_gets_away", "lands", "flown"]);
const SAID = new Set(["fires", "hits", "bomber_hit", "group_damage", "fighter_hits", "hit", "wingman_attacks", "rockets_hit", "defensive_fire", "prestige", "log_line"]); // prettier-ignore

/** Is this the last of what has to be read before anything else is told? */
export const isHeld = (told: readonly EventLine[], next: EventLine | undefined): boolean =>
  HELD.has(told.at(-1)?.kind ?? "") && !HELD.has(next?.kind ?? "");

const rollOf = (event: EventLine): CombatRoll => {
  const { dice, many } = diceOf(event.data);
  return { text: event.text, rule: event.rules[0] ?? "", dice, many, lines: linesOf(event), total: null };
};

/** The moments told, the oldest first; `when` names the line of the log sheet. */
export function momentsOf(events: readonly EventLine[], when: string): Combat[] {
  const found: Combat[] = [];
  let from = 0;
  for (const [place, event] of events.entries()) {
    if (OPENS.has(event.kind)) from = place;
    if (!HELD.has(event.kind) || !isHeld([event], events[place + 1])) continue;
    const story = events.slice(from, place + 1);
    const grave = story.filter(({ kind }) => HELD.has(kind));
    from = place + 1;
    found.push({
      first: story[0]!.number,
      last: event.number,
      when,
      title: grave[0]!.text.replace(/\.$/, ""),
      rule: grave[0]!.rules[0] ?? "",
      sides: [],
      rolls: story.filter(({ kind }) => kind === "roll").slice(-4).map(rollOf), // prettier-ignore
      notes: story.filter(({ kind }) => SAID.has(kind)).slice(-6).flatMap((line) => [{ text: line.text, value: null, rule: line.rules[0] ?? "" }, ...linesOf(line)]), // prettier-ignore
      outcome: grave.slice(1).map(({ text }) => text),
      grave: true,
      tone: OURS.has(event.kind) ? "good" : "bad",
      points: [],
    });
  }
  return found;
}

/** What is to be drawn beside it. */
export function drawnFor(combat: Combat, events: readonly EventLine[]): { award: string; bomber: string } {
  const story = events.filter(({ number }) => number >= combat.first && number <= combat.last);
  const award = story.findLast(({ kind }) => kind === "award")?.data["award"];
  const down = story.findLast(({ kind }) => kind === "bomber_down" || kind === "enemy_down")?.data;
  return { award: String(award ?? ""), bomber: String(down?.["bomber"] ?? down?.["enemy"] ?? "") };
}
