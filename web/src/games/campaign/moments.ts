/** What nobody should miss of a career: how a sortie ended, what it earned and cost, on a card until it has been read. */

import { type Combat, type CombatRoll, linesOf } from "../../lib/combat";
import type { EventLine } from "../../lib/messages";
import { diceIn } from "../../lib/tokens";
import { isHeld as isHeldInFlight } from "../nightfighter/fights";
import { flightLines } from "./book";

const GOOD = new Set(["kill", "award", "promoted"]);
const BAD = new Set(["plane_lost", "man_lost", "wounded", "fighter_down", "goes_down", "bales_out", "career_over"]);
const GRAVE = new Set(["sortie_over", "lands", ...GOOD, ...BAD]);
const SAID = new Set(["unhurt", "in_hospital", "repairs", "no_contact", "coming_home"]);
const ROLLS = new Set(["recovery", "injury", "daylight", "splinters"]);

const isPart = ({ kind, data }: EventLine): boolean =>
  GRAVE.has(kind) || SAID.has(kind) || (kind === "roll" && ROLLS.has(String(data["what"])));

function storiesIn(events: readonly EventLine[]): EventLine[][] {
  const found: EventLine[][] = [];
  let open: EventLine[] | null = null;
  for (const event of events) {
    if (!isPart(event)) open = null;
    else if (open) open.push(event);
    else found.push((open = [event]));
  }
  return found.filter((story) => story.some(({ kind }) => GRAVE.has(kind)));
}

/** Has all of it been told, in the air as its own game says, on the ground when the next is about other things? */
export function isHeld(told: readonly EventLine[], next: EventLine | undefined): boolean {
  const last = told.at(-1);
  if (last?.kind === "flight") return isHeldInFlight(flightLines(told), next && (flightLines([next])[0] ?? next));
  const story = storiesIn(told).at(-1);
  return story !== undefined && story.at(-1)?.number === last?.number && (next === undefined || !isPart(next));
}

const rollOf = (event: EventLine): CombatRoll => {
  return { text: event.text, rule: event.rules[0] ?? "", dice: diceIn(event.data), lines: linesOf(event), total: null };
};

/** The stories told, the oldest first; `when` names the week. */
export function momentsOf(events: readonly EventLine[], when: (week: number) => string): Combat[] {
  return storiesIn(events).map((story): Combat => {
    const grave = story.filter(({ kind }) => GRAVE.has(kind));
    const [first, last] = [grave[0]!, story.at(-1)!];
    const [good, bad] = [GOOD, BAD].map((set) => grave.some(({ kind }) => set.has(kind)));
    return {
      first: story[0]!.number,
      last: last.number,
      when: when(first.turn),
      title: first.text.replace(/\.$/, ""),
      rule: first.rules[0] ?? "",
      sides: [],
      rolls: story.filter(({ kind }) => kind === "roll").map(rollOf),
      notes: story.filter(({ kind }) => SAID.has(kind)).map(({ text, rules }) => ({ text, value: null, rule: rules[0] ?? "" })), // prettier-ignore
      outcome: grave.slice(1).map(({ text }) => text),
      grave: true,
      tone: good === bad ? "" : good ? "good" : "bad",
      points: [],
    };
  });
}
