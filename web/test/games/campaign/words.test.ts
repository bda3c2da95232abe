import { expect, test } from "vitest";
import { say } from "../../../src/games/campaign/words";
import { t as night } from "../../../src/games/nightfighter/i18n";
import { gameWord, t, word } from "../../../src/lib/i18n";

test("a word is the game's own, that of a game it builds on, or everybody's", () => {
  expect(t("common.close")).toBe("Close");
  expect(say("date", { n: 2, month: "July 1942" })).toBe("Week 2 of July 1942");
  expect([night("victory.lost_if"), night("common.close")]).not.toContain("");
  expect(night("common.close")).toBe("Close");
  const routine = "routine.keep_or_drop";
  expect(gameWord("solitaire", routine, "?")).toBe(gameWord("nightfighter", routine, "?"));
  expect(gameWord("solitaire", routine, "?")).not.toBe("?");
  expect([word("no.such.word", "instead"), gameWord("interceptor", routine, "instead")]).toEqual([
    "instead",
    "instead",
  ]);
});
