import { expect, test } from "vitest";
import { filled } from "../src/lib/i18n";
import { cross, line, note, readMark, touches } from "../src/night/marks";

test("fields and numbers in a text", () => {
  expect(filled("{n} {n|hex|hexes} from {id}", { n: 1, id: "201" })).toBe("1 hex from 201");
  expect(filled("{n} {n|hex|hexes} from {id}", { n: 3, id: "201" })).toBe("3 hexes from 201");
  expect(filled("{unknown} stays", {})).toBe("{unknown} stays");
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
