/** Sentences of the log as pieces: plain words, and names that can be pointed at. */

import { t } from "./i18n";

export type Token =
  | { kind: "text"; text: string }
  | { kind: "hex"; text: string }
  | { kind: "unit"; text: string }
  | { kind: "contact"; text: string }
  | { kind: "zone"; text: string; letter: string }
  | { kind: "dice"; dice: number[]; bonus: number[] };

export interface Names {
  columns: number;
  rows: number;
  /** Ids of aircraft that a sentence may name. */
  units: ReadonlySet<string>;
}

/** Contacts, hexes, aircraft, zones by whatever a language calls them, counters. */
function pattern(): RegExp {
  return new RegExp(
    `\\b(C\\d+)\\b|\\b(\\d{4})\\b|\\b(\\d{3})\\b|\\b(?:${t("log.zone")}) ([A-Z])\\b|\\b(\\d{1,2}[a-f])\\b`,
    "g",
  );
}

function isHex(text: string, names: Names): boolean {
  const column = Number(text.slice(0, 2));
  const row = Number(text.slice(2));
  return column >= 1 && column <= names.columns && row >= 1 && row <= names.rows;
}

function words(text: string, names: Names): Token[] {
  const tokens: Token[] = [];
  let done = 0;
  for (const found of text.matchAll(pattern())) {
    const [whole, contact, hex, unit, zone, counter] = found;
    let token: Token | null = null;
    if (contact) token = { kind: "contact", text: contact };
    else if (hex && isHex(hex, names)) token = { kind: "hex", text: hex };
    else if (unit && names.units.has(unit)) token = { kind: "unit", text: unit };
    else if (zone) token = { kind: "zone", text: whole, letter: zone };
    else if (counter && names.units.has(counter)) token = { kind: "contact", text: counter };
    if (!token) continue;
    if (found.index > done) tokens.push({ kind: "text", text: text.slice(done, found.index) });
    tokens.push(token);
    done = found.index + whole.length;
  }
  if (done < text.length) tokens.push({ kind: "text", text: text.slice(done) });
  return tokens;
}

/** A sentence in pieces; dice that stand in it as figures become dice, those that count apart after their name. */
export function tokens(text: string, names: Names, dice: readonly number[] = [], bonus = 0): Token[] {
  if (dice.length > 0) {
    const plain = dice.slice(0, dice.length - bonus);
    const extra = dice.slice(dice.length - bonus);
    const apart = bonus > 0 ? new RegExp(`${plain.join(" ")}(, \\D+ )${extra.join(" ")}(?!\\d)`).exec(text) : null;
    if (apart)
      return [
        ...words(text.slice(0, apart.index), names),
        { kind: "dice", dice: plain, bonus: [] },
        { kind: "text", text: apart[1] ?? "" },
        { kind: "dice", dice: [], bonus: extra },
        ...words(text.slice(apart.index + apart[0].length), names),
      ];
    const written = [dice.join(" "), plain.join(" + ")];
    for (const figures of written) {
      const asked = text.search(new RegExp(`[:?] ${figures.replaceAll("+", "\\+")}(?!\\d)`)); // "Cloud: 1 (1 to 3 cloudy)"
      const at = asked < 0 ? text.lastIndexOf(figures) : asked + 2;
      if (at < 0) continue;
      const piece: Token = { kind: "dice", dice: plain, bonus: extra };
      return [...words(text.slice(0, at), names), piece, ...words(text.slice(at + figures.length), names)];
    }
  }
  return words(text, names);
}

/** What is thrown with one die of ten or twenty sides. */
const MANY_SIDED = new Set(["bomber damage", "position", "way home", "replacement aircraft", "unit"]);

/** The dice an event tells of. */
export const diceIn = (data: Record<string, unknown>): number[] =>
  Array.isArray(data["dice"]) ? data["dice"].map(Number) : [];

/** The dice of a roll event, how many of them at the end count apart [2.4], and whether they have more than six sides. */
export function diceOf(data: Record<string, unknown>): { dice: number[]; bonus: number; many: boolean } {
  const dice = diceIn(data);
  const bonus = data["what"] === "tally" ? Number(data["cloud_die"] ?? 0) + Number(data["view_die"] ?? 0) : 0;
  return { dice, bonus, many: MANY_SIDED.has(String(data["what"])) || dice.some((value) => value > 6) };
}
