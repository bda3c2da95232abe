/** What careers bring to the page. */

import type { GameParts } from "../lib/games";
import { telling } from "../lib/campaign/live";
import { ROUTINE } from "../solitaire/parts";
import Campaign from "./Campaign.svelte";
import CareerMoment from "./CareerMoment.svelte";

const parts: GameParts = { table: Campaign, moment: CareerMoment, telling, routine: ROUTINE };

export default parts;
