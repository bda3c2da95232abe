/** What games bring to the hangar: a section each, or several, of aircraft and whatever else they know of. */

import type { Component } from "svelte";
import type { Charts } from "./messages";

export interface SectionProps {
  section: string;
  statics: Charts;
  item: string;
}
export interface Section {
  /** As the address has it. */
  id: string;
  /** Sections stand in the order of these. */
  rank: number;
  title: () => string;
  component: Component<SectionProps>;
}

const OWN = import.meta.glob<{ default: Section[] }>("../games/*/hangar.ts", { eager: true });

/** All sections of all games, each with the game whose charts it shows. */
export const sections: readonly (Section & { game: string })[] = Object.entries(OWN)
  .flatMap(([path, { default: own }]) => own.map((section) => ({ ...section, game: path.split("/").at(-2) ?? "" })))
  .sort((one, other) => one.rank - other.rank);
