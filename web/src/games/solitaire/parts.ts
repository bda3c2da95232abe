/** What the solitaire game brings to the page: Nightfighter's set-up, and its table with open counters. */

import type { GameParts } from "../../lib/games";
import { apply, pause } from "./live";
import Options from "../nightfighter/Options.svelte";
import Story from "../nightfighter/Story.svelte";
import Solitaire from "./Solitaire.svelte";
import SoloMoment from "./SoloMoment.svelte";
import { readSoloPicture } from "./types";

/** Questions that may be answered always the same way. */
export const ROUTINE: Record<string, string[]> = {
  keep_or_drop: ["keep", "drop"],
  hand_off: ["yes", "no"],
  identify: ["roll", "no"],
  claim: ["claim", "no"],
};

const parts: GameParts = {
  table: Solitaire,
  moment: SoloMoment,
  story: Story,
  options: Options,
  ownOptions: ["pilots", "equipment", "decline"],
  telling: { apply: (picture, event) => apply(readSoloPicture(picture), event), pause },
  routine: ROUTINE,
};

export default parts;
