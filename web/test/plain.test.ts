import { describe, expect, it } from "vitest";
import { factOf, panels } from "../src/lib/facts";
import type { Question } from "../src/lib/messages";
import { spoken } from "../src/lib/words";
import { answersOf, matching } from "../src/plain/answers";

describe("a picture as facts", () => {
  it("puts small things together and gives each large one a panel", () => {
    const found = panels(
      {
        game: "toy",
        round: 2,
        points: [1, 0],
        units: [
          { id: "a", hits: 1 },
          { id: "b", crew: ["x", "y"] },
        ],
        plan: { route: { legs: 3 } },
      },
      ["game"],
    );
    expect(found.map(({ name, fact }) => [name, fact.kind])).toEqual([
      ["", "rows"],
      ["units", "table"],
      ["plan", "rows"],
    ]);
    expect(found[1]?.fact).toEqual({
      kind: "table",
      columns: ["id", "hits", "crew"],
      lines: [
        ["a", 1, null],
        ["b", null, "x y"],
      ],
    });
  });
  it("lists what does not fit a table", () => {
    expect(factOf([{ id: 1, inside: { deep: true } }]).kind).toBe("list");
    expect(factOf([1, null, "x"])).toEqual({ kind: "words", values: [1, null, "x"] });
  });
  it("names things as a reader likes it", () => {
    expect(spoken("task_force")).toBe("Task force");
  });
});

const MANY = {
  hexes: [],
  facings: false,
  also: [],
  start: "",
  facing: "",
  moves: [],
  texts: [],
};
const asked = (options: unknown): Question => ({ options }) as unknown as Question;

describe("answers at the plain table", () => {
  it("offers what is listed, and every hex with its facings", () => {
    expect(answersOf(asked([{ option: "yes", label: "Yes" }])).listed).toHaveLength(1);
    const found = answersOf(
      asked({ ...MANY, hexes: ["0101", "0102"], facings: true, also: [{ option: "box", label: "the box" }] }),
    );
    expect(found.listed).toHaveLength(13);
    expect(found.listed[1]?.option).toBe("0101 N");
    expect(answersOf(asked({ ...MANY, moves: [[1, -1, -1, -1]] })).written).toBe(true);
  });
  it("finds by words, a whole answer first", () => {
    const listed = ["10", "1", "21"].map((option) => ({ option, label: `bomber ${option}` }));
    expect(matching(listed, "1").map(({ option }) => option)).toEqual(["1", "10", "21"]);
    expect(matching(listed, "bomber 2").map(({ option }) => option)).toEqual(["21"]);
  });
});
