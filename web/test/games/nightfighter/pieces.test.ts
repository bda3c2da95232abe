import { expect, it } from "vitest";
import { centre, cellAt } from "../../../src/lib/hex";
import { pieces } from "../../../src/games/nightfighter/pieces";
import type { Shown } from "../../../src/games/nightfighter/shown";

const MIDDLE = centre(cellAt("0916"));
const nowhere = () => ({ x: 0, y: 0 });

/** One fighter and contacts in one hex, as far as drawing them asks. */
function stack(fighter: string, ...contacts: string[]): Shown {
  const own = { id: "201", hex: "0916", facing: fighter, type: null, pilot: "normal" };
  const known = contacts.map((facing, index) => ({
    contact: `C${index}`, hex: "0916", facing, type: null, tallied_by: [], fixed_by: [],
  })); // prettier-ignore
  return { fighters: [own], contacts: known } as unknown as Shown;
}

it("draws a fighter behind the bomber it follows, and others side by side", () => {
  const pair = (facing: string) => {
    const found = pieces(stack(facing, facing), false, nowhere, 1);
    return ["contact", "fighter"].map((side) => found.find((piece) => piece.side === side));
  };
  const [bomber, fighter] = pair("N");
  expect([bomber!.x, fighter!.x]).toEqual([expect.closeTo(MIDDLE.x), expect.closeTo(MIDDLE.x)]);
  expect(bomber!.y).toBeLessThan(MIDDLE.y);
  expect(fighter!.y).toBeGreaterThan(MIDDLE.y);
  const [south, behind] = pair("S");
  expect(south!.y).toBeGreaterThan(behind!.y);
  for (const crowd of [stack("N", "S"), stack("N", "N", "N")])
    expect(new Set(pieces(crowd, false, nowhere, 1).map(({ x }) => Math.round(x))).size).toBe(
      crowd.contacts.length + 1,
    );
});
