/** What Nightfighter brings to the page. */

import type { GameParts } from "../../lib/games";
import { apply, pause } from "./live";
import Moment from "./Moment.svelte";
import Nightfighter from "./Nightfighter.svelte";
import Options from "./Options.svelte";
import Story from "./Story.svelte";
import { readPicture } from "./types";

/** Questions that may be answered always the same way. Which ones appear follows from the seat's knowledge alone. */
const ROUTINE: Record<string, string[]> = {
  general_tally: ["roll", "no"],
  keep_or_drop: ["keep", "drop"],
  hand_off: ["yes", "no"],
  roll_through_jamming: ["roll", "no"],
  identify: ["roll", "no"],
  shoot_back: ["shoot", "hold fire"],
  claim: ["claim", "no"],
  fake_roll: ["no", "roll"],
  displace: ["roll"],
  shoot: ["shoot", "hold fire"],
  place_markers: ["at random", "by hand"],
};

const parts: GameParts = {
  table: Nightfighter,
  moment: Moment,
  story: Story,
  options: Options,
  ownOptions: ["pilots", "equipment", "decline"],
  telling: { apply: (picture, event) => apply(readPicture(picture), event), pause },
  callsNumbers: true,
  routine: ROUTINE,
};

export default parts;
