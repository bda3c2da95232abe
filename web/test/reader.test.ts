import { describe, expect, test } from "vitest";
import type { Term } from "../src/lib/messages";
import { pieces } from "../src/lib/terms";
import { cited, familyOf, marked, namedIn, ruleAt, search } from "../src/reader/search";

const rule = (title: string, summary: string) => ({ title, summary, kind: "combat", optional: false });
const RULES = {
  "1.1": rule("Beginning", "See 17.4 for the corkscrew."),
  "17.4a": rule("Response", "A bomber may corkscrew."),
  "17.4b": rule("Corkscrew", "It slips away; S5.1a is another book's."),
  "17.40": rule("Another", "Nothing."),
};
const term = (key: string, ...forms: string[]): Term => ({ key, name: forms[0] ?? key, forms, means: "", rules: [] });

describe("rules", () => {
  test("are found by all the words, those with them in the title first", () => {
    expect(search("corkscrew", RULES, null).map(({ id }) => id)).toEqual(["17.4b", "1.1", "17.4a"]);
    const among = { "1.2": rule("Lost by corkscrew", ""), ...RULES };
    expect(search("corkscrew", among, null).map(({ id }) => id)).toEqual(["17.4b", "1.2", "1.1", "17.4a"]);
    expect(search("bomber corkscrew", RULES, null).map(({ id }) => id)).toEqual(["17.4a"]);
    expect(search("  ", RULES, null)).toEqual([]);
  });
  test("belong to a family by their number", () => {
    expect(familyOf("17.4a", RULES)).toEqual(["17.4a", "17.4b"]);
    expect(ruleAt("17.4", RULES)).toBe("17.4a");
    expect(ruleAt("17.0", RULES)).toBe("17.4a");
    expect(ruleAt("99", RULES)).toBe("");
  });
  test("name each other, and only those there are", () => {
    expect(namedIn(RULES["1.1"].summary, RULES)).toEqual(["17.4a"]);
    expect(namedIn(RULES["17.4b"].summary, RULES)).toEqual([]);
  });
});

test("what was looked for is marked", () => {
  expect(marked("A Corkscrew", "cork").filter(({ hit }) => hit)).toEqual([{ text: "Cork", hit: true }]);
});

test("numbers in brackets are taken out of a sentence", () => {
  expect(cited("Fly. [9.1a, 18.0] Then turn.")).toEqual([
    { text: "Fly.", rules: [] },
    { text: "", rules: ["9.1a", "18.0"] },
    { text: " Then turn.", rules: [] },
  ]);
});

describe("terms", () => {
  const TERMS = [
    term("tally", "tally", "tallies"),
    term("number", "tally number"),
    term("ai", "AI"),
    term("fix", "namiar*"),
  ];
  const found = (text: string): (string | undefined)[] =>
    pieces(text, TERMS)
      .filter((piece) => piece.term)
      .map((piece) => `${piece.term?.key}:${piece.text}`);

  test("are whole words, the longest first, each once", () => {
    expect(found("The tally number and the tallies; tally again")).toEqual(["number:tally number", "tally:tallies"]);
    expect(found("rally, tallying")).toEqual([]);
  });
  test("have every ending where the form is open", () => expect(found("Namiarem i namiar")).toEqual(["fix:Namiarem"]));
  test("that are abbreviations are written so", () => {
    expect(found("AI said ai")).toEqual(["ai:AI"]);
    expect(found("ai")).toEqual([]);
  });
  test("leave the text as it was", () =>
    expect(
      pieces("A tally.", TERMS)
        .map(({ text }) => text)
        .join(""),
    ).toBe("A tally."));
});
