/** The parts of a game that brings none of its own: it can be played with these from its first day. */

import type { GameParts } from "../lib/games";
import PlainMoment from "./PlainMoment.svelte";
import PlainTable from "./PlainTable.svelte";

const parts: GameParts = {
  table: PlainTable,
  moment: PlainMoment,
  narration: {
    pause: (event) => (Array.isArray(event.data["dice"]) ? 900 : 150),
  },
};

export default parts;
