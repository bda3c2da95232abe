/** Small things of the game in the page's words. */

import { cellAt, distance, name, type Cell } from "../../lib/hex";
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

/** A hex as a screen reader tells it: its name, zone, what is there, what may be done there. */
export function hexText(cell: Cell, picture: Shown, board: MapFeatures, lit: string): string {
  const hex = name(cell);
  const zone = zoneOf(cell, board);
  const parts = [hex];
  if (zone) parts.push(t("hex.zone", { zone }));
  for (const fighter of picture.fighters)
    if (fighter.hex === hex)
      parts.push(t("hex.fighter", { id: fighter.id, type: fighter.type, facing: fighter.facing ?? "" }));
  for (const contact of picture.contacts)
    if (contact.hex === hex)
      parts.push(t("hex.contact", { contact: contact.contact, facing: contact.facing, state: contactState(contact) }));
  for (const attacker of picture.umpire?.attackers ?? [])
    if (attacker.hex === hex)
      parts.push(t("hex.attacker", { id: attacker.id, type: attacker.type, facing: attacker.facing }));
  for (const search of picture.searches)
    if (search.hex === hex) parts.push(`${search.radar}: ${word(`result.${slug(search.result)}`, search.result)}`);
  for (const sweep of picture.sweeps) if (sweep.hex === hex) parts.push(t("hex.sweep", { radar: sweep.radar }));
  if (lit) parts.push(lit);
  const own = picture.fighters.find((fighter) => fighter.hex && fighter.hex !== "box");
  if (own?.hex && own.hex !== hex) parts.push(t("hex.away", { n: distance(cell, cellAt(own.hex)), id: own.id }));
  return parts.join(", ");
}

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
