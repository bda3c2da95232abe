/** The open counters as Nightfighter's table knows contacts; what it has no words for is drawn by our own layer. */

import { cellAt, type Cell } from "../../lib/hex";
import type { Shown, ShownContact } from "../nightfighter/shown";
import type { Search } from "../nightfighter/types";
import type { Counter, Look, SearchOdds, SoloPicture } from "./types";

const RESULTS: Record<Look["result"], Search["result"]> = {
  waiting: "pending",
  nothing: "nothing",
  refined: "contact",
  tracked: "contact",
  tested: "contact",
  silent: "silent",
};

export function contactOf(counter: Counter): ShownContact {
  const { hex, facing, lit_in, tallied_by, fixed_by, hits, alerted, level, track } = counter;
  return {
    contact: counter.counter,
    hex,
    facing,
    lit_in,
    tallied_by,
    fixed_by,
    hits,
    alerted,
    type: counter.hidden ? null : counter.type,
    level,
    track,
  };
}

export function nightOf(solo: SoloPicture): Shown {
  return {
    game: solo.game,
    seat: solo.seat,
    scenario: solo.scenario,
    turn: solo.turn,
    turn_space: solo.turn_space,
    phase: solo.phase,
    environment: solo.environment,
    fighters: solo.fighters,
    contacts: solo.counters.map(contactOf),
    searches: solo.searches.map(({ radar, hex, counter, result }) => ({
      radar,
      hex,
      // a counter that is gone was a phantom: there is nothing there
      result:
        result !== "waiting" && !solo.counters.some((each) => each.counter === counter) ? "nothing" : RESULTS[result],
    })),
    sweeps: [],
    radars: solo.radars,
    tracks: [],
    markers: [],
    task_force: null,
    flares_until: 0,
    score: { ...solo.score, vp: 0 },
    over: solo.over,
    sees_ahead: true,
  };
}

/** The questions that are searches: their chances are known before they are made. */
export const SEARCHES: ReadonlySet<string> = new Set([
  "place_search",
  "ai_target",
  "tally",
  "tally_fixed",
  "light_up",
  "use_serrate",
]);

/** The chance that matters of a search: that it finds, else refines or tracks, else tells it from a phantom. */
export function foremost(chances: SearchOdds["chances"]): number | null {
  for (const what of ["found", "refined", "tracked", "real"])
    if (chances[what] !== undefined) return chances[what] ?? null;
  return null;
}

export function percent(chance: number): string {
  const value = chance * 100;
  return `${value > 0 && value < 1 ? "< 1" : value > 99 && value < 100 ? "> 99" : Math.round(value)} %`;
}

/** Which counter an answer is about: its name, or the hex it stands in. */
export function counterOf(option: string, counters: readonly Counter[]): Counter | undefined {
  return counters.find(({ counter }) => counter === option) ?? counters.find(({ hex }) => hex === option);
}

/** Those that were there and are not any more: what the phantoms fade from. */
export function vanished(before: readonly Counter[], now: readonly Counter[], gone: SoloPicture["gone"]): Counter[] {
  const there = new Set(now.map(({ counter }) => counter));
  const removed = new Set(gone.filter(({ fate }) => fate === "removed").map(({ counter }) => counter));
  return before.filter(({ counter }) => !there.has(counter) && removed.has(counter));
}

/** The plates below the counters that could be searched now, each with the chance of it. */
export function platesOf(
  picture: SoloPicture,
  odds: readonly SearchOdds[],
): { key: string; cell: Cell; text: string }[] {
  return odds.flatMap(({ option, chances }) => {
    const counter = counterOf(option, picture.counters);
    const chance = foremost(chances);
    return counter && chance !== null ? [{ key: option, cell: cellAt(counter.hex), text: percent(chance) }] : [];
  });
}
