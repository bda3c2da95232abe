import { describe, expect, it } from "vitest";
import { isPast, lineOf, type Combat } from "../src/lib/combat";
import { blocksOf, filtered, gathered } from "../src/lib/log";
import type { EventLine } from "../src/lib/messages";

const line = (number: number, kind = "moved"): EventLine => ({
  number,
  turn: 1,
  kind,
  rules: [],
  data: {},
  text: "",
  modifiers: [],
});
const fight = { first: 2, last: 4, outcome: ["One is lost."] } as unknown as Combat;

describe("the log", () => {
  it("tells the newest first, and an attack as one thing", () => {
    const blocks = blocksOf([1, 2, 3, 4, 5].map((number) => line(number)), [fight]); // prettier-ignore
    expect(blocks.map(({ lines }) => lines.map(({ number }) => number))).toEqual([[5], [2, 3, 4], [1]]);
    expect(blocks[1]!.combat).toBe(fight);
  });

  it("gathers many answers by orders below what came of them; a few stand where they were given", () => {
    const given = (count: number) => [1, 2, 3].slice(0, count).map((number) => line(number, "given"));
    expect(gathered([...given(3), line(4)]).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(gathered([...given(2), line(4)])).toEqual([]);
    expect(gathered(given(3))).toEqual([]); // nothing came of them: then they are all there is to read
  });

  it("shows what the reader wants, and no empty headings", () => {
    const groups = [
      { key: "b", heading: "Turn 2", lines: [line(3, "card"), line(4)] },
      { key: "a", heading: "Turn 1", lines: [line(1), line(2)] },
    ];
    const cards = filtered(groups, ({ kind }) => kind === "card", 0);
    expect(cards.map(({ key, lines }) => [key, lines.length])).toEqual([["b", 1]]);
    expect(filtered(groups, () => true, 2).map(({ lines }) => lines.length)).toEqual([2, 1]);
  });

  it("takes a modifier apart", () => {
    expect(lineOf("-2 weather [3.4.2a]")).toEqual({ text: "weather", value: -2, rule: "3.4.2a" });
    expect(lineOf("+1 forced landing [7.4.5b 7.4.6]")).toEqual({ text: "forced landing", value: 1, rule: "7.4.5b" });
    expect(lineOf("lit")).toEqual({ text: "lit", value: null, rule: "" });
  });
});

describe("an attack", () => {
  const events = [7, 7, 8].map((turn, number) => ({ number, turn }));
  it("is past as soon as another turn has begun", () => {
    expect(isPast({ last: 1 }, events.slice(0, 2))).toBe(false);
    expect(isPast({ last: 1 }, events)).toBe(true);
    expect(isPast({ last: 2 }, events)).toBe(false);
  });
});
