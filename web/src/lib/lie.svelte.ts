/** How a map of vertical columns lies on the screen: north up, or turned (never mirrored) with north to the left. */

import { settings } from "./settings.svelte";

interface Lie {
  turned: boolean;
  /** How wide the drawing is when north is up: turned, its last column is on top. */
  across: number;
}

export const lie = $state<Lie>({ turned: false, across: 0 });

const wide = typeof matchMedia === "function" ? matchMedia("(min-width: 1000px) and (min-aspect-ratio: 5/4)") : null;
let isWideNow = $state(wide?.matches ?? false);
wide?.addEventListener("change", (now) => (isWideNow = now.matches));

/** Is there a choice of how a long map lies? */
export const isWide = (): boolean => isWideNow;

/** Shall a long map lie on its side? On a wide screen, unless the reader wants north up. */
export const onItsSide = (): boolean => isWideNow && !settings.northUp;

/** By how much every bearing is turned on the screen, in degrees. */
export const skew = (): number => (lie.turned ? -90 : 0);
