import { describe, expect, test } from "vitest";
import { direction, DIRECTIONS, Grid, name, parse, type Cell, type Facing } from "../../../src/lib/hex";
import {
  cheapest,
  facingsAt,
  Flight,
  type Move,
  movesOf,
  notationOf,
  read,
} from "../../../src/games/nightfighter/paths";
import said from "../../fixtures/flights.json";

const grid = new Grid(18, 27);
const sent = said as unknown as {
  start: string;
  facing: Facing;
  moves: Move[];
  ends: [string, string | null, Facing][];
}[];

describe("a table of moves", () => {
  for (const { start, facing, moves, ends } of sent) {
    const from = [parse(start) as Cell, direction(facing), grid] as const;
    test(`from ${start} ${facing} has the engine's moves, and leads where the engine says`, () => {
      const flight = new Flight(...from, moves);
      const expected = new Set<string>();
      for (const [text, hex, way] of ends) {
        const path = read(text);
        expect(notationOf(path)).toBe(text);
        expect(flight.legal(path), text).toBe(true);
        const there = flight.end(path);
        expect(there.off ? null : name(there.cell), text).toBe(hex);
        if (hex) expect(DIRECTIONS[there.facing]).toBe(way);
        expected.add(hex ? `${hex} ${way}` : "off");
      }
      const texts = new Set(ends.map(([text]) => text));
      const found = new Set<string>();
      for (const reach of flight.ends([], false).values()) {
        expect(texts.has(notationOf(reach.path)), notationOf(reach.path)).toBe(true);
        found.add(reach.off ? "off" : `${name(reach.cell)} ${DIRECTIONS[reach.facing]}`);
      }
      expect([...found].sort()).toEqual([...expected].sort());
    });
    test(`from ${start} ${facing} says the same as a list of them`, () => {
      const listed = new Flight(...from, movesOf(ends.map(([text]) => read(text))));
      const table = new Flight(...from, moves);
      expect([...listed.ends([], false).keys()].sort()).toEqual([...table.ends([], false).keys()].sort());
      expect(moves.length).toBeLessThan(40);
    });
  }
});

// two or three hexes, as the server writes it for the open sky
const MOVES: Move[] = [
  [0, 1, 1, 1],
  [0, 2, 2, 2],
  [1, 3, 3, 3],
  [1, -1, -1, -1],
];

describe("building a path", () => {
  const flight = new Flight(parse("1010") as Cell, direction("S"), grid, MOVES);

  test("going on from a path keeps what was flown", () => {
    for (const reach of flight.ends(read("F R"), false).values())
      expect(notationOf(reach.path).startsWith("F R")).toBe(true);
  });

  test("the last turn may be chosen anew when it is loose", () => {
    const ends = cheapest(flight.ends(read("F"), true).values());
    expect(notationOf(ends.get("1112")?.path ?? [])).toBe("F L F");
  });

  test("the shortest way is straight", () => {
    expect(notationOf(cheapest(flight.ends([], false).values()).get("1012")?.path ?? [])).toBe("F F");
  });

  test("facings at an end", () => {
    expect([...facingsAt(flight.ends([], false).values(), parse("1012") as Cell).keys()].sort()).toEqual([2, 3, 4]);
  });

  test("only what the table has", () => {
    expect(["F F", "F F F"].map((text) => flight.canStep(read(text)))).toEqual([true, false]);
    expect(["", "F", "F F", "F F F F"].map((text) => flight.legal(read(text)))).toEqual([false, false, true, false]);
    const straight = new Flight(flight.start, flight.facing, grid, movesOf([read("F F")]));
    expect([straight.canTurn(read("F"), 0), straight.canTurn(read("F"), 1), straight.canTurn([], 1)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([flight.longest, straight.longest, straight.freely(5).longest]).toEqual([3, 2, 5]);
  });
});
