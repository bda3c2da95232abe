/** What games bring to the hangar: a shelf each, or several, of aircraft and whatever else they know of. */

import type { Component } from "svelte";
import type { Charts } from "./messages";

export interface ShelfProps {
  shelf: string;
  statics: Charts;
  item: string;
}
export interface Shelf {
  /** As the address has it. */
  id: string;
  /** Shelves stand in the order of these. */
  rank: number;
  title: () => string;
  component: Component<ShelfProps>;
}

const OWN = import.meta.glob<{ default: Shelf[] }>("../games/*/hangar.ts", { eager: true });

/** All shelves of all games, each with the game whose charts it shows. */
export const shelves: readonly (Shelf & { game: string })[] = Object.entries(OWN)
  .flatMap(([path, { default: own }]) => own.map((shelf) => ({ ...shelf, game: path.split("/").at(-2) ?? "" })))
  .sort((one, other) => one.rank - other.rank);
