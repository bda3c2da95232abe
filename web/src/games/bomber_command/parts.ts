/** What Bomber Command brings to the page. */

import type { GameParts } from "../../lib/games";
import { telling } from "./telling";
import Bomber from "./Bomber.svelte";
import RaidMoment from "./RaidMoment.svelte";
import Story from "./Story.svelte";

/** Questions that may be answered always the same way; cards have their own setting beside the hand. */
const ROUTINE: Record<string, string[]> = {
  leave_raid: ["no"],
  spend_damage: ["yes", "no"],
  stretch: ["own hex", "last hex"],
  next_combat: ["in order"],
  landing_order: ["in order"],
  intrude: ["no"],
  end_british: ["no"],
  end_german: ["no"],
  take_offer: ["no"],
};

const parts: GameParts = { table: Bomber, moment: RaidMoment, story: Story, telling, routine: ROUTINE };

export default parts;
