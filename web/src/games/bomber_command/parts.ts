/** What Bomber Command brings to the page. */

import type { GameParts } from "../../lib/games";
import { narration } from "./narration";
import Bomber from "./Bomber.svelte";
import RaidMoment from "./RaidMoment.svelte";
import Story from "./Story.svelte";

const parts: GameParts = {
  table: Bomber,
  moment: RaidMoment,
  story: Story,
  narration,
  reveal: () => import("./NightReveal.svelte"),
  legend: () => import("./RaidLegend.svelte"),
};

export default parts;
