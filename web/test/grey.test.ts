import { describe, expect, it } from "vitest";

const SOURCES = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });

describe("grey buttons", () => {
  it("are made so in one way, which says why", () => {
    const others = Object.entries(SOURCES).flatMap(([file, source]) =>
      [...source.matchAll(/<button\b(?:[^>]|=>)*/g)]
        .filter(([tag]) => /\s(aria-)?disabled\b/.test(tag.replace(/\{@attach .*/s, "")))
        .map(([tag]) => `${file}: ${tag.slice(0, 60)}`),
    );
    expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
    expect(others).toEqual([]);
  });
});
