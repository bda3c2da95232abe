/** The names beside counters, moved apart where they would lie on each other. */

import { t } from "./i18n";
import type { Piece } from "./pieces";

export function tagOf(piece: Piece): string {
  if (piece.side === "fighter") return piece.label;
  const parts = [
    piece.side === "contact" ? piece.id : piece.label,
    piece.tallied ? t("map.tally") : "",
    piece.fixed ? t("map.fix") : "",
    piece.zone ? t("map.lit") : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** What a name stands beside: a counter, or what a radar has told. */
export interface Noted extends Pick<Piece, "key" | "x" | "y" | "tag" | "scale" | "zone"> {
  side: Piece["side"] | "search";
  text: string;
}

export interface Tag {
  piece: Noted;
  text: string;
  x: number;
  y: number;
  box: Box;
  /** It stands so far off that a line has to lead to its counter. */
  led: boolean;
}
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Units by which what a radar searches is drawn beside a counter, where its name above and a plate below leave room. */
export const ASIDE = 31;
const LETTER = 0.58; // of the size of a text, as wide as a letter is on average
const PAD = 0.35; // of the size of a text, left free round it
const FAR = 6; // lines of text that a name may be moved up or down

/** How much of two boxes lies on each other. */
function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

export function boxAround(x: number, y: number, half: { wide: number; high: number }): Box {
  return { left: x - half.wide, right: x + half.wide, top: y - half.high, bottom: y + half.high };
}

function boxOf(x: number, y: number, text: string, size: number): Box {
  const half = (text.length * size * LETTER) / 2 + size * PAD;
  return { left: x - half, right: x + half, top: y - size * 0.95, bottom: y + size * 0.4 };
}

/** Places for a name, the nearest first: above its counter, below it, beside it, then ever further off. */
function* placesFor(piece: Noted, text: string, size: number): Generator<{ x: number; y: number; led: boolean }> {
  const up = piece.tag.y;
  const down = 2 * piece.y - up + size * 0.6;
  const aside = (text.length * size * LETTER) / 2 + size * PAD + 24 * piece.scale;
  yield { x: piece.tag.x, y: up, led: false };
  yield { x: piece.tag.x, y: down, led: false };
  for (const sign of [1, -1]) yield { x: piece.x + sign * aside, y: piece.y + size * 0.3, led: false };
  for (let line = 1; line <= FAR; line += 1) {
    yield { x: piece.tag.x, y: up - line * size * 1.15, led: line > 1 };
    yield { x: piece.tag.x, y: down + line * size * 1.15, led: line > 1 };
  }
}

/** The number that a counter has beneath it, as large as it is drawn there; a contact has none. */
export function numberBox({ x, y, scale }: Pick<Piece, "x" | "y" | "scale">, least: number): Box {
  const [size, big] = [Math.max(11 * scale, least), Math.max(17 * scale, least)];
  const base = y + 25 * scale + 0.8 * size;
  const half = LETTER * size + (LETTER * big) / 2;
  return { left: x - half, right: x + half, top: base - 0.75 * big, bottom: base + 0.1 * big };
}

/** Where each name stands: wherever no other name, no counter and nothing else that is read lies, or the least of it. */
export function laidTags(
  shown: readonly Piece[],
  size: number,
  others: readonly Box[] = [],
  said: readonly Noted[] = [],
  least = 0,
): Tag[] {
  const taken: Box[] = [
    ...shown.map(({ x, y, scale }) => boxAround(x, y, { wide: 20 * scale, high: 20 * scale })),
    ...shown.filter(({ side }) => side !== "contact").map((piece) => numberBox(piece, least)),
    ...others,
  ];
  const tags: Tag[] = [];
  for (const piece of [...shown.map((each) => ({ ...each, text: tagOf(each) })), ...said]) {
    const { text } = piece;
    if (!text) continue;
    let best: { tag: Tag; covered: number } | null = null;
    for (const { x, y, led } of placesFor(piece, text, size)) {
      const box = boxOf(x, y, text, size);
      const covered = taken.reduce((sum, other) => sum + shared(box, other), 0);
      if (best === null || covered < best.covered) best = { tag: { piece, text, x, y, box, led }, covered };
      if (covered === 0) break;
    }
    if (!best) continue;
    taken.push(best.tag.box);
    tags.push(best.tag);
  }
  return tags;
}
