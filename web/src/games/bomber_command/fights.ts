/** The attacks of the night, put together from what was told: who, on which raid, every roll, the cost and the points. */

import { type Combat, type CombatLine, type CombatRoll, type CombatSide, linesOf } from "../../lib/combat";
import { diceIn } from "../../lib/tokens";
import type { EventLine } from "../../lib/messages";
import type { RaidPicture } from "./types";
import { slug } from "../../lib/words";
import { capital, named, say, sayOr } from "./words";

const OPENS = new Set(["attack", "british_attack", "flak", "infiltrates"]);
/** What came of it. */
const COSTS = ["bombers_lost", "fighters_lost", "disrupted", "flak_damage", "infiltrated", "hunted", "depleted"];
const HARM = new Set(["bombers_lost", "fighters_lost", "disrupted", "flak_damage"]);
/** What is said of it besides. */
const SAID = new Set([
  "attack_void",
  "attempt_void",
  "cancelled",
  "cancelled_by_symbol",
  "card",
  "damage_spent",
  "gunners_fire",
  "is_decoy",
  "is_heavy",
  "is_mosquito",
  "losses_reduced",
  "no_defence",
  "not_depleted",
  "oboe_spoiled",
  "returns",
  "unannounced",
]);
const SUMS = new Set(["attack_rolled", "flak_rolled", "infiltration", "defensive_fire"]);
const QUIET = new Set(["attacked_raid", "has_flak_damage", "modified", "roll", "alerted"]);
const ENDS = new Set(["phase", "turn", "resolving"]);

export const isPart = (event: EventLine): boolean =>
  SAID.has(event.kind) || SUMS.has(event.kind) || QUIET.has(event.kind) || COSTS.includes(event.kind);

/** Does it open an attack or belong to one? */
export const isFight = (event: EventLine): boolean =>
  OPENS.has(event.kind) || (isPart(event) && event.kind !== "returns" && !isOtherRoll(event));
const FIGHT_ROLLS = /attack|flak|infiltration|fire/i;
const isOtherRoll = ({ kind, data }: EventLine): boolean => kind === "roll" && !FIGHT_ROLLS.test(String(data["what"]));

/** The events of each attack, the oldest attack first. */
export function attacksIn(events: readonly EventLine[]): EventLine[][] {
  const found: EventLine[][] = [];
  let open: EventLine[] | null = null;
  for (const event of events) {
    if (OPENS.has(event.kind)) found.push((open = [event]));
    else if (ENDS.has(event.kind)) open = null;
    else if (open && isPart(event)) open.push(event);
  }
  return found;
}

const harmed = (events: readonly EventLine[]): boolean =>
  events.some(
    ({ kind, data }) => HARM.has(kind) || (SUMS.has(kind) && Number(data["losses"] ?? data["lost"] ?? 0) > 0),
  );

/** Is an attack over with its last event told, and was somebody hit? */
export function isHeld(told: readonly EventLine[], next: EventLine | undefined, underWay: boolean): boolean {
  const fight = attacksIn(told).at(-1);
  if (!fight || fight.at(-1)?.number !== told.at(-1)?.number || !harmed(fight)) return false;
  return next ? !isPart(next) : !underWay;
}

/** The latest first. */
export function fightsOf(events: readonly EventLine[], picture: RaidPicture): Combat[] {
  return attacksIn(events)
    .map((fight) => combatOf(fight, picture))
    .reverse();
}

function combatOf(fight: EventLine[], picture: RaidPicture): Combat {
  const [first, last] = [fight[0]!, fight.at(-1)!];
  return {
    first: first.number,
    last: last.number,
    when: say("fight.turn", { turn: first.turn }),
    title: first.text.replace(/\.$/, ""),
    rule: first.rules.at(-1) ?? "",
    sides: sidesOf(fight, picture),
    rolls: rollsOf(fight),
    notes: notesOf(fight),
    outcome: outcomeOf(fight),
    grave: harmed(fight),
    tone: toneOf(fight, picture.seat),
    points: pointsIn(fight),
  };
}

