import { describe, expect, test } from "vitest";
import {
  centre,
  DIRECTIONS,
  direction,
  distance,
  Grid,
  inArc,
  name,
  outline,
  parse,
  step,
  type Arc,
  type Cell,
  type Facing,
} from "../src/lib/hex";
import said from "./fixtures/grid.json";

const grid = new Grid(18, 27);
const cell = (text: string): Cell => parse(text) as Cell;

describe("the page's hexes agree with the engine's", () => {
  test("neighbours", () => {
    for (const [origin, around] of Object.entries(said.neighbours))
      DIRECTIONS.forEach((_, way) => {
        const there = step(cell(origin), way);
        expect(grid.has(there) ? name(there) : null, `${origin} ${way}`).toBe(around[way]);
      });
  });

  test("distances", () => {
    for (const [origin, others] of Object.entries(said.distances))
      for (const [other, far] of Object.entries(others)) expect(distance(cell(origin), cell(other))).toBe(far);
  });

  test("arcs", () => {
    for (const [origin, facing, arc, reach, hexes] of said.arcs as [string, Facing, Arc, number, string[]][])
      expect(
        grid.arc(cell(origin), direction(facing), arc, reach).map(name).sort(),
        `${origin} ${facing} ${arc}`,
      ).toEqual(hexes);
  });
});

describe("projection", () => {
  test("the middle of each hex lies in that hex", () => {
    for (const there of grid.cells) expect(grid.at(centre(there))).toEqual(there);
  });

  test("points beside the map lie in no hex", () => {
    expect(grid.at({ x: 0, y: 0 })).toBeNull();
    expect(grid.at({ x: 60, y: 5 })).toBeNull();
  });

  test("neighbours are equally far apart in all six directions", () => {
    const here = centre(cell("0910"));
    const far = DIRECTIONS.map((_, way) => {
      const there = centre(step(cell("0910"), way));
      return Math.hypot(there.x - here.x, there.y - here.y);
    });
    for (const length of far) expect(length).toBeCloseTo(far[0] as number, 6);
  });

  test("a facing points at the neighbour", () => {
    expect(inArc(cell("0910"), direction("NE"), "narrow", step(cell("0910"), 1))).toBe(true);
    expect(inArc(cell("0910"), direction("NE"), "narrow", step(cell("0910"), 2))).toBe(false);
  });
});

test("the outline of one hex has six edges, of two neighbours ten", () => {
  const edges = (path: string): number => path.split("M").length - 1;
  expect(edges(outline([cell("0910")]))).toBe(6);
  expect(edges(outline([cell("0910"), cell("0911")]))).toBe(10);
});
