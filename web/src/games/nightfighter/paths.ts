/**
 * A fighter's move: one hex ahead for each MP, and after each hex at most one turn of 60 degrees [9.1, 9.2].
 * Written as the engine writes it: "F F R F".
 */

import { type Cell, type Grid, name, step, turned } from "../../lib/hex";

export const STRAIGHT = 0;
export const LEFT = -1;
export const RIGHT = 1;
export type Turn = -1 | 0 | 1;
/** What is done after each hex of the path. */
export type Path = readonly Turn[];

export interface Place {
  cell: Cell;
  facing: number;
  off: boolean;
}

export interface Limits {
  start: Cell;
  facing: number;
  least: number;
  most: number;
  mayTurn: boolean;
}

/** One end of a legal move: where, facing what, at what cost, and one way to fly there. */
export interface Reach extends Place {
  cost: number;
  path: Path;
}

export function spell(path: Path): string {
  return path.map((turn) => (turn === LEFT ? "F L" : turn === RIGHT ? "F R" : "F")).join(" ");
}

export function read(text: string): Path {
  const turns: Turn[] = [];
  for (const letter of text.replaceAll(" ", "")) {
    if (letter === "F") turns.push(STRAIGHT);
    else turns[turns.length - 1] = letter === "L" ? LEFT : RIGHT;
  }
  return turns;
}

/** Every place a path passes, one for each MP; a path that leaves the map ends there. */
export function places(limits: Pick<Limits, "start" | "facing">, path: Path, grid: Grid): Place[] {
  const met: Place[] = [];
  let { start: cell, facing } = limits;
  for (const turn of path) {
    cell = step(cell, facing);
    const off = !grid.has(cell);
    if (!off) facing = turned(facing, turn);
    met.push({ cell, facing, off });
    if (off) break;
  }
  return met;
}

export function end(limits: Pick<Limits, "start" | "facing">, path: Path, grid: Grid): Place {
  return places(limits, path, grid).at(-1) ?? { cell: limits.start, facing: limits.facing, off: false };
}

/** May this path be flown as it stands? */
export function legal(limits: Limits, path: Path, grid: Grid): boolean {
  return path.length > 0 && whyNot(limits, path, grid) === null;
}

export type Objection = "no_path" | "too_long" | "blinded" | "too_short" | "dive" | "beyond" | null;

/** What forbids a path, in the order in which the engine looks; null if nothing does. */
export function whyNot(limits: Limits, path: Path, grid: Grid): Objection {
  if (path.length === 0) return "no_path";
  if (path.length > limits.most) return "too_long";
  if (!limits.mayTurn && path.some((turn) => turn !== STRAIGHT)) return "blinded";
  const met = places(limits, path, grid);
  if (met.length < path.length) return "beyond";
  if (path.length < limits.least && !met.at(-1)?.off) return limits.least === limits.most ? "dive" : "too_short";
  return null;
}

/** The ways that go on from a path already begun, by what may be done next. */
export function canStep(limits: Limits, path: Path, grid: Grid): boolean {
  return path.length < limits.most && !end(limits, path, grid).off;
}

const key = (place: Place): string => `${name(place.cell)}${place.facing}`;

/**
 * All ends that can be reached by going on from a path begun, cheapest first and with few turns.
 * The last turn of the path begun is kept; `loose` lets it be chosen anew.
 */