function sidesOf(fight: EventLine[], picture: RaidPicture): CombatSide[] {
  const { kind, data } = fight[0]!;
  const unit = typeof data["unit"] === "string" ? data["unit"] : "";
  if (kind === "british_attack")
    return [
      { name: say("fight.british"), mine: picture.seat === "british" },
      { name: unit, mine: picture.seat === "german" },
    ];
  const letter = fight.map((event) => event.data["letter"]).find((each) => typeof each === "string");
  const raid = picture.plot?.find((each) => each.letter === letter);
  const about = raid
    ? `${named("raid_kind", raid.kind)}${raid.target ? ` · ${raid.target}` : ""}`
    : fight.some((event) => event.kind === "is_mosquito")
      ? named("raid_kind", "mosquito")
      : fight.some((event) => event.kind === "is_decoy")
        ? named("raid_kind", "decoy")
        : "";
  return [
    {
      name: unit || capital(named("attack", "flak")),
      note: typeof data["attack"] === "string" ? named("attack", data["attack"].replace("_", " ")) : "",
      mine: picture.seat === "german",
    },
    {
      name: letter ? say("fight.raid", { letter: String(letter) }) : say("fight.a_raid"),
      note: about,
      mine: picture.seat === "british",
    },
  ];
}

/** A roll, and what it comes to with all that is added. */
function rollsOf(fight: EventLine[]): CombatRoll[] {
  const found: CombatRoll[] = [];
  for (const event of fight) {
    const dice = diceIn(event.data);
    if (dice.length > 0) {
      const cards = Number(event.data["modifier"] ?? 0);
      found.push({
        text: sayOr(`fight.roll.${slug(String(event.data["what"]))}`, event.text),
        rule: event.rules[0] ?? "",
        dice,
        lines: cards ? [{ text: say("fight.cards"), value: cards, rule: "" }] : [],
        total: null,
      });
    } else if (SUMS.has(event.kind) && found.length > 0) {
      const roll = found.at(-1)!;
      const lines = [...roll.lines, ...linesOf(event)];
      const text = [roll.text, against(event)].filter(Boolean).join(" · ");
      found[found.length - 1] = { ...roll, text, lines, total: Number(event.data["total"]) };
    }
  }
  return found;
}

/** The column it is read on, or what it has to reach. */
function against({ data }: EventLine): string {
  if (typeof data["column"] === "string") return say("fight.on_column", { column: named("column", data["column"]) });
  return typeof data["value"] === "number" ? say("fight.needed", { value: data["value"] }) : "";
}

const notesOf = (fight: EventLine[]): CombatLine[] =>
  fight
    .filter(({ kind, data }) => SAID.has(kind) || (kind === "has_flak_damage" && data["yes"] === true))
    .map((event) => ({ text: event.text, value: null, rule: event.rules[0] ?? "" }));

/** What it cost, the main thing first; where the losses themselves are hidden, what the roll said [12.5]. */
function outcomeOf(fight: EventLine[]): string[] {
  const rolled = fight.filter(({ kind }) => SUMS.has(kind));
  if (rolled.length === 0) return [];
  const cost = COSTS.flatMap((kind) => fight.filter((event) => event.kind === kind)).map(({ text }) => text);
  if (cost.length > 0) return cost;
  const last = rolled.at(-1)!;
  if (last.kind === "infiltration") return [say("fight.kept_out", { unit: String(last.data["unit"]) })];
  return harmed(fight) ? rolled.map(({ text }) => text) : [say("fight.nothing")];
}

function toneOf(fight: EventLine[], seat: string): Combat["tone"] {
  const bombers = fight.some(({ kind, data }) => kind === "bombers_lost" || Number(data["losses"] ?? 0) > 0);
  const fighters = fight.some(({ kind }) => kind === "fighters_lost");
  if (bombers === fighters || (seat !== "british" && seat !== "german")) return "";
  return bombers === (seat === "german") ? "good" : "bad";
}

/** What the losses are worth, as the server counts them [11.1]. */
function pointsIn(fight: EventLine[]): CombatLine[] {
  return (["british", "german"] as const).flatMap((side) => {
    const gains = fight.filter(({ data }) => data[`vp_${side}`] !== undefined);
    if (gains.length === 0) return [];
    const value = gains.reduce((all, { data }) => all + Number(data[`vp_${side}`]), 0);
    return [{ text: say(`fight.points.${side}`), value, rule: String(gains[0]!.data["vp_rule"] ?? "") }];
  });
}
