/**
 * The picture as it changes while events are told one by one, so that dice fall and counters move in their order.
 * Only what a reader watches is followed here; after the last event the true picture takes its place.
 */

import type { EventLine } from "../../lib/messages";
import { oneOf } from "../../lib/decode";
import type { Shown } from "./shown";
import { type Contact, FACINGS, type Fighter, MOONS, type Search, SEARCH_RESULTS, VISIBILITIES } from "./types";

type Data = Record<string, unknown>;

const readFacing = oneOf(...FACINGS);
const readMoon = oneOf(...MOONS);
const readVisibility = oneOf(...VISIBILITIES);
const readCloud = oneOf("none", "cloudy");
const readResult = oneOf(...SEARCH_RESULTS);

const RESULTS: Search["result"][] = ["nothing", "contact", "same hex", "silent"];

const text = (data: Data, name: string): string => String(data[name] ?? "");
const number = (data: Data, name: string): number => Number(data[name] ?? 0);

function fighterOf(picture: Shown, data: Data): Fighter | undefined {
  return picture.fighters.find((fighter) => fighter.id === text(data, "fighter"));
}

function contactOf(picture: Shown, data: Data): Contact | undefined {
  return picture.contacts.find((contact) => contact.contact === text(data, "contact"));
}

/** The contact of an event, put on the map if it was not there. */
function shown(picture: Shown, data: Data): Contact {
  let contact = contactOf(picture, data);
  if (!contact) {
    contact = {
      contact: text(data, "contact"),
      hex: text(data, "hex"),
      facing: "S",
      lit_in: null,
      tallied_by: [],
      fixed_by: [],
      hits: 0,
      alerted: false,
      type: null,
    };
    picture.contacts.push(contact);
  }
  if (data["hex"]) contact.hex = text(data, "hex");
  if (data["facing"]) contact.facing = readFacing(data["facing"]);
  return contact;
}

function without(list: string[], item: string): string[] {
  return list.filter((other) => other !== item);
}

function goes(picture: Shown, data: Data): void {
  const fighter = fighterOf(picture, data);
  if (!fighter) return;
  if (data["hex"]) fighter.hex = text(data, "hex");
  if (data["facing"]) fighter.facing = readFacing(data["facing"]);
}

function letsGo(picture: Shown, data: Data, what: "tally" | "fix"): void {
  const fighter = fighterOf(picture, data);
  const contact = contactOf(picture, data);
  if (fighter) fighter[what] = null;
  if (!contact || !fighter) return;
  if (what === "tally") contact.tallied_by = without(contact.tallied_by, fighter.id);
  else contact.fixed_by = without(contact.fixed_by, fighter.id);
}

function isGone(picture: Shown, data: Data): void {
  const handle = text(data, "contact");
  picture.contacts = picture.contacts.filter((contact) => contact.contact !== handle);
  for (const fighter of picture.fighters) {
    if (fighter.tally === handle) fighter.tally = null;
    if (fighter.fix === handle) fighter.fix = null;
  }
}

function leaves(picture: Shown, data: Data, fate: string): void {
  const fighter = fighterOf(picture, data);
  if (!fighter) return;
  fighter.hex = fighter.facing = null;
  fighter.fate = fate;
}

function takenOff(picture: Shown, turn: number): void {
  for (const search of picture.searches) {
    const towards = picture.sweeps.filter((sweep) => sweep.radar === search.radar).map((sweep) => sweep.hex);
    picture.tracks.push({
      turn: turn - 1,
      radar: search.radar,
      hex: search.hex,
      contact: search.result === "contact" || search.result === "same hex",
      towards,
    });
  }
  picture.searches = [];
  picture.sweeps = [];
}

