/** The picture as it changes while events are told one by one; after the last of them the true one takes its place. */

import type { EventLine } from "../../lib/messages";
import { apply as applyNight, pause as pauseNight } from "../nightfighter/live";
import { list, oneOf, text as readText, tuple } from "../../lib/decode";
import { nightOf } from "./night";
import { type Counter, FACINGS, type SoloPicture } from "./types";

type Data = Record<string, unknown>;
const readFacing = oneOf(...FACINGS);
const readNames = list(readText);
const readPlaces = list(tuple<[string, string]>(readText, readText));
const text = (data: Data, name: string): string => String(data[name] ?? "");

const find = (picture: SoloPicture, name: unknown): Counter | undefined =>
  picture.counters.find(({ counter }) => counter === name);

function remove(picture: SoloPicture, names: readonly unknown[], fate: string): void {
  for (const counter of picture.counters.filter(({ counter: name }) => names.includes(name)))
    picture.gone.push({ counter: counter.counter, type: counter.type, fate, hits: counter.hits, may_be_it: false });
  picture.counters = picture.counters.filter(({ counter }) => !names.includes(counter));
}

/** It shows where its bomber is: the area goes. */
function found(picture: SoloPicture, data: Data): void {
  const counter = find(picture, data["contact"]);
  if (!counter) return;
  if (data["hex"]) counter.hex = text(data, "hex");
  if (data["facing"]) counter.facing = readFacing(data["facing"]);
  counter.level = "none";
  counter.area = [];
}

const CHANGES: Record<string, (picture: SoloPicture, data: Data) => void> = {
  counters_moved: (picture, data) => {
    for (const [name, hex] of readPlaces(data["places"])) {
      const counter = find(picture, name);
      if (counter) [counter.hex, counter.area] = [hex, []];
    }
  },
  phantom: (picture, data) => remove(picture, [data["contact"]], "removed"),
  real: (picture, data) => {
    remove(picture, readNames(data["counters"]), "removed");
    const counter = find(picture, data["contact"]);
    if (counter) [counter.level, counter.left] = ["moderate", 1];
  },
  counter_left: (picture, data) => remove(picture, [data["contact"]], "exited"),
  contact_gone: (picture, data) => remove(picture, [data["contact"]], "exited"),
  shot_down: (picture, data) => {
    remove(picture, [data["contact"]], "destroyed");
    picture.score.kills += 1;
  },
  located: found,
  refined: (picture, data) => {
    const counter = find(picture, data["contact"]);
    if (counter) [counter.level, counter.area, counter.hex] = ["low", [], text(data, "hex") || counter.hex];
  },
  reverts: (picture, data) => {
    const counter = find(picture, data["contact"]);
    if (counter)
      [counter.level, counter.area, counter.hex, counter.lit_in] = ["low", [], text(data, "hex") || counter.hex, null];
  },
  excluded: (picture, data) => {
    const counter = find(picture, data["contact"]);
    if (counter) counter.excluded = [...counter.excluded, ...readNames(data["hexes"])];
  },
  exclusions_end: (picture) => {
    for (const counter of picture.counters) counter.excluded = [];
  },
  search_placed: (picture, data) =>
    void picture.searches.push({ radar: text(data, "radar"), counter: "", hex: text(data, "hex"), result: "waiting" }),
  searches_removed: (picture) => void (picture.searches = []),
};

/** What Nightfighter follows of a counter too: lights, tallies, fixes, hits. */
const SHARED = ["lit_in", "tallied_by", "fixed_by", "hits", "alerted"] as const;

/** Change the picture by one event. */
export function apply(picture: SoloPicture, event: EventLine): void {
  const own = CHANGES[event.kind];
  if (own) {
    own(picture, event.data);
    return;
  }
  // the rest is Nightfighter's: done to its picture of the same game, and what it may have changed is read back
  const night = nightOf(picture);
  applyNight(night, event);
  [picture.turn, picture.turn_space, picture.phase] = [night.turn, night.turn_space, night.phase];
  [picture.score.kills, picture.score.losses] = [night.score.kills, night.score.losses];
  for (const contact of night.contacts) {
    const counter = find(picture, contact.contact);
    if (counter) Object.assign(counter, Object.fromEntries(SHARED.map((name) => [name, contact[name]])));
  }
}

const QUIET = new Set([
  "counters_moved",
  "searches_removed",
  "exclusions_end",
  "bombers_fly",
  "second_set",
  "position",
  "does_not_look",
  "no_ai_search",
  "track_lapses",
]);
const LOUD = new Set(["phantom", "real", "located", "refined", "tracked", "was_a_bomber", "revealed"]);

export function pause(event: EventLine): number {
  if (QUIET.has(event.kind)) return 0;
  return LOUD.has(event.kind) ? 700 : pauseNight(event);
}
