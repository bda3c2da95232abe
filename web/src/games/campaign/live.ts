/** How a career's news is told: a sortie as its own game tells it, the rest week by week. */

import type { Telling } from "../../lib/games";
import type { EventLine } from "../../lib/messages";
import { apply as applyNight } from "../nightfighter/live";
import { apply as applySolo, pause as pauseSolo } from "../solitaire/live";
import { flightLines } from "./book";
import { type CareerPicture, readCareerPicture } from "./types";

const inner = (event: EventLine): EventLine | undefined => flightLines([event])[0];

/** Change the picture by one event. */
export function apply({ sortie }: Pick<CareerPicture, "sortie">, event: EventLine): void {
  const line = inner(event);
  if (!sortie || !line) return;
  if (sortie.game === "solitaire") applySolo(sortie, line);
  else applyNight(sortie, line);
}

export const telling: Telling = {
  apply: (picture, event) => apply(readCareerPicture(picture), event),
  pause(event: EventLine): number {
    const line = inner(event);
    if (line) return pauseSolo(line);
    if (event.kind === "flight" || event.kind === "shuffled") return 0;
    return event.kind === "roll" ? 500 : 260;
  },
};
