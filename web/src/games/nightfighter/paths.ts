/**
 * A fighter's move, written as the engine writes it: "F F R F" is a hex ahead, another and a turn to the right, another.
 * Which moves there are comes with the question, as a table of what may follow what: here it is only looked up. What is
 * worked out here is where a path lies on the map, for drawing it.
 */

import { type Cell, type Grid, name, step, turned } from "../../lib/hex";

export const STRAIGHT = 0;
export const LEFT = -1;
export const RIGHT = 1;
export type Turn = -1 | 0 | 1;
/** What is done after each hex of the path. */
export type Path = readonly Turn[];

/** A line of the table: may a path end here, and the line after one more hex flown straight on, to the left, to the right. */
export type Move = readonly [ends: number, straight: number, left: number, right: number];

export interface Place {
  cell: Cell;
  facing: number;
  off: boolean;
}

/** One end of a move: where, facing what, after how many hexes, and one way to fly there. */
export interface Reachable extends Place {
  cost: number;
  path: Path;
}

const NOWHERE = -1;
const TURNS: readonly Turn[] = [STRAIGHT, LEFT, RIGHT];
const COLUMN: Record<Turn, 1 | 2 | 3> = { [STRAIGHT]: 1, [LEFT]: 2, [RIGHT]: 3 };

export function notationOf(path: Path): string {
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

/** The table of a list of moves. */
export function movesOf(paths: readonly Path[]): Move[] {
  const moves: [number, number, number, number][] = [[0, NOWHERE, NOWHERE, NOWHERE]];
  for (const path of paths) {
    let line = 0;
    for (const turn of path) {
      const known = moves[line]![COLUMN[turn]];
      const next = known === NOWHERE ? moves.push([0, NOWHERE, NOWHERE, NOWHERE]) - 1 : known;
      moves[line]![COLUMN[turn]] = next;
      line = next;
    }
    moves[line]![0] = 1;
  }
  return moves;
}

/** Every move of so many hexes at most, whoever may fly it: to ask why somebody may not. */
const anyMoves = (hexes: number): Move[] =>
  Array.from({ length: hexes + 1 }, (_, line): Move => {
    const next = line < hexes ? line + 1 : NOWHERE;
    return [1, next, next, next];
  });

const key = (place: Place): string => `${name(place.cell)}${place.facing}`;
const wriggles = (path: Path): number => path.filter((turn) => turn !== STRAIGHT).length;

/** For each hex (by name) the shortest way there. */
export function cheapest(ends: Iterable<Reachable>): Map<string, Reachable> {
  const best = new Map<string, Reachable>();
  for (const reach of ends) {
    const id = name(reach.cell);
    const known = best.get(id);
    if (!known || reach.cost < known.cost || (reach.cost === known.cost && wriggles(reach.path) < wriggles(known.path)))
      best.set(id, reach);
  }
  return best;
}

/** The facings that a move can end with in a hex, each with its way there. */
export function facingsAt(ends: Iterable<Reachable>, cell: Cell): Map<number, Reachable> {
  const found = new Map<number, Reachable>();
  for (const reach of ends) if (name(reach.cell) === name(cell) && !reach.off) found.set(reach.facing, reach);
  return found;
}

/** The moves open to one aircraft. */
export class Flight {
  constructor(
    readonly start: Cell,
    readonly facing: number,
    readonly grid: Grid,
    private readonly moves: readonly Move[],
  ) {}

  /** From the same place, with nothing in the way. */
  freely(hexes: number): Flight {
    return new Flight(this.start, this.facing, this.grid, anyMoves(hexes));
  }

  /** Hexes of the longest move. */
  get longest(): number {
    return Math.max(0, ...[...this.ends([], false).values()].map(({ cost }) => cost));
  }

  /** Does any move turn? */
  get turns(): boolean {
    return this.moves.some(([, , left, right]) => left !== NOWHERE || right !== NOWHERE);
  }

  /** Every place a path passes, one for each hex; a path that leaves the map ends there. */
  places(path: Path): Place[] {
    const met: Place[] = [];
    let { start: cell, facing } = this;
    for (const turn of path) {
      cell = step(cell, facing);
      const off = !this.grid.has(cell);
      if (!off) facing = turned(facing, turn);
      met.push({ cell, facing, off });
      if (off) break;
    }
    return met;
  }

  end(path: Path): Place {
    return this.places(path).at(-1) ?? { cell: this.start, facing: this.facing, off: false };
  }

  /** The line of the table that a path leads to. */
  private line(path: Path): number {
    let line = 0;
    for (const turn of path) {
      line = this.moves[line]?.[COLUMN[turn]] ?? NOWHERE;
      if (line === NOWHERE) break;
    }
    return line;
  }

  /** May the move end with this path? */
  legal(path: Path): boolean {
    return this.moves[this.line(path)]?.[0] === 1;
  }

  /** May one more hex be flown after this path? */
  canStep(path: Path): boolean {
    const [, ...next] = this.moves[this.line(path)] ?? [0];
    return next.some((line) => line !== NOWHERE);
  }

  /** May the path begun be turned this way after its last hex? */
  canTurn(path: Path, turn: Turn): boolean {
    return path.length > 0 && this.line([...path.slice(0, -1), turn]) !== NOWHERE;
  }

  /**
   * All ends that can be reached by going on from a path begun, the nearest first and with few turns.
   * The last turn of the path begun is kept; `loose` lets it be chosen anew.
   */
  ends(begun: Path, loose: boolean): Map<string, Reachable> {
    const ends = new Map<string, Reachable>();
    const seen = new Set<string>();
    let wave = loose ? this.turnedAnew(begun) : [begun];
    while (wave.length > 0) {
      const next: Path[] = [];
      for (const path of wave) {
        const there = this.end(path);
        const line = this.line(path);
        const id = key(there);
        if (this.moves[line]?.[0] === 1 && !ends.has(id)) ends.set(id, { ...there, cost: path.length, path });
        if (seen.has(`${id}:${line}`)) continue;
        seen.add(`${id}:${line}`);
        for (const turn of TURNS)
          if ((this.moves[line]?.[COLUMN[turn]] ?? NOWHERE) !== NOWHERE) next.push([...path, turn]);
      }
      wave = next.sort((a, b) => wriggles(a) - wriggles(b));
    }
    return ends;
  }

  private turnedAnew(begun: Path): Path[] {
    const last = begun.at(-1);
    if (last === undefined) return [begun];
    const others = TURNS.filter((turn) => turn !== last && this.canTurn(begun, turn));
    return [last, ...others].map((turn) => [...begun.slice(0, -1), turn]);
  }
}
