import { expect, test } from "vitest";
import { readPicture } from "../../../src/games/nightfighter/types";
import chase from "../../fixtures/chase.json";

test("a picture from the server is one of this game, or it is refused", () => {
  for (const { perspective } of chase) expect(readPicture(perspective)).toBe(perspective);
  const another = { ...chase[0]?.perspective, game: "another" };
  expect(() => readPicture(another)).toThrow(/game: nightfighter expected, "another" found/);
});
