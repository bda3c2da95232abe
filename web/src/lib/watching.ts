/** A drawing looked at from near by for a while, and then again as it was before. */

import type { Camera } from "./camera";

const WAY = 420; // milliseconds from one place to another

/** So far on the way, by the part of its time that has passed: slow to start and slow to stop. */
export function between(from: Camera, to: Camera, part: number): Camera {
  if (part >= 1) return to;
  const eased = part * part * (3 - 2 * part);
  const at = (key: keyof Camera): number => from[key] + (to[key] - from[key]) * eased;
  return { x: at("x"), y: at("y"), k: at("k") };
}

/** Moves a camera, a frame at a time; knows where it was before, and where it is going. */
export class Watching {
  private before: Camera | null = null;
  private goal: Camera | null = null;
  private tween = 0;
  private place = "";

  constructor(
    private readonly put: (camera: Camera) => void,
    private readonly frame: (then: (now: number) => void) => number = (then) => requestAnimationFrame(then),
    private readonly cancel: (tween: number) => void = (tween) => cancelAnimationFrame(tween),
  ) {}

  /** Is something looked at from near by? */
  get near(): boolean {
    return this.before !== null;
  }

  /** Come near to a place; from there straight to the next one. */
  comeTo(place: string, from: Camera, to: Camera): void {
    if (this.near && this.place === place) return;
    this.before ??= this.goal ?? from;
    this.place = place;
    this.glide(from, to);
  }

  /** Back again, on the way that one came. */
  leave(from: Camera): void {
    if (!this.before) return;
    const home = this.before;
    this.before = null;
    this.glide(from, home);
  }

  /** Back at once, or where one was going: somebody is about to choose, and nothing may move then. */
  settle(): void {
    const home = this.before ?? this.goal;
    this.release();
    if (home) this.put(home);
  }

  /** The reader has taken the map into his own hand: it stays where it is. */
  release(): void {
    this.cancel(this.tween);
    this.before = this.goal = null;
  }

  private glide(from: Camera, to: Camera): void {
    this.cancel(this.tween);
    this.goal = to;
    let since: number | null = null;
    const on = (now: number): void => {
      since ??= now;
      const part = Math.min(1, (now - since) / WAY);
      this.put(between(from, to, part));
      if (part < 1) this.tween = this.frame(on);
      else this.goal = null;
    };
    this.tween = this.frame(on);
  }
}
