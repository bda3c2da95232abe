import { expect, test } from "vitest";
import { dismiss, notices, tell } from "../src/lib/store.svelte";

test("a notice that is given again stands there once", () => {
  tell("Enter answers nothing here.");
  tell("Something else.");
  tell("Enter answers nothing here.");
  expect(notices.map(({ text }) => text)).toEqual(["Something else.", "Enter answers nothing here."]);
  for (const { id } of [...notices]) dismiss(id);
});
