/** What a question lights up on the map. */

import type { Cell } from "../../lib/hex";
import type { Place } from "./paths";

export interface Lit {
  cell: Cell;
  label?: string;
  /** Reachable only by planning anew, not from the path begun. */
  soft?: boolean;
}

export interface Chevron {
  facing: number;
  legal: boolean;
  chosen: boolean;
}

export interface Overlay {
  lit: Lit[];
  /** A great many hexes, shown as one area. */
  area: Cell[];
  ghost: { from: Cell; places: Place[]; legal: boolean } | null;
  /** The headings to choose from in a hex; ``alone`` where that is the only hex. */
  chevrons: { cell: Cell; ways: Chevron[]; alone?: boolean } | null;
  ring: { cell: Cell; cells: Cell[]; label: string } | null;
  units: ReadonlySet<string>;
  /** The aircraft the question is about. */
  mover: string;
}

export const NOTHING: Overlay = {
  lit: [],
  area: [],
  ghost: null,
  chevrons: null,
  ring: null,
  units: new Set(),
  mover: "",
};
