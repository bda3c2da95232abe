import { describe, expect, it } from "vitest";
import type { Camera } from "../src/lib/camera";
import { between, Watching } from "../src/lib/watching";

const FAR: Camera = { x: 0, y: 0, k: 0.6 };
const NEAR: Camera = { x: -300, y: -200, k: 1.5 };
const ELSEWHERE: Camera = { x: -900, y: -50, k: 1.5 };

/** A camera, and hands that let the time go on. */
function watched() {
  const at = { camera: FAR };
  const waiting = new Map<number, (now: number) => void>();
  let [number, now] = [0, 0];
  const watching = new Watching(
    (camera) => (at.camera = camera),
    (then) => (waiting.set(++number, then), number),
    (tween) => waiting.delete(tween),
  );
  const goOn = (ms: number): void => {
    for (const end = now + ms; now < end; now += 20) {
      const due = [...waiting.values()];
      waiting.clear();
      for (const then of due) then(now);
    }
  };
  return { at, watching, goOn };
}

describe("an attack watched from near by", () => {
  it("is come to, and left for what was shown before", () => {
    const { at, watching, goOn } = watched();
    watching.comeTo("0916", at.camera, NEAR);
    goOn(200);
    expect(at.camera.k).toBeGreaterThan(FAR.k);
    expect(at.camera.k).toBeLessThan(NEAR.k);
    goOn(600);
    expect(at.camera).toEqual(NEAR);
    watching.leave(at.camera);
    goOn(600);
    expect(at.camera).toBe(FAR);
    expect(watching.near).toBe(false);
  });

  it("is followed by the next one without losing what was shown before both", () => {
    const { at, watching, goOn } = watched();
    watching.comeTo("0916", at.camera, NEAR);
    goOn(600);
    watching.comeTo("0912", at.camera, ELSEWHERE);
    goOn(600);
    expect(at.camera).toEqual(ELSEWHERE);
    watching.leave(at.camera);
    goOn(100); // and while that is on its way, a third
    watching.comeTo("0916", at.camera, NEAR);
    goOn(600);
    watching.settle();
    expect(at.camera).toBe(FAR);
  });

  it("is over at once when somebody is to choose, and nothing moves from then on", () => {
    for (const leaves of [false, true]) {
      const { at, watching, goOn } = watched();
      watching.comeTo("0916", at.camera, NEAR);
      goOn(600);
      if (leaves) watching.leave(at.camera);
      goOn(60);
      watching.settle();
      expect(at.camera).toBe(FAR);
      goOn(600);
      expect(at.camera).toBe(FAR);
    }
  });

  it("stays as the reader's own hand has put it", () => {
    const { at, watching, goOn } = watched();
    watching.comeTo("0916", at.camera, NEAR);
    goOn(100);
    watching.release();
    at.camera = ELSEWHERE;
    goOn(600);
    watching.leave(at.camera);
    watching.settle();
    goOn(600);
    expect(at.camera).toBe(ELSEWHERE);
  });

  it("is neared slowly at both ends", () => {
    expect(between(FAR, NEAR, 0.5).k).toBeCloseTo((FAR.k + NEAR.k) / 2);
    expect(between(FAR, NEAR, 0.1).k - FAR.k).toBeLessThan((NEAR.k - FAR.k) * 0.1);
    expect(between(FAR, NEAR, 1)).toBe(NEAR);
  });
});
