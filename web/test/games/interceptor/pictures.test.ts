import { expect, test } from "vitest";
import { readAirPicture } from "../../../src/games/interceptor/types";
import career from "../../fixtures/career.json";

test("a picture from the server is one of this game, or it is refused", () => {
  expect(readAirPicture(career.perspective)).toBe(career.perspective);
  expect(() => readAirPicture({ ...career.perspective, game: "another" })).toThrow(/game: interceptor expected/);
});
