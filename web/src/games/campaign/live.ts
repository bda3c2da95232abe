/** How a career's news is told: a sortie as its own game tells it, the rest week by week. */

import type { Picture, Telling } from "../../lib/games";
import type { EventLine } from "../../lib/messages";
import { apply as applyNight } from "../nightfighter/live";
import type { Picture as NightPicture } from "../nightfighter/types";
import { apply as applySolo, pause as pauseSolo } from "../solitaire/live";
import type { SoloPicture } from "../solitaire/types";
import { flightLines } from "./book";
import type { CareerPicture } from "./types";

const inner = (event: EventLine): EventLine | undefined => flightLines([event])[0];

export const telling: Telling = {
  apply(picture: Picture, event: EventLine): void {
    const { sortie } = picture as unknown as CareerPicture;
    const line = inner(event);
    if (!sortie || !line) return;
    if (sortie.game === "solitaire") applySolo(sortie as unknown as SoloPicture, line);
    else applyNight(sortie as unknown as NightPicture, line);
  },
  pause(event: EventLine): number {
    const line = inner(event);
    if (line) return pauseSolo(line);
    if (event.kind === "flight" || event.kind === "shuffled") return 0;
    return event.kind === "roll" ? 500 : 260;
  },
};
