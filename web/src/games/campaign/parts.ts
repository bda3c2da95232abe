/** What careers bring to the page. */

import type { GameParts } from "../../lib/games";
import { narration } from "./narration";
import Campaign from "./Campaign.svelte";
import CareerMoment from "./CareerMoment.svelte";
import Options from "./Options.svelte";

const parts: GameParts = {
  table: Campaign,
  moment: CareerMoment,
  options: Options,
  ownOptions: ["aircraft", "pilot", "operator", "stops", "months", "umpire", "printed_recovery"],
  narration,
  reveal: () => import("./CareerReveal.svelte"),
  legend: () => import("../nightfighter/NightLegend.svelte"),
};

export default parts;
