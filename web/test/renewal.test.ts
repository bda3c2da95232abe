import { expect, it } from "vitest";
import { mayRenew } from "../src/lib/renewal";

it("loads the page anew for a part that is gone, but not for ever", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }; // prettier-ignore
  expect([20_000, 21_000, 29_999, 30_001].map((now) => mayRenew(storage, now))).toEqual([true, false, false, true]);
});
