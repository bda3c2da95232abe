/** The aircraft on a map as things to draw: where, how large, and what is marked on each. */

import { centre, degrees, type Facing, parse, type Point, towards } from "../../lib/hex";
import type { Shown } from "./shown";
import type { Fighter } from "./types";

export interface Piece {
  key: string;
  id: string;
  side: "fighter" | "contact" | "attacker" | "intruder";
  type: string | null;
  hex: string;
  x: number;
  y: number;
  /** Where its tag stands: above it, or above all that share its hex. */
  tag: Point;
  scale: number;
  facing: Facing;
  label: string;
  hits: number;
  dives: number;
  blinded: number;
  alerted: boolean;
  tallied: boolean;
  fixed: boolean;
  zone: string | null;
  pilot: Fighter["pilot"];
  /** How little is known of its place, where counters are open. */
  level: string;
  track: "above" | "beneath" | null;
}

type Loose = Omit<Piece, "x" | "y" | "scale" | "tag">;

const BARE = {
  label: "",
  hits: 0,
  dives: 0,
  blinded: 0,
  alerted: false,
  tallied: false,
  fixed: false,
  zone: null,
  pilot: "normal",
  level: "none",
  track: null,
} as const;

/** Everything that flies, on the player's map or (with `behind`) on the umpire's; larger where the map is small. */
export function pieces(picture: Shown, behind: boolean, box: (index: number) => Point, grow: number): Piece[] {
  const found: Loose[] = [];
  if (behind && picture.umpire)
    for (const attacker of picture.umpire.attackers) {
      if (!attacker.hex) continue;
      const held = picture.contacts.find((contact) => contact.contact === attacker.contact);
      found.push({
        ...BARE,
        key: `a${attacker.id}`,
        id: attacker.id,
        side: attacker.intruder ? "intruder" : "attacker",
        type: attacker.type,
        hex: attacker.hex,
        facing: attacker.facing,
        label: attacker.contact ?? "",
        hits: attacker.hits,
        alerted: attacker.alerted,
        tallied: (held?.tallied_by.length ?? 0) > 0,
        fixed: (held?.fixed_by.length ?? 0) > 0,
        zone: attacker.lit_in,
      });
    }
  else
    for (const contact of picture.contacts)
      found.push({
        ...BARE,
        key: contact.contact,
        id: contact.contact,
        side: "contact",
        type: contact.type,
        hex: contact.hex,
        facing: contact.facing,
        hits: contact.hits,
        alerted: contact.alerted,
        tallied: contact.tallied_by.length > 0,
        fixed: contact.fixed_by.length > 0,
        zone: contact.lit_in,
        level: contact.level ?? "none",
        track: contact.track ?? null,
      });
  for (const fighter of picture.fighters) {
    if (!fighter.hex) continue;
    found.push({
      ...BARE,
      key: fighter.id,
      id: fighter.id,
      side: "fighter",
      type: fighter.type,
      hex: fighter.hex,
      facing: fighter.facing ?? "N",
      label: fighter.warned ? "!" : "",
      hits: fighter.hits,
      dives: fighter.dives,
      blinded: fighter.blinded,
      alerted: fighter.alerted,
      pilot: fighter.pilot,
    });
  }
  return laidOut(found, box).map((piece) => ({
    ...piece,
    scale: piece.scale * grow,
    tag: { x: piece.tag.x, y: piece.y + (piece.tag.y - piece.y) * grow },
  }));
}

/** A fighter and the one bomber it may fire at: the bomber flies ahead of it. */
const behindEachOther = (stack: readonly Loose[]): boolean =>
  stack.length === 2 &&
  stack[0]!.facing === stack[1]!.facing &&
  stack.filter(({ side }) => side === "fighter").length === 1;

/** Aircraft in one hex lie side by side, a little smaller. */
function laidOut(found: Loose[], box: (index: number) => Point): Piece[] {
  const stacks = new Map<string, Loose[]>();
  for (const piece of found) stacks.set(piece.hex, [...(stacks.get(piece.hex) ?? []), piece]);
  const placed: Piece[] = [];
  for (const [hex, stack] of stacks) {
    const cell = parse(hex);
    stack.forEach((piece, index) => {
      if (!cell) {
        const { x, y } = box(index);
        placed.push({ ...piece, x, y, tag: { x, y: y - 26 }, scale: 0.85 });
        return;
      }
      const middle = centre(cell);
      if (stack.length === 1) {
        placed.push({ ...piece, ...middle, tag: { x: middle.x, y: middle.y - 26 }, scale: 0.82 });
        return;
      }
      const there = behindEachOther(stack)
        ? towards(middle, degrees(piece.facing) + (piece.side === "fighter" ? 180 : 0), 17)
        : towards(middle, -78 + (360 / stack.length) * index, stack.length === 2 ? 16 : 18);
      const tagged = stack.slice(0, index).filter((other) => other.side !== "fighter").length;
      placed.push({
        ...piece,
        ...there,
        tag: { x: middle.x, y: middle.y - 26 - 13 * tagged },
        scale: stack.length === 2 ? 0.64 : 0.54,
      });
    });
  }
  return placed.sort((a, b) => a.key.localeCompare(b.key));
}
