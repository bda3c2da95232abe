/** Small things of the game in the page's words. */

import { cellAt, direction, distance, Grid, name, parse, type Cell } from "../../lib/hex";
import { t, word } from "./i18n";
import type { Scenario } from "../../lib/messages";
import { slug } from "../../lib/words";
import type { Shown } from "./shown";
import {
  type Contact,
  type Formations,
  type MapFeatures,
  readFormations,
  readScenarioMap,
  type ScenarioMap,
} from "./types";

export function formationText(list: readonly { type: string; count: number }[] | undefined): string {
  return (list ?? []).map(({ type, count }) => (count === 1 ? type : `${count} × ${type}`)).join(", ");
}

export const formations = (scenario: Scenario): Formations => readFormations(scenario.formations);

export const mapOf = (scenario: Scenario | undefined): ScenarioMap | null =>
  scenario ? readScenarioMap(scenario.map) : null;

/** What wins a scenario. */
export function victoryText(map: ScenarioMap | null): string {
  const victory = map?.victory;
  if (!victory) return "";
  const counted = word(`victory.${slug(victory.score)}`, victory.score);
  let told = t(victory.compare === "at most" ? "victory.at_most" : "victory.at_least", { counted, win: victory.win });
  if (typeof victory.decisive === "number") told += ` ${t("victory.decisive", { decisive: victory.decisive })}`;
  if (victory.lost_if) told += ` ${t("victory.lost_if")}`;
  return told;
}

/** What an aircraft carries, as the reader calls it; names of devices stay as they are. */
export const equipmentName = (name: string): string => word(`equipment.${slug(name)}`, name);

/** How a game went, in figures. */
export function resultText(result: Record<string, unknown>): string {
  const n = (name: string): number => Number(result[name] ?? 0);
  return [
    t("score.kills", { n: n("kills") }),
    t("score.losses", { n: n("losses") }),
    t("result.score", { score: n("score") }),
    t("result.turns", { n: n("turns") }),
  ].join(" · ");
}

export function contactState(contact: Contact): string {
  const parts: string[] = [];
  if (contact.tallied_by.length > 0) parts.push(t("contact.tallied_by", { fighters: contact.tallied_by.join(", ") }));
  if (contact.fixed_by.length > 0) parts.push(t("contact.fixed_by", { fighters: contact.fixed_by.join(", ") }));
  if (contact.lit_in) parts.push(t("contact.lit_in", { zone: contact.lit_in }));
  if (contact.hits > 0) parts.push(t("contact.hits", { n: contact.hits }));
  if (contact.alerted) parts.push(t("contact.alerted"));
  return parts.join(", ") || t("contact.seen");
}

/** The zone a hex lies in, or "". */
export function zoneOf(cell: Cell, board: MapFeatures): string {
  for (const [letter, [left, right, top, bottom]] of Object.entries(board.zones))
    if (cell.column >= left && cell.column <= right && cell.row >= top && cell.row <= bottom) return letter;
  return "";
}

/** Everything there is to know of a hex, a line each: zone and lights, who is there, radar, what may be done there. */
export function hexLines(
  cell: Cell,
  picture: Shown,
  board: MapFeatures,
  scenario: ScenarioMap | null,
  lit: string,
): string[] {
  return [
    ...groundLines(cell, picture, board, scenario),
    ...stackLines(name(cell), picture),
    ...radarLines(cell, picture, board),
    ...(lit ? [lit] : []),
    ...awayLines(cell, picture),
  ];
}

/** The zone, and what lights it has. */
function groundLines(cell: Cell, picture: Shown, board: MapFeatures, scenario: ScenarioMap | null): string[] {
  const zone = zoneOf(cell, board);
  const found = zone ? [t("hex.zone", { zone })] : [];
  if (zone && scenario?.zones.includes(zone)) found.push(t(scenario.directed ? "hex.lights_directed" : "hex.lights"));
  if (zone && scenario?.flare_zones.includes(zone)) found.push(t("hex.flares"));
  if (picture.markers.some(({ hex }) => hex === name(cell))) found.push(t("hex.marker"));
  if (board.beacon === name(cell)) found.push(t("hex.beacon"));
  return found;
}

