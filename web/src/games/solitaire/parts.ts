/** What the solitaire game brings to the page: Nightfighter's set-up, and its table with open counters. */

import type { GameParts } from "../../lib/games";
import { apply, pause } from "./live";
import Options from "../nightfighter/Options.svelte";
import Story from "../nightfighter/Story.svelte";
import Solitaire from "./Solitaire.svelte";
import SoloMoment from "./SoloMoment.svelte";

/** Questions that may be answered always the same way. */
export const ROUTINE: Record<string, string[]> = {
  keep_or_drop: ["keep", "drop"],
  hand_off: ["yes", "no"],
  identify: ["roll", "no"],
  claim: ["claim", "no"],
};

// the page knows pictures and static data as JSON; from here on they are the game's
const parts = {
  table: Solitaire,
  moment: SoloMoment,
  story: Story,
  options: Options,
  ownOptions: ["pilots", "equipment", "decline"],
  telling: { apply, pause },
  routine: ROUTINE,
} as unknown as GameParts;

export default parts;