export function reachable(limits: Limits, grid: Grid, begun: Path = [], loose = false): Map<string, Reach> {
  const ends = new Map<string, Reach>();
  const seen = new Map<string, number>();
  const turns: readonly Turn[] = limits.mayTurn ? [STRAIGHT, LEFT, RIGHT] : [STRAIGHT];
  let wave: Path[] = [begun];
  if (loose && begun.length > 0) {
    const last = begun.at(-1)!;
    wave = [last, ...turns.filter((turn) => turn !== last)].map((turn) => [...begun.slice(0, -1), turn]);
  }
  const note = (path: Path): Place => {
    const there = end(limits, path, grid);
    if (path.length > 0 && (path.length >= limits.least || there.off)) {
      const id = key(there);
      if (!ends.has(id)) ends.set(id, { ...there, cost: path.length, path });
    }
    return there;
  };
  while (wave.length > 0) {
    const next: Path[] = [];
    for (const path of wave) {
      const there = note(path);
      if (there.off || path.length >= limits.most) continue;
      const id = `${key(there)}:${path.length}`;
      if (seen.has(id)) continue;
      seen.set(id, path.length);
      for (const turn of turns) next.push([...path, turn]);
    }
    wave = next.sort((a, b) => wriggles(a) - wriggles(b));
  }
  return ends;
}

const wriggles = (path: Path): number => path.filter((turn) => turn !== STRAIGHT).length;

/** For each hex (by name) the cheapest way there. */
export function cheapest(ends: Iterable<Reach>): Map<string, Reach> {
  const best = new Map<string, Reach>();
  for (const reach of ends) {
    const id = name(reach.cell);
    const known = best.get(id);
    if (!known || reach.cost < known.cost || (reach.cost === known.cost && wriggles(reach.path) < wriggles(known.path)))
      best.set(id, reach);
  }
  return best;
}

/** The facings that a move can end with in a hex, each with its way there. */
export function facingsAt(ends: Iterable<Reach>, cell: Cell): Map<number, Reach> {
  const found = new Map<number, Reach>();
  for (const reach of ends) if (name(reach.cell) === name(cell) && !reach.off) found.set(reach.facing, reach);
  return found;
}

/** The moves open to one aircraft, either within limits of MP or as a list of what is offered. */
export class Flight {
  private constructor(
    readonly start: Cell,
    readonly facing: number,
    readonly grid: Grid,
    readonly limits: Limits | null,
    private readonly offered: Path[],
  ) {}

  static within(limits: Limits, grid: Grid): Flight {
    return new Flight(limits.start, limits.facing, grid, limits, []);
  }

  static listed(start: Cell, facing: number, options: readonly string[], grid: Grid): Flight {
    const offered = options.map(read).sort((a, b) => a.length - b.length || wriggles(a) - wriggles(b));
    return new Flight(start, facing, grid, null, offered);
  }

  places(path: Path): Place[] {
    return places(this, path, this.grid);
  }

  end(path: Path): Place {
    return end(this, path, this.grid);
  }

  legal(path: Path): boolean {
    if (this.limits) return legal(this.limits, path, this.grid);
    const text = spell(path);
    return this.offered.some((option) => spell(option) === text);
  }

  /** May one more hex be flown after this path? */
  canStep(path: Path): boolean {
    if (this.limits) return canStep(this.limits, path, this.grid);
    return this.offered.some((option) => option.length > path.length && begins(option, path));
  }

  /** May the path begun be turned this way after its last hex? */
  canTurn(path: Path, turn: Turn): boolean {
    const last = path.at(-1);
    if (last === undefined || this.end(path).off) return false;
    const other = [...path.slice(0, -1), turn];
    if (this.limits) return this.limits.mayTurn || turn === STRAIGHT;
    return this.offered.some((option) => begins(option, other));
  }

  ends(begun: Path, loose: boolean): Map<string, Reach> {
    if (this.limits) return reachable(this.limits, this.grid, begun, loose);
    const ends = new Map<string, Reach>();
    const kept = loose ? begun.slice(0, -1) : begun;
    for (const path of this.offered) {
      if (path.length < begun.length || !begins(path, kept)) continue;
      const there = this.end(path);
      const id = key(there);
      if (!ends.has(id)) ends.set(id, { ...there, cost: path.length, path });
    }
    return ends;
  }
}

const begins = (path: Path, prefix: Path): boolean => prefix.every((turn, at) => path[at] === turn);