/** Who is there, one after another. */
export function stackLines(hex: string, picture: Shown): string[] {
  const found = picture.fighters
    .filter((fighter) => fighter.hex === hex)
    .map(({ id, type, facing }) => t("hex.fighter", { id, type, facing: facing ?? "" }));
  for (const contact of picture.contacts)
    if (contact.hex === hex)
      found.push(t("hex.contact", { contact: contact.contact, facing: contact.facing, state: contactState(contact) }));
  for (const attacker of picture.umpire?.attackers ?? [])
    if (attacker.hex === hex)
      found.push(t("hex.attacker", { id: attacker.id, type: attacker.type, facing: attacker.facing }));
  return found;
}

/** What ground radar and the fighters' own sets say of a hex, and what earlier searches said. */
function radarLines(cell: Cell, picture: Shown, board: MapFeatures): string[] {
  const hex = name(cell);
  const found: string[] = [];
  for (const search of picture.searches) {
    const reach = picture.radars?.find(({ radar }) => radar === search.radar)?.value ?? 0;
    const result = word(`result.${slug(search.result)}`, search.result);
    if (search.hex === hex) found.push(`${search.radar}: ${result}`);
    else if (distance(cellAt(search.hex), cell) <= reach)
      found.push(t("hex.covered", { radar: search.radar, hex: search.hex, result }));
  }
  for (const sweep of picture.sweeps) if (sweep.hex === hex) found.push(t("hex.sweep", { radar: sweep.radar }));
  const grid = new Grid(board.columns, board.rows);
  for (const { id, hex: from, facing, card } of picture.fighters) {
    const start = from ? parse(from) : null;
    if (!start || !facing || !card?.ai || card.ai.range === 0) continue;
    const covers = grid.arc(start, direction(facing), card.ai.arc, card.ai.range).some((each) => name(each) === hex);
    if (covers) found.push(t("hex.ai", { id }));
  }
  for (const track of picture.tracks)
    if (track.hex === hex)
      found.push(t(track.contact ? "hex.track_found" : "hex.track", { radar: track.radar, turn: track.turn }));
  return found;
}

function awayLines(cell: Cell, picture: Shown): string[] {
  const own = picture.fighters.find((fighter) => fighter.hex && fighter.hex !== "box");
  return own?.hex && own.hex !== name(cell) ? [t("hex.away", { n: distance(cell, cellAt(own.hex)), id: own.id })] : [];
}

/** A hex as a screen reader tells it: its name, zone, what is there, what may be done there. */
export const hexText = (
  cell: Cell,
  picture: Shown,
  board: MapFeatures,
  scenario: ScenarioMap | null,
  lit: string,
): string => [name(cell), ...hexLines(cell, picture, board, scenario, lit)].join(", ");

/** The whole map in sentences, for those who cannot see it. */
export function mapText(picture: Shown): string {
  const parts: string[] = [];
  for (const fighter of picture.fighters)
    if (fighter.hex)
      parts.push(
        t("map.says.fighter", { id: fighter.id, type: fighter.type, hex: fighter.hex, facing: fighter.facing ?? "" }),
      );
  for (const contact of picture.contacts)
    parts.push(
      t("map.says.contact", {
        contact: contact.contact,
        hex: contact.hex,
        facing: contact.facing,
        state: contactState(contact),
      }),
    );
  for (const search of picture.searches)
    parts.push(
      t("map.says.search", {
        radar: search.radar,
        hex: search.hex,
        result: word(`result.${slug(search.result)}`, search.result),
      }),
    );
  for (const sweep of picture.sweeps) parts.push(t("map.says.sweep", { radar: sweep.radar, hex: sweep.hex }));
  for (const attacker of picture.umpire?.attackers ?? [])
    if (attacker.hex)
      parts.push(
        t("map.says.attacker", { id: attacker.id, type: attacker.type, hex: attacker.hex, facing: attacker.facing }),
      );
  return parts.join(" ") || t("map.says.empty");
}
