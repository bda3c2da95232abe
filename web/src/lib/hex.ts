/**
 * Hexes of a map with vertical columns: names, neighbours, distances, arcs, and where each one is drawn.
 * The same grid as viermot.kernel.hexes: even columns sit half a hex further down, "0712" is column 7, row 12.
 */

import { lie, skew } from "./lie.svelte";

export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
export type Facing = (typeof DIRECTIONS)[number];
export type Arc = "narrow" | "wide" | "hemi";

export interface Cell {
  column: number;
  row: number;
}
export interface Point {
  x: number;
  y: number;
}

export const RADIUS = 26;
export const STEP_X = RADIUS * 1.5;
export const STEP_Y = RADIUS * Math.sqrt(3);
const LEFT = 60;
const TOP = 58;

export const direction = (facing: Facing): number => DIRECTIONS.indexOf(facing);
export const turned = (facing: number, by: number): number => (((facing + by) % 6) + 6) % 6;
/** The bearing of a facing as it is drawn. */
export const degrees = (facing: Facing | number): number =>
  (typeof facing === "number" ? facing : direction(facing)) * 60 + skew();

export function name(cell: Cell): string {
  return String(cell.column).padStart(2, "0") + String(cell.row).padStart(2, "0");
}

/** Column and row of "0712"; of anything that is no four figures, null. */
export function parse(text: string): Cell | null {
  return /^\d{4}$/.test(text) ? { column: Number(text.slice(0, 2)), row: Number(text.slice(2)) } : null;
}

/** The hex of a name that names one. */
export function cellAt(hex: string): Cell {
  const cell = parse(hex);
  if (cell === null) throw new RangeError(`${hex} is not a hex`);
  return cell;
}

/** The neighbour in a direction, on the map or not. */
export function step({ column, row }: Cell, way: number): Cell {
  const lower = column % 2 === 0 ? 1 : 0;
  switch (way) {
    case 0:
      return { column, row: row - 1 };
    case 1:
      return { column: column + 1, row: row - 1 + lower };
    case 2:
      return { column: column + 1, row: row + lower };
    case 3:
      return { column, row: row + 1 };
    case 4:
      return { column: column - 1, row: row + lower };
    default:
      return { column: column - 1, row: row - 1 + lower };
  }
}

/** How far down the map, in half hexes. */
const height = ({ column, row }: Cell): number => 2 * row + (column % 2 === 0 ? 1 : 0);

export function distance(a: Cell, b: Cell): number {
  const aside = Math.abs(a.column - b.column);
  const below = Math.abs(height(a) - height(b));
  return aside + Math.max(0, Math.floor((below - aside) / 2));
}

/** Is the target in that arc of an aircraft, whatever the distance? The own hex always is. */
export function inArc(origin: Cell, facing: number, arc: Arc, target: Cell): boolean {
  const x = target.column - origin.column;
  const z = (height(target) - height(origin) - x) / 2;
  let cube: [number, number, number] = [x, -x - z, z];
  for (let turn = 0; turn < (((3 - facing) % 6) + 6) % 6; turn++) cube = [-cube[2], -cube[0], -cube[1]];
  const ahead = 2 * cube[2] + cube[0];
  const aside = Math.abs(cube[0]);
  if (arc === "narrow") return aside === 0 && ahead >= 0;
  return arc === "wide" ? ahead >= aside : ahead >= 0;
}

/** A map of so many columns and rows. */
export class Grid {
  readonly cells: Cell[] = [];

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    for (let column = 1; column <= columns; column++)
      for (let row = 1; row <= rows; row++) this.cells.push({ column, row });
  }

  has({ column, row }: Cell): boolean {
    return column >= 1 && column <= this.columns && row >= 1 && row <= this.rows;
  }

  within(origin: Cell, reach: number): Cell[] {
    return this.cells.filter((cell) => distance(origin, cell) <= reach);
  }

  arc(origin: Cell, facing: number, arc: Arc, reach: number): Cell[] {
    return this.within(origin, reach).filter((cell) => inArc(origin, facing, arc, cell));
  }

  /** Of the drawing with north up. */
  get width(): number {
    return LEFT * 2 + STEP_X * (this.columns - 1);
  }

  get height(): number {
    return TOP * 2 + STEP_Y * (this.rows - 0.5);
  }

  /** The hex under a point of the drawing, or null beside the map. */
  at(point: Point): Cell | null {
    const found = nearest(point);
    return found && this.has(found) ? found : null;
  }
}

