import { describe, expect, it } from "vitest";
import { isHeld, momentsOf } from "../../../src/games/campaign/moments";
import type { EventLine } from "../../../src/lib/messages";

const told = (...lines: [string, Record<string, unknown>?][]): EventLine[] =>
  lines.map(([kind, data = {}], number) => ({ number, turn: 2, kind, rules: [], data, text: `${kind}.`, modifiers: [] })); // prettier-ignore
const flight = (what: string, data: Record<string, unknown> = {}): [string, Record<string, unknown>] => ["flight", { what, turn: 8, data }]; // prettier-ignore

describe("the moments of a career", () => {
  const air = told(
    ["take_off"],
    flight("attack", { fighter: "201" }),
    flight("hits", { fighter: "201", hits: 2 }),
    flight("phase"),
  );

  it("are held in the air as in a game of their own", () => {
    expect(isHeld(air.slice(0, 3), air[3])).toBe(true);
    expect(isHeld(air.slice(0, 2), air[2])).toBe(false);
    expect(isHeld(air, undefined)).toBe(false);
  });

  const ground = told(
    ["week"],
    ["kill"],
    ["sortie_over"],
    ["roll", { what: "recovery", dice: [3, 5] }],
    ["lands"],
    ["week"],
  );

  it("are held on the ground when all of the sortie's end has been told", () => {
    expect(isHeld(ground.slice(0, 4), ground[4])).toBe(false);
    expect(isHeld(ground.slice(0, 5), ground[5])).toBe(true);
    expect(isHeld(ground.slice(0, 1), ground[1])).toBe(false);
  });

  it("are on one card, and a loss spoils it", () => {
    const [only, ...more] = momentsOf(ground, (week) => `week ${week}`);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ first: 1, last: 4, when: "week 2", title: "kill", outcome: ["sortie_over.", "lands."], tone: "good" }); // prettier-ignore
    expect(momentsOf(told(["kill"], ["man_lost"]), String)[0]?.tone).toBe("");
    expect(momentsOf(told(["plane_lost"]), String)[0]?.tone).toBe("bad");
  });
});
