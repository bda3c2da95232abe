import { describe, expect, it } from "vitest";
import { fightsOf, isFought, wrecksOf } from "../../../src/games/nightfighter/fights";
import { flashOf } from "../../../src/games/nightfighter/flashes";
import type { EventLine } from "../../../src/lib/messages";

const told = (...lines: [string, Record<string, unknown>][]): EventLine[] =>
  lines.map(([kind, data], number) => ({ number, turn: 3, kind, rules: [], data, text: "", modifiers: [] }));
const moved: [string, Record<string, unknown>] = ["moved", { fighter: "201", hex: "0916", facing: "S" }];

it("is an attack from its first word until the phase is over", () => {
  const night = told(
    moved,
    ["attack", { fighter: "201", contact: "C1" }],
    ["roll", { what: "weather", dice: [4] }],
    ["phase", { phase: 9 }],
    moved,
  );
  expect(night.map((_, last) => isFought(night.slice(0, last + 1)))).toEqual([false, true, true, false, false]);
});

describe("what flashes on the map", () => {
  it("is tracer where a fighter fires, and back where it is fired at", () => {
    const fires = told(moved, ["roll", { what: "attack", dice: [3, 4], fighter: "201", contact: "C1" }]);
    expect(flashOf(fires)?.tracer).toEqual({ fighter: "201", hex: "0916", back: false, hit: false });
    const hit = told(moved, ["fighter_hit", { fighter: "201", hits: 2, total: 2 }]);
    expect(flashOf(hit)?.tracer).toMatchObject({ back: true, hit: true });
    expect(flashOf(fires)?.flame).toBe("");
  });

  it("is a flame where one falls, and its wreck stays there", () => {
    const fall = told(moved, ["shot_down", { fighter: "201", contact: "C1", kind: "Lancaster" }]);
    expect(flashOf(fall)).toMatchObject({ flame: "0916", tracer: { hit: true }, type: "Lancaster" });
    expect(wrecksOf([...fall, ...told(["moved", { fighter: "201", hex: "0101" }])])).toMatchObject([{ hex: "0916", name: "C1" }]); // prettier-ignore
    const intruder = told(moved, ["intruder_shot_down", { fighter: "201", kind: "Mosquito" }]);
    expect(wrecksOf(intruder)).toMatchObject([{ hex: "0916", name: "Mosquito", foe: true }]);
  });

  it("goes on burning until its attack is told to the end", () => {
    const fight = told(
      moved,
      ["attack", { fighter: "201", contact: "C1" }],
      ["shot_down", { fighter: "201", contact: "C1", kind: "Lancaster" }],
      ["roll", { what: "destruction", dice: [4], fighter: "201" }],
      ["phase", { phase: 9 }],
    );
    expect(flashOf(fight.slice(0, 4))).toMatchObject({ number: 2, flame: "0916" });
    expect(flashOf(fight)).toBeNull();
  });

  it("are the lights of the zone that searches, and of the hex they hold", () => {
    expect(flashOf(told(["roll", { what: "searchlight", dice: [6], zone: "K" }]))?.lights).toEqual({ zone: "K", hex: "" }); // prettier-ignore
    expect(flashOf(told(["coned", { zone: "K", contact: "C1", hex: "0712" }]))?.lights?.hex).toBe("0712");
  });

  it("is nothing for what was told of nobody, or of other things", () => {
    expect(flashOf([])).toBeNull();
    expect(flashOf(told(moved))).toBeNull();
    expect(flashOf(told(["roll", { what: "tally", dice: [1, 1] }]))).toBeNull();
    // shots at an aircraft whose place nobody was told are not drawn anywhere
    expect(flashOf(told(["fighter_hit", { fighter: "305", hits: 1, total: 1 }]))).toBeNull();
  });

  it("does not take the place where a bomber was seen for the fighter's", () => {
    const seen = told(moved, ["corkscrew_seen", { fighter: "201", hex: "1010" }], ["roll", { what: "attack", dice: [3, 4], fighter: "201" }]); // prettier-ignore
    expect(flashOf(seen)?.tracer?.hex).toBe("0916");
  });
});

describe("an attack on a card", () => {
  const said = (...lines: [string, Record<string, unknown>][]): EventLine[] =>
    told(["attack", { fighter: "201", contact: "C1" }], ...lines).map((line) => ({ ...line, text: line.kind }));

  it("tells what came after a hit after it, and what came before in front", () => {
    const hits: [string, Record<string, unknown>] = ["hits", { fighter: "201", contact: "C1", hits: 4 }];
    const [card] = fightsOf(said(["no_gunners", {}], hits, ["shot_down", {}], ["blinded", {}]), false);
    expect(card!.notes.map(({ text }) => text)).toEqual(["no_gunners"]);
    expect(card!.outcome).toEqual(["shot_down", "hits", "blinded"]);
    const [missed] = fightsOf(said(["corkscrews", {}], ["lost_in_corkscrew", {}]), false);
    expect(missed!.notes.map(({ text }) => text)).toEqual(["corkscrews", "lost_in_corkscrew"]);
    expect(missed!.outcome).toEqual([]);
  });
});
