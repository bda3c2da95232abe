/** The odds of the roll asked about, as the server tells them, and how they are put shortly. */

import type { Question } from "../../lib/messages";
import type { Chance } from "./types";
import { say, sayOr } from "./words";

const KINDS = new Set(["infiltrator", "infiltrate_what", "intercept", "spend_damage"]);
const WINDOWS = new Set([
  "gci_attack",
  "tame_boar_attack",
  "wild_boar_attack",
  "intruder_attack",
  "flak_attack",
  "british_attack",
  "infiltration_roll",
  "detection_roll",
  "defensive_fire",
  "scramble_roll",
  "recovery_roll",
  "marking",
]);

/** Is a roll asked about whose odds can be counted? */
export const hasOdds = (question: Question | null): boolean =>
  question !== null &&
  (KINDS.has(question.kind) || (question.kind === "play" && WINDOWS.has(String(question.facts["window"]))));

export function percent(chance: number): string {
  const value = chance * 100;
  return `${value > 0 && value < 1 ? "< 1" : value < 100 && value > 99 ? "> 99" : Math.round(value)} %`;
}

/** "lost 2" in words. */
export function outcome(what: string): string {
  const [, word, n] = /^(.*?)(?: (\d+))?$/.exec(what) ?? [];
  const key = `chance.${(word ?? what).replaceAll(" ", "_")}`;
  return n === undefined ? sayOr(key, what) : sayOr(key, what).replace("{n}", n);
}

/** What matters most of a roll in a few words: the mean loss, or the likeliest good end. */
export function headline({ chances, mean }: { chances: Chance[]; mean: number | null }): string {
  if (mean !== null) return say("odds.mean", { mean: mean.toFixed(1) });
  const first = chances[0];
  return first ? `${outcome(first.what)} ${percent(first.chance)}` : "";
}
