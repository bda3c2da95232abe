/** The attacks of a night on cards, put together from what was told; and the wrecks they leave on the map. */

import { type Combat, type CombatRoll, linesOf } from "../../lib/combat";
import type { EventLine } from "../../lib/messages";
import { diceIn } from "../../lib/tokens";
import { t } from "./i18n";

export const OPENS = new Set(["attack", "intruder_attacks"]);
const ENDS = new Set(["phase", "turn", "game_over", "plays_on"]);
const COSTS = ["shot_down", "intruder_shot_down", "fighter_lost", "hits", "fighter_hit", "returned_fire"];
export const FALLS = new Set(["shot_down", "intruder_shot_down", "fighter_lost"]);
const SAID = new Set(["corkscrews", "holds_fire", "gunners_hold", "no_gunners", "stays_with_it", "does_not_follow", "follows", "lost_in_corkscrew", "blinded", "scattered", "alerted", "breaks_off"]); // prettier-ignore
const ROLLS = new Set(["attack", "response", "reaction", "defensive fire", "destruction", "avoidance", "flash", "follow", "collision", "return fire", "intruder attack", "fighter response", "fighter reaction", "schräge Musik", "gunflash"]); // prettier-ignore

const isPart = ({ kind, data }: EventLine): boolean =>
  SAID.has(kind) || COSTS.includes(kind) || kind === "contact_gone" || (kind === "roll" && ROLLS.has(String(data["what"]))); // prettier-ignore

function attacksIn(events: readonly EventLine[]): EventLine[][] {
  const found: EventLine[][] = [];
  let open: EventLine[] | null = null;
  for (const event of events) {
    if (OPENS.has(event.kind)) found.push((open = [event]));
    else if (ENDS.has(event.kind)) open = null;
    else if (open && isPart(event)) open.push(event);
  }
  return found;
}

/** The attack that the last of these belongs to, as far as it has been told. */
export function fightAt(told: readonly EventLine[]): EventLine[] {
  const fight = attacksIn(told).at(-1);
  return fight && fight.at(-1)?.number === told.at(-1)?.number ? fight : [];
}

/** Is an attack being told, and nothing else since it began? */
export function isFought(told: readonly EventLine[]): boolean {
  const last = told.findLastIndex(({ kind }) => OPENS.has(kind));
  return last >= 0 && !told.slice(last).some(({ kind }) => ENDS.has(kind));
}

const harmed = (fight: readonly EventLine[]): boolean =>
  fight.some(({ kind, data }) => FALLS.has(kind) || (COSTS.includes(kind) && Number(data["hits"]) > 0));

/** Is an attack over with its last event told, and was somebody hit? */
export function isHeld(told: readonly EventLine[], next: EventLine | undefined): boolean {
  if (!harmed(fightAt(told))) return false;
  return next === undefined || !isPart(next);
}

function rollOf(event: EventLine): CombatRoll {
  const lines = linesOf(event);
  const dice = diceIn(event.data);
  const added = lines.reduce((sum, line) => sum + (line.value ?? 0), 0);
  const total = dice.reduce((sum, die) => sum + die, 0) + added;
  return { text: event.text, rule: event.rules[0] ?? "", dice, lines, total: dice.length > 1 ? total : null };
}

/** The attacks told, the oldest first. */
export function fightsOf(events: readonly EventLine[], umpire: boolean): Combat[] {
  return attacksIn(events).map((fight): Combat => {
    const [first, last] = [fight[0]!, fight.at(-1)!];
    const costs = COSTS.flatMap((kind) => fight.filter((event) => event.kind === kind && Number(event.data["hits"] ?? 1) > 0)); // prettier-ignore
    // what is said after somebody was hit is its aftermath
    const turned = fight.findIndex((event) => costs.includes(event));
    const said = (from: number, to: number): EventLine[] => fight.slice(from, to).filter(({ kind }) => SAID.has(kind));
    const ours = costs.some(({ kind }) => kind === "fighter_lost" || kind === "fighter_hit");
    const theirs = costs.some(({ kind }) => kind === "shot_down" || kind === "hits");
    return {
      first: first.number,
      last: last.number,
      when: t("log.turn", { turn: first.turn }),
      title: first.text.replace(/\.$/, ""),
      rule: first.rules[0] ?? "",
      sides: [],
      rolls: fight.filter(({ kind }) => kind === "roll").map(rollOf),
      notes: (turned < 0 ? said(0, fight.length) : said(0, turned)).map(({ text, rules }) => ({ text, value: null, rule: rules[0] ?? "" })), // prettier-ignore
      outcome: [...costs, ...(turned < 0 ? [] : said(turned, fight.length))].map(({ text }) => text),
      grave: harmed(fight),
      tone: theirs === ours ? "" : theirs !== umpire ? "good" : "bad",
      points: [],
    };
  });
}

export interface Wreck {
  name: string;
  hex: string;
  turn: number;
  foe: boolean;
}

/** Notes where an event says that an aircraft is. */
function note(places: Map<string, string>, { kind, data }: EventLine): void {
  if (kind === "corkscrew_seen") return; // that is where the bomber was
  const hex = data["hex"];
  const who = [data["contact"], data["fighter"]].find((each) => typeof each === "string");
  if (typeof hex === "string" && hex && typeof who === "string") places.set(who, hex);
}

/** Where each aircraft was last told to be. */
export function placesIn(events: readonly EventLine[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const event of events) note(places, event);
  return places;
}

/** Where aircraft went down, as far as the log says where they were. */
export function wrecksOf(events: readonly EventLine[]): Wreck[] {
  const places = new Map<string, string>();
  const found: Wreck[] = [];
  for (const event of events) {
    const { kind, data, turn } = event;
    const [fighter, contact, type] = [data["fighter"], data["contact"], data["kind"]].map((each) => typeof each === "string" ? each : ""); // prettier-ignore
    // a fighter that fires is in the hex of its target
    const hex = places.get(fighter!) ?? places.get(contact!) ?? "";
    if (kind === "shot_down") found.push({ name: contact!, hex, turn, foe: true });
    else if (kind === "intruder_shot_down") found.push({ name: type!, hex, turn, foe: true });
    else if (kind === "fighter_lost") found.push({ name: fighter!, hex, turn, foe: false });
    else note(places, event);
  }
  return found.filter((wreck) => wreck.hex !== "");
}
