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

export interface Tag {
  piece: Piece;
  text: string;
  x: number;
  y: number;
}
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LETTER = 0.58; // of the size of a text, as wide as a letter is on average

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function boxOf(x: number, y: number, text: string, size: number): Box {
  const half = (text.length * size * LETTER) / 2;
  return { left: x - half, right: x + half, top: y - size * 0.8, bottom: y + size * 0.25 };
}

/** Where each name stands: above its counter, else below, else further off, wherever no other name or counter is. */
export function laidTags(shown: readonly Piece[], size: number): Tag[] {
  const taken: Box[] = shown.map(({ x, y, scale }) => ({
    left: x - 20 * scale,
    right: x + 20 * scale,
    top: y - 20 * scale,
    bottom: y + 20 * scale,
  }));
  const tags: Tag[] = [];
  for (const piece of shown) {
    const text = tagOf(piece);
    if (!text) continue;
    const up = piece.tag.y;
    const down = 2 * piece.y - up + size * 0.6;
    const ways = [up, down, up - size * 1.1, down + size * 1.1, up - size * 2.2, down + size * 2.2];
    const free = ways.find((y) => !taken.some((box) => meets(box, boxOf(piece.tag.x, y, text, size))));
    const y = free ?? up;
    taken.push(boxOf(piece.tag.x, y, text, size));
    tags.push({ piece, text, x: piece.tag.x, y });
  }
  return tags;
}
