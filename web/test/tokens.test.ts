import { expect, test } from "vitest";
import { speak } from "../src/lib/i18n";
import { diceOf, tokens, type Names } from "../src/lib/tokens";
import { catalogue } from "./catalogues";

const names: Names = { columns: 18, rows: 27, units: new Set(["201", "113"]) };
const kinds = (text: string, dice: number[] = [], bonus = 0): string[] =>
  tokens(text, names, dice, bonus).map((token) =>
    token.kind === "dice" ? `dice ${token.dice.join("")}+${token.bonus.join("")}` : `${token.kind} ${token.text}`,
  );

test("hexes, aircraft, contacts and zones", () => {
  expect(kinds("201 fixes C12 in 0712.")).toEqual([
    "unit 201",
    "text  fixes ",
    "contact C12",
    "text  in ",
    "hex 0712",
    "text .",
  ]);
  expect(kinds("The lights of zone K search.")).toEqual(["text The lights of ", "zone zone K", "text  search."]);
  speak(catalogue("pl"));
  expect(kinds("Reflektory strefy K szukają.")).toEqual(["text Reflektory ", "zone strefy K", "text  szukają."]);
  speak(catalogue("en"));
});

test("what only looks like a name stays text", () => {
  expect(kinds("A Me110G-4 with SCR-270 in 1944, 300 of them, 1928.")).toEqual([
    "text A Me110G-4 with SCR-270 in 1944, 300 of them, 1928.",
  ]);
});

test("dice become dice, bonus dice apart", () => {
  expect(kinds("201 fires at C1: 4 6, +4, makes 14.", [4, 6])).toEqual([
    "unit 201",
    "text  fires at ",
    "contact C1",
    "text : ",
    "dice 46+",
    "text , +4, makes 14.",
  ]);
  expect(kinds("The crews look round: 2 4, bonus die 3; see 10.", [2, 4, 3], 1)).toEqual([
    "text The crews look round: ",
    "dice 24+",
    "text , bonus die ",
    "dice +3",
    "text ; see 10.",
  ]);
  expect(diceOf({ what: "tally", dice: [2, 4, 3], cloud_die: 0, view_die: 1 })).toEqual({
    dice: [2, 4, 3],
    bonus: 1,
    many: false,
  });
});

test("no text is lost", () => {
  const said = "113 slips left and is now in 1812; zone R, C3, 9999.";
  expect(
    tokens(said, names)
      .map((token) => (token.kind === "dice" ? "" : token.text))
      .join(""),
  ).toBe(said);
});
