import { describe, expect, it } from "vitest";
import { BASES, baseName, WIDTH, ZONES, zoneName } from "../../../src/games/interceptor/europe";

describe("names on the map of a posting", () => {
  it("do not stand in a heap: no base's name lies over a zone's, and none leaves the map", () => {
    const zones = Object.fromEntries(Object.keys(ZONES).map((zone) => [zone, zone]));
    for (const [base, at] of Object.entries(BASES)) {
      const { at: [x, y], from } = baseName(base, at, zones); // prettier-ignore
      const [left, right] = [x - 6.4 * base.length * from, x + 6.4 * base.length * (1 - from)];
      expect(left, base).toBeGreaterThan(0);
      expect(right, base).toBeLessThan(WIDTH);
      for (const zone of Object.keys(ZONES)) {
        const [zx, zy] = zoneName(zone);
        const beside = Math.abs(zy - y) > 12 || left > zx + 3.2 * zone.length || right < zx - 3.2 * zone.length;
        expect(beside, `${base} over ${zone}`).toBe(true);
      }
    }
  });
});
