/** When a reader wants to be asked for cards [6.2]: always, only with something to play, or never. Kept in this browser. */

import type { Option, Question } from "../../lib/messages";
import type { Key } from "./keys";
import type { CurrentAttack } from "./types";
import type { say as Say } from "./words";

export const ASKS = ["always", "holding", "never"] as const;
export type Ask = (typeof ASKS)[number];

export interface Manner {
  ask: Ask;
  /** The next moment at which a unit may be ordered home is wanted all the same. */
  wanted: boolean;
  /** Turn and phase in which nothing more is wanted. */
  passed: string;
}

const CARDS = new Set(["play", "cancel"]);

/** The options of a question that are cards: neither passing nor ordering a unit home. */
export function cardsAmong(question: Question): Option[] {
  return Array.isArray(question.options)
    ? question.options.filter(({ option }) => option !== "pass" && option !== "return")
    : [];
}

/** Is this a moment that is passed without asking? Never a question about anything but cards. */
export function isPassed(question: Question, manner: Manner, now: string): boolean {
  if (!CARDS.has(question.kind)) return false;
  if (question.kind === "play" && manner.wanted) return false;
  if (manner.ask === "never") return true;
  if (question.kind === "play" && manner.passed === now && now !== "") return true;
  return manner.ask === "holding" && cardsAmong(question).length === 0;
}

/** The card that an option plays: the longest title it begins with; two for a pair. */
export function titlesOf(option: string, titles: readonly string[]): string[] {
  if (option.includes(" + ")) return option.split(" + ");
  const found = titles.filter((title) => option.startsWith(`${title} `)).sort((a, b) => b.length - a.length)[0];
  return found ? [found] : [];
}

/** What is about to happen to a unit, or has happened, by the moment at which cards may be played. */
const HAPPENS: Readonly<Record<string, Key>> = {
  infiltration_roll: "prompt.infiltrates",
  scramble_roll: "prompt.takes_off",
  recovery_roll: "prompt.lands",
  defensive_fire: "prompt.fired_at",
  british_attack: "prompt.attacked",
  intruder_attack: "prompt.attacked",
  airfield_attack: "prompt.airfield",
};

/** Whom a card is played on or against: an attack on a raid and what came of it so far, flak, or a unit. */
export function subjectOf(
  facts: Question["facts"],
  attack: CurrentAttack | null,
  say: typeof Say,
  scrambled: readonly string[] = [],
): string {
  const { unit, letter, losses, disrupted } = facts;
  const own = typeof letter === "string";
  if (attack?.kind === "flak" && typeof unit !== "string") {
    const place = attack.city ?? attack.hex ?? "";
    return own ? say("prompt.flak.at", { place, letter }) : say("prompt.flak", { place });
  }
  if (typeof unit !== "string") {
    if (facts["window"] === "units_scrambled" && scrambled.length > 0)
      return say("prompt.scrambled", { units: scrambled.join(", ") });
    return own ? say("prompt.raid", { letter }) : "";
  }
  const happens = HAPPENS[String(facts["window"])];
  if (happens === "prompt.infiltrates" && own) return say("prompt.infiltrates.raid", { unit, letter });
  if (happens) return say(happens, { unit });
  if (facts["window"] === "after_attack" && typeof losses !== "number") return say("prompt.attacked", { unit });
  const place = attack?.unit === unit ? (attack.city ?? attack.hex ?? "") : "";
  const alone = place ? say("prompt.attacks.at", { unit, place }) : say("prompt.attacks", { unit });
  const attacks = own ? say("prompt.attack", { unit, letter }) : alone;
  if (typeof losses !== "number") return attacks;
  return `${attacks} ${say("prompt.losses", { n: losses })}${disrupted ? ` ${say("prompt.disrupted")}` : ""}`;
}
