import { describe, expect, test } from "vitest";
import { direction, DIRECTIONS, Grid, name, parse, type Cell, type Facing } from "../src/lib/hex";
import {
  canStep,
  cheapest,
  end,
  facingsAt,
  Flight,
  legal,
  type Limits,
  reachable,
  read,
  spell,
  whyNot,
} from "../src/games/nightfighter/paths";
import said from "./fixtures/flights.json";

const grid = new Grid(18, 27);
const limits = (flight: (typeof said)[number]): Limits => ({
  start: parse(flight.start) as Cell,
  facing: direction(flight.facing as Facing),
  least: flight.least,
  most: flight.most,
  mayTurn: flight.may_turn,
});

describe("the page's paths agree with the engine's", () => {
  for (const flight of said) {
    const may = limits(flight);
    test(`from ${flight.start} ${flight.facing}, ${flight.least} to ${flight.most} MP`, () => {
      const ends = new Set<string>();
      for (const [text, hex, facing] of flight.ends as [string, string | null, string][]) {
        const path = read(text);
        expect(spell(path)).toBe(text);
        expect(legal(may, path, grid), text).toBe(true);
        const there = end(may, path, grid);
        expect(there.off ? null : name(there.cell), text).toBe(hex);
        if (hex) expect(DIRECTIONS[there.facing]).toBe(facing);
        ends.add(hex ? `${hex} ${facing}` : "off");
      }
      const found = new Set<string>();
      const texts = new Set(flight.ends.map(([text]) => text));
      for (const reach of reachable(may, grid).values()) {
        expect(texts.has(spell(reach.path)), spell(reach.path)).toBe(true);
        found.add(reach.off ? "off" : `${name(reach.cell)} ${DIRECTIONS[reach.facing]}`);
      }
      expect([...found].sort()).toEqual([...ends].sort());
    });
    test(`a list of options says the same, from ${flight.start}`, () => {
      const listed = Flight.listed(
        may.start,
        may.facing,
        flight.ends.map(([text]) => text as string),
        grid,
      );
      const free = Flight.within(may, grid);
      expect([...listed.ends([], false).keys()].sort()).toEqual([...free.ends([], false).keys()].sort());
      expect(listed.canStep([])).toBe(true);
    });
  }
});

const may: Limits = { start: parse("1010") as Cell, facing: direction("S"), least: 2, most: 3, mayTurn: true };

describe("building a path", () => {
  test("going on from a path keeps what was flown", () => {
    for (const reach of reachable(may, grid, read("F R")).values())
      expect(spell(reach.path).startsWith("F R")).toBe(true);
  });

  test("the last turn may be chosen anew when it is loose", () => {
    const ends = cheapest(reachable(may, grid, read("F"), true).values());
    expect(spell(ends.get("1112")?.path ?? [])).toBe("F L F");
  });

  test("the cheapest way is straight", () => {
    expect(spell(cheapest(reachable(may, grid).values()).get("1012")?.path ?? [])).toBe("F F");
  });

  test("facings at an end", () => {
    expect([...facingsAt(reachable(may, grid).values(), parse("1012") as Cell).keys()].sort()).toEqual([2, 3, 4]);
  });

  test("no further than the MP go", () => {
    expect(canStep(may, read("F F"), grid)).toBe(true);
    expect(canStep(may, read("F F F"), grid)).toBe(false);
  });

  test("why not", () => {
    expect(whyNot(may, read("F"), grid)).toBe("too_short");
    expect(whyNot(may, read("F F F F"), grid)).toBe("too_long");
    expect(whyNot({ ...may, mayTurn: false }, read("F F L"), grid)).toBe("blinded");
    expect(whyNot({ ...may, least: 3 }, read("F F"), grid)).toBe("dive");
    expect(whyNot(may, read("F F"), grid)).toBeNull();
  });
});
