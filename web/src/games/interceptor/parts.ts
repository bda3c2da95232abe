/** What Interceptor Ace brings to the page. */

import type { GameParts } from "../../lib/games";
import { telling } from "./telling";
import AirMoment from "./AirMoment.svelte";
import Interceptor from "./Interceptor.svelte";
import Options from "./Options.svelte";
import Story from "./Story.svelte";

/** Questions that may be answered always the same way. */
const ROUTINE: Record<string, string[]> = {
  jettison: ["no", "yes"],
  gain_by_reflexes: ["no", "yes"],
  second_card: ["keep"],
  spend_experience: ["done"],
  spend_prestige: ["done"],
};

const parts: GameParts = {
  table: Interceptor,
  moment: AirMoment,
  story: Story,
  options: Options,
  ownOptions: ["10.1", "pilots", "10.2", "start", "name"],
  telling,
  routine: ROUTINE,
};

export default parts;
