/** Where a drawing is looked at from: how far it is moved and how large it is shown. */

import type { Point } from "./hex";

export interface Camera {
  x: number;
  y: number;
  k: number;
}
export interface Size {
  width: number;
  height: number;
}

export const CLOSEST = 4;

/** The smallest scale worth having: the whole drawing in view, and a little less. */
export function farthest(drawing: Size, window: Size): number {
  return Math.min(1, Math.min(window.width / drawing.width, window.height / drawing.height)) * 0.9;
}

/** The whole drawing in the window. */
export function fit(drawing: Size, window: Size): Camera {
  return centred(
    { x: drawing.width / 2, y: drawing.height / 2 },
    Math.min(window.width / drawing.width, window.height / drawing.height),
    window,
  );
}

/** As wide as the window, with a point in the middle as far as the edges allow. */
export function fitWidth(drawing: Size, window: Size, middle: Point): Camera {
  // on a phone a map as wide as the screen would be too small to touch
  const k = Math.max(Math.min(window.width / drawing.width, 1.6), 0.85);
  return kept(centred(middle, k, window), drawing, window);
}

export function centred(middle: Point, k: number, window: Size): Camera {
  return { x: window.width / 2 - middle.x * k, y: window.height / 2 - middle.y * k, k };
}

/** Larger or smaller about a point of the window that stays where it is. */
export function zoomed(camera: Camera, by: number, about: Point, drawing: Size, window: Size): Camera {
  const k = Math.min(CLOSEST, Math.max(farthest(drawing, window), camera.k * by));
  const scale = k / camera.k;
  return kept(
    { x: about.x - (about.x - camera.x) * scale, y: about.y - (about.y - camera.y) * scale, k },
    drawing,
    window,
  );
}

export function panned(camera: Camera, dx: number, dy: number, drawing: Size, window: Size): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, drawing, window);
}

/** Never so far that the drawing is lost: it fills the window, or lies in the middle of it where it is smaller. */
export function kept(camera: Camera, drawing: Size, window: Size): Camera {
  const along = (offset: number, long: number, room: number): number =>
    long <= room ? (room - long) / 2 : Math.min(0, Math.max(room - long, offset));
  return {
    x: along(camera.x, drawing.width * camera.k, window.width),
    y: along(camera.y, drawing.height * camera.k, window.height),
    k: camera.k,
  };
}

/** All these points in view with some room round them: moved as little as will do, smaller only where it must be. */
export function framed(camera: Camera, points: readonly Point[], drawing: Size, window: Size, room = 46): Camera {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const needed = Math.min(
    (window.width - 2 * room) / Math.max(1, right - left),
    (window.height - 2 * room) / Math.max(1, bottom - top),
  );
  const k = Math.max(Math.min(camera.k, needed), farthest(drawing, window));
  const scaled =
    k === camera.k
      ? camera
      : zoomed(camera, k / camera.k, { x: window.width / 2, y: window.height / 2 }, drawing, window);
  const moved = (offset: number, low: number, high: number, size: number): number => {
    if (low * k + offset < room) return room - low * k;
    return high * k + offset > size - room ? size - room - high * k : offset;
  };
  return kept(
    { k, x: moved(scaled.x, left, right, window.width), y: moved(scaled.y, top, bottom, window.height) },
    drawing,
    window,
  );
}

/** How much room to keep round what is asked about: a question about one or two places is not put at the very edge. */
export function roomFor(places: number, window: Size): number {
  return places > 2 ? 46 : Math.max(46, Math.min(window.width, window.height) / 4);
}

/** The point of the drawing under a point of the window. */
export function under(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) / camera.k, y: (point.y - camera.y) / camera.k };
}

/** Is a point of the drawing in view, with some room round it? */
export function inView(camera: Camera, point: Point, window: Size, room = 40): boolean {
  const x = point.x * camera.k + camera.x;
  const y = point.y * camera.k + camera.y;
  return x >= room && y >= room && x <= window.width - room && y <= window.height - room;
}
