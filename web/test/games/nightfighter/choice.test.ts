import { expect, test } from "vitest";
import { Grid } from "../../../src/lib/hex";
import type { ManyOptions, Question } from "../../../src/lib/messages";
import { isAlwaysPossible } from "../../../src/lib/table.svelte";
import { choiceOf } from "../../../src/games/nightfighter/choice";
import type { Picture } from "../../../src/games/nightfighter/types";
import chase from "../../fixtures/chase.json";

const grid = new Grid(18, 27);
const picture = (chase as unknown as { perspective: Picture }[])[1]?.perspective as Picture;
const many: ManyOptions = {
  hexes: [],
  facings: false,
  also: [],
  start: "",
  facing: "",
  moves: [],
  texts: [],
};

function asked(options: string[] | Partial<ManyOptions>, facts: Record<string, unknown> = {}): Question {
  const sent = Array.isArray(options) ? options.map((option) => ({ option, label: option })) : { ...many, ...options };
  return {
    number: 0,
    kind: "x",
    rule: "9.2a",
    prompt: "",
    facts,
    options: sent,
    count: 1,
    undoable: false,
    default: null,
    warnings: {},
    ask_first: false,
    name: "",
    subject: "",
    sheet: "",
    plan: null,
    chances: {},
    rows: [],
    refusals: [],
  };
}

test("words are buttons", () => {
  expect(choiceOf(asked(["roll", "no"]), picture, grid).way).toBe("buttons");
});

test("contacts can be pointed at, and none is a button", () => {
  const choice = choiceOf(asked(["none", "C1", "C2"]), picture, grid);
  expect(choice.way === "units" && [...choice.units.keys()]).toEqual(["C1", "C2"]);
  expect(choice.buttons.length).toBe(3);
});

test("hexes with and without a list", () => {
  const few = choiceOf(asked(["0712", "0713", "none"]), picture, grid);
  expect(few.way === "hexes" && few.hexes.size).toBe(2);
  const lots = choiceOf(
    asked({ hexes: ["0101", "0102"], also: [{ option: "none", label: "nowhere" }] }),
    picture,
    grid,
  );
  expect(lots.way === "hexes" && lots.buttons[0]?.option).toBe("none");
});

test("searches already placed are named by radar and counter, and the counters can be pointed at", () => {
  const contacts = [
    { contact: "1b", hex: "1003" },
    { contact: "2a", hex: "0406" },
  ] as Picture["contacts"];
  const searches = [
    { radar: "Freya", hex: "1003", result: "pending" as const },
    { radar: "Würzburg", hex: "0406", result: "pending" as const },
  ];
  const choice = choiceOf(
    { ...asked(["1003", "0406"]), kind: "resolve_which" },
    { ...picture, contacts, searches },
    grid,
  );
  expect(choice.buttons).toEqual([
    { option: "1003", label: "Freya · 1b" },
    { option: "0406", label: "Würzburg · 2a" },
  ]);
  expect(choice.way === "units" && choice.units.get("2a")?.option).toBe("0406");
});

test("places know their facings", () => {
  const choice = choiceOf(asked(["1020 N", "1020 S", "box"]), picture, grid);
  expect(choice.way === "places" && choice.places.get("1020")).toEqual(["N", "S"]);
  expect(choice.buttons.map(({ option }) => option)).toEqual(["box"]);
});

test("the sides of a corkscrew are hexes", () => {
  const own = picture.fighters[0] as Picture["fighters"][number];
  const placed = { ...picture, fighters: [{ ...own, hex: "1010", facing: "S" as const }] };
  const choice = choiceOf(asked(["no", "left", "centre", "right"], { fighter: own.id }), placed, grid);
  expect(
    choice.way === "sides" && Object.fromEntries([...choice.sides].map(([hex, { option }]) => [option, hex])),
  ).toEqual({ left: "1110", centre: "1010", right: "0910" });
  expect(choice.buttons.length).toBe(4);
});

test("flights by a table of moves and by list", () => {
  const moves: ManyOptions["moves"] = [
    [0, 1, -1, -1],
    [1, -1, -1, -1],
  ];
  const straight = choiceOf(asked({ moves, start: "1010", facing: "S" }), picture, grid);
  expect(straight.way === "flight" && [straight.flight.legal([0]), straight.flight.turns]).toEqual([true, false]);
  const choice = choiceOf(asked(["F F", "F F L"], { fighter: "201" }), picture, grid);
  expect(choice.way === "flight" && choice.unit).toBe("201");
});

test("always is offered for words, never for a place", () => {
  const named = (...options: string[]): Question => ({ ...asked(options), name: "x" });
  expect(isAlwaysPossible(named("keep", "drop"))).toBe(true);
  expect(isAlwaysPossible(named("none", "C1"))).toBe(true);
  expect(isAlwaysPossible(named("0402", "1002", "none"))).toBe(false);
  expect(isAlwaysPossible(named("1020 N", "1020 NE"))).toBe(false);
  expect(isAlwaysPossible(asked(["keep", "drop"]))).toBe(false);
});
