/** What Nightfighter brings to the page. */

import type { GameParts } from "../../lib/games";
import { pause } from "./narration";
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
  narration: { pause },
  reveal: () => import("./NightReveal.svelte"),
  callsNumbers: true,
};

export default parts;
