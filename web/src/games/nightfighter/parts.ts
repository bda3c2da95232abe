/** What Nightfighter brings to the page. */

import type { GameParts } from "../../lib/games";
import { pause, sound } from "./narration";
import { isHeld } from "./fights";
import Moment from "./Moment.svelte";
import Nightfighter from "./Nightfighter.svelte";
import Options from "./Options.svelte";
import Story from "./Story.svelte";

const parts: GameParts = {
  table: Nightfighter,
  moment: Moment,
  story: Story,
  options: Options,
  ownOptions: ["pilots", "equipment", "decline"],
  narration: { pause, sound, holds: isHeld },
  reveal: () => import("./NightReveal.svelte"),
  legend: () => import("./NightLegend.svelte"),
  callsNumbers: true,
};

export default parts;
