/** What the solitaire game brings to the page: Nightfighter's set-up, and its table with open counters. */

import type { GameParts } from "../../lib/games";
import { pause } from "./narration";
import { sound } from "../nightfighter/narration";
import { isHeld } from "../nightfighter/fights";
import Options from "../nightfighter/Options.svelte";
import Story from "../nightfighter/Story.svelte";
import Solitaire from "./Solitaire.svelte";
import SoloMoment from "./SoloMoment.svelte";

const parts: GameParts = {
  table: Solitaire,
  moment: SoloMoment,
  story: Story,
  options: Options,
  ownOptions: ["pilots", "equipment", "decline"],
  narration: { pause, sound, holds: isHeld },
  reveal: () => import("./SoloReveal.svelte"),
  legend: () => import("../nightfighter/NightLegend.svelte"),
};

export default parts;