/** Where a point of the drawing with north up is drawn. */
export function laid({ x, y }: Point): Point {
  return lie.turned ? { x: y, y: lie.across - x } : { x, y };
}

/** The hex whose middle is nearest to a point of the drawing, on the map or not. */
export function nearest(drawn: Point): Cell | null {
  const point = lie.turned ? { x: lie.across - drawn.y, y: drawn.x } : drawn;
  const near = Math.round((point.x - LEFT) / STEP_X) + 1;
  let best: Cell | null = null;
  let least = RADIUS * RADIUS;
  for (let column = near - 1; column <= near + 1; column++) {
    const row = Math.round((point.y - TOP - (column % 2 === 0 ? STEP_Y / 2 : 0)) / STEP_Y) + 1;
    const there = upright({ column, row });
    const off = (there.x - point.x) ** 2 + (there.y - point.y) ** 2;
    if (off < least) [best, least] = [{ column, row }, off];
  }
  return best;
}

/** Where the middle of a hex is drawn; also for hexes just beside the map. */
export const centre = (cell: Cell): Point => laid(upright(cell));

function upright({ column, row }: Cell): Point {
  return { x: LEFT + STEP_X * (column - 1), y: TOP + STEP_Y * (row - 1) + (column % 2 === 0 ? STEP_Y / 2 : 0) };
}

/** A point so far from another, towards a direction given in degrees from north. */
export function towards(from: Point, bearing: number, far: number): Point {
  const angle = ((bearing - 90) * Math.PI) / 180;
  return { x: from.x + far * Math.cos(angle), y: from.y + far * Math.sin(angle) };
}

/** From the middle of a hex to its six corners, as the map lies; worked out once for each radius. */
const reaches = new Map<number, readonly Point[]>();
function reach(radius: number): readonly Point[] {
  const key = lie.turned ? -radius : radius;
  let found = reaches.get(key);
  if (!found) {
    const turned = skew();
    found = [0, 1, 2, 3, 4, 5].map((index) => towards({ x: 0, y: 0 }, 30 + 60 * index + turned, radius));
    reaches.set(key, found);
  }
  return found;
}
const shown = (value: number): number => Math.round(value * 10) / 10;

/** The six corners, each as x and y, one after the other. */
function sixPairs(middle: Point, radius: number): string[] {
  return reach(radius).map((far) => `${shown(middle.x + far.x)},${shown(middle.y + far.y)}`);
}

/** The six corners as an SVG points list. */
export function corners(cell: Cell, radius = RADIUS): string {
  return sixPairs(centre(cell), radius).join(" ");
}

/** Whole hexes as one SVG path. */
export function hexPath(cells: Iterable<Cell>, radius = RADIUS): string {
  let path = "";
  for (const cell of cells) path += `M${sixPairs(centre(cell), radius).join("L")}Z`;
  return path;
}

/** A hex as one number, for looking it up; also one just beside the map. */
const place = ({ column, row }: Cell): number => column * 4096 + row;

/** The edge of a hex towards a direction lies between the corners 30 degrees to its left and right. */
const edge = (six: readonly string[], way: number): string => `M${six[(way + 5) % 6]}L${six[way]}`;

/** Every edge of a set of hexes once, as an SVG path: lines that lie on each other would look thicker. */
export function edges(cells: readonly Cell[]): string {
  const known = new Set(cells.map(place));
  let path = "";
  for (const cell of cells) {
    const six = sixPairs(centre(cell), RADIUS);
    for (let way = 0; way < 6; way++) if (way < 3 || !known.has(place(step(cell, way)))) path += edge(six, way);
  }
  return path;
}

/** The line round a set of hexes, as an SVG path: every edge that leads out of the set. */
export function outline(cells: readonly Cell[]): string {
  const inside = new Set(cells.map(place));
  let path = "";
  for (const cell of cells) {
    let six: readonly string[] | undefined;
    for (let way = 0; way < 6; way++)
      if (!inside.has(place(step(cell, way)))) path += edge((six ??= sixPairs(centre(cell), RADIUS)), way);
  }
  return path;
}
