/** How a career's news is told: a sortie as its own game tells it, the rest week by week. */

import type { Narration } from "../../lib/games";
import type { EventLine } from "../../lib/messages";
import { sound as soundOf } from "../nightfighter/narration";
import { pause as pauseSolo } from "../solitaire/narration";
import { flightLines } from "./book";
import { isHeld } from "./moments";

export const narration: Narration = {
  holds: isHeld,
  pause(event: EventLine): number {
    const [line] = flightLines([event]);
    if (line) return pauseSolo(line);
    if (event.kind === "flight" || event.kind === "shuffled") return 0;
    return event.kind === "roll" ? 500 : 260;
  },
  sound(event: EventLine) {
    const [line] = flightLines([event]);
    return event.kind === "take_off" ? "engine" : soundOf(line ?? event);
  },
};
