import { expect, test } from "vitest";
import { filled, setLocale } from "../src/lib/i18n";
import { en } from "../src/lib/i18n/en";
import { pl } from "../src/lib/i18n/pl";
import { figure, together } from "../src/lib/words";
import { cross, line, note, readMark, touches } from "../src/games/nightfighter/marks";

test("fields and numbers in a text", () => {
  expect(filled("{n} {n|hex|hexes} from {id}", { n: 1, id: "201" })).toBe("1 hex from 201");
  expect(filled("{n} {n|hex|hexes} from {id}", { n: 3, id: "201" })).toBe("3 hexes from 201");
  expect(filled("{unknown} stays", {})).toBe("{unknown} stays");
});

test("Polish has three forms", () => {
  setLocale("pl");
  const text = "{n} {n|heks|heksy|heksów}";
  expect([1, 2, 5, 12, 22].map((n) => filled(text, { n }))).toEqual([
    "1 heks",
    "2 heksy",
    "5 heksów",
    "12 heksów",
    "22 heksy",
  ]);
  setLocale("en");
});

test("numbers and names as the reader writes them", () => {
  expect([figure(1.5), figure(48), figure(3.5, 2), together(["Anna", "Bert"])]).toEqual([
    "1.5",
    "48",
    "3.50",
    "Anna and Bert",
  ]);
  setLocale("pl");
  expect([figure(1.5), figure(-26.5), together(["Anna", "Bert", "Celina"])]).toEqual([
    "1,5",
    "-26,5",
    "Anna, Bert i Celina",
  ]);
  setLocale("en");
});

test("Polish has every text of the page, with the same fields", () => {
  expect(Object.keys(pl).sort()).toEqual(Object.keys(en).sort());
  const fields = (text: string): string[] =>
    [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ""))].sort();
  for (const [key, text] of Object.entries(en))
    expect(fields(pl[key as keyof typeof en] ?? ""), key).toEqual(fields(text));
});

test("pencil marks are written and read", () => {
  const here = { column: 7, row: 12 };
  const there = { column: 9, row: 15 };
  expect(cross(here)).toBe("cross 0712");
  expect(readMark(line(here, there))).toEqual({ kind: "line", from: here, to: there });
  expect(readMark(note(here, "went north"))).toEqual({ kind: "note", at: here, text: "went north" });
  expect(readMark("scribble")).toBeNull();
  expect(touches(line(here, there), there)).toBe(true);
  expect(touches(cross(here), there)).toBe(false);
});
