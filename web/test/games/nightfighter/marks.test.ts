import { expect, test } from "vitest";
import { cross, line, note, readMark, touches } from "../../../src/games/nightfighter/marks";

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
