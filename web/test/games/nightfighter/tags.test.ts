import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/games/nightfighter/pieces";
import { boxAround, laidTags, numberBox, type Box, type Noted } from "../../../src/games/nightfighter/tags";
import { isOff, levelsOf } from "../../../src/lib/measured";

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function piece(key: string, x: number, y: number): Piece {
  return {
    key, id: key, side: "fighter", type: null, hex: "0101", x, y, tag: { x, y: y - 26 }, scale: 1, facing: "S",
    label: key, hits: 0, dives: 0, blinded: 0, alerted: false, tallied: false, fixed: false, zone: null, pilot: "normal",
    level: "", track: null,
  }; // prettier-ignore
}

describe("names beside counters", () => {
  it("stand above where nothing is in the way", () => {
    const [tag] = laidTags([piece("201", 100, 100)], 12);
    expect(tag).toMatchObject({ x: 100, y: 74, led: false });
  });
  it("keep clear of each other, of counters and of what else is read", () => {
    const shown = [piece("201 with a long name", 100, 100), piece("202 with a long name", 130, 100)];
    const costs = [boxAround(100, 70, { wide: 8, high: 6 }), boxAround(100, 132, { wide: 8, high: 6 })];
    const tags = laidTags(shown, 12, costs);
    expect(tags).toHaveLength(2);
    const counters = shown.map(({ x, y }) => boxAround(x, y, { wide: 20, high: 20 }));
    for (const { box } of tags) for (const other of [...costs, ...counters]) expect(meet(box, other)).toBe(false);
    expect(meet(tags[0]!.box, tags[1]!.box)).toBe(false);
  });
  it("have beside them what radars told, never in a heap", () => {
    const told = (key: string, x: number): Noted => ({
      key, x, y: 100, tag: { x, y: 83 }, scale: 0.6, zone: null, side: "search", text: `${key}: a bomber within 2`,
    }); // prettier-ignore
    const tags = laidTags([piece("201", 100, 100)], 12, [], [told("Freya", 100), told("Würzburg", 126), told("", 150)].map((each) => (each.key ? each : { ...each, text: "" }))); // prettier-ignore
    expect(tags.map(({ text }) => text)).toEqual(["201", "Freya: a bomber within 2", "Würzburg: a bomber within 2"]);
    for (const [at, one] of tags.entries())
      for (const other of tags.slice(at + 1)) expect(meet(one.box, other.box)).toBe(false);
  });
  it("leave the number beneath a counter to be read, however small the map", () => {
    const told: Noted = {
      key: "s", x: 130, y: 100, tag: { x: 130, y: 83 }, scale: 0.6, zone: null, side: "search", text: "Würzburg: contact",
    }; // prettier-ignore
    for (const least of [0, 22]) {
      const fighter = piece("201", 100, 100);
      const tags = laidTags([{ ...fighter, label: "" }], Math.max(12, least), [], [told], least);
      expect(tags).toHaveLength(1);
      expect(meet(tags[0]!.box, numberBox(fighter, least))).toBe(false);
    }
  });
  it("are led to their counter where they stand far off", () => {
    const wall = boxAround(100, 100, { wide: 400, high: 52 });
    const [tag] = laidTags([piece("201", 100, 100)], 12, [wall]);
    expect(tag?.led).toBe(true);
  });
});

describe("printed labels and measured shares", () => {
  const share = (won: number): { level: string; won: number; low: number; high: number; games: number } => ({
    level: "standard", won, low: Math.max(0, won - 10), high: Math.min(100, won + 10), games: 60,
  }); // prettier-ignore
  it("are held against each other at the likely end", () => {
    expect(isOff("Impossible", [share(58)])).toBe(true);
    expect(isOff("Impossible", [share(25)])).toBe(false);
    expect(isOff("Normal", [share(8)])).toBe(true);
    expect(isOff("Normal", [share(72)])).toBe(false);
    expect(isOff("Normal", [])).toBe(false);
  });
  it("have one column a level", () => {
    expect(levelsOf([{ measured: [share(1)] }, { measured: [] }, { measured: [share(2)] }])).toEqual(["standard"]);
  });
});