const CHANGES: Record<string, (picture: Shown, data: Data, event: EventLine) => void> = {
  turn: (picture, data) => {
    picture.turn = number(data, "turn");
    picture.turn_space = picture.turn ? ((picture.turn - 1) % 20) + 1 : 0;
    for (const fighter of picture.fighters) fighter.warned = false;
  },
  phase: (picture, data) => void (picture.phase = number(data, "phase")),
  moon: (picture, data) => void (picture.environment.moon = readMoon(data["moon"])),
  visibility: (picture, data) => void (picture.environment.visibility = readVisibility(data["visibility"])),
  cloud: (picture, data) => void (picture.environment.cloud = readCloud(data["cloud"])),
  placed: goes,
  moved: goes,
  left_box: goes,
  drifts: goes,
  follows: goes,
  fighter_corkscrews: goes,
  scattered: goes,
  in_box: (picture, data) => {
    const fighter = fighterOf(picture, data);
    if (fighter) fighter.hex = "box";
  },
  fighter_left: (picture, data) => leaves(picture, data, "exited"),
  fighter_lost: (picture, data) => {
    leaves(picture, data, "destroyed");
    picture.score.losses += 1;
  },
  fighter_hit: (picture, data) => {
    const fighter = fighterOf(picture, data);
    if (fighter && data["total"] !== undefined) fighter.hits = number(data, "total");
  },
  dives: (picture, data) => {
    const fighter = fighterOf(picture, data);
    if (fighter) fighter.dives = number(data, "dives");
  },
  blinded: (picture, data) => {
    const fighter = fighterOf(picture, data);
    if (fighter) fighter.blinded = number(data, "turns");
  },
  tail_warning: (picture, data) => {
    const fighter = fighterOf(picture, data);
    if (fighter) fighter.warned = true;
  },
  contact: (picture, data) => void shown(picture, data),
  spotted: (picture, data) => void shown(picture, data),
  coned: (picture, data) => void (shown(picture, data).lit_in = text(data, "zone")),
  fixed: (picture, data) => {
    const contact = shown(picture, data);
    const fighter = fighterOf(picture, data);
    if (!fighter) return;
    fighter.fix = contact.contact;
    if (!contact.fixed_by.includes(fighter.id)) contact.fixed_by.push(fighter.id);
  },
  tallied: (picture, data) => {
    const contact = contactOf(picture, data);
    const fighter = fighterOf(picture, data);
    if (!fighter || !contact) return;
    fighter.tally = contact.contact;
    if (!contact.tallied_by.includes(fighter.id)) contact.tallied_by.push(fighter.id);
  },
  tally_lost: (picture, data) => letsGo(picture, data, "tally"),
  tally_dropped: (picture, data) => letsGo(picture, data, "tally"),
  fix_lost: (picture, data) => letsGo(picture, data, "fix"),
  contact_moved: (picture, data) => {
    const contact = contactOf(picture, data);
    if (contact) contact.hex = text(data, "hex");
  },
  contact_lost: isGone,
  contact_gone: isGone,
  shaken_off: isGone,
  light_lost: (picture, data) => {
    const contact = contactOf(picture, data);
    if (contact) contact.lit_in = null;
  },
  handed_off: (picture, data) => {
    const contact = contactOf(picture, data);
    if (contact) contact.lit_in = text(data, "zone");
  },
  alerted: (picture, data) => {
    const contact = contactOf(picture, data);
    if (contact) contact.alerted = true;
  },
  hits: (picture, data) => {
    const contact = contactOf(picture, data);
    if (contact && data["total"] !== undefined) contact.hits = number(data, "total");
  },
  identified: (picture, data) => {
    const contact = contactOf(picture, data);
    if (contact) contact.type = text(data, "kind");
  },
  shot_down: (picture) => void (picture.score.kills += 1),
  search_placed: (picture, data) =>
    void picture.searches.push({ radar: text(data, "radar"), hex: text(data, "hex"), result: "pending" }),
  search: (picture, data) => {
    const search = picture.searches.find((each) => each.radar === data["radar"] && each.hex === data["hex"]);
    const result = typeof data["result"] === "number" ? RESULTS[data["result"]] : readResult(data["result"]);
    if (search && result) search.result = result;
  },
  sweep: (picture, data) => void picture.sweeps.push({ radar: text(data, "radar"), hex: text(data, "hex") }),
  counters_removed: (picture, _, event) => takenOff(picture, event.turn),
  marker: (picture, data) => void picture.markers.push({ zone: text(data, "zone"), hex: text(data, "hex") }),
  markers_removed: (picture) => void (picture.markers = []),
  flares: (picture, data) => void (picture.flares_until = number(data, "space")),
  flares_out: (picture) => void (picture.flares_until = 0),
};

/** Change the picture by one event. */
export function apply(picture: Shown, event: EventLine): void {
  CHANGES[event.kind]?.(picture, event.data, event);
}

/** How long a reader wants to look at an event, in milliseconds at a steady pace. */
export function pause(event: EventLine): number {
  if (event.kind === "roll") return 900;
  if (QUIET.has(event.kind)) return 0;
  return LOUD.has(event.kind) ? 700 : 220;
}

const QUIET = new Set(["placed", "moved", "left_box", "waits_in_box", "dives", "search_placed", "phase", "turn", "map", "scenario", "option", "counters_removed", "markers_removed", "off_map", "no_tally_roll"]); // prettier-ignore
const LOUD = new Set(["contact", "coned", "fixed", "tallied", "spotted", "hits", "shot_down", "fighter_hit", "fighter_lost", "corkscrews", "search", "contact_lost", "shaken_off", "tail_warning", "intruder_attacks", "game_over"]); // prettier-ignore
