/** What Interceptor Ace brings to the page. */

import type { GameParts } from "../../lib/games";
import { narration } from "./narration";
import AirMoment from "./AirMoment.svelte";
import Interceptor from "./Interceptor.svelte";
import Options from "./Options.svelte";
import Story from "./Story.svelte";

const parts: GameParts = {
  table: Interceptor,
  moment: AirMoment,
  story: Story,
  options: Options,
  ownOptions: ["10.1", "pilots", "10.2", "start", "name"],
  narration,
  reveal: () => import("./AirReveal.svelte"),
  legend: () => import("./AirLegend.svelte"),
};

export default parts;
