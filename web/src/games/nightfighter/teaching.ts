/** What a search would teach, from the belief map. */

import { distance, parse, type Cell } from "../../lib/hex";

/** How likely a search counter of this value at a hex makes contact: somebody unseen is so near [13.1.1b]. */
export function contactChance(places: Readonly<Record<string, number>>, at: Cell, value: number): number {
  let nobody = 1;
  for (const [hex, chance] of Object.entries(places)) {
    const cell = parse(hex);
    if (cell && distance(cell, at) <= value) nobody *= 1 - chance;
  }
  return 1 - nobody;
}
