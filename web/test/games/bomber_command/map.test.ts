import { describe, expect, it } from "vitest";
import { moved, nextOf } from "../../../src/games/bomber_command/cursor";
import { HEAVY, plate, writtenOf } from "../../../src/games/bomber_command/labels";
import { growth, READABLE, textAt } from "../../../src/games/bomber_command/sizes";

describe("names on the map", () => {
  const at = (x: number, y: number) => [{ x, y }];

  it("never lie upon each other, and the lighter gives way", () => {
    const written = writtenOf(
      [
        { text: "Essen", kind: "city", weight: 1, places: at(100, 100) },
        { text: "Berlin", kind: "city", weight: 9, places: at(104, 102) },
        { text: "Köln", kind: "city", weight: 2, places: [...at(102, 101), ...at(102, 140)] },
      ],
      10,
      [],
    );
    expect(written.map(({ text, y }) => [text, y])).toEqual([["Berlin", 102], ["Köln", 140]]); // prettier-ignore
  });

  it("leave what lies there alone", () => {
    const label = { text: "Ida", kind: "beacon", weight: 1, places: at(50, 50) };
    expect(writtenOf([label], 10, [plate(40, 40, 20, 20)])).toEqual([]);
    expect(writtenOf([label], 10, [], [plate(40, 40, 20, 20)])).toEqual([]);
    expect(writtenOf([{ ...label, weight: HEAVY }], 10, [], [plate(40, 40, 20, 20)])).toHaveLength(1);
  });

  it("are never too small to read", () => {
    for (const k of [0.3, 0.8, 1, 2]) expect(textAt(7.5, k) * k).toBeGreaterThanOrEqual(Math.min(READABLE, 7.5 * k));
    expect(textAt(7.5, 0.5) * 0.5).toBe(READABLE);
    expect(growth(7, 4)).toBe(1);
  });
});

describe("the cursor on the map", () => {
  const places = ["C6", "D5", "D6", "F6", "I1", "England", "Jutland"];
  it("steps by arrows, over holes, to England and to Jutland", () => {
    expect(moved("D6", "arrowup", places)).toBe("D5");
    expect(moved("D6", "arrowright", places)).toBe("F6");
    expect(moved("C6", "arrowleft", places)).toBe("England");
    expect(moved("England", "arrowright", places)).toBe("C6");
    expect(moved("I1", "arrowup", places)).toBe("Jutland");
    expect(moved("D6", "arrowdown", places)).toBe("D6");
  });
  it("goes round what may be chosen", () => {
    expect(nextOf(["D5", "D6"], "")).toBe("D5");
    expect(nextOf(["D5", "D6"], "D6")).toBe("D5");
  });
});
