/** What flashes on the map while an event is told: tracer, the lights of a zone, the flame of an aircraft that falls. */

import type { EventLine } from "../../lib/messages";
import { FALLS, fightAt, placesIn } from "./fights";

export interface Flash {
  /** Of the event: another event flashes anew. */
  number: number;
  tracer: { fighter: string; hex: string; back: boolean; hit: boolean } | null;
  /** A zone whose lights search, and the hex they hold, once they do. */
  lights: { zone: string; hex: string } | null;
  /** Where it burns, and what does, where that is known. */
  flame: string;
  type: string;
}

interface Flying {
  id: string;
  hex: string | null;
}

const FIRES = new Set(["attack", "schräge Musik"]);
const FIRED_AT = new Set(["defensive fire", "return fire", "intruder attack"]);
const LIGHTS = new Set(["searchlight", "hand-off"]);
const LIT = new Set(["marker", "coned", "handed_off", "lights_fail", "outside_lights"]);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function tracerOf({ kind, data }: EventLine, hex: string): Flash["tracer"] {
  const what = text(data["what"]);
  const [fires, firedAt] = [kind === "roll" && FIRES.has(what), kind === "roll" && FIRED_AT.has(what)];
  const ahead = kind === "hits" || kind === "shot_down" || kind === "intruder_shot_down";
  const back = kind === "fighter_hit" || kind === "returned_fire";
  if (!hex || !(fires || firedAt || ahead || back)) return null;
  return { fighter: text(data["fighter"]), hex, back: firedAt || back, hit: FALLS.has(kind) || Number(data["hits"]) > 0 };
} // prettier-ignore

/** How far back an attack can have begun. */
export const RECENT = 80;

/** What the last of these flashes, made of nothing but what was told and of the own fighters; null where it does not. */
export function flashOf(events: readonly EventLine[], fighters: readonly Flying[] = []): Flash | null {
  const last = events.at(-1);
  if (!last) return null;
  const hexOf = ({ data }: EventLine): string => {
    const fighter = text(data["fighter"]);
    return fighters.find(({ id }) => id === fighter)?.hex ?? placesIn(events).get(fighter) ?? "";
  };
  // what was shot at burns while its attack is told, to the dice of the aftermath
  const fight = fightAt(events.slice(-RECENT));
  const fall = fight.findLast(({ kind }) => FALLS.has(kind));
  const shot = (fight.length > 0 ? fight : [last]).findLast((each) => tracerOf(each, hexOf(each)) !== null);
  const { kind, data } = last;
  const zone = LIT.has(kind) || (kind === "roll" && LIGHTS.has(text(data["what"]))) ? text(data["zone"]) : "";
  const flash: Flash = {
    number: (fall ?? shot ?? last).number,
    tracer: shot ? tracerOf(shot, hexOf(shot)) : null,
    lights: zone ? { zone, hex: text(data["hex"]) } : null,
    flame: fall ? hexOf(fall) : FALLS.has(kind) ? hexOf(last) : "",
    type: text((fall ?? last).data["kind"]),
  };
  return flash.tracer || flash.lights || flash.flame ? flash : null;
}
