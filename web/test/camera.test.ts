import { describe, expect, test } from "vitest";
import { fit, fitWidth, framed, inView, kept, panned, roomFor, under, zoomed } from "../src/lib/camera";

const drawing = { width: 783, height: 1309 };
const window = { width: 900, height: 700 };

describe("looking at the map", () => {
  test("fit shows all of it", () => {
    const camera = fit(drawing, window);
    expect(inView(camera, { x: 1, y: 1 }, window, 0)).toBe(true);
    expect(inView(camera, { x: 782, y: 1308 }, window, 0)).toBe(true);
  });

  test("zooming keeps the point under the finger", () => {
    const camera = fitWidth(drawing, window, { x: 400, y: 650 });
    const about = { x: 450, y: 350 };
    const before = under(camera, about);
    const after = under(zoomed(camera, 1.5, about, drawing, window), about);
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
  });

  test("what alone is asked about does not lie at the very edge", () => {
    const low = { x: 400, y: 980 };
    const camera = fitWidth(drawing, window, { x: 400, y: 350 });
    expect(inView(framed(camera, [low], drawing, window, roomFor(1, window)), low, window, 170)).toBe(true);
    const four = [low, low, low, low];
    expect(inView(framed(camera, four, drawing, window, roomFor(4, window)), low, window, 170)).toBe(false);
  });

  test("panning stops at the edge", () => {
    const camera = panned(fitWidth(drawing, window, { x: 400, y: 650 }), 0, 99999, drawing, window);
    expect(camera.y).toBe(0);
    expect(kept(camera, drawing, window)).toEqual(camera);
  });
});
